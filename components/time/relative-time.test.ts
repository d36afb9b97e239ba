import { describe, expect, it } from 'vitest'
import { exactTime, relativeTime } from '@/components/time/relative-time'

const NOW = '2026-03-04T12:00:00.000Z'

function fromNow(seconds: number): Date {
  return new Date(new Date(NOW).getTime() + seconds * 1_000)
}

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-44, 'just now'],
    [44, 'in a moment'],
    [-45, '1 min ago'],
    [90, 'in 2 min'],
    [-5 * 60, '5 min ago'],
    [59 * 60 + 40, 'in 1 h'],
    [2 * 3_600, 'in 2 h'],
    [-23.4 * 3_600, '23 h ago'],
    [-23.6 * 3_600, '1 day ago'],
    [3 * 86_400, 'in 3 days'],
    [-27 * 86_400, '27 days ago'],
  ])('%d seconds from now reads "%s"', (seconds, words) => {
    expect(relativeTime(fromNow(seconds), NOW)).toBe(words)
  })

  it('names the date once it is four weeks away, either way', () => {
    expect(relativeTime('2026-02-04T12:00:00Z', NOW)).toBe('on 4 Feb 2026')
    expect(relativeTime('2027-01-31T23:59:00Z', NOW)).toBe('on 31 Jan 2027')
  })

  it('takes dates, ISO texts and milliseconds alike', () => {
    const at = fromNow(7_200)
    expect(relativeTime(at.getTime(), new Date(NOW))).toBe(relativeTime(at.toISOString(), NOW))
  })
})

describe('exactTime', () => {
  it('says the zone it is written in', () => {
    expect(exactTime(NOW, 'UTC')).toBe('4 Mar 2026, 12:00 UTC')
    expect(exactTime(NOW, 'Asia/Kolkata')).toContain('17:30')
  })
})
