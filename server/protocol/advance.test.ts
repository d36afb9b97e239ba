import { describe, expect, it } from 'vitest'
import {
  advance,
  type ContextEvent,
  type ContextState,
  isCollected,
  isTerminal,
  openedState,
  PHASES,
  type Phase,
  type Readiness,
} from './advance'
import { UNBOUNDED } from './bits'
import type { CheckedAsk, CheckedVerdict } from './verdict'

const ask = (budgetMicros: bigint): CheckedAsk => ({
  about: ['off_1'],
  kind: 'verify',
  question: 'Is it so?',
  budgetMicros,
  millibits: 0,
})

function verdict(parts: Partial<CheckedVerdict>): CheckedVerdict {
  return {
    buy: [],
    pass: [],
    hold: [],
    reserve: [],
    ask: [],
    millibits: 0,
    teasers: [],
    refused: { unknownOffers: 0, overBudget: 0, asks: 0 },
    ...parts,
  }
}

function state(phase: Phase, parts: Partial<ContextState> = {}): ContextState {
  const escrowMicros = isTerminal(phase) ? 0n : 1_000n
  const counts = {
    round: 0,
    sittingRound: parts.round ?? 0,
    sittingsLeft: 0,
    childrenOpened: 0,
    openChildren: 0,
    answerStage: 0 as const,
    millibitsLeft: 0,
  }
  return { phase, level: 1, ...counts, escrowMicros, ...parts }
}

const buyOne = verdict({ buy: [{ offerId: 'off_1', priceMicros: 300n, reason: 'decisive' }] })
const terminal: Phase[] = ['settled', 'cancelled', 'failed']

/** Nothing happens: the same state object, no effects. */
function expectIgnored(before: ContextState, event: ContextEvent): void {
  expect(advance(before, event)).toEqual({ state: before, effects: [] })
}

describe('a context that is opened', () => {
  it('collects, with its budget in its escrow and its bits to spend', () => {
    expect(openedState(2, 500n, 70)).toEqual(
      state('collecting', { level: 2, escrowMicros: 500n, millibitsLeft: 70 }),
    )
  })
})

describe('collected', () => {
  it('calls the inspector when offers are on the table', () => {
    expect(advance(state('collecting'), { type: 'collected', offersOnTable: 2 })).toEqual({
      state: state('inspecting'),
      effects: [{ type: 'inspect', round: 0 }],
    })
  })

  it('settles at once and gives everything back when nothing was offered', () => {
    expect(advance(state('collecting'), { type: 'collected', offersOnTable: 0 })).toEqual({
      state: state('settled', { escrowMicros: 0n }),
      effects: [
        { type: 'return-escrow', amountMicros: 1_000n },
        { type: 'ended', returnedMicros: 1_000n, returnedMillibits: 0 },
      ],
    })
  })

  it.each(PHASES.filter((phase) => phase !== 'collecting'))(
    'changes nothing when the context is %s',
    (phase) => {
      expectIgnored(state(phase), { type: 'collected', offersOnTable: 2 })
      expectIgnored(state(phase), { type: 'collected', offersOnTable: 0 })
    },
  )
})

describe('verdict', () => {
  it('settles a context that asks nothing: buys first, then returns the rest', () => {
    expect(advance(state('inspecting'), { type: 'verdict', round: 0, verdict: buyOne })).toEqual({
      state: state('settled', { round: 1, escrowMicros: 0n }),
      effects: [
        { type: 'buy', offerId: 'off_1', priceMicros: 300n, reason: 'decisive' },
        { type: 'return-escrow', amountMicros: 700n },
        { type: 'ended', returnedMicros: 700n, returnedMillibits: 0 },
      ],
    })
  })

  it('waits for the children it opens and carves their budgets out of its escrow', () => {
    const asked = verdict({ buy: buyOne.buy, ask: [ask(200n), ask(100n)] })
    expect(advance(state('inspecting'), { type: 'verdict', round: 0, verdict: asked })).toEqual({
      state: state('waiting', { round: 1, escrowMicros: 400n, childrenOpened: 2, openChildren: 2 }),
      effects: [
        { type: 'buy', offerId: 'off_1', priceMicros: 300n, reason: 'decisive' },
        { type: 'open-child', ask: ask(200n) },
        { type: 'open-child', ask: ask(100n) },
      ],
    })
  })

  it('gives every other offer its reason', () => {
    const left = verdict({
      hold: [{ offerId: 'off_2', reason: 'needs-check' }],
      pass: [{ offerId: 'off_3', reason: 'redundant' }],
      ask: [ask(200n)],
    })
    expect(
      advance(state('inspecting'), { type: 'verdict', round: 0, verdict: left }).effects.slice(0, 2),
    ).toEqual([
      { type: 'hold', offerId: 'off_2', reason: 'needs-check' },
      { type: 'pass', offerId: 'off_3', reason: 'redundant' },
    ])
  })

  it('returns nothing when everything was spent', () => {
    const all = verdict({ buy: [{ offerId: 'off_1', priceMicros: 1_000n, reason: 'decisive' }] })
    expect(advance(state('inspecting'), { type: 'verdict', round: 0, verdict: all }).effects).toEqual([
      { type: 'buy', offerId: 'off_1', priceMicros: 1_000n, reason: 'decisive' },
      { type: 'ended', returnedMicros: 0n, returnedMillibits: 0 },
    ])
  })

  it('counts once for a round: an answer to an earlier call changes nothing', () => {
    expectIgnored(state('inspecting', { round: 1 }), { type: 'verdict', round: 0, verdict: buyOne })
  })

  it('throws when purchases and carved budgets together exceed the escrow', () => {
    const greedy = verdict({ buy: buyOne.buy, ask: [ask(701n)] })
    expect(() => advance(state('inspecting'), { type: 'verdict', round: 0, verdict: greedy })).toThrow(
      /more than the escrow/,
    )
  })

  it.each(PHASES.filter((phase) => phase !== 'inspecting'))(
    'changes nothing when the context is %s',
    (phase) => {
      expectIgnored(state(phase), { type: 'verdict', round: 0, verdict: buyOne })
    },
  )
})

