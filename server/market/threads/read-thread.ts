import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { answers, contexts, decisions, inspections, offers, pageThreads, threadQuestions } from '@/db/schema'
import { PAGE_SIZE } from '../../contract/market'
import type { ClaimLine } from '../../contract/same-claims'
import type { PassageView, Thread, ThreadInput, ThreadItem } from '../../contract/threads'
import { AppError } from '../../errors'
import { webAddressOf } from '../../shared/web-address'
import { unreadInWords } from '../../words/pages'
import { readMomentCursor, writeMomentCursor } from '../cursors'
import { shownNotesOf } from '../notes/read-notes'
import type { Viewer } from '../private/sight'
import { isListed, showsTeaser } from '../private/sight-sql'
import { canWatch, selectCards, toCard } from '../question-cards'
import { repliesOf } from '../replies/read-replies'
import { sameAs } from '../same-claims/groups'

/**
 * The thread of a page of the web: what was asked about it and what came of that, as `viewer` may see it. Empty for a page that nobody
 * asked about.
 *
 * @param only leaves out others, by their row of `thread_question`.
 * @throws AppError `market.no_web_page` for what is no address of a page.
 */
export async function readThread(
  db: Db,
  viewer: Viewer,
  { url, cursor }: ThreadInput,
  only?: SQL<boolean>,
): Promise<Thread> {
  const own = webAddressOf(url)
  if (own === null) throw new AppError('market.no_web_page', { details: { field: 'url' } })
  const page = await readPage(db, own)
  const address = page?.joinedTo ?? own
  const head = address === own ? page : await readPage(db, address)
  const rows = await rowsOfThread(db, { address, cursor, only })
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    address,
    title: head?.title ?? '',
    product: head?.product ?? '',
    readAt: head?.readAt ?? null,
    notRead: head?.failure ? unreadInWords(head.failure) : null,
    isDue: head?.dueAt != null,
    items: await readThreadItems(
      db,
      viewer,
      shown.map((row) => ({ contextId: row.contextId, passage: passageOf(row) })),
    ),
    nextCursor: rows.length > PAGE_SIZE && last ? writeMomentCursor(last.askedAt, last.contextId) : null,
  }
}

/**
 * A question as it stands in the thread of a page, wherever it is shown by itself.
 *
 * @throws AppError `market.context_not_found` for what is no root, or not one that the viewer finds in lists.
 */
export async function readThreadItem(db: Db, viewer: Viewer, contextId: string): Promise<ThreadItem> {
  const [row] = await db
    .select()
    .from(threadQuestions)
    .where(and(eq(threadQuestions.contextId, contextId), ne(threadQuestions.exact, '')))
    .orderBy(threadQuestions.own)
    .limit(1)
  const [item] = await readThreadItems(db, viewer, [{ contextId, passage: row ? passageOf(row) : null }])
  if (!item) throw new AppError('market.context_not_found')
  return item
}

/** Without its text. */
async function readPage(db: Db, address: string) {
  const [row] = await db
    .select({
      joinedTo: pageThreads.joinedTo,
      title: pageThreads.title,
      product: pageThreads.product,
      readAt: pageThreads.readAt,
      failure: pageThreads.failure,
      dueAt: pageThreads.dueAt,
    })
    .from(pageThreads)
    .where(eq(pageThreads.address, address))
  return row ?? null
}

type Row = typeof threadQuestions.$inferSelect

/** In the order of the index; a question that names a page in two spellings that were joined stands once. */
async function rowsOfThread(
  db: Db,
  { address, cursor, only }: { address: string; cursor: string | null; only: SQL<boolean> | undefined },
): Promise<Row[]> {
  const { askedAt, contextId, own } = threadQuestions
  const after = readMomentCursor(cursor)
  const isAfter = after
    ? or(lt(askedAt, after.at), and(eq(askedAt, after.at), gt(contextId, after.id)))
    : undefined
  const isFirstSpelling = sql`not exists (
    select 1 from ${threadQuestions} twin
    where twin.context_id = ${contextId} and twin.address = ${threadQuestions.address} and twin.own < ${own})`
  return db
    .select()
    .from(threadQuestions)
    .where(and(eq(threadQuestions.address, address), isAfter, isFirstSpelling, only))
    .orderBy(desc(askedAt), contextId)
    .limit(PAGE_SIZE + 1)
}

