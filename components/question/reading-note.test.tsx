// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReadingNote } from '@/components/question/reading-note'
import { TimeProvider } from '@/components/time/time'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

it('leaves the note before it for the moment that most readings take, then says what is read and since when', () => {
  const askedAt = new Date(Date.now() - 5 * 60_000)
  const { container } = render(
    <TimeProvider now={new Date().toISOString()}>
      <ReadingNote offersRead={2} askedAt={askedAt} isYours before="4 bots looked" />
    </TimeProvider>,
  )
  expect(container.textContent).toBe('4 bots looked')
  act(() => vi.advanceTimersByTime(2_900))
  expect(container.textContent).toBe('4 bots looked')
  act(() => vi.advanceTimersByTime(200))
  expect(container.textContent).not.toContain('4 bots looked')
  expect(container.textContent).toContain('The agent is reading 2 offers.')
  expect(container.textContent).toContain('Asked 5 min ago')
})
