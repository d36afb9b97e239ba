import { and, asc, desc, eq, inArray, not, or } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { claimReplies, claimReplyRevisions, claimSubjects, users } from '@/db/schema'
import type { Replies } from '../../contract/replies'
import type { ThreadItem } from '../../contract/threads'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import type { Viewer } from '../private/sight'
import { isHidden, isMuted } from '../private/sight-sql'
import { findClaim, standingOf } from './replies'

/**
 * What whom a claim is about says to it, with what it said before, and what the viewer may do.
 *
 * @throws AppError `market.context_not_found` for what the viewer may not open.
 */
export async function viewReplies(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: { personId: Viewer; isModerator: boolean },
  rootId: string,
): Promise<Replies> {
  const { personId, isModerator } = viewer
  const claim = await findClaim(db, personId, rootId)
  if (!claim) throw new AppError('market.context_not_found')
  const rows = await selectReplies(db, personId, [rootId])
  const ids = rows.map(({ id }) => id)
  const revisions =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(claimReplyRevisions)
          .where(inArray(claimReplyRevisions.replyId, ids))
          .orderBy(desc(claimReplyRevisions.number))
  const [subject] = await db
    .select({ personId: claimSubjects.personId, person: { handle: users.handle, name: users.name } })
    .from(claimSubjects)
    .innerJoin(users, eq(users.id, claimSubjects.personId))
    .where(eq(claimSubjects.rootId, rootId))
  const isAsker = personId === claim.askerId
  const standing = personId === null ? null : await standingOf(db, personId, { rootId, now: clock.now() })
  return {
    replies: rows.map(({ rootId: _, authorId, ...reply }) => ({
      ...reply,
      isYours: authorId === personId,
      earlier: revisions
        .filter(({ replyId }) => replyId === reply.id)
        .map(({ text, replacedAt }) => ({ text, replacedAt })),
    })),
    subject: subject && (isAsker || isModerator) ? subject.person : null,
    can: {
      name: claim.claim === '' ? null : isModerator ? 'moderator' : isAsker && !subject ? 'asker' : null,
      reply: standing !== null,
    },
  }
}

/** By question, its replies as they stand now, the first first. */
export async function repliesOf(
  db: Db,
  viewer: Viewer,
  rootIds: readonly string[],
): Promise<Map<string, ThreadItem['replies']>> {
  if (rootIds.length === 0) return new Map()
  const rows = await selectReplies(db, viewer, rootIds)
  return new Map(
    [...Map.groupBy(rows, ({ rootId }) => rootId)].map(([rootId, replies]) => [
      rootId,
      replies.map(({ rootId: _, authorId: __, ...reply }) => reply),
    ]),
  )
}

/** Not what is hidden, nor of somebody whom the viewer does not want to see, nor of who is no longer named; one’s own in any case. */
function selectReplies(db: Db, viewer: Viewer, rootIds: readonly string[]) {
  const stands = or(eq(claimReplies.standing, 'site'), eq(claimSubjects.personId, claimReplies.authorId))
  const isShown = and(
    stands,
    not(isHidden('reply', claimReplies.id)),
    not(isMuted(viewer, claimReplies.authorId)),
  )
  return db
    .select({
      id: claimReplies.id,
      rootId: claimReplies.rootId,
      authorId: claimReplies.authorId,
      text: claimReplies.text,
      author: { handle: users.handle, name: users.name },
      standing: claimReplies.standing,
      host: claimReplies.host,
      createdAt: claimReplies.createdAt,
      editedAt: claimReplies.editedAt,
    })
    .from(claimReplies)
    .innerJoin(users, eq(users.id, claimReplies.authorId))
    .leftJoin(claimSubjects, eq(claimSubjects.rootId, claimReplies.rootId))
    .where(
      and(inArray(claimReplies.rootId, [...rootIds]), or(isShown, eq(claimReplies.authorId, viewer ?? ''))),
    )
    .orderBy(asc(claimReplies.createdAt), claimReplies.id)
}
