import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineOpinions } from './opinions'
import { PASS_REASONS, type VerdictDraft } from './verdict'

const opinion = (buy: string[], pass: VerdictDraft['pass'] = []): VerdictDraft => ({
  buy: buy.map((offerId) => ({ offerId, reason: 'worth-its-price' })),
  pass,
  ask: [],
})
const boughtBy = (opinions: string[][], wanted = opinions.length) =>
  combineOpinions(
    opinions.map((buy) => opinion(buy)),
    wanted,
  ).buy.map(({ offerId }) => offerId)

describe('several opinions', () => {
  it('buy what most of them would, in the order of the first and then of the others', () => {
    expect(
      boughtBy([
        ['a', 'b', 'c'],
        ['c', 'b', 'd'],
        ['d', 'b'],
      ]),
    ).toEqual(['b', 'c', 'd'])
  })

  it('do not buy at a tie', () => {
    expect(boughtBy([['a', 'b'], ['b']])).toEqual(['b'])
  })

  it('buy nothing for one that was not given', () => {
    expect(boughtBy([['a']], 2)).toEqual([])
    expect(boughtBy([['a'], ['a']], 3)).toEqual(['a'])
  })

  it('give a reason of whoever passed, or that it did not convince', () => {
    const { pass } = combineOpinions(
      [opinion(['a', 'b']), opinion([], [{ offerId: 'a', reason: 'contradicted' }])],
      2,
    )
    expect(pass).toEqual([
      { offerId: 'a', reason: 'contradicted' },
      { offerId: 'b', reason: 'unconvincing' },
    ])
  })

  it('ask what the first asks', () => {
    const ask: VerdictDraft['ask'] = [{ about: ['a'], kind: 'verify', question: '', budgetMicros: 1n }]
    expect(combineOpinions([{ ...opinion([]), ask }, opinion(['a'])], 2).ask).toEqual(ask)
    expect(combineOpinions([opinion([]), { ...opinion(['a']), ask }], 2).ask).toEqual([])
  })

  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
  const drafts = fc.array(
    fc.tuple(ids, ids, fc.constantFrom(...PASS_REASONS)).map(([buy, pass, reason]) =>
      opinion(
        buy,
        pass.map((offerId) => ({ offerId, reason })),
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )

  it('name each offer at most once, buy what more than half of all wanted opinions buy, and nothing that no one named', () => {
    fc.assert(
      fc.property(drafts, fc.integer({ min: 1, max: 3 }), (given, least) => {
        const wanted = Math.max(least, given.length)
        const { buy, pass } = combineOpinions(given, wanted)
        const all = [...buy, ...pass].map(({ offerId }) => offerId)
        expect(new Set(all).size).toBe(all.length)
        for (const offerId of ['a', 'b', 'c', 'd', 'e']) {
          const votes = given.filter((one) => one.buy.some((wish) => wish.offerId === offerId)).length
          expect(buy.some((one) => one.offerId === offerId)).toBe(votes * 2 > wanted)
        }
      }),
    )
  })

  it('are one verdict as it stands where there is one', () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const [first] = given
        if (!first) return
        expect(combineOpinions([first], 1).buy).toEqual(first.buy)
      }),
    )
  })
})
