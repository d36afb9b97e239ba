import { expect, it } from 'vitest'
import { PAGES_COUNTED_MAX, PREFIX_DIGITS_MAX, prefixDigits } from './page-prefix'

it.each([
  [0, 0],
  [511, 0],
  [512, 1],
  [8_191, 1],
  [8_192, 2],
  [PAGES_COUNTED_MAX, PREFIX_DIGITS_MAX],
  [10 ** 9, PREFIX_DIGITS_MAX],
])(
  'with %i pages %i digits are told: 32 pages share them at least, and never more than 12 bits',
  (pages, digits) => {
    expect(prefixDigits(pages)).toBe(digits)
  },
)
