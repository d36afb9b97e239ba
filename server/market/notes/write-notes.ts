import { and, eq, gt, isNull, ne, not, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contexts, inspections, noteRatings, publicNotes, threadQuestions, users } from '@/db/schema'
import type { RatePublicNote, WritePublicNote } from '../../contract/public-notes'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { readFixed } from '../../settings/settings'
import { HELPFUL_REASONS, type NoteReason } from '../../words/public-notes'
import { isNowHidden } from '../moderation/subjects'
import type { Viewer } from '../private/sight'
import { isBlockedBy, isHidden, opensPage } from '../private/sight-sql'

/** More than anybody weighs with care in a day. */
export const NOTE_RATINGS_PER_DAY = 100
const DAY_MS = 86_400_000

type NoteDeps = Pick<Deps, 'db' | 'clock' | 'ids'>

/**
 * Writes a note on a claim; one for each person and claim.
 *
 * @throws AppError `market.context_not_found`; `notes.no_claim` for a question that is none, or about no page of the web; `notes.blocked` by
 * its asker; `notes.one_each`; `notes.too_many` a day.
 */
export async function writeNote(
  { db, clock, ids }: NoteDeps,
  authorId: string,
  { questionId, text }: WritePublicNote,
): Promise<{ noteId: string }> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const claim = await claimOf(tx, authorId, questionId)
    if (!claim) throw new AppError('market.context_not_found')
    if (!claim.isNotable) throw new AppError('notes.no_claim')
    if (claim.isBlocked) throw new AppError('notes.blocked')
    await lockPerson(tx, authorId)
    const today = and(eq(publicNotes.authorId, authorId), gt(publicNotes.createdAt, dayBefore(at)))
    const most = await readFixed(tx, 'notesPerDay')
    if ((await tx.$count(publicNotes, today)) >= most)
      throw new AppError('notes.too_many', { details: { most } })
    const [written] = await tx
      .insert(publicNotes)
      .values({ id: ids.next('publicNote'), rootId: questionId, authorId, text, createdAt: at })
      .onConflictDoNothing()
      .returning({ noteId: publicNotes.id })
    if (!written) throw new AppError('notes.one_each')
    return written
  })
}

/**
 * Takes back a note of one's own, with what others said of it.
 *
 * @throws AppError `notes.not_found`; `notes.hidden` while a moderator has hidden it: its place is not free for the same words.
 */
export async function removeNote({ db }: NoteDeps, authorId: string, noteId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isOwn = and(eq(publicNotes.id, noteId), eq(publicNotes.authorId, authorId))
    const [own] = await tx.select({ id: publicNotes.id }).from(publicNotes).where(isOwn).for('update')
    if (!own) throw new AppError('notes.not_found')
    if (await isNowHidden(tx, 'note', noteId)) throw new AppError('notes.hidden')
    await tx.delete(publicNotes).where(isOwn)
  })
}

/**
 * Says why a note is helpful or is not; again, it replaces what was said.
 *
 * @throws AppError `notes.not_found` for what the person may not see; `notes.own` for a note of theirs, or of an account that looks like
 * the same hand; `notes.too_many_ratings` a day.
 */
export async function rateNote(
  { db, clock }: NoteDeps,
  personId: string,
  { noteId, reason }: RatePublicNote,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const note = await ratableNote(tx, personId, noteId)
    if (!note) throw new AppError('notes.not_found')
    if (note.isOwn) throw new AppError('notes.own')
    await lockPerson(tx, personId)
    const isThis = and(eq(noteRatings.noteId, noteId), eq(noteRatings.personId, personId))
    if (reason === null) await tx.delete(noteRatings).where(isThis)
    else await putRating(tx, { noteId, personId, reason, at })
    await tx
      .update(publicNotes)
      .set({ dueAt: sql`coalesce(${publicNotes.dueAt}, ${at.toISOString()}::timestamptz)` })
      .where(eq(publicNotes.id, noteId))
  })
}

async function putRating(
  tx: Tx,
  { noteId, personId, reason, at }: { noteId: string; personId: string; reason: NoteReason; at: Date },
): Promise<void> {
  const others = and(
    eq(noteRatings.personId, personId),
    ne(noteRatings.noteId, noteId),
    gt(noteRatings.ratedAt, dayBefore(at)),
  )
  if ((await tx.$count(noteRatings, others)) >= NOTE_RATINGS_PER_DAY)
    throw new AppError('notes.too_many_ratings', { details: { most: NOTE_RATINGS_PER_DAY } })
  const said = { isHelpful: (HELPFUL_REASONS as readonly NoteReason[]).includes(reason), reason, ratedAt: at }
  await tx
    .insert(noteRatings)
    .values({ noteId, personId, ...said })
    .onConflictDoUpdate({ target: [noteRatings.noteId, noteRatings.personId], set: said })
}

/** Two at once must not each be the last that fits. */
const lockPerson = (tx: Tx, personId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')

const dayBefore = (at: Date) => new Date(at.getTime() - DAY_MS)

/** A root that the viewer may open, and whether it is a claim that takes notes. Null for what is not there for them. */
export async function claimOf(db: Db | Tx, viewer: Viewer, rootId: string) {
  const [found] = await db
    .select({
      id: contexts.id,
      title: contexts.title,
      claim: contexts.claim,
      isNotable: sql<boolean>`(${contexts.claim} <> '' and exists (
        select from ${threadQuestions} about where about.context_id = ${contexts.id}))`,
      isBlocked: viewer === null ? sql<boolean>`false` : isBlockedBy(contexts.buyerId, viewer),
    })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(eq(contexts.id, rootId), isNull(contexts.parentId), opensPage(viewer)))
  return found ?? null
}

async function ratableNote(tx: Tx, personId: string, noteId: string) {
  const [found] = await tx
    .select({
      isOwn: sql<boolean>`(${publicNotes.authorId} = ${personId} or accounts_linked(${publicNotes.authorId}, ${personId}))`,
    })
    .from(publicNotes)
    .innerJoin(contexts, eq(contexts.id, publicNotes.rootId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(eq(publicNotes.id, noteId), opensPage(personId), not(isHidden('note', publicNotes.id))))
  return found ?? null
}
