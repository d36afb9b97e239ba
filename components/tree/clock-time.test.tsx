// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TimeProvider } from '@/components/time/time'
import { ClockTime } from '@/components/tree/clock-time'

afterEach(() => {
  vi.useRealTimers()
})

const NOW = new Date(2026, 2, 4, 18, 0)

function drawn(at: Date, since?: Date): string | null {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  const { container } = render(
    <TimeProvider now={NOW.toISOString()}>
      <ClockTime at={at} since={since} />
    </TimeProvider>,
  )
  return container.textContent
}

it('is a time alone only where all of it was today', () => {
  expect(drawn(new Date(2026, 2, 4, 14, 2), new Date(2026, 2, 4, 9, 0))).toBe('14:02')
})

it('has its day in a tree of another day, the first times too', () => {
  const before = new Date(2026, 1, 20, 9, 0)
  expect(drawn(before, before)).toBe('20 Feb, 09:00')
})

it('has its day in a tree of several days, those of today too', () => {
  expect(drawn(new Date(2026, 2, 4, 14, 2), new Date(2026, 2, 3, 23, 0))).toBe('4 Mar, 14:02')
})
