import { expect, test } from 'vitest'
import { ASKER_SHARE_BASIS_POINTS, percentOf } from '../shared/money'
import { LICENCE_WORDS } from './licence'

test('a seller is told the share that the asker gets of a resale', () => {
  expect(LICENCE_WORDS.resale.line).toContain(
    `a share of ${percentOf(ASKER_SHARE_BASIS_POINTS)} % for the asker`,
  )
})
