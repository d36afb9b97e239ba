import { and, desc, eq, gt, inArray, lt, ne, not, or, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { contexts, inspections, noteRatings, publicNotes, users } from '@/db/schema'
import { PAGE_SIZE } from '../../contract/market'
import type { ListPublicNotes, PublicNote, PublicNotes } from '../../contract/public-notes'
import type { ThreadItem } from '../../contract/threads'
import { AppError } from '../../errors'
import { readMomentCursor, writeMomentCursor } from '../cursors'
import type { Viewer } from '../private/sight'
import { isHidden, isListed, isMuted } from '../private/sight-sql'
import { claimOf } from './write-notes'

/** Beside a verdict; its page has the others. */
const NOTES_BESIDE_MAX = 3

/**
 * Notes on a claim: those that are shown first, then the newest. Or, of all claims, those that are not shown and wait to be rated.
 *
 * @throws AppError `market.context_not_found` for a claim that the viewer may not open.
 */
export async function listNotes(
  db: Db,
  viewer: Viewer,
  { questionId, cursor }: ListPublicNotes,
): Promise<PublicNotes> {
  const claim = questionId === null ? null : await claimOf(db, viewer, questionId)
  if (questionId !== null && !claim) throw new AppError('market.context_not_found')
  const after = readMomentCursor(cursor)
  const isAfter = after
    ? or(
        lt(publicNotes.createdAt, after.at),
        and(eq(publicNotes.createdAt, after.at), gt(publicNotes.id, after.id)),
      )
    : undefined
  const isShown = eq(publicNotes.status, 'shown')
  const selected = selectNotes(db, viewer)
  const rows = await (claim
    ? selected
        .where(and(eq(publicNotes.rootId, claim.id), isReadable(viewer)))
        .orderBy(
          desc(isShown),
          desc(sql`case when ${isShown} then ${publicNotes.intercept} end`),
          desc(publicNotes.createdAt),
        )
        .limit(PAGE_SIZE)
    : selected
        .where(and(ne(publicNotes.status, 'shown'), isListed(viewer), isReadable(viewer), isAfter))
        .orderBy(desc(publicNotes.createdAt), publicNotes.id)
        .limit(PAGE_SIZE + 1))
  const page = rows.slice(0, PAGE_SIZE)
  const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
  return {
    notes: page.map((row) => toNote(row, viewer)),
    nextCursor: last ? writeMomentCursor(last.createdAt, last.id) : null,
    claim: claim && {
      id: claim.id,
      title: claim.title,
      claim: claim.claim,
      mayWrite:
        claim.isNotable &&
        !claim.isBlocked &&
        viewer !== null &&
        !rows.some(({ authorId }) => authorId === viewer),
    },
  }
}

/** By question, the notes that are shown, the most helpful first. */
export async function shownNotesOf(
  db: Db,
  viewer: Viewer,
  rootIds: readonly string[],
): Promise<Map<string, ThreadItem['notes']>> {
  if (rootIds.length === 0) return new Map()
  const rows = await db
    .select({
      rootId: publicNotes.rootId,
      id: publicNotes.id,
      text: publicNotes.text,
      author: { handle: users.handle, name: users.name },
    })
    .from(publicNotes)
    .innerJoin(users, eq(users.id, publicNotes.authorId))
    .where(
      and(
        inArray(publicNotes.rootId, [...rootIds]),
        eq(publicNotes.status, 'shown'),
        not(isHidden('note', publicNotes.id)),
        not(isMuted(viewer, publicNotes.authorId)),
      ),
    )
    .orderBy(desc(publicNotes.intercept), publicNotes.id)
  const byRoot = Map.groupBy(rows, ({ rootId }) => rootId)
  return new Map(
    [...byRoot].map(([rootId, notes]) => [
      rootId,
      notes.slice(0, NOTES_BESIDE_MAX).map(({ id, text, author }) => ({ id, text, author })),
    ]),
  )
}

/** Not hidden, and not of somebody whom the viewer does not want to see; one’s own in any case. */
const isReadable = (viewer: Viewer) =>
  sql<boolean>`(${publicNotes.authorId} = ${viewer ?? ''}
    or not (${isHidden('note', publicNotes.id)} or ${isMuted(viewer, publicNotes.authorId)}))`

function selectNotes(db: Db, viewer: Viewer) {
  return db
    .select({
      id: publicNotes.id,
      text: publicNotes.text,
      authorId: publicNotes.authorId,
      author: { handle: users.handle, name: users.name },
      question: { id: contexts.id, title: contexts.title, claim: contexts.claim },
      createdAt: publicNotes.createdAt,
      status: publicNotes.status,
      intercept: publicNotes.intercept,
      ratings: publicNotes.ratings,
      yourReason: noteRatings.reason,
    })
    .from(publicNotes)
    .innerJoin(users, eq(users.id, publicNotes.authorId))
    .innerJoin(contexts, eq(contexts.id, publicNotes.rootId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(
      noteRatings,
      and(eq(noteRatings.noteId, publicNotes.id), eq(noteRatings.personId, viewer ?? '')),
    )
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectNotes>>[number]

function toNote({ authorId, intercept, ...note }: Row, viewer: Viewer): PublicNote {
  return {
    ...note,
    isYours: authorId === viewer,
    intercept: note.status === 'waiting' ? null : Math.round(intercept * 100) / 100,
  }
}
