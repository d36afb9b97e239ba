import { eq } from 'drizzle-orm'
import { offers } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { purchaseOffer } from '../ledger/purchase-offer'
import { spendWithinCaps } from '../ledger/spend-within-caps'
import { inTree } from '../realtime/tree-transaction'
import { isNowHidden } from './moderation/subjects'
import { once, type Settle } from './once'
import { rootOfOffer } from './post-offer'

export type BuyUnseenInput = { offerId: string; version: number; priceMicros: bigint; requestKey: string }

/**
 * The buyer buys by teaser and price alone, from the wallet: the budget in escrow stays the inspector's. Version and price
 * are those the buyer saw. `settle` is told within the transaction what came of it.
 *
 * @throws AppError `market.offer_not_found`, `market.offer_changed`, `market.offer_already_bought`,
 * `ledger.insufficient_funds`, `actor.over_cap`, `actor.yes_needed`.
 */
export async function buyUnseen(
  deps: Deps,
  buyerId: string,
  input: BuyUnseenInput,
  settle: Settle = async () => {},
): Promise<{ purchaseId: string }> {
  const rootId = await rootOfOffer(deps, input.offerId)
  return inTree(deps, rootId, async (tx, note) => {
    const bought = await once(
      tx,
      deps,
      { userId: buyerId, route: 'offers.buyUnseen', key: input.requestKey, input, at: deps.clock.now() },
      async () => {
        const offer = await tx.query.offers.findFirst({ where: eq(offers.id, input.offerId) })
        const context =
          offer && (await tx.query.contexts.findFirst({ where: (row) => eq(row.id, offer.contextId) }))
        const isOwn = context?.buyerId === buyerId
        if (!offer || !context || !isOwn || context.parentId !== null)
          throw new AppError('market.offer_not_found')
        // Its teaser, by which it would be bought, is nobody's to see.
        if (await isNowHidden(tx, 'offer', offer.id)) throw new AppError('market.offer_not_found')
        await spendWithinCaps(tx, deps, { questionId: context.id, amountMicros: input.priceMicros })
        const purchaseId = deps.ids.next('purchase')
        await purchaseOffer(tx, {
          purchaseId,
          offerId: offer.id,
          version: input.version,
          priceMicros: input.priceMicros,
          buyerId,
          way: 'unseen',
          pendingHours: deps.env.EARNINGS_PENDING_HOURS,
          at: deps.clock.now(),
        })
        await recordAct(tx, deps, buyerId, {
          act: 'offer.bought-unseen',
          questionId: context.id,
          offerId: offer.id,
          amountMicros: input.priceMicros,
        })
        note({
          type: 'offer.bought',
          contextId: context.id,
          offerId: offer.id,
          amountMicros: input.priceMicros,
          code: 'unseen',
        })
        return { purchaseId }
      },
    )
    await settle(tx, bought)
    return bought
  })
}
