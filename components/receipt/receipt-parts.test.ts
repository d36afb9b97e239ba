import { expect, it } from 'vitest'
import { shareInWords } from '@/components/answer/worth'
import { changeInWords } from '@/components/receipt/receipt-parts'
import type { ReceiptOffer } from '@/server/contract/receipt'

const offerWith = (worth: Pick<ReceiptOffer, 'value' | 'share' | 'shareBand' | 'gap'>): ReceiptOffer => ({
  id: 'off_1',
  questionId: 'bc_1',
  seller: 'sol',
  bot: null,
  isByProgram: false,
  teaser: 'A report.',
  price: '2.00',
  licence: 'asker',
  verdict: 'bought',
  reason: 'decisive',
  way: 'inspected',
  boughtAt: null,
  words: 8,
  version: 1,
  commitment: null,
  nonce: null,
  shown: [],
  rating: null,
  returned: [],
  ...worth,
})
const utility = (gain: number) => ({ gain, unit: 'utility' as const })

it('a receipt tells what a purchase changed in the units of its answer’s page', () => {
  const ofChoice = offerWith({ value: utility(3.5), share: 1.26, shareBand: null, gap: 7 })
  const onPage = shareInWords(
    { share: 1.26, low: 1.26, high: 1.26, changes: 'sometimes' },
    { unit: 'utility', spread: 7, stakeMicros: null, isExact: true },
  ).words
  expect(changeInWords(ofChoice)).toBe(`${onPage}; +50 % when it was bought`)
  const drawn = { value: { gain: -0.5, unit: 'bits' as const }, share: 0.25, gap: null }
  expect(changeInWords(offerWith({ ...drawn, shareBand: { low: -0.1, high: 0.4, orders: 20 } }))).toBe(
    '+0.25 bits on average, between −0.10 bits and +0.40 bits; −0.50 bits when it was bought',
  )
})

it('and no number that compares to nothing a reader knows', () => {
  expect(
    changeInWords(offerWith({ value: utility(3.5), share: null, shareBand: null, gap: null })),
  ).toBeNull()
  expect(changeInWords(offerWith({ value: null, share: null, shareBand: null, gap: null }))).toBeNull()
})
