import * as z from 'zod'
import { type OfferText, SALE_WAYS, saleSchema } from '../../contract/offer-text'
import type { Deps } from '../../deps'
import { siteUrl } from '../../env'
import { AppError } from '../../errors'
import { plainCredits } from '../../shared/money'
import { appErrorOf } from '../errors'
import type { appRouter } from '../root'
import type { createCallerFactory } from '../trpc'
import type { Problem } from './problem'
import { REST_ROOT } from './root'

/**
 * HTTP 402 in the shapes of x402 (version 2, its transport over HTTP), priced in this market's credits: what a text costs in
 * `PAYMENT-REQUIRED`, the payment in `PAYMENT-SIGNATURE`, what came of it in `PAYMENT-RESPONSE`, each JSON in base64. Credits lie in the
 * market's own books, so nothing is signed: a payment is an order, and the key that it comes with says whose credits they are.
 */

export const PAYMENT_SIGNATURE = 'payment-signature'
export const PAYMENT_REQUIRED = 'payment-required'
export const PAYMENT_RESPONSE = 'payment-response'

const VERSION = 2
/** In the form of CAIP-2, as x402 names ledgers. */
const NETWORK = 'caveat:credits'
const ASSET = 'credit'
/** Amounts are in millionths of a credit. */
const DECIMALS = 6
/** A day is how long an order with the same key is the same order; a minute is what a program takes. */
const TIMEOUT_SECONDS = 60
/** Of a header; servers take no longer ones. */
const HEADER_CHARS_MAX = 8_000

const paymentSchema = z.strictObject({
  x402Version: z.literal(VERSION),
  /** What `accepts` named, all of it: whoever agreed to another price or another payee has agreed to something else. */
  accepted: z
    .strictObject({
      scheme: z.literal('exact'),
      network: z.literal(NETWORK),
      asset: z.literal(ASSET),
      amount: z.string().regex(/^[1-9]\d{0,14}$/),
      payTo: z.string(),
      maxTimeoutSeconds: z.literal(TIMEOUT_SECONDS),
      extra: z.strictObject({
        decimals: z.literal(DECIMALS),
        price: z.string(),
        way: z.enum(SALE_WAYS),
        version: z.int(),
      }),
    })
    .refine(({ amount, extra }) => extra.price === plainCredits(BigInt(amount))),
  payload: z.strictObject({ idempotencyKey: z.string().regex(/^[\w:.-]{8,64}$/) }),
})
type Payment = z.infer<typeof paymentSchema>

/** The market as one caller has it. */
type Market = ReturnType<ReturnType<typeof createCallerFactory<typeof appRouter._def.record>>>

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** The order in a request; null without one. @throws AppError `request.bad_payment`. */
function paymentIn(headers: Headers): Payment | null {
  const written = headers.get(PAYMENT_SIGNATURE)
  if (written === null) return null
  const read = paymentSchema.safeParse(jsonIn(written))
  if (!read.success) throw new AppError('request.bad_payment', { cause: read.error })
  return read.data
}

function jsonIn(written: string): unknown {
  if (written.length > HEADER_CHARS_MAX) return null
  try {
    return JSON.parse(Buffer.from(written, 'base64').toString('utf8'))
  } catch {
    // Refused by its schema.
    return null
  }
}

export type Paid = { text: OfferText; headers: Record<string, string> }

/**
 * The text of an offer, bought first where it is not the caller's yet and the request carries an order for it.
 *
 * @throws AppError as `offers.text`, `offers.buyUnseen`, `resale.buy`; `request.bad_payment`.
 */
export async function readPaid(market: Market, offerId: string, headers: Headers): Promise<Paid> {
  const payment = paymentIn(headers)
  const readText = async () => ({ text: await market.offers.text({ offerId }), headers: {} })
  let price: AppError
  try {
    return await readText()
  } catch (error) {
    price = appErrorOf(error)
    if (payment === null || price.code !== 'market.payment_required') throw error
  }
  const { accepted, payload } = payment
  if (accepted.payTo !== price.details.seller) throw new AppError('request.bad_payment')
  const order = { offerId, priceMicros: BigInt(accepted.amount), requestKey: payload.idempotencyKey }
  let transaction: string
  try {
    transaction =
      accepted.extra.way === 'unseen'
        ? (await market.offers.buyUnseen({ ...order, version: accepted.extra.version })).purchaseId
        : (await market.resale.buy(order)).resaleId
  } catch (error) {
    // Two orders of one buyer at once: the other one has paid, and the text is theirs.
    if (appErrorOf(error).code === 'market.offer_already_bought') return readText()
    throw error
  }
  const settled = { success: true, transaction, network: NETWORK, amount: accepted.amount }
  const { text } = await readText()
  return { text, headers: { [PAYMENT_RESPONSE]: encoded(settled) } }
}

/** What a text costs and where it is read first instead, for a refusal that says so; null for any other. */
export function paymentRequired(
  deps: Pick<Deps, 'env'>,
  error: unknown,
): { payment: NonNullable<Problem['payment']>; headers: Record<string, string> } | null {
  const { code, message, details } = appErrorOf(error)
  if (code !== 'market.payment_required') return null
  const sale = saleSchema.parse({ ...details, amountMicros: BigInt(String(details.amountMicros)) })
  const root = siteUrl(deps.env) + REST_ROOT
  const payment = {
    x402Version: VERSION,
    error: message,
    resource: {
      url: `${root}/offers/${sale.offerId}/text`,
      description: sale.teaser,
      mimeType: 'application/json',
    },
    accepts: [
      {
        scheme: 'exact',
        network: NETWORK,
        asset: ASSET,
        amount: String(sale.amountMicros),
        payTo: sale.seller,
        maxTimeoutSeconds: TIMEOUT_SECONDS,
        extra: {
          decimals: DECIMALS,
          price: plainCredits(sale.amountMicros),
          way: sale.way,
          version: sale.version,
        },
      },
    ],
    extensions: { 'inspect-first': inspectFirst(root, sale) },
  }
  return { payment, headers: { [PAYMENT_REQUIRED]: encoded(payment) } }
}

/** Whoever asked has the offers read; anybody else asks the question anew. */
function inspectFirst(root: string, { way, contextId }: { way: string; contextId: string }) {
  const url = way === 'unseen' ? `${root}/questions/${contextId}/inspection` : `${root}/inspect`
  return {
    info: {
      description:
        'An inspector reads it first and buys it only if it is worth its price to the decision; what it leaves costs nothing.',
      method: 'POST',
      url,
    },
    schema: {
      type: 'object',
      properties: { description: { type: 'string' }, method: { const: 'POST' }, url: { type: 'string' } },
      required: ['method', 'url'],
    },
  }
}
