import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUDGET_MICROS_MIN } from '@/server/shared/money'
import { TITLE_CHARS_MIN } from '@/server/shared/text'
import { bitsOfVerdict, FOLLOW_UP_MILLIBITS, ROOT_MILLIBITS } from './bits'
import { DEFAULT_POLICY, TREE_CONTEXTS_MAX } from './policy'
import {
  ASK_KINDS,
  type AskKind,
  asksAllowed,
  BUY_REASONS,
  checkVerdict,
  EMPTY_VERDICT,
  PASS_REASONS,
  SUB_QUESTION_CHARS_MAX,
  standingReserve,
  type VerdictDraft,
  type VerdictSituation,
} from './verdict'

const situation: VerdictSituation = {
  policy: DEFAULT_POLICY,
  level: 0,
  round: 0,
  childrenOpened: 0,
  treeContexts: 1,
  budgetMicros: 1_000_000n,
  escrowMicros: 1_000_000n,
  millibitsLeft: ROOT_MILLIBITS,
  table: [
    { offerId: 'a', priceMicros: 400_000n },
    { offerId: 'b', priceMicros: 500_000n },
    { offerId: 'c', priceMicros: 300_000n },
  ],
  asked: [],
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

  it('allows none where the bits that are left pay for none, so that no offer waits for a check that never comes', () => {
    const least = 1585 + 1000
    expect(asksAllowed({ ...situation, millibitsLeft: least })).toBe(3)
    expect(asksAllowed({ ...situation, millibitsLeft: least - 1 })).toBe(0)
    for (const millibitsLeft of [0, 1_000, least - 1, least, 4_000, 9_000]) {
      const wish = draft({ ask: [asks(['a'], 200_000n, 'Is it so what is told of a?')] })
      const came = bitsOfVerdict(millibitsLeft)
      const { ask } = checkVerdict({ ...situation, millibitsLeft }, wish)
      const allowed = asksAllowed({ ...situation, millibitsLeft: millibitsLeft - came })
      expect({ millibitsLeft, isAsked: ask.length > 0 }).toEqual({ millibitsLeft, isAsked: allowed > 0 })
    }
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
    expect([checked.buy, checked.reserve, checked.hold, checked.ask]).toEqual([[], [], [], []])
  })

  it('takes the price from the table and grants purchases in the order named while they fit, and tells them in the order of ids', () => {
    const checked = checkVerdict(situation, draft({ buy: buys('b', 'a', 'c') }))
    expect(checked.buy).toEqual([
      { offerId: 'a', priceMicros: 400_000n, reason: 'decisive' },
      { offerId: 'b', priceMicros: 500_000n, reason: 'decisive' },
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

  it('decides nothing while it asks: what it asks about needs a check, everything else is undecided, wanted or not', () => {
    const checked = checkVerdict(
      situation,
      draft({
        buy: buys('c'),
        pass: [{ offerId: 'b', reason: 'redundant' }],
        ask: [asks(['a', 'a', 'ghost'], 200_000n)],
      }),
    )
    expect(checked).toMatchObject({ ask: [asks(['a'], 200_000n)], buy: [], pass: [], reserve: ['c'] })
    expect(checked.hold).toEqual([
      { offerId: 'a', reason: 'needs-check' },
      { offerId: 'b', reason: 'undecided' },
      { offerId: 'c', reason: 'undecided' },
    ])
  })

  it('words sub-questions from what is public where it can, and tells two of the same words apart from twins', () => {
    const words = (kind: AskKind, about: readonly string[]) =>
      `What is public of ${about.join(' and ')} (${kind})?`
    const wished = [asks(['b', 'a'], 200_000n, 'The code is 4711'), asks(['a', 'b'], 200_000n, 'It is 4711')]
    const checked = checkVerdict({ ...situation, words }, draft({ ask: wished }))
    expect(checked.ask.map(({ question }) => question)).toEqual(['What is public of a and b (verify)?'])
  })

  it('reserves in the order named and sets nothing aside: a question may have the whole escrow', () => {
    const checked = checkVerdict(
      situation,
      draft({ buy: buys('c', 'a', 'c', 'ghost'), ask: [asks(['b'], situation.escrowMicros)] }),
    )
    expect(checked.reserve).toEqual(['c', 'a'])
    expect(checked.ask[0]?.budgetMicros).toBe(situation.escrowMicros)
  })

  it('buys at once where the policy says so, and asks nothing about what it buys', () => {
    const policy = { ...DEFAULT_POLICY, buyAtOnce: true }
    const about = (...ids: string[]) => asks(ids, 200_000n, `Is it so of ${ids.join(' and ')}?`)
    const checked = checkVerdict(
      { ...situation, policy },
      draft({ buy: buys('a'), ask: [about('a'), about('a', 'b')] }),
    )
    expect(checked.buy.map(({ offerId }) => offerId)).toEqual(['a'])
    expect(checked.ask.map((ask) => ask.about)).toEqual([['b']])
    expect([checked.reserve, checked.refused.asks]).toEqual([[], 1])
  })

  it('asks no twins, and nothing shorter than a title', () => {
    const wished = [
      asks(['a', 'b'], 100_000n, 'Is it so?'),
      asks(['b', 'a'], 100_000n, '  is it SO'),
      asks(['c'], 100_000n, 'Is it so?'),
      asks(['a'], 100_000n, ']['),
    ]
    const checked = checkVerdict(situation, draft({ ask: wished }))
    expect(checked.ask.map((ask) => ask.about)).toEqual([['a', 'b'], ['c']])
    expect(checked.refused.asks).toBe(2)
    const asked = [{ about: ['c'], question: 'Is it so', kind: 'verify' as const, budgetMicros: 100_000n }]
    expect(checkVerdict({ ...situation, asked }, draft({ ask: wished })).ask).toHaveLength(1)
  })

  it('is followed by a first answer where that may ask and its bits pay for it, and keeps bits for it', () => {
    const answering = { stage: 0, depth: 0, aspects: [] } as const
    const policy = { ...DEFAULT_POLICY, followUpDepth: 1 }
    const check = (over: Partial<VerdictSituation>) =>
      checkVerdict({ ...situation, policy, answering, ...over }, draft({ buy: buys('c') }))
    expect(check({}).isAnswered).toBe(true)
    expect(check({ millibitsLeft: 12_000 }).millibits).toBeLessThanOrEqual(12_000 - FOLLOW_UP_MILLIBITS)
    // No bits, no money, no room, too deep, no model; and nothing bought.
    expect(check({ millibitsLeft: 0 }).isAnswered).toBeUndefined()
    expect(check({ escrowMicros: 399_999n }).isAnswered).toBeUndefined()
    expect(check({ childrenOpened: policy.maxChildren }).isAnswered).toBeUndefined()
    expect(check({ answering: { ...answering, depth: 1 } }).isAnswered).toBeUndefined()
    expect(check({ answering: { ...answering, depth: null } }).isAnswered).toBeUndefined()
    expect(checkVerdict({ ...situation, policy, answering }, draft({})).isAnswered).toBeUndefined()
    // A follow-up has one at its deepest too: the answers above are refined by it.
    expect(check({ level: 1, answering: { ...answering, depth: 1 } }).isAnswered).toBe(true)
  })

  it('asks after a first answer, each part once and within the share, and after a refined one nothing', () => {
    const policy = { ...DEFAULT_POLICY, followUpDepth: 1 }
    const aspects = ['What of the whole?', 'What of winter?', 'What of salt?']
    const lacks = [2, 1, 1, 7].map((aspect) => ({ aspect, budgetMicros: 500_000n }))
    const ask = (stage: 1 | 2, over: Partial<VerdictSituation> = {}) =>
      checkVerdict(
        { ...situation, policy, table: [], answering: { stage, depth: 0, aspects }, ...over },
        draft({ lacks }),
      ).ask.map(({ kind, question, budgetMicros }) => [kind, question, budgetMicros])
    // 30 per cent of a credit: the greater part goes to the first, and the rest is one of the few sizes.
    expect(ask(1)).toEqual([
      ['follow-up', aspects[1], 200_000n],
      ['follow-up', aspects[2], 100_000n],
    ])
    expect(ask(2)).toEqual([])
  })

  it('takes a question about no offer for a follow-up to the question itself, and no other', () => {
    const kinds = (about: string[], kind: AskKind) =>
      checkVerdict(situation, draft({ ask: [{ ...asks(about, 100_000n), kind }] })).ask.map((ask) => ask.kind)
    expect(kinds([], 'verify')).toEqual(['follow-up'])
    expect(kinds(['a'], 'follow-up')).toEqual(['context'])
    expect(kinds(['ghost'], 'verify')).toEqual([])
  })

  it('shows again what was reserved as far as it fits, in the order of the inspector', () => {
    const left = { table: situation.table, escrowMicros: 800_000n }
    expect(standingReserve(['b', 'a', 'ghost', 'c'], left)).toEqual(['b', 'c'])
    expect(standingReserve(['a', 'b'], { ...left, escrowMicros: 0n })).toEqual([])
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
    const many = draft({
      ask: Array.from({ length: 9 }, (_, n) => asks(['a'], BUDGET_MICROS_MIN, `Is it so, ${n}?`)),
    })
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
          kind: fc.constantFrom(...ASK_KINDS),
          question: fc.oneof(fc.string({ maxLength: 300 }), fc.constantFrom('Is it so?', 'Is that so?')),
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
        fc.boolean(),
        (wished, tableIds, prices, escrowMicros, buyAtOnce) => {
          const table = tableIds.map((offerId, index) => ({ offerId, priceMicros: prices[index] ?? 0n }))
          const policy = { ...DEFAULT_POLICY, buyAtOnce }
          const checked = checkVerdict({ ...situation, policy, escrowMicros, table }, wished)

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
            expect(ask.about.every((about) => tableIds.includes(about))).toBe(true)
            expect(ask.kind === 'follow-up').toBe(ask.about.length === 0)
            expect(ask.question.length).toBeGreaterThanOrEqual(TITLE_CHARS_MIN)
            // Nothing is paid for and checked in one verdict.
            expect(checked.buy.some(({ offerId }) => ask.about.includes(offerId))).toBe(false)
          }
          if (checked.ask.length > 0 && !buyAtOnce) expect([checked.buy, checked.pass]).toEqual([[], []])
          if (checked.ask.length === 0) expect([checked.reserve, checked.hold]).toEqual([[], []])
          expect(checked.ask.length + checked.refused.asks).toBe(wished.ask.length)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('teasers', () => {
  const judged = (...misleading: string[]) =>
    ['a', 'b', 'c', 'elsewhere'].map((offerId) => ({ offerId, isFair: !misleading.includes(offerId) }))

  it('that were judged are told with the last verdict, of offers on the table', () => {
    const told = checkVerdict(situation, draft({ buy: buys('a'), teasers: judged('b') }))
    expect(told.teasers).toEqual([
      { offerId: 'a', isFair: true },
      { offerId: 'b', isFair: false },
      { offerId: 'c', isFair: true },
    ])
    const asking = draft({ ask: [asks(['a'], BUDGET_MICROS_MIN)], teasers: judged('b') })
    expect(checkVerdict(situation, asking).teasers).toEqual([])
  })

  it('cost bits, more the more of them mislead, and are told all or not at all', () => {
    const costOf = (...misleading: string[]) =>
      checkVerdict(situation, draft({ teasers: judged(...misleading) })).millibits -
      checkVerdict(situation, draft({})).millibits
    expect(costOf()).toBeGreaterThan(0)
    expect(costOf('b')).toBeGreaterThan(costOf())
    expect(costOf('a', 'b')).toBeGreaterThan(costOf('b'))
    const poor = { ...situation, millibitsLeft: costOf('b') - 1 }
    expect(checkVerdict(poor, draft({ teasers: judged('b') }))).toMatchObject({ teasers: [] })
  })
})
