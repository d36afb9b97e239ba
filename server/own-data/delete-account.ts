import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { offersForget } from '@/db/functions/market'
import {
  accessKeys,
  accountMails,
  authAccounts,
  authSessions,
  bots,
  claimReplies,
  claimSubjects,
  contexts,
  corpusProbes,
  draftJudgements,
  errands,
  flags,
  follows,
  inboxItems,
  inboxWebhooks,
  knownAddresses,
  knownDevices,
  laidOutTexts,
  mails,
  matchers,
  moderationCases,
  noteRatings,
  noticeSwitches,
  notices,
  oauthRecords,
  offers,
  passkeyChallenges,
  passkeys,
  personClusters,
  personMutes,
  publicNotes,
  registeredAgents,
  retiredHandles,
  siteOwners,
  spendRequests,
  users,
  valuations,
} from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import { digestOf } from '../auth/access-keys'
import { type Proof, proveAgain } from '../auth/prove-again'
import type { DeleteAccount } from '../contract/own-data'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { withdrawOffer } from '../market/post-offer'
import { forgetUnownedSites } from '../market/sites/sites'
import { removeBot } from '../sellers/bots/remove-bot'
import { GONE_BOT_NAME, GONE_NAME, goneHandle } from '../shared/gone-person'
import { requireNothingWaits } from './what-waits'

/**
 * Deletes somebody's account at their own word, for good. What nobody bought of theirs is destroyed, with what their bots know; every way
 * in, key, webhook and notice goes; their name is taken off everything and is nobody's again. The books, what others bought, and what
 * others answered stay.
 *
 * Bots are removed and unread offers taken back first, each in a transaction of its tree; the account goes last, in one transaction that
 * looks again. After a crash between, or when something moved meanwhile, the account is still there and can be deleted again. From then on
 * the database refuses anything new of that person (`db/functions/people.sql`), also from a call that began before.
 *
 * @throws AppError `account.*` for what it waits for; `auth.other_handle` (field `handle`); as `proveAgain`.
 */
export async function deleteAccount(
  deps: Deps,
  { handle, userId, sessionId, password }: DeleteAccount & Proof,
): Promise<void> {
  const [person] = await deps.db.select({ handle: users.handle }).from(users).where(eq(users.id, userId))
  if (person?.handle !== handle) throw new AppError('auth.other_handle', { details: { field: 'handle' } })
  await proveAgain(deps, { userId, sessionId, password })
  await requireNothingWaits(deps.db, userId)
  await closeSelling(deps, userId)
  await transact(deps.db, async (tx) => {
    // Whoever writes something new of this person waits here, and is refused afterwards.
    const [standing] = await tx
      .select({ handle: users.handle, role: users.role })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update')
    if (!standing) throw new AppError('auth.signed_out')
    await requireNothingWaits(tx, userId)
    await requireClosed(tx, userId)
    await forgetUnbought(tx, deps, userId)
    await takeWaysIn(tx, deps, userId)
    await takeBelongings(tx, userId)
    await takeName(tx, deps, { userId, handle: standing.handle })
    if (standing.role !== 'person') await recordAct(tx, deps, userId, { act: 'role.given', role: 'person' })
    await recordAct(tx, deps, userId, { act: 'account.deleted' })
  })
}

/** Removes bots and takes back what nobody has read, each in a transaction of its own tree. */
async function closeSelling(deps: Deps, userId: string): Promise<void> {
  const own = await deps.db
    .select({ id: bots.id })
    .from(bots)
    .where(and(eq(bots.ownerId, userId), isNull(bots.removedAt)))
    .orderBy(asc(bots.id))
  for (const { id } of own) await removeBot(deps, userId, { botId: id })
  const open = await deps.db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.sellerId, userId), eq(offers.state, 'open'), isNull(offers.firstReadAt)))
    .orderBy(asc(offers.id))
  for (const { id } of open) {
    try {
      await withdrawOffer(deps, userId, id)
    } catch (error) {
      // Read or bought meanwhile: the account waits for that, and says so.
      if (!(error instanceof AppError) || error.code !== 'market.offer_frozen') throw error
    }
  }
}

/** @throws AppError `account.moved_on` when something was put up for sale since it was closed. */
async function requireClosed(tx: Tx, userId: string): Promise<void> {
  const standing =
    (await tx.$count(bots, and(eq(bots.ownerId, userId), isNull(bots.removedAt)))) +
    (await tx.$count(offers, and(eq(offers.sellerId, userId), eq(offers.state, 'open'))))
  if (standing > 0) throw new AppError('account.moved_on')
}

