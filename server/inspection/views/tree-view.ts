import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import {
  answers,
  contexts,
  decisions,
  inspectionEvents,
  inspections,
  publications,
  valuations,
} from '@/db/schema'
import { decisionOf } from '../../contract/decision'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { seeOffers } from '../../market/offer-views'
import { canSeeTree, type Viewer } from '../../market/private/sight'
import { isAnswerHidden, sightsOf, type TreeSights } from '../../market/private/tree-sight'
import { ratingsFor } from '../../market/rate-purchase'
import { readResolved } from '../../market/resolutions'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { proseOf } from '../../prose/renderer'
import { affordAtEnd, bitsSpent, type ToldAtEnd } from '../../protocol/bits'
import { marginalValues, type Recommendation } from '../../protocol/value'
import { numberAt, withCitationLinks } from '../../tree/citations'
import {
  type AnswerView,
  type DecisionView,
  EVENT_TYPES,
  type EventType,
  type OnTheWay,
  type Published,
  type Split,
  type TreeContext,
  type TreeDelta,
  type TreeEvent,
  type TreeHead,
  type TreeView,
} from '../../tree/contract'
import { inOrderOfOpening, inOrderOfPosting, touchedBy } from '../../tree/delta'
import { secondsInWords, tokensInWords } from '../../words/amounts'
import { pausedInWords, TOOK_OVER_WORDS } from '../../words/failures'
import { openAnswer } from '../step/answer'
import { readTrailAnswers } from '../step/trail-answers'
import { type AnswerRows, viewCount } from './counted-value'

type ViewDeps = Pick<Deps, 'db' | 'cipher' | 'prose'>

/**
 * The whole tree as `viewer` may see it: structure, states, prices and reason codes to whoever may watch; words and private
 * information as `market/private` opens them.
 *
 * @throws AppError `market.context_not_found` when there is none or the viewer may not watch it.
 */
export async function viewTree(deps: ViewDeps, viewer: Viewer, rootId: string): Promise<TreeView> {
  const watched = await readWatched(deps, viewer, rootId)
  const { tree, root } = watched
  const all = { contexts: tree.contexts, offers: tree.offers, answer: true, decision: true }
  return {
    rootId,
    protocol: tree.inspection.policy.protocol,
    decision: decisionOf(root),
    isYours: viewer === root.buyerId,
    ...headOf(tree),
    ...(await seeRows(deps, watched, all)),
    published: await readPublished(deps, watched),
    resolved: await readResolved(deps.db, rootId),
    events: await readEvents(deps, rootId, { after: 0, upTo: tree.inspection.lastSeq }),
  }
}

/**
 * What the events after `afterSeq` made new or changed, as `viewer` may see it; null when there are none.
 *
 * @throws AppError as `viewTree`.
 */
export async function readDelta(
  deps: ViewDeps,
  viewer: Viewer,
  rootId: string,
  afterSeq: number,
): Promise<TreeDelta | null> {
  if ((await lastSeqFor(deps, viewer, rootId)) <= afterSeq) return null
  const watched = await readWatched(deps, viewer, rootId)
  const { tree } = watched
  const events = await readEvents(deps, rootId, { after: afterSeq, upTo: tree.inspection.lastSeq })
  const { contextIds, offerIds, published, resolved, ...touched } = touchedBy(events, tree)
  const offers = tree.offers.filter(({ id }) => offerIds.has(id))
  const contexts = tree.contexts.filter(({ id }) => contextIds.has(id))
  return {
    ...headOf(tree),
    ...(await seeRows(deps, watched, { contexts, offers, ...touched })),
    published: published ? await readPublished(deps, watched) : null,
    resolved: resolved ? await readResolved(deps.db, rootId) : null,
    withdrawnOfferIds: offers.filter(isWithdrawn).map(({ id }) => id),
    events,
  }
}

/** Asks little, because it is asked at every hint. @throws AppError as `viewTree`. */
async function lastSeqFor(deps: ViewDeps, viewer: Viewer, rootId: string): Promise<number> {
  const [tree] = await deps.db
    .select({
      buyerId: contexts.buyerId,
      isTreePublic: inspections.isTreePublic,
      lastSeq: inspections.lastSeq,
    })
    .from(inspections)
    .innerJoin(contexts, eq(contexts.id, inspections.rootId))
    .where(eq(inspections.rootId, rootId))
  if (!tree || !canSeeTree(viewer, tree)) throw new AppError('market.context_not_found')
  return tree.lastSeq
}

