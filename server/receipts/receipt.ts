import type { PurchaseRow } from '@/db/schema'
import {
  COMMITMENT_ALGORITHM,
  type OfferReceipt,
  type ReceiptOffer,
  type SignedReceipt,
  type TreeReceipt,
} from '../contract/receipt'
import type { Deps } from '../deps'
import { siteUrl } from '../env'
import { AppError } from '../errors'
import { viewTree } from '../inspection/views/tree-view'
import { seeOffers } from '../market/offer-views'
import { rootOfOffer } from '../market/post-offer'
import { commitTo, nonceOf } from '../market/private/commitment'
import type { Viewer } from '../market/private/sight'
import { sightsOf } from '../market/private/tree-sight'
import { ratingsFor } from '../market/rate-purchase'
import { findBoughtAtResale } from '../market/resale/bought'
import { readTree, type TreeRows } from '../market/tree-rows'
import { isTerminal } from '../protocol/advance'
import { plainCredits } from '../shared/money'
import type { AnswerView, TreeOffer } from '../tree/contract'
import type { Inspected, Outcome } from '../tree/outcome'
import { type Returned, returnedLines, returnedOf, returnedSum } from './returned'
import { signed } from './signing-keys'

type ReceiptDeps = Pick<Deps, 'db' | 'cipher' | 'prose' | 'clock' | 'env'>

/** What an inspection came to, with its signed receipt once it is over. */
export async function withReceipt(deps: ReceiptDeps, viewer: Viewer, outcome: Outcome): Promise<Inspected> {
  const { isOver, contextId } = outcome
  return { ...outcome, receipt: isOver ? (await receiptOfTree(deps, viewer, contextId)).jws : null }
}

/**
 * The receipt of a tree that has ended, as far as its viewer may watch it.
 *
 * @throws AppError `market.context_not_found` as `viewTree`; `receipt.not_ended` while it is open.
 */
export async function receiptOfTree(
  deps: ReceiptDeps,
  viewer: Viewer,
  rootId: string,
): Promise<SignedReceipt> {
  const view = await viewTree(deps, viewer, rootId)
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find(({ id }) => id === rootId)
  if (!tree || !root) throw new AppError('market.context_not_found')
  if (view.endedAt === null) throw new AppError('receipt.not_ended')
  const { answer, isYours } = view
  const sold = isYours ? tree.purchases.map(({ offerId }) => offerId) : []
  const returned = await returnedOf(deps.db, sold)
  const receipt: TreeReceipt = {
    ...head(deps, isYours ? 'asker' : 'anybody'),
    kind: 'tree',
    rootId,
    decision: view.decision.kind,
    status: view.status,
    inspector: view.inspectorName,
    askedAt: root.createdAt.toISOString(),
    endedAt: view.endedAt.toISOString(),
    budget: plainCredits(root.budgetMicros),
    spent: spentBy(tree, 'inspected'),
    spentUnseen: spentBy(tree, 'unseen'),
    returned: isYours ? plainCredits(returnedSum(returned)) : null,
    questions: view.contexts.map(({ id, parentId, level, title, budgetMicros, readings }) => ({
      id,
      parentId,
      level,
      title,
      budget: plainCredits(budgetMicros),
      readings,
    })),
    offers: view.offers.map((offer) =>
      offerOf(deps, tree, { offer, answer, isYours, returned: returned.get(offer.id) ?? [] }),
    ),
    answer: answer && {
      revision: answer.revision,
      writtenBy: answer.writtenBy,
      writtenAt: answer.writtenAt.toISOString(),
    },
  }
  return sealWith(deps, receipt)
}

/**
 * The receipt of one offer: of a purchase for who may know of it, and of what was not bought for its seller, who holds the nonce of what is
 * forgotten. Whoever bought it at resale has it for good, with what they paid.
 *
 * @throws AppError `market.offer_not_found` when there is none, or what became of it is not the viewer's to know; `receipt.not_ended` while
 * nothing is decided.
 */
