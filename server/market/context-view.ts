import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '@/db/client'
import { contexts, decisions, users } from '@/db/schema'
import { decisionOf } from '../contract/decision'
import type { Start } from '../contract/market'
import type { ContextView, OfferView } from '../contract/market-view'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { lastBudget } from '../ledger/escrow'
import { readLaidOut } from '../prose/laid-out'
import { isTerminal } from '../protocol/advance'
import { mayResolve, type ResolveCase } from '../protocol/resolution'
import { viewAddressees } from './addressees'
import { askerCountsOf } from './asker-record'
import { bondOf } from './bond'
import { complaintsOf } from './complaints/record'
import { isWaitingCounter, readChangedPages } from './news-since'
import { seeOffers } from './offer-views'
import { viewPages } from './pages/page-texts'
import type { Viewer } from './private/sight'
import { isWithheld } from './private/sight-sql'
import { sightsOf, type TreeSights } from './private/tree-sight'
import { questionState, toldPhase } from './question-state'
import { causeOf, reopenable } from './reopening'
import { teaserRecords } from './teaser-honesty'
import { readTree, type TreeRows } from './tree-rows'

/** A question page as `viewer`, who may hold an office, may see it. @throws AppError `market.context_not_found` also when it is hidden. */
export async function viewContext(
  deps: Pick<Deps, 'db' | 'clock' | 'prose' | 'env'>,
  viewer: Viewer,
  contextId: string,
  office: ResolveCase['office'] = null,
): Promise<ContextView> {
  const { tree, context, sights } = await readVisible(deps.db, viewer, contextId)
  if (sights.page(contextId).see !== 'all') throw new AppError('market.context_not_found')
  const subject = sights.subject(contextId)
  const { inspection } = tree
  const [asker] = await deps.db.select().from(users).where(eq(users.id, context.buyerId))
  if (!asker) throw new AppError('market.context_not_found')
  const [decided] = await deps.db
    .select({ at: decisions.decidedAt })
    .from(decisions)
    .where(eq(decisions.rootId, tree.inspection.rootId))
  const isRoot = context.parentId === null
  const isYours = viewer === context.buyerId
  const isOver = isTerminal(context.phase)
  const now = deps.clock.now()
  const ownOffers = tree.offers.filter(
    (offer) => offer.contextId === contextId && offer.state !== 'withdrawn',
  )
  const spentMicros = tree.purchases
    .filter((purchase) => purchase.way === 'inspected')
    .reduce((sum, purchase) => sum + purchase.priceMicros, 0n)

  const again = reopenable(context, now)
  const reopening = again.may
    ? {
        until: again.until,
        counters: ownOffers.filter((offer) => isWaitingCounter(offer) && sights.offer(offer.id).teaser)
          .length,
        changedPages: [...(await readChangedPages(deps.db, context))],
      }
    : null

  return {
    id: context.id,
    rootId: context.rootId,
    parentId: context.parentId,
    level: context.level,
    title: context.title,
    body: context.body,
    bodyProse: await readLaidOut(deps, { id: context.id, markdown: context.body }),
    decision: decisionOf(context),
    askKind: context.askKind,
    about: tree.offers
      .filter((offer) => subject.includes(offer.id))
      .map((offer) => ({ teaser: offer.teaser })),
    pages: context.pages,
    pageReadings: isRoot ? await viewPages(deps.db, context, { isYours }) : [],
    tags: context.tags,
    asker: { handle: asker.handle, name: asker.name },
    addressees: isRoot ? await viewAddressees(deps.db, context.id) : [],
    askerRecord: await askerCountsOf(deps.db, context.buyerId),
    budgetMicros: context.budgetMicros,
    // Where only the asker may watch, what is spent is his too: others see the budget while it is held, and nothing afterwards.
    heldMicros: !isRoot
      ? context.budgetMicros
      : sights.canWatch
        ? await heldInTree(deps.db, context.rootId)
        : isOver
          ? 0n
          : await heldLast(deps.db, context.id),
    spentMicros: !isRoot ? 0n : sights.canWatch ? spentMicros : null,
    phase: toldPhase(context.phase, sights.canWatch),
    state: questionState({
      phase: context.phase,
      status: inspection.status,
      isDecided: isRoot && decided !== undefined,
      isResolved: context.resolvedAt !== null,
      isAnswered: inspection.answerRevision > 0,
      isReopened: context.reopened > 0,
      // Where only the asker may watch, nobody else learns that nothing was bought.
      hasBought: !isRoot || !sights.canWatch || spentMicros > 0n,
      canWatch: sights.canWatch,
    }),
    start: startOf(inspection.startRule, context.quorum),
    policy: inspection.policy,
    isTreePublic: inspection.isTreePublic,
    feeBasisPoints: inspection.feeBasisPoints,
    pendingHours: deps.env.EARNINGS_PENDING_HOURS,
    createdAt: context.createdAt,
    editedAt: context.editedAt,
    deadlineAt: inspection.deadlineAt,
    nextSittingAt: isOver || !sights.canWatch ? null : context.nextSittingAt,
    endedAt: context.endedAt,
    isOutcomeDue:
      context.phase === 'settled' && isPast(context.resolvesAt, now) && context.resolvedAt === null,
    reopened: context.reopened,
    reopening,
    offers: ownOffers.length,
    bondMicros: deps.env.POSTING_BOND,
    isYours,
    can: {
      edit: isYours && isRoot && !isOver ? (ownOffers.length > 0 ? 'marked' : 'free') : null,
      cancel: isYours && isRoot && !isOver,
      raise: isYours && isRoot && !isOver && now < inspection.deadlineAt,
      start: isYours && isRoot && context.phase === 'collecting' && ownOffers.length > 0,
      stop: isYours && isRoot && !isOver && inspection.status !== 'collecting',
      enough: isYours && isRoot && context.sittingsLeft > 0 && inspection.status !== 'collecting' && !isOver,
      resume: isYours && isRoot && inspection.status === 'paused',
      decide:
        isYours &&
        isRoot &&
        context.phase === 'settled' &&
        context.resolvedAt === null &&
        !isPast(context.closesAt, now),
      resolve: resolvesAs(context, { viewer, office, now }),
      reopen: isYours && reopening !== null && causeOf(reopening) !== null,
      seeTree: sights.canWatch,
      offer: whyNotOffer(viewer, {
        buyerId: context.buyerId,
        isOver: isOver && reopening === null,
        isLate: isRoot && !isOver && now >= inspection.deadlineAt,
      }),
    },
  }
}

