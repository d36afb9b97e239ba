// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AnswerPlace } from '@/components/answer/answer-place'

const PLACE_PX = 256
const ANSWER_PX = 900

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly heard: () => void) {}
      observe() {
        this.heard()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.textContent?.includes('comes here') ? PLACE_PX : ANSWER_PX
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ANSWER = (
  <section aria-label="The answer">
    <a href="#purchase">Iron</a>
  </section>
)

function Place({ isThere, isAsker }: { isThere: boolean; isAsker: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <AnswerPlace
      waiting={<p>The agent is at work.</p>}
      answer={isThere ? ANSWER : null}
      isProvisional={false}
      isAsker={isAsker}
      isOpen={isOpen}
      onOpen={() => setIsOpen(true)}
      onRead={() => setIsOpen(true)}
    />
  )
}

/** The answer comes while somebody waits; what the box that holds it has for a height then. */
function answerComes(isAsker: boolean) {
  const { rerender } = render(<Place isThere={false} isAsker={isAsker} />)
  rerender(<Place isThere isAsker={isAsker} />)
}
const shownPx = () =>
  screen.getByRole('region', { name: 'The answer' }).closest<HTMLElement>('.relative')?.style.height

it('keeps the height of an asker’s place when the answer comes, and shows all of it on a press', () => {
  const { rerender } = render(<Place isThere={false} isAsker />)
  expect(screen.getByRole('region', { name: 'The answer comes here' }).textContent).toContain('at work')
  rerender(<Place isThere isAsker />)
  expect(shownPx()).toBe(`${PLACE_PX}px`)
  expect(screen.getByText('The answer is there.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show the whole answer' }))
  expect(shownPx()).toBe('')
  expect(screen.queryByRole('button')).toBeNull()
})

it('is opened by a cursor that comes to what is cut off, which stays where it is', () => {
  answerComes(true)
  const link = screen.getByRole('link', { name: 'Iron' })
  link.focus()
  fireEvent.focusIn(link)
  expect(shownPx()).toBe('')
  expect(screen.getByRole('link', { name: 'Iron' })).toBe(link)
  expect(document.activeElement).toBe(link)
})

it('tells who looks on that the answer is there, and shows it in the same place when they want it', () => {
  answerComes(false)
  expect(screen.getByText('The answer is there.').closest('[aria-live="polite"]')).not.toBeNull()
  expect(screen.queryByRole('region', { name: 'The answer' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }))
  expect(screen.getByRole('region', { name: 'The answer' })).toBeTruthy()
})
