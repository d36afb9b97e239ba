import { eq } from 'drizzle-orm'
import { inspections, resales } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../../audit/record-act'
import type { BuyResaleInput } from '../../contract/resale'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { FEES, userAccount } from '../../ledger/accounts'
import { postTransfers } from '../../ledger/post'
import { spendWithinCaps } from '../../ledger/spend-within-caps'
import { askerShareOn, feeOn } from '../../shared/money'
import { tellResold } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'
import { once, type Settle } from '../once'
import { rootOfOffer } from '../post-offer'
import { findForResale, hurdleOf } from './for-resale'

const REFUSED = {
  'signed-out': 'auth.signed_out',
  yours: 'resale.yours',
  bought: 'resale.bought',
  blocked: 'resale.blocked',
} as const

/**
 * Somebody buys a source of a published answer from the wallet, at its seller's price, and reads it from then on. The seller has the whole
 * price and pays the market's fee and the first asker's share out of it, so that every wallet shows all parts. Final, and so paid at once:
 * an inspector read it before, its first buyer kept it, and nothing that is complained of is for resale. `settle` is told within the
 * transaction what came of it.
 *
 * @throws AppError `resale.not_for_sale`, `resale.yours`, `resale.bought`, `resale.blocked`, `market.offer_changed` when the price is
 * another; `ledger.insufficient_funds`, `ledger.stopped`, `actor.over_cap`, `actor.yes_needed`.
 */
export async function buyResale(
  deps: Deps,
  buyerId: string,
  input: BuyResaleInput,
  settle: Settle = async () => {},
): Promise<{ resaleId: string; rootId: string }> {
  const { offerId, priceMicros, requestKey } = input
  const now = deps.clock.now()
  const rootId = await rootOf(deps, offerId)
  let told: string[] = []
  const done = await transact(deps.db, async (tx) => {
    const bought = await once(
      tx,
      deps,
      { userId: buyerId, route: 'resale.buy', key: requestKey, input, at: now },
      async () => {
        // Whoever takes the answer back changes this row: they wait for each other.
        await tx
          .select({ id: inspections.rootId })
          .from(inspections)
          .where(eq(inspections.rootId, rootId))
          .for('share')
        const sale = await findForResale(tx, { offerId, buyerId, now })
        if (!sale) throw new AppError('resale.not_for_sale')
        const hurdle = hurdleOf(buyerId, sale)
        if (hurdle) throw new AppError(REFUSED[hurdle])
        if (sale.priceMicros !== priceMicros) throw new AppError('market.offer_changed')
        await spendWithinCaps(tx, deps, { questionId: rootId, amountMicros: priceMicros })
        const { sellerId, askerId, botId, contextId } = sale
        const feeMicros = feeOn(priceMicros, sale.feeBasisPoints)
        const shareMicros = askerShareOn(priceMicros)
        const id = deps.ids.next('resale')
        const written = await tx
          .insert(resales)
          .values({
            id,
            offerId,
            rootId,
            sellerId,
            buyerId,
            askerId,
            priceMicros,
            feeMicros,
            shareMicros,
            createdAt: now,
          })
          // Another call of the same person came first, under another key.
          .onConflictDoNothing()
          .returning({ id: resales.id })
        if (written.length === 0) throw new AppError('resale.bought')
        const about = { contextId, rootId, offerId }
        const seller = userAccount(sellerId)
        await postTransfers(tx, {
          legs: [
            {
              ...about,
              key: `resale:${id}`,
              kind: 'resale',
              from: userAccount(buyerId),
              to: seller,
              amountMicros: priceMicros,
            },
            ...(feeMicros > 0n
              ? [
                  {
                    ...about,
                    key: `resale:${id}:fee`,
                    kind: 'fee' as const,
                    from: seller,
                    to: FEES,
                    amountMicros: feeMicros,
                  },
                ]
              : []),
            {
              ...about,
              key: `resale:${id}:share`,
              kind: 'share',
              from: seller,
              to: userAccount(askerId),
              amountMicros: shareMicros,
            },
          ],
          at: now,
        })
        await recordAct(tx, deps, buyerId, {
          act: 'offer.bought-at-resale',
          questionId: rootId,
          offerId,
          amountMicros: priceMicros,
        })
        told = await tellResold(tx, deps, {
          ...{ rootId, contextId, offerId, botId },
          seller: { id: sellerId, earnedMicros: priceMicros - feeMicros - shareMicros },
          asker: { id: askerId, earnedMicros: shareMicros },
        })
        return { resaleId: id, rootId }
      },
    )
    await settle(tx, bought)
    return bought
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return done
}

/** What is not there is not for sale either. */
async function rootOf(deps: Pick<Deps, 'db'>, offerId: string): Promise<string> {
  return rootOfOffer(deps, offerId).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('resale.not_for_sale') : error
  })
}