export async function receiptOfOffer(
  deps: ReceiptDeps,
  viewer: Viewer,
  offerId: string,
): Promise<SignedReceipt> {
  const tree = await readTree(deps.db, await rootOfOffer(deps, offerId))
  const row = tree?.offers.find(({ id }) => id === offerId)
  if (!tree || !row) throw new AppError('market.offer_not_found')
  const resale = await findBoughtAtResale(deps.db, { buyerId: viewer, offerId })
  if (!resale && !sightsOf(viewer, tree).outcome(offerId)) throw new AppError('market.offer_not_found')
  const isSeller = viewer === row.sellerId
  const isYours = viewer !== null && viewer === tree.contexts[0]?.buyerId
  const purchase = tree.purchases.find((one) => one.offerId === offerId)
  if (!purchase && !isSeller) throw new AppError('market.offer_not_found')
  if (!purchase && !isTerminal(contextOf(tree, row.contextId).phase)) throw new AppError('receipt.not_ended')
  const [offer] = await seeOffers(deps, viewer, { tree, offers: [row] })
  if (!offer) throw new AppError('market.offer_not_found')
  const view = sightsOf(viewer, tree).canWatch ? await viewTree(deps, viewer, row.rootId) : null
  const rated = await ratingsFor(deps.db, { isBuyer: isYours, personId: viewer }, [offerId])
  const returned = await returnedOf(deps.db, isYours || isSeller ? [offerId] : [])
  const told = offerOf(deps, tree, {
    offer,
    answer: view?.answer ?? null,
    isYours,
    returned: returned.get(offerId) ?? [],
  })
  const receipt: OfferReceipt = {
    ...head(deps, isYours ? 'asker' : isSeller ? 'seller' : resale ? 'resale-buyer' : 'anybody'),
    kind: 'offer',
    rootId: row.rootId,
    status: tree.inspection.status,
    offer: { ...told, rating: rated.get(offerId)?.rating ?? null },
    fee: purchase && (isYours || isSeller) ? plainCredits(purchase.feeMicros) : null,
    resale: resale && {
      id: resale.id,
      price: plainCredits(resale.priceMicros),
      boughtAt: resale.boughtAt.toISOString(),
    },
  }
  return sealWith(deps, receipt)
}

function head({ env, clock }: ReceiptDeps, audience: TreeReceipt['audience']) {
  return {
    issuer: siteUrl(env),
    issuedAt: clock.now().toISOString(),
    audience,
    commitmentAlgorithm: COMMITMENT_ALGORITHM,
  } as const
}

async function sealWith(deps: ReceiptDeps, receipt: TreeReceipt | OfferReceipt): Promise<SignedReceipt> {
  return { receipt, jws: await signed(deps, receipt, deps.clock.now()) }
}

function contextOf(tree: TreeRows, contextId: string): TreeRows['contexts'][number] {
  const context = tree.contexts.find(({ id }) => id === contextId)
  if (!context) throw new Error(`Context ${contextId} has an offer but no row`)
  return context
}

function spentBy({ purchases }: TreeRows, way: PurchaseRow['way']): string {
  const spent = purchases.filter((purchase) => purchase.way === way)
  return plainCredits(spent.reduce((sum, { priceMicros }) => sum + priceMicros, 0n))
}

type Told = { offer: TreeOffer; answer: AnswerView | null; isYours: boolean; returned: readonly Returned[] }

function offerOf(
  { cipher }: Pick<Deps, 'cipher'>,
  tree: TreeRows,
  { offer, answer, isYours, returned }: Told,
): ReceiptOffer {
  const { id, contextId, privateInfo, state } = offer
  const row = tree.offers.find((one) => one.id === id)
  const purchase = tree.purchases.find((one) => one.offerId === id)
  const version = purchase?.offerVersion ?? row?.version ?? 1
  const named = { offerId: id, version }
  // Of an offer that is older than receipts, or was chosen by what is sealed, there is none, unless its text may be read here and now.
  const computed = privateInfo === null ? null : commitTo(cipher, { ...named, privateInfo })
  const mayRead = offer.seal === null || offer.seal === 'forgotten'
  const cited = answer?.citations.find(({ offerId }) => offerId === id)
  const counted = answer?.counted ?? null
  const share = counted?.purchases.find(({ offerId }) => offerId === id)
  return {
    id,
    questionId: contextId,
    seller: offer.seller.handle,
    bot: offer.botName,
    isByProgram: offer.isByProgram,
    teaser: offer.teaser,
    price: plainCredits(offer.priceMicros),
    licence: offer.licence.kind,
    verdict: state,
    reason: offer.reason,
    way: offer.way,
    boughtAt: purchase?.createdAt.toISOString() ?? null,
    words: offer.privateWords,
    version,
    commitment: row?.commitment ?? computed,
    nonce: mayRead ? nonceOf(cipher, named) : null,
    shown: isYours ? shownIn(tree, id) : [],
    value: cited?.value ? { gain: cited.value.gain, unit: cited.value.unit } : null,
    share: share?.share ?? null,
    shareBand:
      counted && share && !counted.isExact
        ? { low: share.low, high: share.high, orders: counted.orders }
        : null,
    gap: counted?.spread ?? null,
    rating: cited?.rating?.rating ?? null,
    returned: returnedLines(returned),
  }
}

/** Where an offer lay in each reading of it: the order says nothing of the texts (`engine/shortlist.ts`). */
function shownIn({ steps }: TreeRows, offerId: string): ReceiptOffer['shown'] {
  return steps
    .filter(({ state }) => state !== 'dropped')
    .flatMap(({ round, shown }) => {
      const place = shown.findIndex((pin) => pin.offerId === offerId)
      return place < 0 ? [] : [{ round, place: place + 1, of: shown.length }]
    })
}