/** A tree that `viewer` may watch, with what is seen of it. */
type Watched = {
  viewer: Viewer
  tree: TreeRows
  root: TreeRows['contexts'][number]
  sights: TreeSights
}

/** All rows as they were at one moment, that of the tree's last event. */
async function readWatched(deps: ViewDeps, viewer: Viewer, rootId: string): Promise<Watched> {
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find((context) => context.id === rootId)
  if (!tree || !root) throw new AppError('market.context_not_found')
  const sights = sightsOf(viewer, tree)
  if (!sights.canWatch) throw new AppError('market.context_not_found')
  return { viewer, tree, root, sights }
}

function headOf(tree: TreeRows): TreeHead {
  const { inspection, contexts } = tree
  return {
    status: inspection.status,
    pausedFor: inspection.pausedFor && pausedInWords(inspection.pausedFor),
    inspectorName: readerName(inspection),
    bitsSpent: bitsSpent(bitsLeftIn(contexts) - toldAtEnd(tree).spent),
    // Of a tree that the built-in inspector ended that is told instead.
    tokens:
      inspection.endedAt && inspection.tokensUsed > 0 && inspection.builtInSince === null
        ? tokensInWords(inspection.tokensUsed)
        : null,
    startedAt: inspection.startedAt,
    endedAt: inspection.endedAt,
    isAnswerDue: inspection.answerRevision > 0 && inspection.answeredAt === null,
    lastSeq: inspection.lastSeq,
  }
}

const bitsLeftIn = (contexts: TreeRows['contexts']) =>
  contexts.reduce((sum, { millibitsLeft }) => sum + millibitsLeft, 0)

/** What is told of how a tree was read, once it has ended. The tokens of one context alone are those of the tree. */
function toldAtEnd({ inspection, contexts, purchases }: TreeRows): ToldAtEnd {
  const { endedAt, tokensUsed, policy } = inspection
  if (endedAt === null) return { splits: new Set(), tokens: new Set(), seconds: new Set(), spent: 0 }
  const isModels = tokensUsed > 0
  const ids = contexts.map(({ id }) => id)
  return affordAtEnd(bitsLeftIn(contexts), {
    // Questions of before there was a choice have none.
    opinions: isModels ? (policy.opinions ?? 1) : 1,
    bought: purchases.filter(({ way }) => way === 'inspected').map(({ offerId }) => offerId),
    contexts: isModels && ids.length > 1 ? ids : [],
    timed: ids,
  })
}

/** How one context was read. */
function readingOf(
  tree: TreeRows,
  contextId: string,
  told: ToldAtEnd,
): Pick<TreeContext, 'readings' | 'tokens' | 'took' | 'splits'> {
  const steps = tree.steps.filter((step) => step.contextId === contextId)
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const done = steps.flatMap(({ milliseconds }) => milliseconds ?? [])
  return {
    readings: steps
      // Who writes an answer on the way is shown no offers.
      .filter(({ state, shown }) => state !== 'dropped' && shown.length > 0)
      .map(({ inspectorName, promptVersion }) => ({ inspector: inspectorName, promptVersion })),
    tokens: told.tokens.has(contextId) ? tokensInWords(sum(steps.map(({ tokens }) => tokens))) : null,
    took: told.seconds.has(contextId) && done.length > 0 ? secondsInWords(sum(done) / MS_PER_SECOND) : null,
    splits: tree.purchases
      .filter((purchase) => purchase.contextId === contextId && told.splits.has(purchase.offerId))
      .map(({ offerId }) => splitOf(steps, offerId)),
  }
}

const MS_PER_SECOND = 1_000
const UNTOLD = { readings: [], tokens: null, took: null, splits: [], onTheWay: [] }

function splitOf(steps: TreeRows['steps'], offerId: string): Split {
  const step = steps.find(({ opinions }) => opinions.some(({ bought }) => bought.includes(offerId)))
  const opinions = step?.opinions ?? []
  return {
    offerId,
    opinions: opinions.map(({ inspector, bought }) => ({ inspector, buys: bought.includes(offerId) })),
  }
}

