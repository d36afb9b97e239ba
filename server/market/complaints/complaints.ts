import { and, eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import {
  type ComplaintRow,
  complaints,
  contexts,
  ledgerTransfers,
  offers,
  type PurchaseRow,
  purchases,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type {
  AnswerComplaintInput,
  DecideComplaintInput,
  FileComplaintInput,
} from '../../contract/complaints'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { allowanceAccount, pendingAccount, userAccount } from '../../ledger/accounts'
import { type Leg, postTransfers } from '../../ledger/post'
import { inTree, type Note } from '../../realtime/tree-transaction'
import { exactCredits } from '../../shared/money'
import { tellComplaint } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'
import { rootOfOffer } from '../post-offer'
import { capLeft } from './record'
import { deadlinesFrom, isHeard, ownPartOf, ruleOn } from './rules'

type ComplaintDeps = Pick<Deps, 'db' | 'clock' | 'bus' | 'ids' | 'jobs' | 'actor'>

/** A complaint with the purchase that it is about; both are locked. */
type Case = { purchase: PurchaseRow; complaint: ComplaintRow }

/**
 * The buyer complains about a purchase while its seller's earnings are pending: they are held until it is decided. Also when nothing more
 * can be refunded to this buyer but by the seller's own word: to be heard has no cap.
 *
 * @throws AppError `market.offer_not_found` when this person did not buy it; `complaint.too_late` once the earnings are the seller's;
 * `complaint.filed_already`.
 */
export async function fileComplaint(
  deps: ComplaintDeps,
  buyerId: string,
  { offerId, kind, words }: FileComplaintInput,
): Promise<{ offerId: string }> {
  return aboutOffer(deps, offerId, async (tx, note) => {
    const purchase = await lockPurchase(tx, offerId)
    if (purchase?.buyerId !== buyerId) throw new AppError('market.offer_not_found')
    const [earlier] = await tx.select().from(complaints).where(eq(complaints.offerId, offerId))
    if (earlier) throw new AppError('complaint.filed_already')
    const now = deps.clock.now()
    const { clearsAt, clearedAt } = purchase
    if (clearsAt === null || clearedAt !== null || clearsAt <= now) throw new AppError('complaint.too_late')
    const { contextId, rootId, sellerId, priceMicros, feeMicros } = purchase
    const { answerUntil, decideUntil } = deadlinesFrom(now)
    const pendingMicros = priceMicros - feeMicros
    await tx.insert(complaints).values({
      ...{ offerId, contextId, rootId, buyerId, sellerId, kind, words, pendingMicros },
      ...{ filedAt: now, answerUntil, decideUntil },
    })
    // The hold: a clearing that looks just now sees it (`earnings_clear`).
    await tx.update(purchases).set({ clearsAt: decideUntil }).where(eq(purchases.id, purchase.id))
    note.act()
    note({ type: 'purchase.contested', contextId, offerId, code: kind })
    await recordAct(tx, deps, buyerId, {
      act: 'complaint.filed',
      questionId: rootId,
      offerId,
      amountMicros: pendingMicros,
    })
    return [
      await tellComplaint(tx, deps, { personId: sellerId, event: 'sale.contested', contextId, offerId }),
    ]
  })
}

/**
 * The seller answers, in time: agreeing refunds all of it at once.
 *
 * @throws AppError `complaint.not_found`, `complaint.decided`, `complaint.answered_already`, `complaint.answer_too_late`.
 */
export async function answerComplaint(
  deps: ComplaintDeps,
  sellerId: string,
  { offerId, answer, words }: AnswerComplaintInput,
): Promise<{ offerId: string }> {
  return aboutOffer(deps, offerId, async (tx, note) => {
    const found = await lockCase(tx, offerId)
    if (found?.complaint.sellerId !== sellerId) throw new AppError('complaint.not_found')
    const { complaint } = found
    const now = deps.clock.now()
    if (complaint.outcome !== null) throw new AppError('complaint.decided')
    if (complaint.answer !== null) throw new AppError('complaint.answered_already')
    if (now >= complaint.answerUntil) throw new AppError('complaint.answer_too_late')
    const answered = { answer, answerWords: words, answeredAt: now }
    await tx.update(complaints).set(answered).where(eq(complaints.offerId, offerId))
    note.act()
    note({ type: 'purchase.answered', contextId: complaint.contextId, offerId, code: answer })
    await recordAct(tx, deps, sellerId, {
      act: 'complaint.answered',
      questionId: complaint.rootId,
      offerId,
      amountMicros: complaint.pendingMicros,
    })
    return decideByRule(tx, deps, note, { ...found, complaint: { ...complaint, ...answered } })
  })
}

/**
 * A moderator decides, once both sides were heard: how much comes back, and why.
 *
 * @throws AppError `complaint.not_found`, `complaint.decided`, `complaint.own` for whoever is a side of it, `complaint.not_heard`,
 * `complaint.too_much` above what is pending or the buyer's cap.
 */
export async function decideComplaint(
  deps: ComplaintDeps,
  moderatorId: string,
  { offerId, refundMicros, words }: DecideComplaintInput,
): Promise<{ offerId: string }> {
  return aboutOffer(deps, offerId, async (tx, note) => {
    const found = await lockCase(tx, offerId)
    if (!found) throw new AppError('complaint.not_found')
    const { complaint } = found
    const now = deps.clock.now()
    if (complaint.outcome !== null) throw new AppError('complaint.decided')
    if (await isSide(tx, moderatorId, complaint)) throw new AppError('complaint.own')
    if (!isHeard(complaint, now))
      throw new AppError('complaint.not_heard', { details: { until: complaint.answerUntil.toISOString() } })
    const left = await capLeft(tx, complaint.buyerId, now)
    const most = left < complaint.pendingMicros ? left : complaint.pendingMicros
    if (refundMicros > most)
      throw new AppError('complaint.too_much', {
        details: { field: 'refundMicros', most: exactCredits(most) },
      })
    await recordAct(tx, deps, complaint.sellerId, {
      act: 'complaint.decided',
      questionId: complaint.rootId,
      offerId,
      amountMicros: refundMicros,
    })
    // All that the cap leaves, and less than was at stake: the cap decided with them.
    const isCapped = refundMicros === left && left < complaint.pendingMicros
    return settle(tx, deps, note, { ...found, refundMicros, isCapped, by: 'moderator', moderatorId, words })
  })
}

/** Of accounts that look like one hand each is a side. */
export async function isSide(
  tx: Tx,
  personId: string,
  { buyerId, sellerId }: Pick<ComplaintRow, 'buyerId' | 'sellerId'>,
): Promise<boolean> {
  const found = await tx.execute(
    sql`select accounts_linked(${personId}, ${buyerId}) or accounts_linked(${personId}, ${sellerId}) as is_side`,
  )
  return rowsOf<{ is_side: boolean }>(found)[0]?.is_side === true
}

/** Decides a complaint that a rule decides by now; for the sweeper. */
export async function ruleOnComplaint(deps: ComplaintDeps, offerId: string): Promise<void> {
  await aboutOffer(deps, offerId, async (tx, note) => {
    const found = await lockCase(tx, offerId)
    return found && found.complaint.outcome === null ? decideByRule(tx, deps, note, found) : []
  })
}

async function decideByRule(tx: Tx, deps: ComplaintDeps, note: Note, found: Case): Promise<string[]> {
  const { complaint } = found
  const [offer] = await tx
    .select({ isTeaserFair: offers.isTeaserFair })
    .from(offers)
    .where(eq(offers.id, complaint.offerId))
  const now = deps.clock.now()
  const ruled = ruleOn({ ...complaint, isTeaserFair: offer?.isTeaserFair ?? null }, now)
  if (!ruled) return []
  // A seller who agrees gives what is theirs to give; nobody else's word passes the cap.
  const left = ruled.by === 'seller' ? ruled.refundMicros : await capLeft(tx, complaint.buyerId, now)
  const isCapped = left < ruled.refundMicros
  const refundMicros = isCapped ? left : ruled.refundMicros
  return settle(tx, deps, note, {
    ...found,
    refundMicros,
    isCapped,
    by: ruled.by,
    moderatorId: null,
    words: '',
  })
}

type Decision = Case & {
  refundMicros: bigint
  /** The cap left no more. */
  isCapped: boolean
  by: NonNullable<ComplaintRow['decidedBy']>
  moderatorId: string | null
  words: string
}

/** Moves the credits, writes what was decided, tells both sides. Returns whose inboxes changed. */
async function settle(
  tx: Tx,
  deps: ComplaintDeps,
  note: Note,
  { purchase, complaint, refundMicros, isCapped, by, moderatorId, words }: Decision,
): Promise<string[]> {
  const now = deps.clock.now()
  const { offerId, contextId, buyerId, sellerId, pendingMicros } = complaint
  await postTransfers(tx, { legs: await legsOf(tx, purchase, refundMicros), at: now })
  await tx.update(purchases).set({ clearedAt: now }).where(eq(purchases.id, purchase.id))
  const outcome = refundMicros === 0n ? 'refused' : refundMicros === pendingMicros ? 'refunded' : 'partly'
  await tx
    .update(complaints)
    .set({
      outcome,
      decidedBy: by,
      moderatorId,
      decisionWords: words,
      refundedMicros: refundMicros,
      isCapped,
      decidedAt: now,
    })
    .where(eq(complaints.offerId, offerId))
  if (moderatorId !== null) note.act()
  note({ type: 'purchase.judged', contextId, offerId, amountMicros: refundMicros, code: outcome })
  const told = { contextId, offerId, amountMicros: refundMicros }
  return [
    await tellComplaint(tx, deps, { ...told, personId: sellerId, event: 'sale.decided' }),
    await tellComplaint(tx, deps, { ...told, personId: buyerId, event: 'complaint.decided' }),
  ]
}

/** What is refunded goes back where it came from, the rest to the seller. */
async function legsOf(tx: Tx, purchase: PurchaseRow, refundMicros: bigint): Promise<Leg[]> {
  const { id, offerId, contextId, rootId, buyerId, sellerId, priceMicros, feeMicros } = purchase
  const ownMicros = await ownMicrosOf(tx, purchase, refundMicros)
  const leg = (key: string, kind: 'refund' | 'clear', to: string, amountMicros: bigint): Leg[] =>
    amountMicros === 0n
      ? []
      : [
          {
            key: `${key}:${id}`,
            kind,
            from: pendingAccount(offerId),
            to,
            amountMicros,
            contextId,
            rootId,
            offerId,
          },
        ]
  return [
    ...leg('refund', 'refund', userAccount(buyerId), ownMicros),
    ...leg('refund-allowance', 'refund', allowanceAccount(buyerId), refundMicros - ownMicros),
    ...leg('clear', 'clear', userAccount(sellerId), priceMicros - feeMicros - refundMicros),
  ]
}

async function ownMicrosOf(
  tx: Tx,
  { rootId, buyerId, way }: PurchaseRow,
  refundMicros: bigint,
): Promise<bigint> {
  if (way === 'unseen' || refundMicros === 0n) return refundMicros
  // Complaints of one question that are decided at once would each count the other's part as their own.
  const [root] = await tx
    .select({ allowanceMicros: contexts.allowanceMicros })
    .from(contexts)
    .where(eq(contexts.id, rootId))
    .for('update')
  const sum = (micros: unknown) => sql`coalesce(sum(${micros}), 0)`.mapWith(BigInt)
  const [spent] = await tx
    .select({ micros: sum(purchases.priceMicros) })
    .from(purchases)
    .where(and(eq(purchases.rootId, rootId), eq(purchases.way, 'inspected')))
  const [returned] = await tx
    .select({ micros: sum(ledgerTransfers.amountMicros) })
    .from(ledgerTransfers)
    .innerJoin(purchases, and(eq(purchases.rootId, rootId), eq(purchases.way, 'inspected')))
    .where(
      and(
        eq(ledgerTransfers.toAccount, userAccount(buyerId)),
        sql`${ledgerTransfers.key} = 'refund:' || ${purchases.id}`,
      ),
    )
  return ownPartOf(refundMicros, {
    spentMicros: spent?.micros ?? 0n,
    allowanceMicros: root?.allowanceMicros ?? 0n,
    returnedMicros: returned?.micros ?? 0n,
  })
}

/** One transaction about an offer's tree; hints to the inboxes that changed after it. */
async function aboutOffer(
  deps: ComplaintDeps,
  offerId: string,
  work: (tx: Tx, note: Note) => Promise<string[]>,
): Promise<{ offerId: string }> {
  const rootId = await rootOfOffer(deps, offerId)
  const changed = await inTree(deps, rootId, work)
  for (const personId of changed) deps.bus.publish(inboxTopic(personId))
  return { offerId }
}

async function lockPurchase(tx: Tx, offerId: string): Promise<PurchaseRow | undefined> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.offerId, offerId)).for('update')
  return purchase
}

/** The purchase first, as everybody locks them. */
async function lockCase(tx: Tx, offerId: string): Promise<Case | null> {
  const purchase = await lockPurchase(tx, offerId)
  const [complaint] = await tx.select().from(complaints).where(eq(complaints.offerId, offerId)).for('update')
  return purchase && complaint ? { purchase, complaint } : null
}
