import { asc, eq } from 'drizzle-orm'
import { answers, decisions, inspectionEvents } from '@/db/schema'
import { decisionOf } from '../../contract/market'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { contextFacts } from '../../market/context-view'
import { seeOffers } from '../../market/offer-views'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { canSeeTree, type Sight, sightInTree, type Viewer } from '../../market/visibility'
import { marginalValues, type Recommendation } from '../../protocol/value'
import type { AnswerView, EventType, TreeEvent, TreeView } from '../../tree/contract'
import { pausedInWords } from '../../words/failures'
import { openAnswer } from '../step/answer'

/** In words, why a tree is paused. */
/**
 * The whole tree as `viewer` may see it: structure, states, prices and reason codes to whoever may watch; words and private
 * information as `visibility.ts` says.
 *
 * @throws AppError `market.context_not_found` when there is none or the viewer may not watch it.
 */
export async function viewTree(
  deps: Pick<Deps, 'db' | 'cipher'>,
  viewer: Viewer,
  rootId: string,
): Promise<TreeView> {
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find((context) => context.id === rootId)
  if (!tree || !root) throw new AppError('market.context_not_found')
  const { inspection } = tree
  if (!canSeeTree(viewer, { buyerId: root.buyerId, isTreePublic: inspection.isTreePublic })) {
    throw new AppError('market.context_not_found')
  }
  const bought = new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase]))
  const sights = new Map<string, Sight>(
    tree.contexts.map((context) => [
      context.id,
      sightInTree(viewer, contextFacts(tree, context), (id) => bought.has(id)),
    ]),
  )
  const [answerRow] = await deps.db.select().from(answers).where(eq(answers.rootId, rootId))
  const [decision] = await deps.db.select().from(decisions).where(eq(decisions.rootId, rootId))

  return {
    rootId,
    status: inspection.status,
    pausedFor: inspection.pausedFor && pausedInWords(inspection.pausedFor),
    protocol: inspection.policy.protocol,
    inspectorName: inspection.inspectorName,
    decision: decisionOf(root),
    modelCalls: inspection.modelCalls,
    tokensUsed: inspection.tokensUsed,
    startedAt: inspection.startedAt,
    endedAt: inspection.endedAt,
    lastSeq: inspection.lastSeq,
    isYours: viewer === root.buyerId,
    contexts: tree.contexts.map((context) => {
      const sight = sights.get(context.id)
      return {
        id: context.id,
        parentId: context.parentId,
        level: context.level,
        title: sight?.see === 'all' ? context.title : null,
        seal: sight?.see === 'sealed' ? sight.reason : null,
        askKind: context.askKind,
        about: tree.about.get(context.id) ?? [],
        budgetMicros: context.budgetMicros,
        phase: context.phase,
        round: context.round,
        createdAt: context.createdAt,
        inspectedAt: context.inspectedAt,
        endedAt: context.endedAt,
      }
    }),
    offers: await seeOffers(deps, viewer, {
      tree,
      offers: tree.offers.filter((offer) => offer.state !== 'withdrawn'),
      buyerId: root.buyerId,
      sightOf: (contextId) => sights.get(contextId) ?? { see: 'nothing' },
    }),
    events: await readEvents(deps, rootId, 0),
    answer: answerRow ? viewAnswer(deps, tree, answerRow, viewer === root.buyerId) : null,
    decisionMade: decision
      ? {
          option: decision.option,
          percent: decision.percent,
          note: decision.note,
          decidedAt: decision.decidedAt,
        }
      : null,
  }
}

/** Events after `afterSeq`, earliest first. They carry no text, so whoever may watch the tree may have them. */
export async function readEvents(
  deps: Pick<Deps, 'db'>,
  rootId: string,
  afterSeq: number,
): Promise<TreeEvent[]> {
  const rows = await deps.db.query.inspectionEvents.findMany({
    where: (event, { and, gt }) => and(eq(event.rootId, rootId), gt(event.seq, afterSeq)),
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

/**
 * What was recommended, and what each purchase changed, are states of the tree; the text may quote what was bought and is
 * the buyer's alone, unless nothing was bought: then it holds counts only.
 */
function viewAnswer(
  deps: Pick<Deps, 'cipher'>,
  tree: TreeRows,
  row: typeof answers.$inferSelect,
  isBuyer: boolean,
): AnswerView {
  const purchases = new Map(tree.purchases.map((purchase) => [purchase.offerId, purchase]))
  const trail: Recommendation[] = row.trail.flatMap((step) => (step.kind === 'open' ? [] : [step]))
  const values = trail.length === row.citations.length + 1 ? marginalValues(trail) : []
  return {
    markdown: isBuyer || row.citations.length === 0 ? openAnswer(deps, tree.inspection.rootId, row) : null,
    writtenBy: row.writtenBy,
    writtenAt: row.writtenAt,
    citations: row.citations.flatMap((offerId, index) => {
      const purchase = purchases.get(offerId)
      if (!purchase) return []
      const { contextId, priceMicros } = purchase
      return [{ number: index + 1, offerId, contextId, priceMicros, value: values[index] ?? null }]
    }),
    trail: row.trail,
  }
}