/** Who read; with what became of whom the asker chose, and once it has ended whether the built-in inspector took over on the way. */
function readerName({ inspectorName, builtInSince, endedAt, policy }: TreeRows['inspection']): string {
  // Questions of before there was a choice have none.
  const chosen = policy.inspector === 'site' ? (policy.model ?? null) : null
  const isGone = chosen !== null && inspectorName !== '' && inspectorName !== chosen
  const reader = isGone ? `${inspectorName}, since ${chosen} is no longer offered` : inspectorName
  return builtInSince === null || endedAt === null ? reader : `${reader}, then ${TOOK_OVER_WORDS}`
}

type Wanted = Pick<TreeRows, 'contexts' | 'offers'> & { answer: boolean; decision: boolean }

/** Rows of a tree as its viewer may see them. */
async function seeRows(
  deps: ViewDeps,
  { viewer, tree, root, sights }: Watched,
  wanted: Wanted,
): Promise<Pick<TreeView, 'contexts' | 'offers' | 'answer' | 'earlierAnswers' | 'decisionMade'>> {
  const told = toldAtEnd(tree)
  const isBuyer = viewer === root.buyerId
  const onTheWay = isBuyer ? await readOnTheWay(deps, tree) : []
  const offers = await seeOffers(deps, viewer, {
    tree,
    offers: wanted.offers.filter((offer) => !isWithdrawn(offer)),
  })
  return {
    contexts: inOrderOfOpening(
      wanted.contexts.map((context) => ({
        ...viewTreeContext(tree, context, sights),
        ...UNTOLD,
        ...(isBuyer ? readingOf(tree, context.id, told) : {}),
        onTheWay: onTheWay.filter(({ contextId }) => contextId === context.id).map(({ view }) => view),
      })),
    ),
    offers: inOrderOfPosting(offers),
    ...(wanted.answer ? await readAnswers(deps, tree, isBuyer) : NO_ANSWERS),
    decisionMade: wanted.decision ? await readDecision(deps, root.id) : null,
  }
}

/** The answers on the way, laid out; for the buyer alone. */
async function readOnTheWay(
  deps: ViewDeps,
  { inspection: { rootId, policy } }: TreeRows,
): Promise<{ contextId: string; view: OnTheWay }[]> {
  // Questions of before there were follow-ups have no depth.
  if (!policy.followUpDepth) return []
  const written = await readTrailAnswers(deps, rootId)
  return Promise.all(
    written.map(async ({ contextId, markdown, citations: cited, ...rest }) => {
      const citations = cited.map((offerId, index) => ({ number: index + 1, offerId }))
      const prose = await proseOf(deps.prose, withCitationLinks({ markdown, citations }))
      return { contextId, view: { ...rest, markdown, prose, citations } }
    }),
  )
}

const isWithdrawn = (offer: TreeRows['offers'][number]) => offer.state === 'withdrawn'

function viewTreeContext(
  tree: TreeRows,
  context: TreeRows['contexts'][number],
  sights: Watched['sights'],
): Omit<TreeContext, keyof typeof UNTOLD> {
  const sight = sights.inTree(context.id)
  return {
    id: context.id,
    parentId: context.parentId,
    level: context.level,
    title: sight.see === 'all' ? context.title : null,
    seal: sight.see === 'sealed' ? sight.reason : null,
    askKind: context.askKind,
    about: tree.about.get(context.id) ?? [],
    budgetMicros: context.budgetMicros,
    phase: context.phase,
    round: context.round,
    createdAt: context.createdAt,
    inspectedAt: context.inspectedAt,
    endedAt: context.endedAt,
  }
}