/** Questions as they stand in threads, in this order; those that the viewer does not find in lists are left out. */
export async function readThreadItems(
  db: Db,
  viewer: Viewer,
  rows: readonly { contextId: string; passage: PassageView | null }[],
): Promise<ThreadItem[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ contextId }) => contextId)
  const [standings, notes, replies, same] = await Promise.all([
    readStandings(db, viewer, ids),
    shownNotesOf(db, viewer, ids),
    repliesOf(db, viewer, ids),
    sameAs(db, ids),
  ])
  const sources = await readSources(
    db,
    viewer,
    standings.flatMap(({ citations }) => citations),
  )
  const lines = await readClaimLines(db, viewer, [...new Set([...same.keys(), ...[...same.values()].flat()])])
  return rows.flatMap(({ contextId, passage }) => {
    const standing = standings.find(({ question }) => question.id === contextId)
    if (!standing) return []
    const { citations, ...said } = standing
    const one = same.has(contextId) ? [contextId, ...(same.get(contextId) ?? [])] : []
    const history = lines.filter(({ question }) => one.includes(question.id))
    return [
      {
        ...said,
        sources: citations.flatMap((id) => sources.get(id) ?? []),
        notes: notes.get(contextId) ?? [],
        replies: replies.get(contextId) ?? [],
        // Where the viewer may see no other, it stands alone.
        history: history.length > 1 ? history : [],
        passage,
      },
    ]
  })
}

/** Claims in short, with the pages that they stand on, the first asked first; those that the viewer does not find in lists are left out. */
export async function readClaimLines(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ClaimLine[]> {
  if (ids.length === 0) return []
  const [standings, pages] = await Promise.all([
    readStandings(db, viewer, ids),
    db
      .selectDistinct({ contextId: threadQuestions.contextId, address: threadQuestions.address })
      .from(threadQuestions)
      .where(and(inArray(threadQuestions.contextId, [...ids]), ne(threadQuestions.address, ''))),
  ])
  return standings
    .map(({ citations: _, ...line }) => ({
      ...line,
      pages: pages
        .flatMap(({ contextId, address }) => (contextId === line.question.id ? [address] : []))
        .sort(),
    }))
    .toSorted((a, b) => a.question.createdAt.getTime() - b.question.createdAt.getTime())
}

/** Questions with what their answers say, in no order. */
async function readStandings(db: Db, viewer: Viewer, ids: readonly string[]) {
  const [cards, said] = await Promise.all([
    selectCards(db, viewer).where(
      and(inArray(contexts.id, [...ids]), isNull(contexts.parentId), isListed(viewer)),
    ),
    readAnswers(db, viewer, ids),
  ])
  return cards.flatMap((card) => {
    const answer = said.find(({ id }) => id === card.id)
    if (!answer) return []
    const last = answer.trail?.at(-1)
    return [
      {
        question: toCard(card, viewer),
        claim: answer.claim,
        probability: last?.kind === 'belief' ? last.probability : null,
        decidedPercent: answer.decidedPercent,
        citations: answer.citations ?? [],
      },
    ]
  })
}

/** The claim of each question, and its latest answer where the viewer may watch. */
function readAnswers(db: Db, viewer: Viewer, ids: readonly string[]) {
  const isLatest = and(
    eq(answers.rootId, contexts.id),
    sql`${canWatch(viewer)}`,
    sql`${answers.revision} = (select max(a.revision) from ${answers} a where a.root_id = ${contexts.id})`,
  )
  return db
    .select({
      id: contexts.id,
      claim: contexts.claim,
      trail: answers.trail,
      citations: answers.citations,
      decidedPercent: decisions.percent,
    })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(answers, isLatest)
    .leftJoin(decisions, and(eq(decisions.rootId, contexts.id), sql`${canWatch(viewer)}`))
    .where(inArray(contexts.id, [...ids]))
}

/** Of what was bought, that of which the viewer may read the teaser; the caller has asked who may watch. */
async function readSources(
  db: Db,
  viewer: Viewer,
  offerIds: readonly string[],
): Promise<Map<string, ThreadItem['sources'][number]>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .select({ offerId: offers.id, teaser: offers.teaser, priceMicros: offers.priceMicros })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, offers.rootId))
    .where(and(inArray(offers.id, [...offerIds]), showsTeaser(viewer)))
  return new Map(rows.map((row) => [row.offerId, row]))
}

function passageOf({ exact, prefix, suffix, startAt, endAt, place }: Row): PassageView | null {
  if (exact === '') return null
  return {
    place,
    quote: { type: 'TextQuoteSelector', exact, prefix, suffix },
    position:
      startAt === null || endAt === null
        ? null
        : { type: 'TextPositionSelector', start: startAt, end: endAt },
  }
}
