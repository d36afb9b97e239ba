import { describe, expect, it } from 'vitest'
import { emptyOfferDraft, offerErrors, offerFormSchema } from '@/components/offer/offer-draft'

const GOOD = { ...emptyOfferDraft(), teaser: 'Twenty years of pans.', privateInfo: 'Iron.', price: '1.50' }

function errorsOf(changes: Partial<typeof GOOD>, leftMicros = 5_000_000n): Record<string, string> {
  const result = offerFormSchema(leftMicros).safeParse({ ...GOOD, ...changes })
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('the form of offering', () => {
  it('takes a good offer', () => {
    expect(offerFormSchema(5_000_000n).parse(GOOD)).toMatchObject({
      teaser: 'Twenty years of pans.',
      privateInfo: 'Iron.',
      priceMicros: 1_500_000n,
    })
  })

  it('stops a price above what is left of the budget, to the micro-credit', () => {
    expect(errorsOf({ price: '5' })).toEqual({})
    expect(errorsOf({ price: '5.000001' }).price).toContain('5.00 credits left')
  })

  it.each(['', '-1', '0', '0.001', 'two', '0.0000001'])('marks the price %j and nothing else', (price) => {
    expect(Object.keys(errorsOf({ price }))).toEqual(['price'])
  })

  it('marks each text with its own complaint', () => {
    expect(Object.keys(errorsOf({ teaser: 'Hm', privateInfo: '  ', price: 'x' })).sort()).toEqual([
      'price',
      'privateInfo',
      'teaser',
    ])
    expect(errorsOf({ privateInfo: 'x'.repeat(200_000) }).privateInfo).toContain('20000')
  })
})

describe('offerErrors', () => {
  const refusal = { message: 'Too much.', code: 'request.invalid', field: null, fieldErrors: {} }

  it('brings each complaint to its field, and the rest above the form', () => {
    expect(offerErrors({ ...refusal, code: 'market.offer_over_budget' })[0]?.place).toBe('price')
    expect(offerErrors({ ...refusal, fieldErrors: { priceMicros: ['No.'], contextId: ['Odd.'] } })).toEqual([
      { place: 'price', message: 'No.' },
      { place: 'root', message: 'Odd.' },
    ])
    expect(offerErrors(refusal)).toEqual([{ place: 'root', message: 'Too much.' }])
  })
})
