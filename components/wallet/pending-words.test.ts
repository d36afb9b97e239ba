import { expect, it } from 'vitest'
import { pendingInWords } from '@/components/wallet/pending-words'

const FIRST = new Date('2031-11-26T09:00:00Z')

it.each([
  [FIRST, '+0.85 on 26 Nov'],
  [new Date('2031-11-26T23:00:00Z'), '+0.85 on 26 Nov'],
  [new Date('2031-11-27T01:00:00Z'), '+0.85 from 26 Nov'],
])('says what is on its way, the last of it at %s', (pendingUntil, words) => {
  expect(pendingInWords({ pendingMicros: 850_000n, pendingFrom: FIRST, pendingUntil })).toBe(words)
})

it('says nothing while nothing is', () => {
  expect(pendingInWords({ pendingMicros: 0n, pendingFrom: null, pendingUntil: null })).toBeNull()
})
