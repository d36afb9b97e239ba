import * as z from 'zod'
import { REASONS } from '../protocol/verdict'
import { LICENCES } from '../words/licence'
import { RATINGS } from '../words/ratings'

/** Credits as decimal text, times as RFC 3339: what is signed is read by other programs. */
const credits = z.string()
const time = z.string()

export const COMMITMENT_ALGORITHM = 'HMAC-SHA256'

/** One offer as a receipt names it. */
export const receiptOfferSchema = z.object({
  id: z.string(),
  questionId: z.string(),
  seller: z.string(),
  bot: z.string().nullable(),
  /** By that bot, or through a key of its seller's: no person is known to have written it. */
  isByProgram: z.boolean(),
  /** Null while sealed. */
  teaser: z.string().nullable(),
  price: credits,
  licence: z.enum(LICENCES),
  /** What the verdict was: bought, passed, or still open. */
  verdict: z.enum(['open', 'withdrawn', 'bought', 'passed']),
  reason: z.enum(REASONS).nullable(),
  /** Bought by the inspector or unseen by the asker; null when it was not bought. */
  way: z.enum(['inspected', 'unseen']).nullable(),
  boughtAt: time.nullable(),
  /**
   * Words of the text: all that stays of what is forgotten. Of a passage that was chosen by what is sealed, for who may not read it, the most
   * that it may have.
   */
  words: z.int(),
  version: z.int(),
  /**
   * To the text, under a nonce that stands beside it only for who may read the text: its seller, its buyer, and everybody when it was
   * published. Null of offers that are older than receipts, and to who may not read it of a passage that was chosen by what is sealed.
   */
  commitment: z.string().nullable(),
  nonce: z.string().nullable(),
  /** Where it lay when it was read, once for each reading, for the asker. */
  shown: z.array(z.object({ round: z.int(), place: z.int(), of: z.int() })),
  /** What it changed, where a number says that. */
  value: z.object({ gain: z.number(), unit: z.enum(['bits', 'utility']) }).nullable(),
  /** The same averaged over orders, where it was counted. */
  share: z.number().nullable(),
  /** Between which the share lies where so many orders were drawn and not all counted; null where it is exact, or was not counted. */
  shareBand: z.object({ low: z.number(), high: z.number(), orders: z.int() }).nullable(),
  /**
   * Of a choice: utility between the best option and the worst one, as everything bought has it; pages tell `value` and `share` as parts of
   * it. Null otherwise, and where nothing was counted.
   */
  gap: z.number().nullable(),
  rating: z.enum(RATINGS).nullable(),
  /**
   * What came back to its buyer since, for the two sides of the purchase: `refunded` by a complaint, `taken-back` by an operator who
   * undid the payment. Empty for everybody else.
   */
  returned: z.array(z.object({ cause: z.enum(['refunded', 'taken-back']), amount: credits, at: time })),
})
export type ReceiptOffer = z.infer<typeof receiptOfferSchema>

const readingSchema = z.object({ inspector: z.string(), promptVersion: z.string() })

const questionSchema = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  level: z.int(),
  /** Null while sealed. */
  title: z.string().nullable(),
  budget: credits,
  /** Earliest first; for the asker. */
  readings: z.array(readingSchema),
})

const headShape = {
  issuer: z.string(),
  issuedAt: time,
  /** Who may have it as it is: what a receipt says depends on who asks for it. */
  audience: z.enum(['asker', 'seller', 'resale-buyer', 'anybody']),
  /** How `commitment` is made: of the text in UTF-8, keyed with the bytes of `nonce`; both base64url. */
  commitmentAlgorithm: z.literal(COMMITMENT_ALGORITHM),
}

/** Of a whole tree that has ended. */
export const treeReceiptSchema = z.object({
  ...headShape,
  kind: z.literal('tree'),
  rootId: z.string(),
  decision: z.string(),
  /** How it ended. */
  status: z.string(),
  inspector: z.string(),
  askedAt: time,
  endedAt: time,
  budget: credits,
  spent: credits,
  /** Bought by the asker without the inspector, out of the wallet. */
  spentUnseen: credits,
  /** Of both, what came back since it was bought; for the asker, and null for everybody else. */
  returned: credits.nullable(),
  questions: z.array(questionSchema),
  /** In the order in which they came. */
  offers: z.array(receiptOfferSchema),
  answer: z.object({ revision: z.int(), writtenBy: z.string(), writtenAt: time }).nullable(),
})

/** Of one offer: one that was bought, or one of the seller's own that was not. */
export const offerReceiptSchema = z.object({
  ...headShape,
  kind: z.literal('offer'),
  rootId: z.string(),
  /** How its tree stands: what is not final says so. */
  status: z.string(),
  offer: receiptOfferSchema,
  /** What the market kept of the price; null when it was not bought. */
  fee: credits.nullable(),
  /** What its viewer bought of it under a published answer, beside the first purchase that `offer` tells; null for everybody else. */
  resale: z.object({ id: z.string(), price: credits, boughtAt: time }).nullable(),
})

export const receiptSchema = z.discriminatedUnion('kind', [treeReceiptSchema, offerReceiptSchema])
export type TreeReceipt = z.infer<typeof treeReceiptSchema>
export type OfferReceipt = z.infer<typeof offerReceiptSchema>
export type Receipt = z.infer<typeof receiptSchema>

/** A receipt, and the same signed: JSON Web Signature, flattened JSON (RFC 7515), Ed25519. */
export const signedReceiptSchema = z.object({
  receipt: receiptSchema,
  jws: z.object({ payload: z.string(), protected: z.string(), signature: z.string() }),
})
export type SignedReceipt = z.infer<typeof signedReceiptSchema>
