import { and, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import {
  bots,
  claimReplies,
  claimReplyRevisions,
  contexts,
  games,
  gameTurns,
  hiddenThings,
  inspections,
  offers,
  publications,
  publicNotes,
  users,
} from '@/db/schema'
import type { Subject } from '../../contract/moderation'
import type { SubjectKind } from '../../words/moderation'
import type { Viewer } from '../private/sight'
import { isAnswerHidden, isHidden, opensPage, showsTeaser } from '../private/sight-sql'

/** What stands in place of a name that a moderator has hidden. */
export const HIDDEN_NAME = { person: 'Hidden name', bot: 'Hidden bot' } as const

/** A thing as its case names it. */
export type Named = { kind: SubjectKind; id: string; authorId: string }

/** What somebody may flag, because they can see it; a person is named by the handle. Null when there is nothing for them to see. */
export async function findSubject(
  db: Db | Tx,
  viewer: Viewer,
  { kind, id }: { kind: SubjectKind; id: string },
): Promise<Named | null> {
  const [found] = await seen(db, viewer, kind, id)
  return found ? { kind, ...found } : null
}

function seen(db: Db | Tx, viewer: Viewer, kind: SubjectKind, id: string) {
  switch (kind) {
    case 'question':
      return db
        .select({ id: contexts.id, authorId: contexts.buyerId })
        .from(contexts)
        .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
        .where(and(eq(contexts.id, id), isNull(contexts.parentId), opensPage(viewer)))
    case 'offer':
      return db
        .select({ id: offers.id, authorId: offers.sellerId })
        .from(offers)
        .innerJoin(contexts, eq(contexts.id, offers.contextId))
        .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
        .where(and(eq(offers.id, id), showsTeaser(viewer)))
    case 'answer':
      return db
        .select({ id: contexts.id, authorId: contexts.buyerId })
        .from(publications)
        .innerJoin(contexts, eq(contexts.id, publications.rootId))
        .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
        .where(
          and(
            eq(publications.rootId, id),
            isNull(publications.endedAt),
            eq(inspections.isTreePublic, true),
            opensPage(viewer),
            not(isAnswerHidden(contexts.id)),
          ),
        )
    case 'person':
      return db
        .select({ id: users.id, authorId: users.id })
        .from(users)
        .where(
          and(eq(users.handle, id.toLowerCase()), isNull(users.deletedAt), not(isHidden('person', users.id))),
        )
    case 'bot':
      return db
        .select({ id: bots.id, authorId: bots.ownerId })
        .from(bots)
        .where(and(eq(bots.id, id), isNull(bots.removedAt), not(isHidden('bot', bots.id))))
    case 'game':
      return db
        .select({ id: games.id, authorId: games.askerId })
        .from(games)
        .where(and(eq(games.id, id), not(games.isOwn), not(isHidden('game', games.id))))
    case 'reply':
      return db
        .select({ id: claimReplies.id, authorId: claimReplies.authorId })
        .from(claimReplies)
        .innerJoin(contexts, eq(contexts.id, claimReplies.rootId))
        .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
        .where(and(eq(claimReplies.id, id), opensPage(viewer), not(isHidden('reply', claimReplies.id))))
    case 'note':
      return db
        .select({ id: publicNotes.id, authorId: publicNotes.authorId })
        .from(publicNotes)
        .innerJoin(contexts, eq(contexts.id, publicNotes.rootId))
        .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
        .where(and(eq(publicNotes.id, id), opensPage(viewer), not(isHidden('note', publicNotes.id))))
  }
}

type CaseSubject = {
  subjectKind: SubjectKind
  subjectId: string
  kept: { name: string; words: string } | null
}

/** A thing as a moderator and its author read it, hidden or not. */
export async function readSubject(db: Db, of: CaseSubject): Promise<Subject> {
  const { subjectKind: kind, subjectId: id, kept } = of
  const gone = {
    kind,
    id,
    author: { handle: '', name: '' },
    title: 'It is not there any more.',
    text: '',
    path: null,
  }
  const author = { handle: users.handle, name: users.name }
  switch (kind) {
    case 'question': {
      const [row] = await db
        .select({
          title: contexts.title,
          text: sql<string>`concat_ws(E'\n\n', nullif(${contexts.claim}, ''), nullif(${contexts.body}, ''))`,
          author,
        })
        .from(contexts)
        .innerJoin(users, eq(users.id, contexts.buyerId))
        .where(eq(contexts.id, id))
      return row ? { kind, id, ...row, path: `/questions/${id}` } : gone
    }
    case 'offer': {
      const [row] = await db
        .select({ title: contexts.title, text: offers.teaser, rootId: offers.rootId, author })
        .from(offers)
        .innerJoin(contexts, eq(contexts.id, offers.contextId))
        .innerJoin(users, eq(users.id, offers.sellerId))
        .where(eq(offers.id, id))
      return row
        ? {
            kind,
            id,
            author: row.author,
            title: `On “${row.title}”`,
            text: row.text,
            path: `/questions/${row.rootId}`,
          }
        : gone
    }
    case 'answer': {
      const [row] = await db
        .select({ title: contexts.title, text: publications.markdown, author })
        .from(publications)
        .innerJoin(contexts, eq(contexts.id, publications.rootId))
        .innerJoin(users, eq(users.id, contexts.buyerId))
        .where(and(eq(publications.rootId, id), isNull(publications.endedAt)))
      return row ? { kind, id, ...row, title: `Answer to “${row.title}”`, path: `/questions/${id}` } : gone
    }
    case 'person': {
      const [row] = await db.select({ bio: users.bio, author }).from(users).where(eq(users.id, id))
      if (!row) return gone
      const path = `/people/${row.author.handle}`
      return {
        kind,
        id,
        author: row.author,
        title: kept?.name ?? row.author.name,
        text: kept?.words ?? row.bio,
        path,
      }
    }
    case 'bot': {
      const [row] = await db
        .select({ name: bots.name, about: bots.about, author })
        .from(bots)
        .innerJoin(users, eq(users.id, bots.ownerId))
        .where(eq(bots.id, id))
      return row
        ? {
            kind,
            id,
            author: row.author,
            title: kept?.name ?? row.name,
            text: kept?.words ?? row.about,
            path: `/bots/${id}`,
          }
        : gone
    }
    case 'game': {
      const [row] = await db
        .select({
          title: games.title,
          // What players said is hidden with it, so a moderator reads that too.
          text: sql<string>`concat_ws(E'\n\n', nullif(${games.body}, ''), nullif(${games.claim}, ''), (
            select string_agg(t.text, E'\n\n' order by t.number) from ${gameTurns} t where t.game_id = ${games.id} and t.text <> ''))`,
          author,
        })
        .from(games)
        .innerJoin(users, eq(users.id, games.askerId))
        .where(eq(games.id, id))
      return row ? { kind, id, ...row, path: `/games/${id}` } : gone
    }
    case 'reply': {
      const [row] = await db
        .select({
          title: contexts.title,
          // What it said before is hidden with it, so a moderator reads that too.
          text: sql<string>`concat_ws(E'\n\n', ${claimReplies.text}, (
            select string_agg(r.text, E'\n\n' order by r.number desc) from ${claimReplyRevisions} r where r.reply_id = ${claimReplies.id}))`,
          rootId: claimReplies.rootId,
          author,
        })
        .from(claimReplies)
        .innerJoin(contexts, eq(contexts.id, claimReplies.rootId))
        .innerJoin(users, eq(users.id, claimReplies.authorId))
        .where(eq(claimReplies.id, id))
      if (!row) return gone
      const { rootId, ...said } = row
      return { kind, id, ...said, title: `Reply to “${row.title}”`, path: `/questions/${rootId}` }
    }
    case 'note': {
      const [row] = await db
        .select({ title: contexts.title, text: publicNotes.text, rootId: publicNotes.rootId, author })
        .from(publicNotes)
        .innerJoin(contexts, eq(contexts.id, publicNotes.rootId))
        .innerJoin(users, eq(users.id, publicNotes.authorId))
        .where(eq(publicNotes.id, id))
      if (!row) return gone
      const { rootId, ...said } = row
      return { kind, id, ...said, title: `Note on “${row.title}”`, path: `/notes?question=${rootId}` }
    }
  }
}

/** Takes a thing out of everybody's sight. Returns the words that were taken away with it, which `showSubject` puts back. */
export async function hideSubject(
  tx: Tx,
  { kind, id, caseId, at }: { kind: SubjectKind; id: string; caseId: string; at: Date },
): Promise<{ name: string; words: string } | null> {
  await tx.insert(hiddenThings).values({ kind, id, caseId, since: at }).onConflictDoNothing()
  if (kind === 'person') {
    const [row] = await tx
      .select({ name: users.name, words: users.bio })
      .from(users)
      .where(eq(users.id, id))
      .for('update')
    await tx.update(users).set({ name: HIDDEN_NAME.person, bio: '' }).where(eq(users.id, id))
    return row ?? null
  }
  if (kind === 'bot') {
    const [row] = await tx
      .select({ name: bots.name, words: bots.about })
      .from(bots)
      .where(eq(bots.id, id))
      .for('update')
    await tx.update(bots).set({ name: HIDDEN_NAME.bot, about: '' }).where(eq(bots.id, id))
    return row ?? null
  }
  return null
}

/** Shows a thing again as it was. */
export async function showSubject(
  tx: Tx,
  { kind, id, kept }: { kind: SubjectKind; id: string; kept: { name: string; words: string } | null },
): Promise<void> {
  await tx.delete(hiddenThings).where(and(eq(hiddenThings.kind, kind), eq(hiddenThings.id, id)))
  if (kept === null) return
  const { name, words } = kept
  if (kind === 'person')
    await tx
      .update(users)
      .set({ name, bio: words })
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (kind === 'bot')
    await tx
      .update(bots)
      .set({ name, about: words })
      .where(and(eq(bots.id, id), isNull(bots.removedAt)))
}

/** Whether a moderator has hidden it: its owner may not put other words in their place meanwhile. */
export async function isNowHidden(db: Db | Tx, kind: SubjectKind, id: string): Promise<boolean> {
  return (await db.$count(hiddenThings, and(eq(hiddenThings.kind, kind), eq(hiddenThings.id, id)))) > 0
}

/** Whether a name of this person's, or of a bot of theirs, is hidden: they write no other meanwhile. */
export async function hasHiddenName(tx: Tx, personId: string): Promise<boolean> {
  const own = tx.select({ id: bots.id }).from(bots).where(eq(bots.ownerId, personId))
  const isOwn = or(
    and(eq(hiddenThings.kind, 'person'), eq(hiddenThings.id, personId)),
    and(eq(hiddenThings.kind, 'bot'), inArray(hiddenThings.id, own)),
  )
  return (await tx.$count(hiddenThings, isOwn)) > 0
}
