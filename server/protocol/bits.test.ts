import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUDGET_MICROS_MIN } from '../shared/money'
import { ASK_KINDS, type AskKind, BUY_REASONS, PASS_REASONS, PAUSE_KINDS } from './alphabets'
import {
  affordAsks,
  affordAtEnd,
  affordChoice,
  affordFollowUps,
  affordPause,
  affordReasons,
  affordSize,
  BITS_PER_ROOT,
  bitsLeft,
  bitsOfVerdict,
  bitsShare,
  bitsSpent,
  CHOICE_MAX,
  MILLIBITS,
  ROOT_MILLIBITS,
  TOKEN_BOUNDS,
} from './bits'

type Wish = { kind: AskKind; about: string[] }

const table = (size: number) =>
  Array.from({ length: size }, (_, place) => ({ offerId: `o${place}`, priceMicros: BigInt(place + 1) }))
const subsets = (ids: readonly string[]): string[][] =>
  ids.reduce<string[][]>((all, id) => all.concat(all.map((one) => one.concat(id))), [[]])

/** The sum of 2^-cost over different outcomes: at most 1 for what can be told apart with a budget of bits. */
function kraft(outcomes: Iterable<{ told: string; spent: number }>): number {
  const dearest = new Map<string, number>()
  for (const { told, spent } of outcomes) {
    dearest.set(told, Math.min(spent, dearest.get(told) ?? Number.POSITIVE_INFINITY))
  }
  return [...dearest.values()].reduce((sum, spent) => sum + 2 ** (-spent / MILLIBITS), 0)
}

