import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldNotices, type NoticeFacts, oldestOf } from './fold-notices'
import { applied, BUYER, cutAt, historyArb, ROOT, SUB } from './testing'

const sorted = (open: ReturnType<typeof applied>) => [...open].sort(([a], [b]) => (a < b ? -1 : 1))

describe('events folded into notices', () => {
  it('say the same however the run is cut', () => {
    fc.assert(
      fc.property(historyArb, fc.array(fc.nat(40), { maxLength: 6 }), ({ facts, events }, places) => {
        const whole = applied([foldNotices(events, facts)])
        const parts = applied(cutAt(events, places).map((part) => foldNotices(part, facts)))
        expect(sorted(parts)).toEqual(sorted(whole))
      }),
    )
  })

  it('keep when the first of what a line tells happened: a line that is read later begins after it', () => {
    fc.assert(
      fc.property(historyArb, ({ facts, events }) => {
        // A pause that has ended is taken back, and the next one begins anew.
        const lasting = foldNotices(events, facts).deeds.filter(({ event }) => event !== 'question.paused')
        for (const deed of lasting) {
          const times = events.flatMap((event) =>
            foldNotices([event], facts).deeds.filter(
              ({ cause, personId }) => cause === deed.cause && personId === deed.personId,
            ),
          )
          expect(oldestOf(deed)).toEqual(
            times.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())[0],
          )
        }
      }),
    )
  })

  it('say the same in any order, but for a pause and its end', () => {
    fc.assert(
      fc.property(
        historyArb.chain(({ facts, events }) => {
          const lasting = events.filter(({ type }) => !type.startsWith('tree.'))
          return fc.record({
            facts: fc.constant(facts),
            events: fc.constant(lasting),
            shuffled: fc.shuffledSubarray(lasting, { minLength: lasting.length }),
          })
        }),
        ({ facts, events, shuffled }) => {
          expect(sorted(applied([foldNotices(shuffled, facts)]))).toEqual(
            sorted(applied([foldNotices(events, facts)])),
          )
        },
      ),
    )
  })

  it('count every offer once as read, and no sale twice', () => {
    fc.assert(
      fc.property(historyArb, ({ facts, events }) => {
        const deeds = [...applied([foldNotices(events, facts)]).values()]
        const total = (event: string) =>
          deeds.filter((deed) => deed.event === event).reduce((sum, deed) => sum + deed.count, 0)
        expect(total('offer.read')).toBeLessThanOrEqual(facts.offers.length)
        const bought = events.filter(({ type }) => type === 'offer.bought')
        const paid = deeds
          .filter(({ event }) => event === 'offer.bought')
          .reduce((sum, deed) => sum + (deed.amountMicros ?? 0n), 0n)
        const earned = facts.offers
          .filter(({ id }) => bought.some(({ offerId }) => offerId === id))
          .reduce((sum, offer) => sum + (offer.earnedMicros ?? 0n), 0n)
        expect(total('offer.bought')).toBe(bought.length)
        expect(paid).toBe(earned)
      }),
    )
  })

  it('merge what one person’s offers met on one question, and keep a reason while they share it', () => {
    const offer = (id: string, reason: 'redundant' | 'irrelevant') => ({
      id,
      contextId: ROOT,
      sellerId: 'sol',
      botId: null,
      isPassed: true,
      reason,
      earnedMicros: null,
      keptBondMicros: null,
      isCounter: false,
      createdAt: new Date(0),
    })
    const facts: NoticeFacts = {
      rootId: ROOT,
      buyerId: BUYER,
      isStoppedByBuyer: false,
      isOver: true,
      offers: [offer('a', 'redundant'), offer('b', 'redundant')],
      reopenedAt: [],
      shown: [{ contextId: ROOT, round: 0, offerIds: ['a', 'b'] }],
      quoted: [],
    }
    const at = new Date()
    const event = { contextId: ROOT, offerId: null, amountMicros: null, round: 0, at }
    const events = [
      { ...event, type: 'context.inspecting' as const },
      { ...event, type: 'context.settled' as const },
    ]
    const { deeds } = foldNotices(events, facts)
    expect(
      deeds.map(({ personId, event: name, count, reason }) => ({ personId, name, count, reason })),
    ).toEqual([
      { personId: 'sol', name: 'offer.passed', count: 2, reason: 'redundant' },
      { personId: BUYER, name: 'question.settled', count: 1, reason: null },
    ])
    const mixed = foldNotices(events, {
      ...facts,
      offers: [offer('a', 'redundant'), offer('b', 'irrelevant')],
    })
    expect(mixed.deeds.find(({ event: name }) => name === 'offer.passed')?.reason).toBeNull()
  })

  it('say of an offer that was read only what became of it, once that is known', () => {
    fc.assert(
      fc.property(historyArb, ({ facts, events }) => {
        const undecided = facts.offers.filter((offer) => !offer.isPassed && offer.earnedMicros === null)
        const { deeds } = foldNotices(events, facts)
        for (const deed of deeds.filter(({ event }) => event === 'offer.read')) {
          const own = undecided.filter(({ sellerId }) => sellerId === deed.personId)
          expect(deed.count).toBeLessThanOrEqual(own.length)
          if (deed.offerId !== null) expect(own.map(({ id }) => id)).toContain(deed.offerId)
        }
      }),
    )
  })

  it('tell the asker nothing of offers on what an inspector asks, and of no end of the asker’s own doing', () => {
    const facts: NoticeFacts = {
      rootId: ROOT,
      buyerId: BUYER,
      isStoppedByBuyer: true,
      isOver: true,
      offers: [],
      reopenedAt: [],
      shown: [],
      quoted: [],
    }
    const event = { offerId: 'x', amountMicros: null, round: null, at: new Date() }
    expect(
      foldNotices(
        [
          { ...event, type: 'offer.posted', contextId: SUB },
          { ...event, type: 'context.settled', contextId: SUB },
          { ...event, type: 'context.cancelled', contextId: ROOT },
        ],
        facts,
      ).deeds,
    ).toEqual([])
  })

  it('tell the asker when the market itself gave up on the question, in the place of its pause', () => {
    const facts: NoticeFacts = {
      rootId: ROOT,
      buyerId: BUYER,
      isStoppedByBuyer: false,
      isOver: true,
      offers: [],
      reopenedAt: [],
      shown: [],
      quoted: [],
    }
    const event = { contextId: ROOT, offerId: null, round: null, at: new Date() }
    const { deeds, resolved } = foldNotices(
      [
        { ...event, type: 'tree.paused', amountMicros: null },
        { ...event, type: 'context.cancelled', amountMicros: 7n },
      ],
      facts,
    )
    expect(deeds).toMatchObject([{ personId: BUYER, event: 'question.cancelled', amountMicros: 7n }])
    expect(resolved).toContainEqual({ personId: BUYER, cause: `question.paused:${ROOT}` })
  })

  it('tell the asker of a provisional answer and of its revisions in lines of their own, until the question ends', () => {
    const open: NoticeFacts = {
      rootId: ROOT,
      buyerId: BUYER,
      isStoppedByBuyer: false,
      isOver: false,
      offers: [],
      reopenedAt: [],
      shown: [],
      quoted: [],
    }
    const event = { contextId: ROOT, offerId: null, amountMicros: null, at: new Date() }
    const written = [1, 2, 3].map((round) => ({ ...event, type: 'answer.written' as const, round }))
    const told = foldNotices(written, open)
    expect(told.deeds).toMatchObject([
      { personId: BUYER, event: 'question.answered', count: 1 },
      { personId: BUYER, event: 'question.revised', count: 2 },
    ])
    const over = { ...open, isOver: true }
    const ended = foldNotices([{ ...event, type: 'context.settled', round: null }, ...written.slice(2)], over)
    expect(ended.deeds.map(({ event: name }) => name)).toEqual(['question.settled'])
    expect([...applied([told, ended]).values()].map(({ event: name }) => name)).toEqual(['question.settled'])
  })

  it('tell a seller once of an offer that was not bought, however often its question ends', () => {
    const offer = (id: string, isCounter: boolean, postedAt: number) => ({
      ...{
        id,
        isCounter,
        createdAt: new Date(postedAt),
        contextId: ROOT,
        sellerId: id,
        botId: null,
        isPassed: true,
      },
      ...{ reason: null, earnedMicros: null, keptBondMicros: null },
    })
    const facts: NoticeFacts = {
      rootId: ROOT,
      buyerId: BUYER,
      isStoppedByBuyer: false,
      isOver: true,
      offers: [offer('first', false, 0), offer('counter', true, 5), offer('second', false, 12)],
      reopenedAt: [new Date(10)],
      shown: [],
      quoted: [],
    }
    const event = { contextId: ROOT, amountMicros: null, round: null, offerId: null }
    const ended = (ms: number) =>
      foldNotices([{ ...event, type: 'context.settled', at: new Date(ms) }], facts)
        .deeds.filter(({ event: name }) => name === 'offer.passed')
        .map(({ personId }) => personId)
    expect(ended(3)).toEqual(['first'])
    expect(ended(20)).toEqual(['counter', 'second'])
    const told = foldNotices(
      [
        { ...event, type: 'offer.posted', offerId: 'counter', at: new Date(5) },
        { ...event, type: 'tree.reopened', at: new Date(10) },
      ],
      facts,
    )
    expect(told.deeds).toEqual([])
    expect(told.resolved).toEqual([{ personId: BUYER, cause: `question.countered:${ROOT}` }])
  })
})