describe('child-ended', () => {
  const ended = (returnedMicros: bigint, offersOnTable = 1): ContextEvent => ({
    type: 'child-ended',
    returnedMicros,
    returnedMillibits: 0,
    offersOnTable,
  })

  it('keeps waiting while another child is open, and takes the money back', () => {
    expect(advance(state('waiting', { round: 1, openChildren: 2 }), ended(50n))).toEqual({
      state: state('waiting', { round: 1, openChildren: 1, escrowMicros: 1_050n }),
      effects: [],
    })
  })

  it('inspects again, in the next round, when the last child has ended', () => {
    expect(advance(state('waiting', { round: 1, openChildren: 1 }), ended(50n))).toEqual({
      state: state('inspecting', { round: 1, openChildren: 0, escrowMicros: 1_050n }),
      effects: [{ type: 'inspect', round: 1 }],
    })
  })

  it('settles when the last child has ended and nothing is left on the table', () => {
    expect(advance(state('waiting', { round: 1, openChildren: 1 }), ended(50n, 0))).toEqual({
      state: state('settled', { round: 1 }),
      effects: [
        { type: 'return-escrow', amountMicros: 1_050n },
        { type: 'ended', returnedMicros: 1_050n, returnedMillibits: 0 },
      ],
    })
  })

  it.each(terminal)(
    'ends a parent that is %s when the last child has reported, with all that came back',
    (phase) => {
      const closing = state(phase, { openChildren: 2, escrowMicros: 10n })
      const first = advance(closing, ended(50n))
      expect(first).toEqual({ state: state(phase, { openChildren: 1, escrowMicros: 60n }), effects: [] })
      expect(advance(first.state, ended(0n))).toEqual({
        state: state(phase),
        effects: [
          { type: 'return-escrow', amountMicros: 60n },
          { type: 'ended', returnedMicros: 60n, returnedMillibits: 0 },
        ],
      })
    },
  )

  it.each(PHASES)('throws when no child is open (%s): money must not be counted twice', (phase) => {
    expect(() => advance(state(phase), ended(50n))).toThrow(/not open/)
  })
})

describe('bits', () => {
  const asked = verdict({
    millibits: 5,
    ask: [
      { ...ask(200n), millibits: 30 },
      { ...ask(100n), millibits: 30 },
    ],
  })

  it('are spent by a verdict, and go with the sub-questions that it opens', () => {
    const before = state('inspecting', { millibitsLeft: 100 })
    expect(advance(before, { type: 'verdict', round: 0, verdict: asked }).state.millibitsLeft).toBe(35)
  })

  it('come back from a sub-question that ends, and stay with a root', () => {
    const waiting = state('waiting', { round: 1, openChildren: 1, millibitsLeft: 35 })
    const back = { type: 'child-ended', returnedMicros: 0n, returnedMillibits: 20, offersOnTable: 0 } as const
    expect(advance(waiting, back)).toMatchObject({
      state: { millibitsLeft: 0 },
      effects: [{ type: 'return-escrow' }, { type: 'ended', returnedMillibits: 55 }],
    })
    expect(advance({ ...waiting, level: 0 }, back).state.millibitsLeft).toBe(55)
  })

  it('are without end in a world without strangers', () => {
    const before = state('inspecting', { millibitsLeft: UNBOUNDED })
    const opened = { ...asked, ask: asked.ask.map((one) => ({ ...one, millibits: UNBOUNDED })) }
    expect(advance(before, { type: 'verdict', round: 0, verdict: opened }).state.millibitsLeft).toBe(
      UNBOUNDED,
    )
  })
})

describe.each([
  { type: 'cancel', phase: 'cancelled' },
  { type: 'fail', phase: 'failed' },
] as const)('$type', ({ type, phase }) => {
  it.each(['collecting', 'inspecting'] as const)(
    'ends a context that is %s and gives its escrow back',
    (before) => {
      expect(advance(state(before), { type })).toEqual({
        state: state(phase),
        effects: [
          { type: 'return-escrow', amountMicros: 1_000n },
          { type: 'ended', returnedMicros: 1_000n, returnedMillibits: 0 },
        ],
      })
    },
  )

  it('takes the children of a waiting context with it, and keeps its escrow until they have reported', () => {
    expect(advance(state('waiting', { openChildren: 2 }), { type })).toEqual({
      state: state(phase, { openChildren: 2, escrowMicros: 1_000n }),
      effects: [{ type: 'cancel-children' }],
    })
  })

  it.each(terminal)('changes nothing when the context is already %s', (before) => {
    expectIgnored(state(before), { type })
  })
})

