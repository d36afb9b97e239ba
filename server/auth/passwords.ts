import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { users } from '@/db/schema'
import type { Deps } from '../deps'

/**
 * argon2id as OWASP's password storage cheat sheet asks for at least: 19 MiB, two passes, one lane. These are the library's
 * defaults too; written out so that an update of the library changes nothing unseen.
 */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** In PHC form, with its own salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID)
}

/** A hash of nothing anyone knows, made once: an unknown e-mail must take as long as a wrong password. */
let decoy: Promise<string> | undefined

function decoyHash(): Promise<string> {
  decoy ??= hashPassword(crypto.randomUUID())
  return decoy
}

/**
 * Whose e-mail and password these are; null when they do not match, when nobody has that e-mail, or when its owner signs in
 * through a provider: all three take the same time and look the same.
 */
export async function checkPassword(
  { db }: Pick<Deps, 'db'>,
  { email, password }: { email: string; password: string },
): Promise<{ userId: string } | null> {
  const [person] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  const isRight = await verify(person?.passwordHash ?? (await decoyHash()), password)
  return person?.passwordHash && isRight ? { userId: person.id } : null
}
