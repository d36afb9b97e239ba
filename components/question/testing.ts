import { DEFAULT_POLICY } from '@/components/question/policy-draft'
import type { ContextView, OfferView } from '@/server/contract/market-view'
import type { AnswerView } from '@/server/tree/contract'

/** Rows for tests of what pages say. */

export function exampleView(changes: Partial<ContextView> = {}): ContextView {
  return {
    id: 'bc_root',
    rootId: 'bc_root',
    parentId: null,
    level: 0,
    title: 'Which pan lasts longest?',
    body: '',
    bodyProse: [],
    decision: { kind: 'open' },
    askKind: null,
    about: [],
    pages: [],
    pageReadings: [],
    tags: [],
    asker: { handle: 'ada', name: 'Ada' },
    addressees: [],
    askerRecord: { ended: 0, inspected: 0, bought: 0 },
    budgetMicros: 10_000_000n,
    heldMicros: 10_000_000n,
    bondMicros: 0n,
    feeBasisPoints: 500,
    pendingHours: 72,
    spentMicros: 0n,
    phase: 'collecting',
    state: 'collecting',
    start: { rule: 'manual' },
    policy: DEFAULT_POLICY,
    isTreePublic: true,
    createdAt: new Date('2026-03-04T12:00:00Z'),
    editedAt: null,
    deadlineAt: new Date('2026-03-05T12:00:00Z'),
    nextSittingAt: null,
    endedAt: null,
    reopened: 0,
    reopening: null,
    isOutcomeDue: false,
    offers: 0,
    isYours: false,
    can: {
      edit: null,
      cancel: false,
      raise: false,
      start: false,
      stop: false,
      enough: false,
      resume: false,
      decide: false,
      resolve: null,
      reopen: false,
      seeTree: false,
      offer: null,
    },
    ...changes,
  }
}

export function exampleOffer(changes: Partial<OfferView> = {}): OfferView {
  return {
    id: 'off_1',
    contextId: 'bc_root',
    seller: { handle: 'ben', name: 'Ben' },
    botId: null,
    botName: null,
    isByProgram: false,
    teaser: 'Twenty years of pans, measured.',
    privateInfo: null,
    licence: { kind: 'asker' },
    privateProse: null,
    seal: null,
    privateWords: 412,
    chosenAmong: null,
    priceMicros: 1_500_000n,
    version: 1,
    state: 'open',
    isCounter: false,
    reason: null,
    way: null,
    createdAt: new Date('2026-03-04T12:30:00Z'),
    changedAt: null,
    firstReadAt: null,
    endedAt: null,
    bond: null,
    complaint: null,
    isYours: false,
    sellerHonesty: null,
    can: { change: false, withdraw: false, buyUnseen: false },
    ...changes,
  }
}

/** An answer that cites three purchases, `off_1` to `off_3`. */
export function exampleAnswer(changes: Partial<AnswerView> = {}): AnswerView {
  return {
    markdown: 'Cast iron lasts.[1]',
    prose: [{ tag: 'p', children: ['Cast iron lasts.[1]'] }],
    revision: 1,
    writtenBy: 'the built-in agent',
    writtenAt: new Date('2026-03-04T14:05:00Z'),
    citations: [1, 2, 3].map((number) => ({
      number,
      offerId: `off_${number}`,
      contextId: 'bc_root',
      priceMicros: 1_000_000n,
      value: null,
      rating: null,
    })),
    trail: [],
    counted: null,
    isCountDue: false,
    ...changes,
  }
}
