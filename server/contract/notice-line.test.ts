import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Notice } from '@/server/contract/inbox'
import { noticeAsText, noticeHref, noticeInWords, TOLD_AT_QUESTION } from '@/server/contract/notice-line'
import { REASONS } from '@/server/protocol/verdict'
import { NOTICE_EVENTS } from '@/server/words/notices'

const notice: Notice = {
  id: 'ntc_1',
  event: 'offer.read',
  count: 1,
  amountMicros: null,
  reason: null,
  context: { id: 'bc_1', title: 'Rice or beans?' },
  offer: null,
  bot: null,
  game: null,
  changedAt: new Date(0),
  isRead: false,
}

const notices: fc.Arbitrary<Notice> = fc.record({
  id: fc.constant('ntc_1'),
  event: fc.constantFrom(...NOTICE_EVENTS),
  count: fc.integer({ min: 1, max: 30 }),
  amountMicros: fc.option(fc.bigInt(0n, 9_000_000n)),
  reason: fc.option(fc.constantFrom(...REASONS)),
  context: fc.option(fc.constant(notice.context), { nil: null }),
  offer: fc.constant(null),
  bot: fc.option(fc.constant({ id: 'bot_1', name: 'Legume library' }), { nil: null }),
  game: fc.option(fc.constant({ id: 'game_1', title: 'Will the ferry run?' }), { nil: null }),
  changedAt: fc.constant(new Date(0)),
  isRead: fc.boolean(),
})

describe('a notice in words', () => {
  it('says what happened on which question, why, and what it is worth', () => {
    expect(noticeAsText(notice)).toBe('An agent has begun to read your offer on “Rice or beans?”')
    expect(noticeAsText({ ...notice, count: 3 })).toBe(
      'An agent has begun to read 3 of your offers on “Rice or beans?”',
    )
    const passed = { ...notice, event: 'offer.passed' as const, count: 2, reason: 'too-expensive' as const }
    expect(noticeAsText(passed)).toBe('Not bought: 2 of your offers on “Rice or beans?”')
    expect(noticeInWords(passed).detail).toBe('Too expensive for what it adds.')
    const ended = { ...notice, event: 'question.settled' as const, amountMicros: 1_500_000n }
    expect(noticeAsText(ended)).toBe('The reading of your question “Rice or beans?” has ended')
    expect(noticeInWords(ended).detail).toBe('1.50 credits of its budget came back.')
    const answered = { ...notice, event: 'question.answered' as const }
    expect(noticeAsText(answered)).toBe('Your question “Rice or beans?” has a provisional answer')
    expect(noticeInWords(answered).detail).toContain('stays open')
    expect(noticeAsText({ ...answered, event: 'question.revised', count: 2 })).toBe(
      'The provisional answer to your question “Rice or beans?” was revised 2 times',
    )
    const kept = {
      ...notice,
      event: 'offer.bond-kept' as const,
      amountMicros: 100_000n,
      reason: 'irrelevant' as const,
    }
    expect(noticeAsText(kept)).toBe('The market keeps the bond for your offer on “Rice or beans?”')
    expect(noticeInWords(kept).detail).toBe(
      'An agent that read it judged that it is off the subject. 0.10 credits do not come back.',
    )
    expect(noticeAsText({ ...notice, event: 'offer.quoted' })).toBe(
      'The published answer to “Rice or beans?” quotes what you sold',
    )
    const cancelled = { ...ended, event: 'question.cancelled' as const }
    expect(noticeAsText(cancelled)).toBe('Your question “Rice or beans?” was cancelled')
    expect(noticeInWords(cancelled).detail).toBe(
      'It was paused for a week and nobody resumed it. 1.50 credits of its budget came back.',
    )
    const game = { id: 'game_1', title: 'Will the ferry run?' }
    const turn = { ...notice, event: 'game.turn' as const, context: null, game }
    expect(noticeAsText(turn)).toBe('It is your turn in the game “Will the ferry run?”')
    expect(noticeHref(turn)).toBe('/games/game_1')
    const bot = { id: 'bot_1', name: 'Legume library' }
    expect(noticeAsText({ ...notice, event: 'bot.paused', context: null, bot })).toContain(
      'bot “Legume library” is paused',
    )
    expect(noticeAsText({ ...notice, event: 'question.matched', count: 3, context: null })).toBe(
      '3 new questions match your alerts',
    )
  })

  it('is a sentence without codes, ids or holes, and leads somewhere, whatever is known', () => {
    fc.assert(
      fc.property(notices, (one) => {
        const text = `${noticeAsText(one)} ${noticeInWords(one).detail ?? ''}`
        expect(text).toMatch(/^[A-Z0-9]/)
        expect(text).not.toMatch(/null|undefined| {2}\S|_|\b[a-z]+\.[a-z]+\b|“”/)
        expect(noticeHref(one)).toMatch(
          /^\/(inbox|selling\/to-answer|bots|questions|settings\/requests|settings\/rules|settings\/webhooks|settings\/sites|wallet|games|#home-following)/,
        )
      }),
    )
  })

  it.each(NOTICE_EVENTS)('of %s is read at the question where it leads there, and nowhere else', (event) => {
    const offer = { id: 'off_1', teaser: 'Dry beans' }
    const href = noticeHref({ ...notice, event, count: 1, offer })
    expect(TOLD_AT_QUESTION.includes(event)).toBe(href.startsWith('/questions/'))
  })
})
