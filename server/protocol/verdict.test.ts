import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUDGET_MICROS_MIN } from '@/server/shared/money'
import { DEFAULT_POLICY, TREE_CONTEXTS_MAX } from './policy'
import {
  asksAllowed,
  BUY_REASONS,
  checkVerdict,
  EMPTY_VERDICT,
  PASS_REASONS,
  SUB_QUESTION_CHARS_MAX,
  type VerdictDraft,
  type VerdictSituation,
} from './verdict'

const situation: VerdictSituation = {
  policy: DEFAULT_POLICY,
  level: 0,
  round: 0,
  childrenOpened: 0,
  treeContexts: 1,
  escrowMicros: 1_000_000n,
  table: [
    { offerId: 'a', priceMicros: 400_000n },
    { offerId: 'b', priceMicros: 500_000n },
    { offerId: 'c', priceMicros: 300_000n },
  ],
}

function draft(parts: Partial<VerdictDraft>): VerdictDraft {
  return { ...EMPTY_VERDICT, ...parts }
}

const buys = (...ids: string[]): VerdictDraft['buy'] =>
  ids.map((offerId) => ({ offerId, reason: 'decisive' }))
const asks = (
  about: string[],
  budgetMicros: bigint,
  question = 'Is it so?',
): VerdictDraft['ask'][number] => ({
  about,
  kind: 'verify',
  question,
  budgetMicros,
})

describe('asksAllowed', () => {
  it('allows as many as the policy has children left', () => {
    expect(asksAllowed(situation)).toBe(3)
    expect(asksAllowed({ ...situation, childrenOpened: 2 })).toBe(1)
    expect(asksAllowed({ ...situation, childrenOpened: 4 })).toBe(0)
  })

  it('allows none at the depth limit, and none at all in the single protocol', () => {
    expect(asksAllowed({ ...situation, level: 2 })).toBe(3)
    expect(asksAllowed({ ...situation, level: 3 })).toBe(0)
    expect(asksAllowed({ ...situation, policy: { ...DEFAULT_POLICY, protocol: 'single' } })).toBe(0)
  })

  it('allows none in the last round: nobody would read the answer', () => {
    expect(asksAllowed({ ...situation, round: 1 })).toBe(3)
    expect(asksAllowed({ ...situation, round: 2 })).toBe(0)
  })

  it('never lets the tree outgrow its limit', () => {
    expect(asksAllowed({ ...situation, treeContexts: TREE_CONTEXTS_MAX - 2 })).toBe(2)
    expect(asksAllowed({ ...situation, treeContexts: TREE_CONTEXTS_MAX })).toBe(0)
    expect(asksAllowed({ ...situation, treeContexts: TREE_CONTEXTS_MAX + 1 })).toBe(0)
  })
})

