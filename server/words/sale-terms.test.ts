import { expect, it } from 'vitest'
import { saleTermsInWords } from './sale-terms'

it.each([
  [5_000_000n, 1500, 72, 'You get 4.25 of 5.00 credits (fee 15 %), 3 days after the sale.'],
  [2_500_000n, 500, 24, 'You get 2.37 of 2.50 credits (fee 5 %), 1 day after the sale.'],
  [null, 500, 72, 'You get 95 % of the price (fee 5 %), 3 days after the sale.'],
  [10_001n, 500, 72, 'You get 0.009501 of 0.01 credits (fee 5 %), 3 days after the sale.'],
  [null, 0, 0, 'You get 100 % of the price (fee 0 %), at once.'],
  [1_000_000n, 250, 36, 'You get 0.97 of 1.00 credits (fee 2.5 %), 36 hours after the sale.'],
])('%s with a fee of %i and a wait of %i h', (price, feeBasisPoints, pendingHours, words) => {
  expect(saleTermsInWords(price, { feeBasisPoints, pendingHours })).toBe(words)
})
