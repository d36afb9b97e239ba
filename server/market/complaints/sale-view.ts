import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '@/db/client'
import {
  type ComplaintRow,
  complaints,
  contexts,
  inspections,
  offers,
  type PurchaseRow,
  purchases,
  users,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import {
  complaintSchema,
  type PendingSale,
  type SaleView,
  type WaitingComplaint,
} from '../../contract/complaints'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { openForModerator } from '../private/open'
import { namedQuestion, showsTeaser } from '../private/sight-sql'
import { isSide } from './complaints'
import { capLeft } from './record'
import { isHeard } from './rules'

/** Complaints of the moderators' list; who has more begins with these. */
const WAITING_MAX = 100
/** Lines of what waits in a wallet. */
const PENDING_MAX = 200

type ViewDeps = Pick<Deps, 'db' | 'clock'>

/**
 * A purchase with what is said against it, for its two sides, and for moderators once somebody complains.
 *
 * @throws AppError `market.offer_not_found` for everybody else.
 */
export async function viewSale(
  deps: ViewDeps,
  viewer: { personId: string; isModerator: boolean },
  offerId: string,
): Promise<SaleView> {
  const { personId } = viewer
  const { id, title } = namedQuestion(personId)
  const [row] = await deps.db
    .select({
      purchase: purchases,
      complaint: complaints,
      teaser: offers.teaser,
      showsTeaser: showsTeaser(personId),
      isTeaserFair: offers.isTeaserFair,
      question: { id, title },
      seller: { handle: users.handle, name: users.name },
    })
    .from(purchases)
    .innerJoin(offers, eq(offers.id, purchases.offerId))
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .innerJoin(users, eq(users.id, purchases.sellerId))
    .leftJoin(complaints, eq(complaints.offerId, purchases.offerId))
    .where(eq(purchases.offerId, offerId))
  const role = row && (await roleOf(deps, viewer, row))
  if (!row || !role) throw new AppError('market.offer_not_found')
  const { purchase, complaint } = row
  const now = deps.clock.now()
  const { clearsAt, clearedAt, priceMicros, feeMicros } = purchase
  const isPending = clearsAt !== null && clearedAt === null
  const left = await deps.db.transaction((tx) => capLeft(tx, purchase.buyerId, now))
  const most = isPending ? priceMicros - feeMicros : 0n
  const isOpen = complaint !== null && complaint.outcome === null
  return {
    offerId,
    role,
    teaser: row.showsTeaser || role === 'moderator' ? row.teaser : null,
    question: row.question,
    seller: row.seller,
    priceMicros,
    feeMicros,
    boughtAt: purchase.createdAt,
    pendingUntil: clearsAt,
    isPending,
    complaint: complaint && complaintSchema.parse(complaint),
    isTeaserFair: row.isTeaserFair,
    refundMostMicros: left < most ? left : most,
    can: {
      complain: role === 'buyer' && complaint === null && isPending && clearsAt > now,
      answer: role === 'seller' && isOpen && complaint.answer === null && now < complaint.answerUntil,
      decide: role === 'moderator' && isOpen && isHeard(complaint, now),
    },
  }
}

async function roleOf(
  deps: ViewDeps,
  { personId, isModerator }: { personId: string; isModerator: boolean },
  { purchase, complaint }: { purchase: PurchaseRow; complaint: ComplaintRow | null },
): Promise<SaleView['role'] | null> {
  if (purchase.buyerId === personId) return 'buyer'
  if (purchase.sellerId === personId) return 'seller'
  if (!isModerator || complaint === null) return null
  return (await deps.db.transaction((tx) => isSide(tx, personId, complaint))) ? null : 'moderator'
}

/** What a moderator may decide, or will: what ends first, first. */
export async function listWaiting(db: Db): Promise<WaitingComplaint[]> {
  return db
    .select({
      offerId: complaints.offerId,
      kind: complaints.kind,
      pendingMicros: complaints.pendingMicros,
      filedAt: complaints.filedAt,
      answer: complaints.answer,
      answerUntil: complaints.answerUntil,
      decideUntil: complaints.decideUntil,
    })
    .from(complaints)
    .where(isNull(complaints.outcome))
    .orderBy(asc(complaints.decideUntil), asc(complaints.offerId))
    .limit(WAITING_MAX)
}

/**
 * The text that a complaint is about, for the moderator who is to decide it; each reading is written into the log of both sides' accounts.
 *
 * @throws AppError `complaint.not_found`, `complaint.decided`, `complaint.own`.
 */
export async function readContested(
  deps: Pick<Deps, 'db' | 'cipher' | 'clock' | 'actor'>,
  moderatorId: string,
  offerId: string,
): Promise<{ privateInfo: string }> {
  return deps.db.transaction(async (tx) => {
    const [complaint] = await tx
      .select()
      .from(complaints)
      .where(eq(complaints.offerId, offerId))
      .for('update')
    if (!complaint) throw new AppError('complaint.not_found')
    if (complaint.outcome !== null) throw new AppError('complaint.decided')
    if (await isSide(tx, moderatorId, complaint)) throw new AppError('complaint.own')
    const { rootId, sellerId, buyerId } = complaint
    for (const personId of [sellerId, buyerId])
      await recordAct(tx, deps, personId, { act: 'complaint.read', questionId: rootId, offerId })
    const text = await openForModerator({ db: tx, cipher: deps.cipher }, offerId)
    if (!text) throw new AppError('complaint.not_found')
    return { privateInfo: text.reveal() }
  })
}

/** A seller's earnings that wait, the first to come first. */
export async function listPending(db: Db, sellerId: string): Promise<PendingSale[]> {
  const rows = await db
    .select({
      offerId: purchases.offerId,
      teaser: offers.teaser,
      priceMicros: purchases.priceMicros,
      feeMicros: purchases.feeMicros,
      until: purchases.clearsAt,
      contested: complaints.offerId,
    })
    .from(purchases)
    .innerJoin(offers, eq(offers.id, purchases.offerId))
    .leftJoin(complaints, and(eq(complaints.offerId, purchases.offerId), isNull(complaints.outcome)))
    .where(and(eq(purchases.sellerId, sellerId), isNull(purchases.clearedAt), isNotNull(purchases.clearsAt)))
    .orderBy(asc(purchases.clearsAt), asc(purchases.offerId))
    .limit(PENDING_MAX)
  return rows.flatMap(({ priceMicros, feeMicros, until, contested, ...row }) =>
    until === null
      ? []
      : [{ ...row, until, netMicros: priceMicros - feeMicros, isContested: contested !== null }],
  )
}