const isPast = (moment: Date | null, now: Date) => moment !== null && moment <= now

/** As whom the viewer may tell the outcome now. */
function resolvesAs(
  context: TreeRows['contexts'][number],
  { viewer, office, now }: { viewer: Viewer; office: ResolveCase['office']; now: Date },
): ContextView['can']['resolve'] {
  if (context.parentId !== null) return null
  const may = mayResolve({
    kind: context.decision,
    hasEnded: context.phase === 'settled',
    resolvesAt: context.resolvesAt,
    resolver: context.resolver,
    isTold: context.resolvedAt !== null,
    isAsker: viewer === context.buyerId,
    office,
    now,
  })
  return may.may ? may.as : null
}

function whyNotOffer(
  viewer: Viewer,
  context: { buyerId: string; isOver: boolean; isLate: boolean },
): ContextView['can']['offer'] {
  if (context.isOver) return 'closed'
  if (context.isLate) return 'deadline'
  if (viewer === null) return 'signed-out'
  return viewer === context.buyerId ? 'own' : null
}

function startOf(rule: Start['rule'], quorum: number | null): Start {
  return rule === 'quorum' ? { rule, offers: quorum ?? 1 } : { rule }
}

/** Offers on one context as `viewer` may see them; on a sub-context other than his tree's a seller sees his own only. */
export async function viewOffers(
  deps: Pick<Deps, 'db' | 'cipher' | 'prose'>,
  viewer: Viewer,
  contextId: string,
): Promise<OfferView[]> {
  const { tree, context, sights } = await readVisible(deps.db, viewer, contextId)
  const shown = tree.offers.filter(
    (offer) =>
      offer.contextId === contextId &&
      offer.state !== 'withdrawn' &&
      (context.parentId === null || sights.canWatch || offer.sellerId === viewer),
  )
  const seen = await seeOffers(deps, viewer, { tree, offers: shown })
  const records = await teaserRecords(
    deps.db,
    shown.map((offer) => offer.sellerId),
  )
  const complained = await complaintsOf(
    deps.db,
    viewer,
    shown.map((offer) => offer.id),
  )
  const askedAt = new Map(tree.purchases.map(({ offerId, quoteAskedAt }) => [offerId, quoteAskedAt]))
  const isOver = isTerminal(context.phase)
  return seen.map((offer, index) => {
    const row = shown[index]
    const isYours = row?.sellerId === viewer
    const isFree =
      isYours && offer.state === 'open' && offer.firstReadAt === null && (!isOver || row?.isCounter === true)
    return {
      ...offer,
      ...(sights.outcome(offer.id) ? {} : NO_OUTCOME),
      sellerHonesty: (row && records.get(row.sellerId)) ?? null,
      version: row?.version ?? 1,
      changedAt: sights.outcome(offer.id) ? (row?.changedAt ?? null) : null,
      isYours,
      bond: row && isYours ? bondOf(row, context) : null,
      quoteAskedAt: isYours ? (askedAt.get(offer.id) ?? null) : null,
      complaint: complained.get(offer.id) ?? null,
      can: {
        change: isFree,
        withdraw: isFree,
        allowQuoting:
          isYours && offer.state === 'bought' && offer.licence.kind === 'asker' && !offer.mayQuote,
        buyUnseen: viewer === context.buyerId && context.parentId === null && offer.state === 'open',
      },
    }
  })
}

