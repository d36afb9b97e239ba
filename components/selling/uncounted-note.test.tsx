// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UncountedNote } from '@/components/selling/uncounted-note'

it('says nothing where everything counts', () => {
  const { container } = render(<UncountedNote uncounted={{ onPrivate: 0, ofOneHand: 0, earnedMicros: 0n }} />)
  expect(container.textContent).toBe('')
})

it('says how much is not among the figures that everybody sees, why, and when it will be', () => {
  render(<UncountedNote uncounted={{ onPrivate: 2, ofOneHand: 1, earnedMicros: 2_850_000n }} />)
  expect(screen.getByText('3 sales of yours, 2.85 credits, are not among these figures.')).toBeTruthy()
  expect(screen.getByText(/^1: .* as soon as they no longer do\.$/)).toBeTruthy()
  expect(screen.getByText(/^2: .* That never counts here\.$/)).toBeTruthy()
})
