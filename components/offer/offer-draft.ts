import { nanoid } from 'nanoid'
import * as z from 'zod'
import { messagesOf, type ServerError } from '@/components/form/server-error'
import { FOR_ASKER, type LicenceTerms } from '@/server/contract/licence'
import { postOfferSchema } from '@/server/contract/market'
import { exactCredits, PRICE_MICROS_MIN, parseCredits } from '@/server/shared/money'
import { LICENCES } from '@/server/words/licence'

/** An offer as it is typed. */
export const offerDraftSchema = z.object({
  teaser: z.string(),
  privateInfo: z.string(),
  price: z.string(),
  /** Drafts of an earlier version have none. */
  licence: z.enum(LICENCES).catch('asker'),
  /** What each later reader pays, for `resale`. */
  resale: z.string().catch(''),
  /** Kept with the draft, so that even a form sent again after a lost reply offers once. */
  requestKey: z.string(),
})
export type OfferDraft = z.infer<typeof offerDraftSchema>

const partsSchema = postOfferSchema.omit({ contextId: true, isCounter: true })
export type OfferParts = z.infer<typeof partsSchema>

/** @param usual what the seller's last offer allowed. */
export function emptyOfferDraft(usual: LicenceTerms = FOR_ASKER): OfferDraft {
  return { teaser: '', privateInfo: '', price: '', ...licenceDraft(usual), requestKey: nanoid() }
}

/** Terms as they are typed. */
export function licenceDraft(terms: LicenceTerms): Pick<OfferDraft, 'licence' | 'resale'> {
  // Without the spaces between thousands, which nobody types.
  const resale = terms.kind === 'resale' ? exactCredits(terms.priceMicros).replace(/\s/g, '') : ''
  return { licence: terms.kind, resale }
}

/** What is typed as the contract has it; `complain` hears of a price that cannot be read, and the smallest legal one stands in. */
export function licenceTerms(
  { licence, resale }: Pick<OfferDraft, 'licence' | 'resale'>,
  complain: (message: string) => void,
): LicenceTerms {
  if (licence !== 'resale') return { kind: licence }
  const price = parseCredits(resale)
  if (!price.ok) complain(price.message)
  return { kind: licence, priceMicros: price.ok ? price.micros : PRICE_MICROS_MIN }
}

export function isEmptyOfferDraft(draft: OfferDraft): boolean {
  return draft.teaser.trim() === '' && draft.privateInfo.trim() === ''
}

const FORM_FIELD: Readonly<Record<string, keyof OfferDraft>> = {
  teaser: 'teaser',
  privateInfo: 'privateInfo',
  priceMicros: 'price',
  licence: 'resale',
}

/** Judged by the contract itself; a price above `leftMicros`, what is left of the budget, is stopped here already. */
export function offerFormSchema(leftMicros: bigint) {
  return offerDraftSchema.transform((draft, ctx): OfferParts => {
    const price = parseCredits(draft.price)
    if (!price.ok) ctx.addIssue({ code: 'custom', path: ['price'], message: price.message })
    else if (price.micros > leftMicros) {
      ctx.addIssue({ code: 'custom', path: ['price'], message: overBudget(leftMicros) })
    }
    const licence = licenceTerms(draft, (message) =>
      ctx.addIssue({ code: 'custom', path: ['resale'], message }),
    )
    const parsed = partsSchema.safeParse({
      teaser: draft.teaser,
      privateInfo: draft.privateInfo,
      // A price that cannot be read has its complaint; the smallest legal one lets the texts be judged.
      priceMicros: price.ok ? price.micros : PRICE_MICROS_MIN,
      licence,
      requestKey: draft.requestKey,
    })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) {
      const field = FORM_FIELD[String(issue.path[0])] ?? 'teaser'
      ctx.addIssue({ code: 'custom', path: [field], message: issue.message })
    }
    return z.NEVER
  })
}

function overBudget(leftMicros: bigint): string {
  return `This question has ${exactCredits(leftMicros)} credits left. Ask for no more than that.`
}

export type OfferErrorPlace = keyof OfferDraft | 'root'

/** Server complaints by the form's own field names. */
export function offerErrors(error: ServerError): { place: OfferErrorPlace; message: string }[] {
  if (error.code === 'market.offer_over_budget') return [{ place: 'price', message: error.message }]
  return messagesOf(error).map(({ field, message }) => ({
    place: (field === null ? undefined : FORM_FIELD[field]) ?? 'root',
    message,
  }))
}

/** A price as it is typed; null while it cannot be read. */
export function priceOf(price: string): bigint | null {
  const parsed = parseCredits(price)
  return parsed.ok ? parsed.micros : null
}
