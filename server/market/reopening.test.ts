import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PHASES } from '../protocol/advance'
import { FORGET_AFTER_DAYS } from './private/forget'
import {
  causeOf,
  type EndedQuestion,
  openAgainUntil,
  REOPEN_WITHIN_DAYS,
  REOPENED_HOURS,
  REOPENED_MAX,
  reopenable,
} from './reopening'

const DAY_MS = 86_400_000
const ENDED = new Date('2026-03-04T12:00:00Z')
const moment = fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS }).map((ms) => new Date(ENDED.getTime() + ms))
const maybe = fc.option(moment)

const question: fc.Arbitrary<EndedQuestion> = fc.record({
  parentId: fc.option(fc.constant('bc_parent'), { freq: 4 }),
  phase: fc.oneof({ weight: 3, arbitrary: fc.constant('settled' as const) }, fc.constantFrom(...PHASES)),
  endedAt: fc.oneof(fc.constant(ENDED), maybe),
  reopened: fc.nat(REOPENED_MAX + 1),
  resolvedAt: maybe,
  closesAt: maybe,
})

describe('whether a settled question may be taken up again', () => {
  it('is so for a root that was settled, without an outcome, not too often, before its time is over, and else not', () => {
    fc.assert(
      fc.property(question, moment, (asked, now) => {
        const { parentId, phase, endedAt, reopened, resolvedAt, closesAt } = asked
        const found = reopenable(asked, now)
        const isSettled = parentId === null && phase === 'settled' && endedAt !== null
        const lastMoment = (endedAt?.getTime() ?? 0) + REOPEN_WITHIN_DAYS * DAY_MS
        const isInTime = now.getTime() < lastMoment && (closesAt === null || now < closesAt)
        expect(found.may).toBe(isSettled && resolvedAt === null && reopened < REOPENED_MAX && isInTime)
        if (!found.may) return
        expect(found.until > now).toBe(true)
        expect(found.until.getTime()).toBeLessThanOrEqual(lastMoment)
        if (closesAt) expect(found.until <= closesAt).toBe(true)
      }),
    )
  })

  it('never becomes so again by waiting alone', () => {
    fc.assert(
      fc.property(question, moment, fc.nat(80 * DAY_MS), (asked, now, wait) => {
        const later = new Date(now.getTime() + wait)
        if (reopenable(asked, later).may) expect(reopenable(asked, now).may).toBe(true)
      }),
    )
  })

  it('says which of several reasons it is by what could be done about it', () => {
    const settled: EndedQuestion = {
      parentId: null,
      phase: 'settled',
      endedAt: ENDED,
      reopened: 0,
      resolvedAt: null,
      closesAt: null,
    }
    const why = (over: Partial<EndedQuestion>, now = ENDED) => reopenable({ ...settled, ...over }, now)
    expect(why({ phase: 'provisional', endedAt: null })).toEqual({ may: false, why: 'unsettled' })
    expect(why({ phase: 'cancelled' })).toEqual({ may: false, why: 'unsettled' })
    expect(why({ resolvedAt: ENDED, reopened: REOPENED_MAX })).toEqual({ may: false, why: 'resolved' })
    expect(why({ reopened: REOPENED_MAX })).toEqual({ may: false, why: 'late' })
    expect(why({ closesAt: ENDED })).toEqual({ may: false, why: 'late' })
    expect(why({})).toEqual({ may: true, until: new Date(ENDED.getTime() + REOPEN_WITHIN_DAYS * DAY_MS) })
  })

  it('ends before what was not bought is destroyed, however late it is taken up', () => {
    expect(REOPEN_WITHIN_DAYS + REOPENED_HOURS / 24).toBeLessThan(FORGET_AFTER_DAYS)
  })

  it('leaves it open for a while, and a forecast never beyond its close', () => {
    fc.assert(
      fc.property(maybe, moment, (closesAt, now) => {
        const until = openAgainUntil({ closesAt }, now)
        expect(until.getTime()).toBeLessThanOrEqual(now.getTime() + REOPENED_HOURS * 3_600_000)
        if (closesAt) expect(until <= closesAt).toBe(true)
        else expect(until > now).toBe(true)
      }),
    )
  })

  it('needs something new, and its cause says what', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.array(fc.webUrl(), { maxLength: 2 }), (counters, changedPages) => {
        const cause = causeOf({ counters, changedPages })
        expect(cause === null).toBe(counters === 0 && changedPages.length === 0)
        expect(cause?.includes('offers') ?? false).toBe(counters > 0)
        expect(cause?.includes('page') ?? false).toBe(changedPages.length > 0)
      }),
    )
  })
})