/** Of an offer on a question that only its asker may watch. */
const NO_OUTCOME = {
  seal: null,
  state: null,
  reason: null,
  way: null,
  priceMicros: null,
  privateWords: null,
  firstReadAt: null,
  endedAt: null,
}

type Visible = {
  tree: TreeRows
  context: TreeRows['contexts'][number]
  sights: TreeSights
}

async function readVisible(db: Db, viewer: Viewer, contextId: string): Promise<Visible> {
  const found = await db.query.contexts.findFirst({
    columns: { rootId: true },
    where: (context) => eq(context.id, contextId),
  })
  const tree = found ? await readTree(db, found.rootId) : null
  const context = tree?.contexts.find((row) => row.id === contextId)
  if (!tree || !context) throw new AppError('market.context_not_found')
  const sights = sightsOf(viewer, tree)
  if (sights.page(contextId).see === 'nothing') throw new AppError('market.context_not_found')
  return { tree, context, sights }
}

async function heldLast(db: Db, rootId: string): Promise<bigint> {
  const [root] = await db
    .select({ micros: lastBudget.mapWith(BigInt) })
    .from(contexts)
    .where(eq(contexts.id, rootId))
  return root?.micros ?? 0n
}

async function heldInTree(db: Db, rootId: string): Promise<bigint> {
  const found = await db.execute(sql`
    select coalesce(sum(a.balance_micros), 0)::text as held
    from buyer_context t join ledger_account a on a.id = 'escrow:' || t.id where t.root_id = ${rootId}`)
  return BigInt(rowsOf<{ held: string }>(found)[0]?.held ?? '0')
}

/** Former texts of an edited question, newest first. Only roots can be edited, and roots are public. */
export async function listRevisions(db: Db, viewer: Viewer, contextId: string) {
  const [question] = await db
    .select({ id: contexts.id })
    .from(contexts)
    .where(and(eq(contexts.id, contextId), isNull(contexts.parentId), not(isWithheld(viewer))))
  if (!question) throw new AppError('market.context_not_found')
  return db.query.contextRevisions.findMany({
    columns: { title: true, body: true, replacedAt: true },
    where: (revision) => eq(revision.contextId, contextId),
    orderBy: (revision, { desc }) => desc(revision.version),
  })
}
