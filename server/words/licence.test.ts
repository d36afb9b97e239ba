import { expect, test } from 'vitest'
import { ASKER_SHARE_BASIS_POINTS, percentOf } from '../shared/money'
import { LICENCE_WORDS, partsInWords } from './licence'

test('a seller is told the share that the asker gets of a resale', () => {
  expect(LICENCE_WORDS.resale.line).toContain(
    `a share of ${percentOf(ASKER_SHARE_BASIS_POINTS)} % for the asker`,
  )
})

test('who buys at resale is told all that goes off the price, and no fee where there is none', () => {
  const share = 'gives Ada 10 % of the price for having asked first'
  expect(partsInWords({ askerName: 'Ada', feeBasisPoints: 275 })).toBe(
    `pays the market’s fee of 2.75 % and ${share}`,
  )
  expect(partsInWords({ askerName: 'Ada', feeBasisPoints: 0 })).toBe(share)
})
