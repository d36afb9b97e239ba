import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '@/db/client'
import {
  answers,
  bots,
  contexts,
  decisions,
  inspections,
  offers,
  publications,
  purchases,
  questionReadings,
  questionTags,
  users,
} from '@/db/schema'
import type { ListState } from '../contract/limits'
import type { ListInput } from '../contract/market'
import { PAGE_SIZE } from '../contract/market'
import type { AnswerCard, QuestionCard } from '../contract/market-view'
import { lastBudget } from '../ledger/escrow'
import { nameInHistory } from '../words/sellers'
import {
  readCountCursor,
  readMicrosCursor,
  readMomentCursor,
  writeCountCursor,
  writeMicrosCursor,
  writeMomentCursor,
} from './cursors'
import type { Viewer } from './private/sight'
import { isAnswerHidden, isHidden, isListed, showsTeaser } from './private/sight-sql'
import { questionState } from './question-state'
import { isDue } from './resolutions'

/** How many similar questions are shown while somebody types. */
const SIMILAR_MAX = 5
/**
 * Words that two questions must share, in title or claim: one alone ("percent", "year") says nothing, and of the shorter of the two at
 * least three in five. Words without a meaning are not counted, and those of one stem are one.
 */
const SIMILAR_WORDS_MIN = 2
const SIMILAR_SHARE_MIN = 0.6
/** So many questions, by what the database has counted, may have the words that similar ones are looked up by: the rest say too little. */
const SIMILAR_EXPECTED = 300
/** A word that the database has not counted is taken to be in no more of them than this: those that it counts are far more frequent. */
const SIMILAR_UNCOUNTED = 0.001
/** And so many are held against what is typed, however its words are spread: each key pressed waits for it. */
const SIMILAR_READ_MAX = 400

// A sub-question shows its own cap, as its page does: a price is measured against that.
const heldInTree = sql<string>`coalesce((
  select sum(a.balance_micros) from buyer_context t join ledger_account a on a.id = 'escrow:' || t.id
  where t.root_id = ${contexts.id}), 0)`
/** Whether the viewer may watch the tree, and with that know when it is read and what became of its offers. */
export const canWatch = (viewer: Viewer) =>
  sql<boolean>`(${inspections.isTreePublic} or ${contexts.buyerId} = ${viewer ?? ''})`
/** Where only the asker may watch, what is spent is his too: others see the budget while it is held, and nothing afterwards. */
export const heldMicros = (viewer: Viewer) => sql<string>`case
  when ${contexts.parentId} is not null then ${contexts.budgetMicros}
  when ${canWatch(viewer)} then ${heldInTree}
  when ${contexts.endedAt} is null then ${lastBudget} else 0 end`
/** Where only the asker may watch, nobody else learns that nothing was bought. */
const hasBought = (viewer: Viewer) => sql<boolean>`(
  not ${canWatch(viewer)}
  or exists (select 1 from ${purchases} bought where bought.root_id = ${contexts.rootId}))`
/** In its whole tree; where only the asker may watch, others see those on the question itself. Of a sub-question, its own. */
const offerCount = (viewer: Viewer) => sql<number>`case
  when ${contexts.parentId} is null and ${canWatch(viewer)} then (
    select count(*)::int from info_offer o where o.root_id = ${contexts.id} and o.state <> 'withdrawn')
  else (select count(*)::int from info_offer o where o.context_id = ${contexts.id} and o.state <> 'withdrawn') end`

/** Of a tree that everybody may watch: no other is published. */
const standsPublished = and(
  isNull(publications.endedAt),
  eq(inspections.isTreePublic, true),
  sql`not ${isAnswerHidden(contexts.rootId)}`,
)
const costOfAnswer = sql<string>`(
  select coalesce(sum(p.price_micros), 0) from ${purchases} p where p.offer_id = any(${answers.citations}))`

