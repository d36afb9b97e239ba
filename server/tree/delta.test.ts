import { describe, expect, it } from 'vitest'
import type { EventType, TreeContext, TreeDelta, TreeEvent, TreeOffer, TreeView } from './contract'
import { applyDelta, type TreeLinks, touchedBy } from './delta'

/** A root with two offers, a sub-question about the first of them with one offer, and one about both. */
const LINKS: TreeLinks = {
  contexts: [
    { id: 'root', parentId: null },
    { id: 'sub', parentId: 'root' },
    { id: 'both', parentId: 'root' },
  ],
  offers: [
    { id: 'first', contextId: 'root', chosenAmong: null },
    { id: 'second', contextId: 'root', chosenAmong: null },
    { id: 'below', contextId: 'sub', chosenAmong: null },
    { id: 'beside', contextId: 'both', chosenAmong: null },
  ],
  about: new Map([
    ['sub', ['first']],
    ['both', ['first', 'second']],
  ]),
  purchases: [{ offerId: 'beside', quotes: ['second'] }],
}

function event(seq: number, type: EventType, contextId: string, offerId: string | null = null): TreeEvent {
  return { seq, type, contextId, offerId, amountMicros: null, round: null, code: null, at: new Date(seq) }
}

function touched(type: EventType, contextId: string, offerId: string | null = null) {
  const { contextIds, offerIds, ...rest } = touchedBy([event(1, type, contextId, offerId)], LINKS)
  return { contexts: [...contextIds].sort(), offers: [...offerIds].sort(), ...rest }
}

describe('what an event touches', () => {
  const nothingWritten = { answer: false, published: false, decision: false, resolved: false }

  it.each(['offer.posted', 'offer.changed', 'offer.withdrawn', 'offer.held', 'offer.passed'] as const)(
    '%s: its offer and its context',
    (type) => {
      expect(touched(type, 'root', 'first')).toEqual({
        contexts: ['root'],
        offers: ['first'],
        ...nothingWritten,
      })
    },
  )

  it.each(['context.opened', 'context.waiting', 'tree.started', 'tree.paused', 'tree.resumed'] as const)(
    '%s: its context alone',
    (type) => {
      expect(touched(type, 'root')).toEqual({ contexts: ['root'], offers: [], ...nothingWritten })
    },
  )

  it('a reading: the offers it may freeze', () => {
    expect(touched('context.inspecting', 'root').offers).toEqual(['first', 'second'])
  })

  it('the end of the root: what was chosen of its sellers’ passages', () => {
    const offers = LINKS.offers.map((offer) => ({ ...offer, chosenAmong: offer.id === 'below' ? 4 : null }))
    const ended = (contextId: string) =>
      [...touchedBy([event(1, 'context.settled', contextId)], { ...LINKS, offers }).offerIds].sort()
    expect(ended('root')).toEqual(['below', 'first', 'second'])
    expect(ended('both')).toEqual(['beside'])
  })

  it.each(['context.settled', 'context.cancelled', 'context.failed'] as const)(
    '%s: the offers it decides, and the parent that hears of it',
    (type) => {
      expect(touched(type, 'sub')).toEqual({
        contexts: ['root', 'sub'],
        offers: ['below'],
        ...nothingWritten,
      })
    },
  )

  it('the end of the root: every context, of which more is told then', () => {
    expect(touched('context.settled', 'root').contexts).toEqual(LINKS.contexts.map(({ id }) => id).toSorted())
  })

  it('a purchase: sub-questions about what is bought, their offers, and purchases that quote it', () => {
    expect(touched('offer.bought', 'root', 'first')).toEqual({
      contexts: ['both', 'root', 'sub'],
      offers: ['below', 'beside', 'first'],
      ...nothingWritten,
    })
    const onlyQuoted = { ...LINKS, about: new Map() }
    const { offerIds } = touchedBy([event(1, 'offer.bought', 'root', 'second')], onlyQuoted)
    expect([...offerIds].sort()).toEqual(['beside', 'second'])
  })

  it.each(['answer.published', 'answer.withdrawn'] as const)(
    '%s: what was bought, for it may be quoted',
    (type) => {
      expect(touched(type, 'root')).toMatchObject({ offers: ['beside'], published: true, answer: false })
    },
  )

  it('the answer and the decision, when they are written', () => {
    expect(touched('answer.written', 'root')).toMatchObject({
      answer: true,
      decision: false,
      resolved: false,
    })
    expect(touched('decision.recorded', 'root')).toMatchObject({ answer: false, decision: true })
    expect(touched('question.resolved', 'root')).toMatchObject({ decision: false, resolved: true })
  })
})

