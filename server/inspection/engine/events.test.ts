import { describe, expect, it } from 'vitest'
import { advance, type ContextEvent, type ContextState, openedState } from '../../protocol/advance'
import type { CheckedVerdict } from '../../protocol/verdict'
import { eventsOf } from './events'

/** What a tree tells, spelled out: both drivers are held against each other by `eventsOf`, so it needs somebody else's word. */

const NOTHING: CheckedVerdict = {
  buy: [],
  pass: [],
  hold: [],
  reserve: [],
  ask: [],
  millibits: 0,
  teasers: [],
  refused: { unknownOffers: 0, overBudget: 0, asks: 0 },
}
const ASK = {
  about: ['o2'],
  kind: 'verify' as const,
  question: 'Is it so?',
  budgetMicros: 300n,
  millibits: 0,
}

/** The events of one context given one event, and the state after it. */
function told(before: ContextState, event: ContextEvent, begins = true) {
  const { state, effects } = advance(before, event)
  const asks = effects.flatMap((effect) => (effect.type === 'open-child' ? [effect.ask] : []))
  const opened = asks.map((ask, index) => ({ id: `child-${index + 1}`, ask }))
  return { state, events: eventsOf([{ context: { id: 'c', state }, effects, opened }], begins) }
}

describe('the events of a context', () => {
  const collecting = openedState(0, 1_000n, 0)
  const { state: inspecting, events: begun } = told(collecting, { type: 'collected', offersOnTable: 3 })

  it('tell that a step begins, and not while the tree is paused', () => {
    expect(begun).toEqual([{ type: 'context.inspecting', contextId: 'c', round: 0 }])
    expect(told(collecting, { type: 'collected', offersOnTable: 3 }, false).events).toEqual([])
  })

  it('tell every part of a verdict that asks, in the order in which it came about', () => {
    const verdict: CheckedVerdict = {
      ...NOTHING,
      buy: [{ offerId: 'o1', priceMicros: 200n, reason: 'decisive' }],
      hold: [{ offerId: 'o2', reason: 'needs-check' }],
      pass: [{ offerId: 'o3', reason: 'redundant' }],
      // Nobody is told what is reserved.
      reserve: ['o4'],
      ask: [ASK, { ...ASK, kind: 'source', budgetMicros: 100n }],
    }
    const { state, events } = told(inspecting, { type: 'verdict', round: 0, verdict })
    expect(events).toEqual([
      {
        type: 'offer.bought',
        contextId: 'c',
        offerId: 'o1',
        amountMicros: 200n,
        round: 0,
        code: 'decisive',
      },
      { type: 'offer.held', contextId: 'c', offerId: 'o2', round: 0, code: 'needs-check' },
      { type: 'offer.passed', contextId: 'c', offerId: 'o3', round: 0, code: 'redundant' },
      { type: 'context.waiting', contextId: 'c', round: 1 },
      { type: 'context.opened', contextId: 'child-1', amountMicros: 300n, code: 'verify' },
      { type: 'context.opened', contextId: 'child-2', amountMicros: 100n, code: 'source' },
    ])
    const last = { returnedMicros: 50n, returnedMillibits: 0, offersOnTable: 1 }
    const one = told(state, { type: 'child-ended', ...last })
    expect(one.events).toEqual([])
    expect(told(one.state, { type: 'child-ended', ...last }).events).toEqual([
      { type: 'context.inspecting', contextId: 'c', round: 1 },
    ])
  })

  it('tell how it ended, and what it gave back', () => {
    const verdict = { ...NOTHING, buy: [{ offerId: 'o1', priceMicros: 200n, reason: 'decisive' as const }] }
    expect(told(inspecting, { type: 'verdict', round: 0, verdict }).events.at(-1)).toEqual({
      type: 'context.settled',
      contextId: 'c',
      amountMicros: 800n,
    })
    const ended = { contextId: 'c', amountMicros: 1_000n }
    expect(told(inspecting, { type: 'cancel' }).events).toEqual([{ type: 'context.cancelled', ...ended }])
    expect(told(inspecting, { type: 'fail' }).events).toEqual([{ type: 'context.failed', ...ended }])
  })

  it('are none for what comes too late', () => {
    expect(told(inspecting, { type: 'verdict', round: 1, verdict: NOTHING }).events).toEqual([])
  })
})
