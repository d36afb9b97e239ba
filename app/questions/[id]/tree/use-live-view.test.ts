import { describe, expect, it } from 'vitest'
import { withEvents } from '@/app/questions/[id]/tree/use-live-view'
import type { TreeContext, TreeEvent, TreeView } from '@/server/tree/contract'

function event(seq: number): TreeEvent {
  return {
    seq,
    type: 'context.waiting',
    contextId: 'root',
    offerId: null,
    amountMicros: null,
    round: null,
    code: null,
    at: new Date(seq),
  }
}

const ROOT: TreeContext = {
  id: 'root',
  parentId: null,
  level: 0,
  title: 'Is it so?',
  seal: null,
  askKind: null,
  about: [],
  budgetMicros: 1_000_000n,
  phase: 'collecting',
  round: 0,
  createdAt: new Date(0),
  inspectedAt: null,
  endedAt: null,
}

function seen(...seqs: number[]): TreeView {
  return {
    rootId: 'root',
    status: 'running',
    pausedFor: null,
    protocol: 'recursive',
    inspectorName: 'the built-in inspector',
    decision: { kind: 'open' },
    modelCalls: 0,
    tokensUsed: 0,
    startedAt: null,
    endedAt: null,
    lastSeq: seqs.at(-1) ?? 0,
    isYours: true,
    contexts: [ROOT],
    offers: [],
    events: seqs.map(event),
    answer: null,
    decisionMade: null,
  }
}

describe('withEvents', () => {
  it('counts an event once that both the look and the subscription brought', () => {
    const view = withEvents(seen(1, 2, 3), [event(2), event(3), event(4)])
    expect(view.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(view.lastSeq).toBe(4)
  })

  it('puts what comes out of order in order', () => {
    expect(withEvents(seen(1), [event(3), event(2)]).events.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('waits with what it cannot draw yet, and with all that follows', () => {
    const posted: TreeEvent = { ...event(3), type: 'offer.posted', offerId: 'not-fetched' }
    const view = withEvents(seen(1), [event(2), posted, event(4)])
    expect(view.events.map(({ seq }) => seq)).toEqual([1, 2])
    expect(view.lastSeq).toBe(2)
  })

  it('leaves a view alone that knows everything heard', () => {
    const view = seen(1, 2)
    expect(withEvents(view, [event(1), event(2)])).toBe(view)
  })
})
