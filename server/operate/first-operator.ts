import { randomBytes } from 'node:crypto'
import { and, eq, gt, lte, ne } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { operatorCodes, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import { digestOf } from '../auth/access-keys'
import { type Proof, proveAgain } from '../auth/prove-again'
import type { Deps } from '../deps'
import { AppError } from '../errors'

/** 160 bits: nobody guesses it. */
const CODE_BYTES = 20
/** Long enough to read a log and open a page; a process that starts again prints another. */
const CODE_MS = 24 * 60 * 60_000

/** Somebody runs this market. */
export async function hasOperator(db: Db | Tx): Promise<boolean> {
  return (await db.$count(users, eq(users.role, 'operator'))) > 0
}

/** Makes a code by which a registered person becomes the first operator; null when there is one. Each process prints its own. */
export async function makeOperatorCode({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string | null> {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const now = clock.now()
  return db.transaction(async (tx) => {
    if (await hasOperator(tx)) return null
    await tx.delete(operatorCodes).where(lte(operatorCodes.expiresAt, now))
    await tx.insert(operatorCodes).values({
      digest: digestOf(code),
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_MS),
    })
    return code
  })
}

/**
 * Makes the person who has the code the first operator: once, and only while there is none. No demo person, whom anybody may step in as.
 *
 * @throws AppError `operate.code_refused`, the same whatever is wrong with it; as `proveAgain`.
 */
export async function claimMarket(
  deps: Pick<Deps, 'db' | 'clock' | 'actor'>,
  { code, ...proof }: Proof & { code: string },
): Promise<void> {
  await proveAgain(deps, proof)
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await tx.delete(operatorCodes).where(lte(operatorCodes.expiresAt, now))
    const used = await tx
      .delete(operatorCodes)
      .where(and(eq(operatorCodes.digest, digestOf(code)), gt(operatorCodes.expiresAt, now)))
      .returning({ digest: operatorCodes.digest })
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, proof.userId), eq(users.isDemo, false), ne(users.role, 'operator')))
      .for('update')
    if (used.length === 0 || !person || (await hasOperator(tx))) throw new AppError('operate.code_refused')
    await tx.delete(operatorCodes)
    await tx.update(users).set({ role: 'operator' }).where(eq(users.id, person.id))
    await recordAct(tx, deps, person.id, { act: 'role.given', role: 'operator' })
  })
}
