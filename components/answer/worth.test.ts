import { describe, expect, it } from 'vitest'
import { countInWords, orderInWords, sharesInWords, stopAt } from '@/components/answer/worth'
import { exampleAnswer } from '@/components/question/testing'
import type { Decision } from '@/server/contract/decision'
import type { Counted } from '@/server/tree/contract'

const LUNCH: Decision = { kind: 'choice', options: ['rice', 'legumes'] }
const one = (share: number): Counted['purchases'][number] => ({
  offerId: 'off_1',
  share,
  low: share,
  high: share,
  changes: 'sometimes',
  without: null,
})
const counted = (changes: Partial<Counted> = {}): Counted => ({
  isDue: false,
  countedBy: 'Built-in inspector',
  unit: 'utility',
  isExact: true,
  orders: 6,
  total: 5,
  spread: 10,
  stakeMicros: null,
  purchases: [one(4), one(1), { ...one(0), changes: 'never' }],
  ...changes,
})
const words = (changes: Partial<Counted>) => sharesInWords(counted(changes), LUNCH).map((line) => line.words)

describe('a share in words', () => {
  it('is a part of the gap between the options, or credits where the buyer said what that is', () => {
    expect(words({})).toEqual([
      '+40 % of the gap between the best and the worst option on average',
      '+10 % of the gap between the best and the worst option on average',
      'changes nothing, in any order',
    ])
    expect(words({ stakeMicros: 50_000_000n }).slice(0, 2)).toEqual([
      '+20.00 credits on average',
      '+5.00 credits on average',
    ])
  })

  it('is bits for a claim, with the sign of what misled', () => {
    expect(words({ unit: 'bits', spread: null, purchases: [one(0.4), one(-0.068), one(0.001)] })).toEqual([
      '+0.40 bits on average',
      '−0.07 bits on average',
      '0.00 bits on average',
    ])
  })

  it('has a band where orders were drawn, and never says there that a purchase changes nothing', () => {
    const drawn = { ...one(0), low: -1, high: 2, changes: 'unseen' as const }
    const [line] = sharesInWords(counted({ isExact: false, orders: 9, purchases: [drawn] }), LUNCH)
    expect(line).toMatchObject({
      words: '0 % of the gap between the best and the worst option on average',
      band: 'between −10 % of the gap between the best and the worst option and +20 % of the gap between the best and the worst option',
    })
    expect(countInWords(counted({ isExact: false, orders: 9 }))).toContain('9 orders')
    expect(countInWords(counted())).toContain('all orders')
  })

  it('that is written as nothing has no bar', () => {
    const purchases = [one(0.4), one(-0.001)]
    const lengths = sharesInWords(counted({ unit: 'bits', spread: null, purchases }), LUNCH).map(
      ({ length }) => length,
    )
    expect(lengths).toEqual([1, 0])
  })

  it('and what it did when it was bought do not contradict each other', () => {
    const [helped, , never] = sharesInWords(counted(), LUNCH)
    if (!helped || !never) throw new Error('a share is missing')
    expect(orderInWords('10 % → 20 %', helped)).toBe('When it was bought: 10 % → 20 %')
    expect(orderInWords(null, helped)).toBe(
      'It changed nothing when it was bought, but in another order it would have.',
    )
    expect(orderInWords(null, never)).toBeNull()
    expect(orderInWords(null, { changes: 'unseen' })).toContain('nor in any order drawn')
  })

  it('is explained where its unit is not a thing of every day', () => {
    expect(countInWords(counted({ unit: 'bits' }))).toContain('One bit is')
    expect(countInWords(counted())).not.toContain('bit')
  })

  it('says what would be decided without it', () => {
    const purchases = [{ ...one(4), without: { kind: 'choice' as const, utilities: [3, 1] } }]
    expect(sharesInWords(counted({ purchases }), LUNCH)[0]?.without).toBe('Without it: rice')
  })
})

it('moves the budget afterwards: the purchases as far as it goes, and what was recommended then', () => {
  const utilities = [
    [0, 0],
    [2, 0],
    [2, 3],
    [1, 5],
  ]
  const trail = utilities.map((each) => ({ kind: 'choice' as const, utilities: each }))
  const answer = exampleAnswer({ trail })
  const at = (credits: number) => stopAt(answer, LUNCH, BigInt(credits * 1_000_000))
  expect(at(0)).toEqual({ bought: 0, costMicros: 0n, words: 'No clear preference' })
  expect(at(1.5)).toEqual({ bought: 1, costMicros: 1_000_000n, words: 'rice' })
  expect(at(9)).toEqual({ bought: 3, costMicros: 3_000_000n, words: 'legumes' })
})
