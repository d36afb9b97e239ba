import { expect, it } from 'vitest'
import { RECORD_QUESTIONS } from '@/server/contract/limits'
import { askerInWords } from './asker-words'

it('an asker’s record says what its numbers count', () => {
  expect(askerInWords({ ended: 0, inspected: 0, bought: 0 })).toBe(
    'no public question has ended with offers yet',
  )
  expect(askerInWords({ ended: 1, inspected: 1, bought: 0 })).toBe(
    '1 public question ended with offers: 1 read, none with a purchase',
  )
  expect(askerInWords({ ended: 4, inspected: 3, bought: 2 })).toBe(
    '4 public questions ended with offers: 3 read, 2 with a purchase',
  )
  expect(askerInWords({ ended: RECORD_QUESTIONS, inspected: 99, bought: 50 })).toBe(
    'of the last 100 public questions that ended with offers: 99 read, 50 with a purchase',
  )
})