function context(id: string, level: number, over: Partial<TreeContext> = {}): TreeContext {
  return {
    id,
    parentId: level === 0 ? null : 'root',
    level,
    title: id,
    seal: null,
    askKind: null,
    about: [],
    budgetMicros: 1_000_000n,
    phase: 'collecting',
    round: 0,
    createdAt: new Date(level),
    inspectedAt: null,
    endedAt: null,
    readings: [],
    onTheWay: [],
    took: null,
    tokens: null,
    splits: [],
    ...over,
  }
}

function offer(id: string, postedAt: number): TreeOffer {
  return {
    id,
    contextId: 'root',
    seller: { handle: 'mira', name: 'Mira' },
    botId: null,
    botName: null,
    isByProgram: false,
    teaser: id,
    privateInfo: null,
    privateProse: null,
    licence: { kind: 'asker' },
    mayQuote: false,
    seal: 'not-bought',
    privateWords: 12,
    chosenAmong: null,
    priceMicros: 1n,
    state: 'open',
    isCounter: false,
    reason: null,
    way: null,
    createdAt: new Date(postedAt),
    firstReadAt: null,
    endedAt: null,
  }
}

const head = (lastSeq: number) => ({
  status: 'running' as const,
  pausedFor: null,
  inspectorName: 'the built-in agent',
  bitsSpent: 0,
  tokens: null,
  startedAt: null,
  endedAt: null,
  isAnswerDue: false,
  lastSeq,
})

function seen(...seqs: number[]): TreeView {
  return {
    ...head(seqs.at(-1) ?? 0),
    rootId: 'root',
    protocol: 'recursive',
    decision: { kind: 'open' },
    isYours: true,
    contexts: [context('root', 0)],
    offers: [],
    events: seqs.map((seq) => event(seq, 'context.waiting', 'root')),
    answer: null,
    earlierAnswers: [],
    published: { standing: null, earlier: [] },
    decisionMade: null,
    resolved: { standing: null, earlier: [], scores: [] },
  }
}

function delta(seqs: readonly number[], over: Partial<TreeDelta> = {}): TreeDelta {
  return {
    ...head(seqs.at(-1) ?? 0),
    contexts: [],
    offers: [],
    withdrawnOfferIds: [],
    earlierAnswers: [],
    events: seqs.map((seq) => event(seq, 'context.waiting', 'root')),
    answer: null,
    published: null,
    decisionMade: null,
    resolved: null,
    ...over,
  }
}

const seqsOf = (view: TreeView) => view.events.map(({ seq }) => seq)
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('a view with a delta', () => {
  it('counts an event once that both bring', () => {
    expect(seqsOf(applyDelta(seen(1, 2, 3), delta([2, 3, 4])))).toEqual([1, 2, 3, 4])
  })

  it('is left alone by a delta that it holds already, whose rows may be older than its own', () => {
    const view = seen(1, 2)
    expect(applyDelta(view, delta([1, 2], { contexts: [context('root', 0, { round: 9 })] }))).toBe(view)
  })

  it('replaces a row, adds a row where it belongs, and drops what was withdrawn', () => {
    const before = { ...seen(1), offers: [offer('b', 2), offer('gone', 3)] }
    const after = applyDelta(
      before,
      delta([2], {
        contexts: [context('deep', 2), context('sub', 1), context('root', 0, { phase: 'inspecting' })],
        offers: [offer('c', 4), offer('a', 2)],
        withdrawnOfferIds: ['gone'],
      }),
    )
    expect(idsOf(after.contexts)).toEqual(['root', 'sub', 'deep'])
    expect(after.contexts[0]?.phase).toBe('inspecting')
    expect(idsOf(after.offers)).toEqual(['a', 'b', 'c'])
  })

  it('keeps an answer and a decision until there is another', () => {
    const answer = {
      markdown: 'Yes.',
      prose: null,
      revision: 1,
      writtenBy: 'x',
      writtenAt: new Date(0),
      citations: [],
      trail: [],
      counted: null,
      isCountDue: false,
    }
    const decisionMade = { option: null, percent: 70, verdict: null, note: '', decidedAt: new Date(0) }
    const before = { ...seen(1), answer, decisionMade }
    expect(applyDelta(before, delta([2]))).toMatchObject({ answer, decisionMade })
    const later = { ...answer, revision: 2, markdown: 'No.' }
    const revised = applyDelta(before, delta([2], { answer: later, earlierAnswers: [answer] }))
    expect(revised).toMatchObject({ answer: later, earlierAnswers: [answer] })
    expect(applyDelta(revised, delta([3])).earlierAnswers).toEqual([answer])
  })
})
