// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { exampleView } from '@/components/question/testing'
import { WhatHappens } from './what-happens'

it('a question is said to wait for offers; while it is paused, why is said there instead', () => {
  const view = exampleView({ phase: 'collecting', state: 'collecting' })
  const { rerender } = render(<WhatHappens view={view} offers={[]} reached={null} pausedFor={null} />)
  expect(screen.getByText('Waiting for offers.')).toBeTruthy()
  const paused = { ...view, phase: 'inspecting', state: 'paused' } as const
  rerender(<WhatHappens view={paused} offers={[]} reached={<p>4 people</p>} pausedFor="Its model is busy." />)
  expect(screen.queryByText('Waiting for offers.')).toBeNull()
  expect(screen.getByText('Its model is busy.')).toBeTruthy()
})
