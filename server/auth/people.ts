import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { hiddenThings, users } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { editProfileSchema, signInOptionsSchema } from '../contract/auth'
import type { Deps } from '../deps'
import { asksForEmailProof, isDemoOn, passkeySite } from '../env'
import { AppError } from '../errors'
import { keepLaidOut, layOutToPost } from '../prose/laid-out'

/** More would be a wall of cards; the demo market has fewer. */
const DEMO_PEOPLE_MAX = 12

/** What the sign-in page can offer here: providers that are configured, demo people while the demo is on. */
export async function signInOptions({
  db,
  env,
}: Pick<Deps, 'db' | 'env'>): Promise<z.infer<typeof signInOptionsSchema>> {
  const doors = {
    verifiesEmail: asksForEmailProof(env),
    sendsMail: env.SMTP_URL !== undefined,
    passkeyOrigin: passkeySite(env)?.origin ?? null,
  }
  const providers: ('github' | 'google')[] = []
  if (env.GITHUB_ID && env.GITHUB_SECRET) providers.push('github')
  if (env.GOOGLE_ID && env.GOOGLE_SECRET) providers.push('google')
  if (!isDemoOn(env)) return { ...doors, providers, demoPeople: [] }
  const demoPeople = await db
    .select({ handle: users.handle, name: users.name, bio: users.bio })
    .from(users)
    .where(and(eq(users.isDemo, true), isNull(users.demoOf)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(DEMO_PEOPLE_MAX)
  return { ...doors, providers, demoPeople }
}

/**
 * The demo person whom visitors are made after when they step in.
 *
 * @throws AppError `auth.demo_off` when there is no demo market here, or nobody by that name in it: an ordinary person can
 * never be stepped in as.
 */
export async function demoPerson(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  handle: string,
): Promise<{ userId: string }> {
  if (!isDemoOn(env)) throw new AppError('auth.demo_off')
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.handle, handle), eq(users.isDemo, true), isNull(users.demoOf)))
  if (!row) throw new AppError('auth.demo_off')
  return { userId: row.id }
}

/** Changes what a person says about themselves. @throws AppError `market.text_unreadable`, `moderation.name_hidden`. */
export async function editProfile(
  deps: Pick<Deps, 'db' | 'prose' | 'clock' | 'actor'>,
  { userId, name, bio }: z.infer<typeof editProfileSchema> & { userId: string },
): Promise<void> {
  const prose = await layOutToPost(deps.prose, { field: 'bio', markdown: bio })
  await deps.db.transaction(async (tx) => {
    // Other words would take the place of those that a moderator took out of sight.
    const isHidden = and(eq(hiddenThings.kind, 'person'), eq(hiddenThings.id, userId))
    if ((await tx.$count(hiddenThings, isHidden)) > 0) throw new AppError('moderation.name_hidden')
    await tx.update(users).set({ name, bio }).where(eq(users.id, userId))
    await keepLaidOut(tx, { id: userId, markdown: bio, prose })
    await recordAct(tx, deps, userId, { act: 'profile.changed' })
  })
}