/** What was not bought, also of questions that ended: text and key go at once. */
async function forgetUnbought(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const unbought = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.sellerId, userId), ne(offers.state, 'bought'), isNull(offers.forgottenAt)))
  const offerIds = unbought.map(({ id }) => id)
  if (offerIds.length > 0) await offersForget(tx, { offerIds, at: deps.clock.now() })
}

/** Every way in, of browsers and programs. */
async function takeWaysIn(tx: Tx, { clock }: Deps, userId: string): Promise<void> {
  for (const table of [authSessions, authAccounts, passkeys, passkeyChallenges, knownAddresses, knownDevices])
    await tx.delete(table).where(eq(table.userId, userId))
  const now = clock.now()
  const own = tx.select({ id: accessKeys.id }).from(accessKeys).where(eq(accessKeys.personId, userId))
  await tx.delete(oauthRecords).where(inArray(oauthRecords.keyId, own))
  await tx
    .update(registeredAgents)
    .set({ name: GONE_BOT_NAME, about: '', words: [] })
    .where(inArray(registeredAgents.keyId, own))
  await tx
    .update(spendRequests)
    .set({ state: 'declined', decidedAt: now, input: null })
    .where(and(eq(spendRequests.personId, userId), eq(spendRequests.state, 'waiting')))
  await tx
    .update(accessKeys)
    .set({ name: '', revokedAt: sql`coalesce(${accessKeys.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(accessKeys.personId, userId))
}

/** What they were told, looked for, saw of others and said to moderators. */
async function takeBelongings(tx: Tx, userId: string): Promise<void> {
  const mailed = tx
    .select({ id: accountMails.mailId })
    .from(accountMails)
    .where(eq(accountMails.personId, userId))
  await tx.delete(mails).where(inArray(mails.id, mailed))
  for (const table of [
    draftJudgements,
    inboxItems,
    inboxWebhooks,
    mails,
    matchers,
    noteRatings,
    notices,
    noticeSwitches,
    personClusters,
    siteOwners,
  ])
    await tx.delete(table).where(eq(table.personId, userId))
  await forgetUnownedSites(tx)
  await tx.delete(errands).where(and(eq(errands.kind, 'gather-mail'), eq(errands.subjectId, userId)))
  await tx.delete(corpusProbes).where(eq(corpusProbes.askerId, userId))
  await tx.delete(claimReplies).where(eq(claimReplies.authorId, userId))
  await tx.delete(claimSubjects).where(eq(claimSubjects.personId, userId))
  await tx.delete(publicNotes).where(eq(publicNotes.authorId, userId))
  await tx.delete(personMutes).where(or(eq(personMutes.personId, userId), eq(personMutes.otherId, userId)))
  await tx
    .delete(follows)
    .where(or(eq(follows.personId, userId), and(eq(follows.kind, 'person'), eq(follows.subject, userId))))
  await tx.update(flags).set({ words: '' }).where(eq(flags.personId, userId))
  await tx.update(moderationCases).set({ appeal: '', kept: null }).where(eq(moderationCases.authorId, userId))
  const asked = tx.select({ id: contexts.id }).from(contexts).where(eq(contexts.buyerId, userId))
  await tx.update(valuations).set({ stakeMicros: null }).where(inArray(valuations.rootId, asked))
}

/** The name goes from everything that names them, and is nobody's again. */
async function takeName(
  tx: Tx,
  { clock, ids }: Deps,
  { userId, handle }: { userId: string; handle: string },
): Promise<void> {
  const now = clock.now()
  await tx.update(bots).set({ name: GONE_BOT_NAME, about: '', teaser: '' }).where(eq(bots.ownerId, userId))
  await tx.delete(laidOutTexts).where(eq(laidOutTexts.id, userId))
  await tx
    .update(users)
    .set({
      handle: goneHandle(ids.next('user')),
      name: GONE_NAME,
      bio: '',
      email: null,
      emailVerifiedAt: null,
      passwordHash: null,
      role: 'person',
      deletedAt: now,
    })
    .where(eq(users.id, userId))
  await tx
    .insert(retiredHandles)
    .values({ digest: digestOf(handle), retiredAt: now })
    .onConflictDoNothing()
}