/** What a page of cards needs, one statement. */
export function selectCards(db: Db, viewer: Viewer) {
  return db
    .select({
      id: contexts.id,
      title: contexts.title,
      decision: contexts.decision,
      tags: contexts.tags,
      handle: users.handle,
      name: users.name,
      buyerId: contexts.buyerId,
      budgetMicros: contexts.budgetMicros,
      heldMicros: heldMicros(viewer).as('held_micros'),
      offers: offerCount(viewer).as('offers'),
      phase: contexts.phase,
      status: inspections.status,
      answerRevision: inspections.answerRevision,
      decidedAt: decisions.decidedAt,
      resolvedAt: contexts.resolvedAt,
      reopened: contexts.reopened,
      resolvesAt: contexts.resolvesAt,
      createdAt: contexts.createdAt,
      deadlineAt: inspections.deadlineAt,
      endedAt: contexts.endedAt,
      hasBought: hasBought(viewer).as('has_bought'),
      canWatch: canWatch(viewer).as('can_watch'),
      verdict: publications.verdict,
      lead: publications.lead,
      writtenBy: answers.writtenBy,
      trail: answers.trail,
      citations: answers.citations,
      costMicros: costOfAnswer.as('cost_micros'),
      readings: questionReadings.readings,
    })
    .from(contexts)
    .innerJoin(users, eq(users.id, contexts.buyerId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(decisions, eq(decisions.rootId, contexts.id))
    .leftJoin(questionReadings, eq(questionReadings.contextId, contexts.id))
    .leftJoin(publications, and(eq(publications.rootId, contexts.id), standsPublished))
    .leftJoin(
      answers,
      and(eq(answers.rootId, publications.rootId), eq(answers.revision, publications.revision)),
    )
    .$dynamic()
}

type CardRow = Awaited<ReturnType<typeof selectCards>>[number]

export function toCard(row: CardRow, viewer: Viewer): QuestionCard {
  return {
    id: row.id,
    title: row.title,
    decision: row.decision,
    tags: row.tags,
    asker: { handle: row.handle, name: row.name },
    budgetMicros: row.budgetMicros,
    heldMicros: BigInt(row.heldMicros),
    offers: row.offers,
    state: questionState({
      phase: row.phase,
      status: row.status,
      isDecided: row.decidedAt !== null,
      isResolved: row.resolvedAt !== null,
      isReopened: row.reopened > 0,
      isAnswered: row.answerRevision > 0,
      hasBought: row.hasBought,
      canWatch: row.canWatch,
    }),
    createdAt: row.createdAt,
    deadlineAt: row.deadlineAt,
    endedAt: row.endedAt,
    isYours: row.buyerId === viewer,
    answer: answerCard(row),
  }
}

function answerCard({ verdict, lead, writtenBy, trail, citations, costMicros }: CardRow): AnswerCard | null {
  if (verdict === null || lead === null || writtenBy === null) return null
  const last = trail?.at(-1)
  return {
    verdict: verdict === '' ? null : verdict,
    probability: last?.kind === 'belief' ? last.probability : null,
    lead,
    writtenBy,
    sources: citations?.length ?? 0,
    costMicros: BigInt(costMicros),
  }
}

/**
 * The demo's examples are run anew by visitors, each time as a question of the same demo person in the same words: lists have the first,
 * which came with the demo, and each run is found by who started it. Those who step into a demo person ask for themselves.
 */
const isNoRerun = sql`(not ${users.isDemo} or ${users.demoOf} is not null or not exists (
  select from buyer_context earlier
  where earlier.buyer_id = ${contexts.buyerId} and earlier.created_at < ${contexts.createdAt}
    and earlier.title = ${contexts.title} and earlier.parent_id is null))`

/** As the indexes of the list have it: Postgres takes one only where it can see that the query wants nothing else. */
const isOpen = sql`${contexts.phase} not in ('settled', 'cancelled', 'failed')`

/** One page of the list of questions, by cursor; roots only, except the tab of sub-questions that wait for people. */
export async function listQuestions(
  db: Db,
  viewer: Viewer,
  input: ListInput,
  now: Date,
): Promise<{ items: QuestionCard[]; nextCursor: string | null }> {
  const rows = await selectListed(db, viewer, input, now)
  const items = rows.slice(0, PAGE_SIZE).map((row) => toCard(row, viewer))
  const last = rows[PAGE_SIZE - 1]
  const hasMore = rows.length > PAGE_SIZE
  return { items, nextCursor: hasMore && last ? writeCursor(input.tab, last) : null }
}

/** The statement of a page of the list, and one row more; each order is that of an index. */
export function selectListed(db: Db, viewer: Viewer, input: ListInput, now: Date) {
  const tag = input.tag?.toLowerCase()
  // A tag's questions stand in the order of their asking in a table of their own.
  const isByTag = tag !== undefined && input.tab === 'newest'
  const rules = tabRules(input.tab, viewer, now)
  const { order, conditions } = rules
  const { key, id } = isByTag ? { key: questionTags.askedAt, id: questionTags.contextId } : rules
  const where: (SQL | undefined)[] = [...conditions, isListed(viewer), isNoRerun]
  if (tag !== undefined && !isByTag) where.push(arrayContains(contexts.tags, [tag]))
  if (input.decision) where.push(eq(contexts.decision, input.decision))
  if (input.state) where.push(stateRule(input.state, viewer))
  if (input.query) where.push(input.tab === 'sub-questions' ? saidIn(input.query) : foundBy(input.query))
  const after = readCursor(input.tab, input.cursor)
  if (after) {
    const isAfter = order === 'desc' ? lt : gt
    where.push(or(isAfter(key, after.at), and(eq(key, after.at), gt(id, after.id))))
  }
  const cards = selectCards(db, viewer)
  const listed = isByTag
    ? cards.innerJoin(questionTags, and(eq(questionTags.contextId, contexts.id), eq(questionTags.tag, tag)))
    : cards
  return listed
    .where(and(...where))
    .orderBy(order === 'desc' ? desc(key) : asc(key), asc(id))
    .limit(PAGE_SIZE + 1)
}

/** As `questionState` tells it; which phase an open one is in is not looked for, because not everybody may know. */
function stateRule(state: ListState, viewer: Viewer): SQL {
  const ended = sql`${contexts.phase} = 'settled' and ${contexts.resolvedAt} is null`
  switch (state) {
    case 'open':
      return isOpen
    case 'resolved':
      return sql`${contexts.resolvedAt} is not null`
    case 'decided':
      return sql`${ended} and ${decisions.decidedAt} is not null`
    case 'answered':
      // Also those whose asker has said what they chose: their chips say the same.
      return sql`${ended} and (${decisions.decidedAt} is not null or ${hasBought(viewer)})`
    case 'expired':
      return sql`${ended} and ${decisions.decidedAt} is null and not ${hasBought(viewer)}`
  }
}

type TabRules = {
  order: 'asc' | 'desc'
  key:
    | typeof contexts.createdAt
    | typeof contexts.endedAt
    | typeof contexts.resolvesAt
    | typeof contexts.budgetMicros
    | typeof inspections.deadlineAt
    | typeof questionReadings.readings
  /** Among equals, by the id that stands in the order's index. */
  id: typeof contexts.id | typeof inspections.rootId | typeof questionReadings.contextId
  conditions: SQL[]
}

function tabRules(tab: ListInput['tab'], viewer: Viewer, now: Date): TabRules {
  const root = isNull(contexts.parentId)
  const newest = { order: 'desc', key: contexts.createdAt, id: contexts.id } as const
  switch (tab) {
    case 'newest':
      return { ...newest, conditions: [root] }
    case 'active':
      return { ...newest, conditions: [root, isOpen] }
    case 'unanswered':
      return {
        ...newest,
        conditions: [
          root,
          isOpen,
          sql`not exists (select 1 from info_offer o where o.context_id = ${contexts.id})`,
        ],
      }
    case 'ending':
      return {
        order: 'asc',
        key: inspections.deadlineAt,
        id: inspections.rootId,
        // As its index has it. One that is read or paused is in it too: by its absence others would learn of that.
        conditions: [root, sql`${inspections.status} not in ('settled', 'cancelled', 'failed')`],
      }
    case 'budget':
      return {
        order: 'desc',
        key: contexts.budgetMicros,
        id: contexts.id,
        conditions: [root, isOpen],
      }
    case 'most-read':
      return {
        order: 'desc',
        key: questionReadings.readings,
        id: questionReadings.contextId,
        // Those that nobody read have no row.
        conditions: [root, isNotNull(questionReadings.readings)],
      }
    case 'answered':
      return {
        order: 'desc',
        key: contexts.endedAt,
        id: contexts.id,
        conditions: [
          root,
          sql`${contexts.phase} = 'settled'`,
          isNotNull(contexts.endedAt),
          // What its row calls "not answered" is not looked for here.
          or(hasBought(viewer), isNotNull(decisions.decidedAt)) ?? sql`true`,
        ],
      }
    case 'due':
      return { order: 'asc', key: contexts.resolvesAt, id: contexts.id, conditions: [root, isDue(now)] }
    case 'mine':
      return { ...newest, conditions: [root, eq(contexts.buyerId, viewer ?? '')] }
    case 'sub-questions':
      return {
        ...newest,
        conditions: [
          isNotNull(contexts.parentId),
          eq(contexts.phase, 'collecting'),
          eq(contexts.isSealed, false),
          gt(contexts.peopleUntil, now),
          ne(contexts.buyerId, viewer ?? ''),
          viewer === null ? sql`false` : sql`true`,
        ],
      }
  }
}

function writeCursor(tab: ListInput['tab'], row: CardRow): string {
  if (tab === 'budget') return writeMicrosCursor(row.budgetMicros, row.id)
  if (tab === 'most-read') return writeCountCursor(row.readings ?? 0, row.id)
  if (tab === 'ending') return writeMomentCursor(row.deadlineAt, row.id)
  if (tab === 'due') return writeMomentCursor(row.resolvesAt ?? row.createdAt, row.id)
  return writeMomentCursor((tab === 'answered' ? row.endedAt : null) ?? row.createdAt, row.id)
}

function readCursor(
  tab: ListInput['tab'],
  cursor: string | null,
): { at: Date | bigint | number; id: string } | null {
  if (tab === 'budget') return readMicrosCursor(cursor)
  return tab === 'most-read' ? readCountCursor(cursor) : readMomentCursor(cursor)
}

const wantedBy = (query: string) => sql`websearch_to_tsquery('english', ${searchedText(query)})`
/** Sub-questions that wait for people are few: they have no index. */
const saidIn = (query: string) => sql`${contexts.search} @@ ${wantedBy(query)}`

/** Where offers and what they stand on are looked for beside the question that a card shows. */
const said = alias(offers, 'said')
const saidOn = alias(contexts, 'said_on')
const saidAmong = alias(inspections, 'said_among')

/**
 * Questions whose own words are looked for, whose published answer says them, to which a teaser offers them, or that have them as their
 * tag: each side through its index, then put together. An `or` over the joined tables would read them all.
 */
export function foundBy(query: string): SQL {
  const wanted = wantedBy(query)
  const teaser = sql`to_tsvector('english', translate(${said.teaser}, '<', ' '))`
  return sql`${contexts.id} in (
    select asked.id from ${contexts} asked where asked.parent_id is null and asked.search @@ ${wanted}
    union all
    select told.root_id from ${publications} told join ${inspections} shown on shown.root_id = told.root_id
    where told.ended_at is null and shown.is_tree_public and told.search @@ ${wanted}
      and not ${isAnswerHidden(sql`told.root_id`)}
    union all
    select ${said.contextId} from ${offers} ${said} join ${contexts} ${saidOn} on ${saidOn.id} = ${said.contextId}
      join ${inspections} ${saidAmong} on ${saidAmong.rootId} = ${said.rootId}
    where ${said.contextId} = ${said.rootId} and ${teaser} @@ ${wanted} and ${said.state} <> 'withdrawn'
      and ${showsTeaser(null, { contexts: saidOn, inspections: saidAmong, offers: said })}
    union all
    select tagged.context_id from question_tag tagged where tagged.tag = ${query.toLowerCase()})`
}

/**
 * What is looked for. Each dash in a row says "not" once more, whatever stands between them that is no word, and Postgres gives up at
 * thirty-two of them; one says the same. Angle brackets begin tags and comments, which are not looked for.
 */
function searchedText(query: string): string {
  return query.replace(/[<>]/g, ' ').replace(/-[^\p{L}\p{N}-]*(?=-)/gu, '')
}

/** Questions with a published answer, the last published first. */
export async function publishedQuestions(db: Db, viewer: Viewer, most: number): Promise<QuestionCard[]> {
  const rows = await selectCards(db, viewer)
    .where(
      and(isNull(publications.endedAt), isNotNull(publications.publishedAt), isListed(viewer), isNoRerun),
    )
    .orderBy(desc(publications.publishedAt), desc(publications.rootId))
    .limit(most)
  return rows.map((row) => toCard(row, viewer))
}

type Typed = { text: string; pages: readonly string[] }

/** Public questions that share words or a page with what somebody is typing: first what has a published answer, then best first. */
export async function similarQuestions(db: Db, viewer: Viewer, input: Typed): Promise<QuestionCard[]> {
  return (await selectSimilar(db, viewer, input)).map((row) => toCard(row, viewer))
}

/** Exported for the test of its plan. */
export function selectSimilar(db: Db, viewer: Viewer, input: Typed) {
  // Any of the words, unlike a search: a new question rarely repeats all words of an old one.
  const text = input.text.replace(/</g, ' ')
  const query = sql`replace(plainto_tsquery('english', ${text})::text, '&', '|')::tsquery`
  const rank = sql<number>`ts_rank_cd(${contexts.search}, ${query}, 1)`
  const typed = sql`tsvector_to_array(to_tsvector('english', ${text}))`
  const sharesEnough = sql`(
    select count(*) filter (where word = any(${typed}))
        >= greatest(least(${SIMILAR_WORDS_MIN}, cardinality(${typed})), ${SIMILAR_SHARE_MIN}::real * least(count(*), cardinality(${typed})))
    from unnest(tsvector_to_array(ts_filter(${contexts.search}, '{a}'))) as word)`
  const isNear = sql`${contexts.id} in (
    select near.id from (
      select asked.id from buyer_context asked where asked.parent_id is null and asked.search @@ ${rarestOf(typed)}
      limit ${SIMILAR_READ_MAX}) near)`
  const samePage =
    input.pages.length > 0 ? sql`${contexts.pages} && ${sql.param([...input.pages])}::text[]` : undefined
  return (
    selectCards(db, viewer)
      .where(
        and(isNull(contexts.parentId), isListed(viewer), isNoRerun, or(samePage, and(isNear, sharesEnough))),
      )
      // Postgres refuses to order by a constant, so without pages there is nothing to put first.
      .orderBy(
        sql`${publications.rootId} is not null desc`,
        ...(samePage ? [sql`${samePage} desc`] : []),
        sql`${rank} desc`,
        asc(contexts.id),
      )
      .limit(SIMILAR_MAX)
  )
}

/** As a word stands in a query: within quotes, its own quotes and backslashes doubled. */
const QUOTED = sql.raw(String.raw`'''' || replace(replace(word, '\', '\\'), '''', '''''') || ''''`)

/**
 * Any of the rarest of these words: as many as so few questions have that each can be held against the text, and one at least. What is
 * in a twentieth of a large market finds thousands, and ranks none. Postgres counts words when it analyses the table: one that it has
 * not counted is rarer than those that it has, and before the first time all are.
 */
function rarestOf(typed: SQL): SQL {
  return sql`(
    with counted as materialized (
      select common.word, common.share
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common(word, share)
      where schemaname = current_schema() and tablename = 'buyer_context' and attname = 'search' and common.word is not null)
    select string_agg(${QUOTED}, '|')::tsquery
    from (
      select word, sum(share * total) over rarest_first as expected, row_number() over rarest_first as place
      from (
        select asked.word, counted.share is not null as is_counted, counting.total,
          coalesce(counted.share, (select least(min(share), ${SIMILAR_UNCOUNTED}) from counted), 0) as share
        from unnest(${typed}) as asked(word)
          cross join (select greatest(reltuples, 0) as total from pg_class where oid = 'buyer_context'::regclass) counting
          left join counted on counted.word = asked.word
      ) guessed
      window rarest_first as (order by is_counted, share, word)
    ) ranked
    where place = 1 or expected <= ${SIMILAR_EXPECTED})`
}

/** Questions of one person, newest first. */
export async function questionsOf(db: Db, viewer: Viewer, buyerId: string): Promise<QuestionCard[]> {
  const rows = await selectCards(db, viewer)
    .where(
      and(
        isNull(contexts.parentId),
        eq(contexts.buyerId, buyerId),
        buyerId === viewer ? undefined : sql`not ${isHidden('question', contexts.id)}`,
      ),
    )
    .orderBy(desc(contexts.createdAt), asc(contexts.id))
    .limit(PAGE_SIZE)
  return rows.map((row) => toCard(row, viewer))
}

/** Offers on questions by one person, newest first; what they cost and became of them where everybody may watch, or to their seller. */
export async function publicOffersOf(db: Db, viewer: Viewer, sellerId: string) {
  const found = await db
    .select({
      id: offers.id,
      teaser: offers.teaser,
      priceMicros: offers.priceMicros,
      state: offers.state,
      createdAt: offers.createdAt,
      isTreePublic: inspections.isTreePublic,
      botId: offers.botId,
      isByKey: offers.isByKey,
      bot: { name: bots.name, removedAt: bots.removedAt },
      question: { id: contexts.id, title: contexts.title },
    })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, offers.rootId))
    .leftJoin(bots, eq(bots.id, offers.botId))
    .where(
      and(
        eq(offers.sellerId, sellerId),
        isNull(contexts.parentId),
        ne(offers.state, 'withdrawn'),
        viewer === sellerId
          ? undefined
          : sql`not (${isHidden('offer', offers.id)} or ${isHidden('question', contexts.id)})`,
      ),
    )
    .orderBy(desc(offers.createdAt), asc(offers.id))
    .limit(PAGE_SIZE)
  return found.map(({ bot, isTreePublic, isByKey, priceMicros, state, ...offer }) => {
    const isOpen = isTreePublic || viewer === sellerId
    return {
      ...offer,
      priceMicros: isOpen ? priceMicros : null,
      state: isOpen ? state : null,
      botName: bot ? nameInHistory(bot) : null,
      isByProgram: bot !== null || isByKey,
    }
  })
}