describe('what can be told with so many bits', () => {
  it.each([0, 2_500, 4_000, 6_000, 8_000, 12_000, ROOT_MILLIBITS])(
    'by up to two sub-questions about three offers, with %d millibits left',
    (millibits) => {
      const one = ASK_KINDS.flatMap((kind) =>
        subsets(['o0', 'o1', 'o2'])
          .filter((about) => about.length > 0)
          .map((about): Wish => ({ kind, about })),
      )
      const wishes = [[], ...one.map((wish) => [wish]), ...one.flatMap((a) => one.map((b) => [a, b]))]
      const outcomes = wishes.map((wished) => {
        const { asks, spent } = affordAsks({ millibits, room: 2, table: table(3) }, wished)
        expect(spent).toBeLessThanOrEqual(millibits)
        return { told: JSON.stringify(asks), spent }
      })
      expect(kraft(outcomes)).toBeLessThanOrEqual(1)
    },
  )

  it.each([0, 1_584, 2_585, 3_585, 4_585, 8_000, ROOT_MILLIBITS])(
    'by up to two follow-ups on four parts of the question, with %d millibits left',
    (millibits) => {
      const parts = [0, 1, 2, 3].map((aspect) => ({ aspect }))
      const pairs = parts.flatMap((one) =>
        parts.filter((other) => other !== one).map((other) => [one, other]),
      )
      const outcomes = [[], ...parts.map((one) => [one]), ...pairs].map((wished) => {
        const { asks, spent } = affordFollowUps({ millibits, room: 2, aspects: parts.length }, wished)
        expect(spent).toBeLessThanOrEqual(millibits)
        return { told: JSON.stringify(asks), spent }
      })
      expect(kraft(outcomes)).toBeLessThanOrEqual(1)
    },
  )

  it('by a follow-up about the whole question where its part cannot be paid, and about none where not even that can be told', () => {
    const afford = (millibits: number) =>
      affordFollowUps({ millibits, room: 3, aspects: 16 }, [{ aspect: 5 }]).asks
    expect([afford(8_000), afford(4_000), afford(2_000)]).toEqual([[{ aspect: 5 }], [{ aspect: 0 }], []])
  })

  it.each([0, 1_584, 1_585, 4_585, 100_000])('by reasons, with %d millibits left', (millibits) => {
    const outcomes = BUY_REASONS.flatMap((bought) =>
      PASS_REASONS.flatMap((first) =>
        PASS_REASONS.map((second) => {
          const { spent, ...told } = affordReasons(millibits, {
            buy: [{ offerId: 'a', reason: bought }],
            pass: [
              { offerId: 'b', reason: first },
              { offerId: 'c', reason: second },
            ],
          })
          expect(spent).toBeLessThanOrEqual(millibits)
          return { told: JSON.stringify(told), spent }
        }),
      ),
    )
    expect(kraft(outcomes)).toBeLessThanOrEqual(1)
  })

  it('by the size of a budget', () => {
    const micros = fc.bigInt({ min: BUDGET_MICROS_MIN, max: 10n ** 10n })
    fc.assert(
      fc.property(
        micros,
        fc.nat(3_000),
        fc.array(micros, { minLength: 9 }),
        (leftMicros, millibits, wished) => {
          const outcomes = wished.flatMap((wishedMicros) => {
            const size = affordSize(millibits, { wishedMicros, leftMicros })
            if (!size) return []
            expect(size.budgetMicros).toBeGreaterThanOrEqual(BUDGET_MICROS_MIN)
            expect(size.budgetMicros).toBeLessThanOrEqual(leftMicros)
            expect(size.spent).toBeLessThanOrEqual(millibits)
            return { told: String(size.budgetMicros), spent: size.spent }
          })
          expect(kraft(outcomes)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('by which passage is bought, of those that what is sealed may choose among: for half of what is left at most', () => {
    fc.assert(
      fc.property(fc.nat(ROOT_MILLIBITS), fc.integer({ min: 1, max: 20 }), (millibits, candidates) => {
        const { among, spent } = affordChoice(millibits, candidates)
        expect(among).toBeGreaterThanOrEqual(1)
        expect(among).toBeLessThanOrEqual(Math.min(candidates, CHOICE_MAX))
        expect(spent * 2).toBeLessThanOrEqual(millibits)
        const outcomes = Array.from({ length: among }, (_, place) => ({ told: String(place), spent }))
        expect(kraft(outcomes)).toBeLessThanOrEqual(1)
      }),
    )
    expect([1_999, 2_000, 4_000, 6_000].map((left) => affordChoice(left, 20).among)).toEqual([1, 2, 4, 8])
    expect(affordChoice(6_000, 1)).toEqual({ among: 1, spent: 0 })
  })

  it.each([0, 1_999, 2_000, 2_322, 4_644, 9_000, 14_000])(
    'at the end, with %d millibits left',
    (millibits) => {
      // Of each of two purchases: no other opinion was asked, or one of the four majorities of three; of each context one of four sizes.
      const each = <T>(values: readonly T[]) => values.flatMap((one) => values.map((other) => [one, other]))
      const ids = { bought: ['a', 'b'], contexts: ['p', 'q'], timed: ['p', 'q'] }
      const outcomes = each([0, 1, 2, 3, 4]).flatMap((splits) =>
        each([0, 1, 2, 3]).flatMap((tokens) =>
          each([0, 1, 2, 3]).map((seconds) => {
            const told = affordAtEnd(millibits, { opinions: 3, ...ids })
            expect(told.spent).toBeLessThanOrEqual(millibits)
            const seen = [
              ids.bought.map((id, place) => (told.splits.has(id) ? splits[place] : null)),
              ids.contexts.map((id, place) => (told.tokens.has(id) ? tokens[place] : null)),
              ids.timed.map((id, place) => (told.seconds.has(id) ? seconds[place] : null)),
            ]
            return { told: JSON.stringify(seen), spent: told.spent }
          }),
        ),
      )
      expect(kraft(outcomes)).toBeLessThanOrEqual(1)
    },
  )

  it('at the end nothing of opinions where only one was wanted', () => {
    const ids = { bought: ['a'], contexts: ['p'], timed: ['p'] }
    expect(affordAtEnd(ROOT_MILLIBITS, { opinions: 1, ...ids }).splits.size).toBe(0)
    expect(affordAtEnd(ROOT_MILLIBITS, { opinions: 2, ...ids })).toMatchObject({
      spent: 1_000 + 2_000 + 2_000,
    })
  })

  it.each([0, 4_999, 5_000, 6_999, 7_000, 12_000, 21_000, ROOT_MILLIBITS])(
    'by pauses before a verdict, with %d millibits left',
    (millibits) => {
      // Each pause is of one of four kinds, and ends by itself or waits for its buyer.
      const runs = (left: number, told: string): { told: string; left: number }[] => [
        { told: `${told} verdict`, left: bitsLeft(left, bitsOfVerdict(left)) },
        ...(affordPause(left, 'ours') === null
          ? []
          : [true, false].flatMap((endsByItself) =>
              PAUSE_KINDS.flatMap((kind) => {
                const pause = affordPause(left, kind)
                if (!pause) return []
                return runs(bitsLeft(left, pause.spent), `${told} ${pause.kind} ${endsByItself}`)
              }),
            )),
      ]
      const outcomes = runs(millibits, '').map(({ told, left }) => ({ told, spent: millibits - left }))
      expect(Math.min(...outcomes.map(({ spent }) => millibits - spent))).toBeGreaterThanOrEqual(0)
      expect(kraft(outcomes)).toBeLessThanOrEqual(1)
    },
  )

  it('by a root: its verdicts and pauses and, at its end, how many tokens it used or that somebody took over, 32 bits', () => {
    expect(ROOT_MILLIBITS / MILLIBITS + Math.log2(TOKEN_BOUNDS.length + 2)).toBeLessThanOrEqual(BITS_PER_ROOT)
    expect([bitsSpent(ROOT_MILLIBITS), bitsSpent(ROOT_MILLIBITS - 1), bitsSpent(0)]).toEqual([0, 1, 30])
    expect(3 * bitsShare(ROOT_MILLIBITS, 2)).toBeLessThanOrEqual(ROOT_MILLIBITS)
  })
})

describe('a sub-question', () => {
  const wish = (kind: AskKind, ...about: string[]): Wish => ({ kind, about })
  const afford = (millibits: number, ...wished: Wish[]) =>
    affordAsks({ millibits, room: 3, table: table(4) }, wished).asks

  it('is put as it is wished, in an order that says nothing', () => {
    const [one, other] = [wish('source', 'o2'), wish('compare', 'o0', 'o1')]
    expect(afford(ROOT_MILLIBITS, one, other)).toEqual([other, one])
    expect(afford(ROOT_MILLIBITS, other, one)).toEqual([other, one])
  })

  it('is a check of the dearest offer, chosen by code, when the choice cannot be paid', () => {
    expect(afford(4_000, wish('source', 'o0'))).toEqual([wish('verify', 'o3')])
    expect(
      afford(ROOT_MILLIBITS, ...Array.from({ length: 3 }, () => wish('compare', 'o0', 'o1', 'o2'))),
    ).toEqual([wish('compare', 'o0', 'o1', 'o2'), wish('compare', 'o0', 'o1', 'o2'), wish('verify', 'o3')])
  })

  it('is not put when not even that it is asked can be told', () => {
    expect(afford(2_000, wish('verify', 'o3'))).toEqual([])
  })

  it('has the greatest of few sizes that is not above what is wished', () => {
    const size = (wishedMicros: bigint) =>
      affordSize(ROOT_MILLIBITS, { wishedMicros, leftMicros: 9_990_000n })?.budgetMicros
    expect([9_000_000n, 4_999_999n, 1_999_999n, 700_000n, 100_000n].map(size)).toEqual([
      5_000_000n,
      2_000_000n,
      1_000_000n,
      500_000n,
      500_000n,
    ])
    expect(affordSize(1_999, { wishedMicros: 9_000_000n, leftMicros: 9_990_000n })).toEqual({
      budgetMicros: 1_000_000n,
      spent: 0,
    })
  })
})