describe('checkVerdict', () => {
  it('passes everything when the inspector has nothing to say', () => {
    const checked = checkVerdict(situation, EMPTY_VERDICT)
    expect(checked.pass).toEqual(['a', 'b', 'c'].map((offerId) => ({ offerId, reason: 'no-verdict' })))
    expect([checked.buy, checked.hold, checked.ask]).toEqual([[], [], []])
  })

  it('takes the price from the table and grants purchases in the order named while they fit', () => {
    const checked = checkVerdict(situation, draft({ buy: buys('b', 'a', 'c') }))
    expect(checked.buy).toEqual([
      { offerId: 'b', priceMicros: 500_000n, reason: 'decisive' },
      { offerId: 'a', priceMicros: 400_000n, reason: 'decisive' },
    ])
    expect(checked.pass).toEqual([{ offerId: 'c', reason: 'over-budget' }])
    expect(checked.refused).toEqual({ unknownOffers: 0, overBudget: 1, asks: 0 })
  })

  it('grants a purchase that takes the escrow to exactly zero', () => {
    expect(
      checkVerdict({ ...situation, escrowMicros: 900_000n }, draft({ buy: buys('a', 'b') })).buy,
    ).toHaveLength(2)
    expect(
      checkVerdict({ ...situation, escrowMicros: 899_999n }, draft({ buy: buys('a', 'b') })).buy,
    ).toHaveLength(1)
  })

  it('drops offers that are not on the table and counts them', () => {
    const checked = checkVerdict(
      situation,
      draft({
        buy: buys('ghost'),
        pass: [{ offerId: 'ghost', reason: 'irrelevant' }],
        ask: [asks(['ghost'], BUDGET_MICROS_MIN)],
      }),
    )
    expect(checked.buy).toEqual([])
    expect(checked.refused).toEqual({ unknownOffers: 2, overBudget: 0, asks: 1 })
  })

  it('counts what it does not know, and not what is passed with reason', () => {
    const pass = ['a', 'ghost'].map((offerId) => ({ offerId, reason: 'irrelevant' as const }))
    expect(checkVerdict(situation, draft({ pass })).refused.unknownOffers).toBe(1)
  })

  it('buys an offer once, however often it is named, and a purchase beats a pass', () => {
    const checked = checkVerdict(
      situation,
      draft({ buy: buys('a', 'a', 'a'), pass: [{ offerId: 'a', reason: 'irrelevant' }] }),
    )
    expect(checked.buy.map((buy) => buy.offerId)).toEqual(['a'])
    expect(checked.pass.map((pass) => pass.offerId)).toEqual(['b', 'c'])
  })

  it('holds what a granted question is about and passes the rest with the reason given', () => {
    const checked = checkVerdict(
      situation,
      draft({ pass: [{ offerId: 'b', reason: 'redundant' }], ask: [asks(['a', 'a', 'ghost'], 200_000n)] }),
    )
    expect(checked.ask).toEqual([asks(['a'], 200_000n)])
    expect(checked.hold).toEqual([{ offerId: 'a', reason: 'needs-check' }])
    expect(checked.pass).toEqual([
      { offerId: 'b', reason: 'redundant' },
      { offerId: 'c', reason: 'no-verdict' },
    ])
  })

  it('gives a question what is left, and nothing below the least budget', () => {
    const greedy = draft({ ask: [asks(['a'], 10n ** 30n)] })
    expect(checkVerdict(situation, greedy).ask[0]?.budgetMicros).toBe(1_000_000n)
    expect(checkVerdict({ ...situation, escrowMicros: BUDGET_MICROS_MIN }, greedy).ask).toHaveLength(1)
    expect(checkVerdict({ ...situation, escrowMicros: BUDGET_MICROS_MIN - 1n }, greedy).ask).toEqual([])
    expect(checkVerdict(situation, draft({ ask: [asks(['a'], BUDGET_MICROS_MIN - 1n)] })).ask).toEqual([])
    expect(checkVerdict(situation, draft({ ask: [asks(['a'], -(10n ** 30n))] })).ask).toEqual([])
  })

  it('grants no more questions than are allowed and counts the others', () => {
    const many = draft({ ask: Array.from({ length: 9 }, () => asks(['a'], BUDGET_MICROS_MIN)) })
    const checked = checkVerdict({ ...situation, childrenOpened: 1 }, many)
    expect(checked.ask).toHaveLength(2)
    expect(checked.refused.asks).toBe(7)
  })

  it('cuts a question to its length', () => {
    const long = draft({ ask: [asks(['a'], BUDGET_MICROS_MIN, ` ${'x'.repeat(500)} `)] })
    expect(checkVerdict(situation, long).ask[0]?.question).toBe('x'.repeat(SUB_QUESTION_CHARS_MAX))
  })

  it('is legal whatever the draft: every table offer exactly once, sums within the escrow', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'ghost', '')
    const amount = fc.oneof(
      fc.bigInt({ min: -200_000n, max: 2_000_000n }),
      fc.constantFrom(-(10n ** 30n), 10n ** 30n),
    )
    const price = fc.bigInt({ min: 0n, max: 600_000n })
    const draftArbitrary = fc.record<VerdictDraft>({
      buy: fc.array(fc.record({ offerId: id, reason: fc.constantFrom(...BUY_REASONS) })),
      pass: fc.array(fc.record({ offerId: id, reason: fc.constantFrom(...PASS_REASONS) })),
      ask: fc.array(
        fc.record({
          about: fc.array(id),
          kind: fc.constant('verify' as const),
          question: fc.string({ maxLength: 300 }),
          budgetMicros: amount,
        }),
      ),
    })
    fc.assert(
      fc.property(
        draftArbitrary,
        fc.subarray(['a', 'b', 'c', 'd', 'e']),
        fc.array(price, { minLength: 5, maxLength: 5 }),
        fc.bigInt({ min: 0n, max: 1_500_000n }),
        (wished, tableIds, prices, escrowMicros) => {
          const table = tableIds.map((offerId, index) => ({ offerId, priceMicros: prices[index] ?? 0n }))
          const checked = checkVerdict({ ...situation, escrowMicros, table }, wished)

          const named = [...checked.buy, ...checked.pass, ...checked.hold].map(({ offerId }) => offerId)
          expect(named.sort()).toEqual([...tableIds].sort())

          const spentMicros = checked.buy.reduce((sum, buy) => sum + buy.priceMicros, 0n)
          const carvedMicros = checked.ask.reduce((sum, ask) => sum + ask.budgetMicros, 0n)
          expect(spentMicros + carvedMicros <= escrowMicros).toBe(true)
          for (const buy of checked.buy) {
            expect(buy.priceMicros).toBe(table.find((offer) => offer.offerId === buy.offerId)?.priceMicros)
          }

          expect(checked.ask.length).toBeLessThanOrEqual(3)
          for (const ask of checked.ask) {
            expect(ask.budgetMicros >= BUDGET_MICROS_MIN).toBe(true)
            expect(ask.question.length).toBeLessThanOrEqual(SUB_QUESTION_CHARS_MAX)
            expect(new Set(ask.about).size).toBe(ask.about.length)
            expect(ask.about.every((about) => tableIds.includes(about)) && ask.about.length > 0).toBe(true)
          }
          expect(checked.ask.length + checked.refused.asks).toBe(wished.ask.length)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
