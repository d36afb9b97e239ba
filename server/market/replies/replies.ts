import { and, eq, gt, inArray, isNull, max } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import {
  claimReplies,
  claimReplyRevisions,
  claimSubjects,
  contexts,
  inspections,
  siteOwners,
  sites,
  threadQuestions,
  users,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { NameSubject, WriteReply } from '../../contract/replies'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { tellSubject } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'
import { isNowHidden } from '../moderation/subjects'
import type { Viewer } from '../private/sight'
import { opensPage } from '../private/sight-sql'

/** In a day, of one person: each is told of it. */
export const NAMINGS_PER_DAY = 5
/** All that a reply said stands on its page. */
export const REPLY_EDITS_MAX = 20
const DAY_MS = 86_400_000

type ReplyDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus' | 'actor'>

/**
 * Says whom a claim is about, once; a moderator may say otherwise afterwards, and what the person before wrote is then no longer shown. The
 * person is told, and nobody else reads the name until they reply.
 *
 * @throws AppError `market.context_not_found` for what the person may not open, or did not ask; `replies.no_claim`;
 * `market.person_not_found`; `replies.not_the_asker`; `replies.named_already`; `replies.too_many_named` a day.
 */
export async function nameSubject(
  deps: ReplyDeps,
  namerId: string,
  { questionId, handle, as }: NameSubject & { as: 'asker' | 'moderator' },
): Promise<void> {
  const at = deps.clock.now()
  const told = await deps.db.transaction(async (tx) => {
    const claim = await findClaim(tx, namerId, questionId)
    if (!claim || (as === 'asker' && claim.askerId !== namerId))
      throw new AppError('market.context_not_found')
    if (claim.claim === '') throw new AppError('replies.no_claim')
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.handle, handle), isNull(users.deletedAt)))
    if (!person) throw new AppError('market.person_not_found')
    if (person.id === claim.askerId)
      throw new AppError('replies.not_the_asker', { details: { field: 'handle' } })
    // One at a time for each person, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, namerId)).for('no key update')
    const isToday = gt(claimSubjects.namedAt, new Date(at.getTime() - DAY_MS))
    if (
      as === 'asker' &&
      (await tx.$count(claimSubjects, and(eq(claimSubjects.namedById, namerId), isToday))) >= NAMINGS_PER_DAY
    )
      throw new AppError('replies.too_many_named', { details: { most: NAMINGS_PER_DAY } })
    const said = {
      personId: person.id,
      namedById: namerId,
      isByModerator: as === 'moderator',
      namedAt: at,
    }
    const naming = tx.insert(claimSubjects).values({ rootId: questionId, ...said })
    const named = await (as === 'moderator'
      ? naming.onConflictDoUpdate({ target: claimSubjects.rootId, set: said })
      : naming.onConflictDoNothing()
    ).returning({ rootId: claimSubjects.rootId })
    if (named.length === 0) throw new AppError('replies.named_already')
    if (as === 'moderator') await recordAct(tx, deps, person.id, { act: 'subject.named', questionId })
    return tellSubject(tx, deps, { contextId: questionId, personId: person.id })
  })
  deps.bus.publishAll(told.map(inboxTopic))
}

/**
 * Replies to a claim, or edits one's reply: what it said before stays readable.
 *
 * @throws AppError `market.context_not_found`; `replies.not_about_you`; `replies.hidden` while a moderator has hidden it;
 * `replies.too_many_edits`.
 */
export async function writeReply(
  { db, clock, ids }: ReplyDeps,
  authorId: string,
  { questionId, text }: WriteReply,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    if (!(await findClaim(tx, authorId, questionId))) throw new AppError('market.context_not_found')
    const standing = await standingOf(tx, authorId, { rootId: questionId, now: at })
    if (!standing) throw new AppError('replies.not_about_you')
    const [written] = await tx
      .insert(claimReplies)
      .values({ id: ids.next('reply'), rootId: questionId, authorId, ...standing, text, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: claimReplies.id })
    if (written) return
    const [before] = await tx
      .select()
      .from(claimReplies)
      .where(and(eq(claimReplies.rootId, questionId), eq(claimReplies.authorId, authorId)))
      .for('update')
    if (!before || before.text === text) return
    if (await isNowHidden(tx, 'reply', before.id)) throw new AppError('replies.hidden')
    const isOf = eq(claimReplyRevisions.replyId, before.id)
    const [last] = await tx
      .select({ number: max(claimReplyRevisions.number) })
      .from(claimReplyRevisions)
      .where(isOf)
    const number = (last?.number ?? 0) + 1
    if (number > REPLY_EDITS_MAX)
      throw new AppError('replies.too_many_edits', { details: { most: REPLY_EDITS_MAX } })
    await tx
      .insert(claimReplyRevisions)
      .values({ replyId: before.id, number, text: before.text, replacedAt: at })
    await tx
      .update(claimReplies)
      .set({ ...standing, text, editedAt: at })
      .where(eq(claimReplies.id, before.id))
  })
}

/** By what right somebody may reply now: as whom the claim is about, or as the owner of a site that it stands on. Null for none. */
export async function standingOf(
  db: Db | Tx,
  personId: string,
  { rootId, now }: { rootId: string; now: Date },
): Promise<Pick<typeof claimReplies.$inferSelect, 'standing' | 'host'> | null> {
  const [subject] = await db
    .select({ isByModerator: claimSubjects.isByModerator })
    .from(claimSubjects)
    .where(and(eq(claimSubjects.rootId, rootId), eq(claimSubjects.personId, personId)))
  if (subject) return { standing: subject.isByModerator ? 'moderator' : 'asker', host: '' }
  const pages = await db
    .select({ address: threadQuestions.address, own: threadQuestions.own })
    .from(threadQuestions)
    .where(eq(threadQuestions.contextId, rootId))
  const hosts = pages.flatMap(({ address, own }) => URL.parse(address || own)?.host ?? [])
  if (hosts.length === 0) return null
  const [owned] = await db
    .select({ host: sites.host })
    .from(siteOwners)
    .innerJoin(sites, eq(sites.id, siteOwners.siteId))
    .where(and(eq(siteOwners.personId, personId), gt(siteOwners.validUntil, now), inArray(sites.host, hosts)))
    .limit(1)
  return owned ? { standing: 'site', host: owned.host } : null
}

/** A root that the viewer may open; its claim is empty where it is none. */
export async function findClaim(db: Db | Tx, viewer: Viewer, rootId: string) {
  const [found] = await db
    .select({ askerId: contexts.buyerId, claim: contexts.claim })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(eq(contexts.id, rootId), isNull(contexts.parentId), opensPage(viewer)))
  return found ?? null
}