describe('isCollected', () => {
  const at = (seconds: number): Date => new Date(seconds * 1_000)
  const waiting: Readiness = {
    offers: 1,
    botsPending: 1,
    now: at(0),
    botsUntil: at(60),
    peopleUntil: null,
    quorum: null,
    emptyUntil: null,
  }

  it('waits for a triggered bot, and no longer than botsUntil', () => {
    expect(isCollected(waiting)).toBe(false)
    expect(isCollected({ ...waiting, botsPending: 0 })).toBe(true)
    expect(isCollected({ ...waiting, now: at(59) })).toBe(false)
    expect(isCollected({ ...waiting, now: at(60) })).toBe(true)
  })

  it('waits for people after the bots have answered', () => {
    const people = { ...waiting, botsPending: 0, peopleUntil: at(600) }
    expect(isCollected({ ...people, now: at(599) })).toBe(false)
    expect(isCollected({ ...people, now: at(600) })).toBe(true)
  })

  it('waits for bots when the wait for people is the shorter one', () => {
    const short = { ...waiting, peopleUntil: at(10), now: at(10) }
    expect(isCollected(short)).toBe(false)
    expect(isCollected({ ...short, botsPending: 0 })).toBe(true)
    expect(isCollected({ ...short, now: at(60) })).toBe(true)
  })

  it('starts at once when the quorum is reached, whoever is still waited for', () => {
    const quorum = { ...waiting, peopleUntil: at(600), quorum: 3 }
    expect(isCollected({ ...quorum, offers: 2 })).toBe(false)
    expect(isCollected({ ...quorum, offers: 3 })).toBe(true)
  })

  it('keeps a root open for its first offer until emptyUntil, and ends a sub-context that nobody answers', () => {
    const unanswered = { ...waiting, offers: 0, botsPending: 0 }
    const root = { ...unanswered, emptyUntil: at(600) }
    expect(isCollected({ ...root, now: at(599) })).toBe(false)
    expect(isCollected({ ...root, now: at(600) })).toBe(true)
    expect(isCollected({ ...root, now: at(599), offers: 1 })).toBe(true)
    expect(isCollected(unanswered)).toBe(true)
  })
})

describe('sittings', () => {
  const root = (phase: Phase, parts: Partial<ContextState> = {}) => state(phase, { level: 0, ...parts })

  it('a root that may be read again keeps its escrow and stays open', () => {
    const before = root('inspecting', { sittingsLeft: 1 })
    expect(advance(before, { type: 'verdict', round: 0, verdict: buyOne })).toEqual({
      state: root('provisional', { round: 1, sittingsLeft: 1, escrowMicros: 700n }),
      effects: [
        { type: 'buy', offerId: 'off_1', priceMicros: 300n, reason: 'decisive' },
        { type: 'stay-open' },
      ],
    })
  })

  it('later offers wake it for a sitting with rounds and children of its own', () => {
    const before = root('provisional', { round: 3, sittingRound: 3, childrenOpened: 2, sittingsLeft: 2 })
    expect(advance(before, { type: 'wake', offersOnTable: 1 })).toEqual({
      state: root('inspecting', { round: 3, sittingRound: 0, childrenOpened: 0, sittingsLeft: 1 }),
      effects: [{ type: 'inspect', round: 3 }],
    })
    expectIgnored(before, { type: 'wake', offersOnTable: 0 })
    for (const phase of PHASES.filter((one) => one !== 'provisional'))
      expectIgnored(root(phase, { sittingsLeft: 1 }), { type: 'wake', offersOnTable: 1 })
  })

  it('enough ends it between two sittings, and makes the one under way the last', () => {
    const between = root('provisional', { round: 1, sittingsLeft: 2 })
    expect(advance(between, { type: 'enough' })).toEqual({
      state: root('settled', { round: 1, sittingsLeft: 2 }),
      effects: [
        { type: 'return-escrow', amountMicros: 1_000n },
        { type: 'ended', returnedMicros: 1_000n, returnedMillibits: 0 },
      ],
    })
    const { state: last } = advance(root('inspecting', { sittingsLeft: 2 }), { type: 'enough' })
    expect(last).toEqual(root('inspecting', { sittingsLeft: 0 }))
    expect(advance(last, { type: 'verdict', round: 0, verdict: buyOne }).state.phase).toBe('settled')
    for (const phase of terminal) expectIgnored(root(phase), { type: 'enough' })
  })

  it('only roots have more than one', () => {
    expect(openedState(0, 500n, 0, 3).sittingsLeft).toBe(2)
    expect(openedState(1, 500n, 0, 3).sittingsLeft).toBe(0)
  })
})