/** Events of a stretch, earliest first. They carry no text, so whoever may watch the tree may have them. */
async function readEvents(
  deps: ViewDeps,
  rootId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<TreeEvent[]> {
  const rows = await deps.db.query.inspectionEvents.findMany({
    where: (event, { and, gt, lte }) =>
      and(
        eq(event.rootId, rootId),
        gt(event.seq, after),
        lte(event.seq, upTo),
        // Trees of earlier revisions told of single calls, which is a model's to choose.
        inArray(event.type, [...EVENT_TYPES]),
      ),
    orderBy: asc(inspectionEvents.seq),
  })
  return rows.map(({ seq, type, contextId, offerId, amountMicros, round, code, at }) => ({
    seq,
    // Only `inTree` writes events, and its events have these types.
    type: type as EventType,
    contextId,
    offerId,
    amountMicros,
    round,
    code,
    at,
  }))
}

async function readDecision(deps: ViewDeps, rootId: string): Promise<DecisionView | null> {
  const [made] = await deps.db
    .select({
      option: decisions.option,
      percent: decisions.percent,
      verdict: decisions.verdict,
      note: decisions.note,
      decidedAt: decisions.decidedAt,
    })
    .from(decisions)
    .where(eq(decisions.rootId, rootId))
  return made ?? null
}

type Answers = Pick<TreeView, 'answer' | 'earlierAnswers'>
const NO_ANSWERS: Answers = { answer: null, earlierAnswers: [] }

async function readAnswers(deps: ViewDeps, tree: TreeRows, isBuyer: boolean): Promise<Answers> {
  const rows = await deps.db
    .select({ answer: answers, valuation: valuations })
    .from(answers)
    .leftJoin(
      valuations,
      and(eq(valuations.rootId, answers.rootId), eq(valuations.revision, answers.revision)),
    )
    .where(eq(answers.rootId, tree.inspection.rootId))
    .orderBy(asc(answers.revision))
  const sold = tree.purchases.map(({ offerId }) => offerId)
  const rated = await ratingsFor(deps.db, { isBuyer, personId: null }, sold)
  const all = await Promise.all(rows.map((row) => viewAnswer(deps, tree, { ...row, rated }, isBuyer)))
  return { answer: all.at(-1) ?? null, earlierAnswers: all.slice(0, -1) }
}

/** What is published is everybody's; what was taken back is nobody's, and what a moderator hid its asker's. */
async function readPublished(deps: ViewDeps, { tree, root, viewer }: Watched): Promise<Published> {
  const { rootId } = tree.inspection
  if (isAnswerHidden(tree) && viewer !== root.buyerId) return { standing: null, earlier: [] }
  const rows = await deps.db
    .select({ publication: publications, answer: answers })
    .from(publications)
    .innerJoin(
      answers,
      and(eq(answers.rootId, publications.rootId), eq(answers.revision, publications.revision)),
    )
    .where(and(eq(publications.rootId, rootId), isNull(publications.takenBackAt)))
    .orderBy(asc(publications.number))
  const all = await Promise.all(
    rows.map(async ({ publication: { number, revision, markdown, withheld, publishedAt }, answer }) => {
      const citations = citationsOf(tree, answer)
      const prose = await proseOf(deps.prose, withCitationLinks({ markdown, citations }))
      return { number, revision, markdown, prose, withheld, writtenBy: answer.writtenBy, publishedAt }
    }),
  )
  const isStanding = rows.at(-1)?.publication.endedAt === null
  return { standing: isStanding ? (all.at(-1) ?? null) : null, earlier: isStanding ? all.slice(0, -1) : all }
}

/**
 * What was recommended, and what each purchase changed, are states of the tree; the text may quote what was bought and is
 * the buyer's alone, unless nothing was bought: then it holds counts, and what pages say whose addresses stand on the question.
 */
export async function viewAnswer(
  deps: Pick<Deps, 'cipher' | 'prose'>,
  tree: TreeRows,
  { answer: row, valuation, rated }: AnswerRows,
  isBuyer: boolean,
): Promise<AnswerView> {
  const citations = citationsOf(tree, row, rated)
  const markdown =
    isBuyer || row.citations.length === 0 ? openAnswer(deps, tree.inspection.rootId, row) : null
  return {
    markdown,
    prose: markdown === null ? null : await proseOf(deps.prose, withCitationLinks({ markdown, citations })),
    revision: row.revision,
    writtenBy: row.writtenBy,
    writtenAt: row.writtenAt,
    citations,
    trail: row.trail,
    ...viewCount(tree, row, valuation, isBuyer),
  }
}

/** Purchases in their order, with their numbers and what each changed. */
function citationsOf(
  tree: TreeRows,
  row: typeof answers.$inferSelect,
  rated: AnswerRows['rated'] = new Map(),
): AnswerView['citations'] {
  const purchases = new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase]))
  const trail: Recommendation[] = row.trail.flatMap((step) => (step.kind === 'open' ? [] : [step]))
  const values = trail.length === row.citations.length + 1 ? marginalValues(trail) : []
  return row.citations.flatMap((offerId, index) => {
    const purchase = purchases.get(offerId)
    if (!purchase) return []
    const { contextId, priceMicros } = purchase
    return [
      {
        number: numberAt(row.numbers, index),
        offerId,
        contextId,
        priceMicros,
        value: values[index] ?? null,
        rating: rated.get(offerId) ?? null,
      },
    ]
  })
}
