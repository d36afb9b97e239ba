// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { exampleView } from '@/components/question/testing'
import { WhatHappens } from './what-happens'

afterEach(cleanup)

it('a question is said to wait for offers, but not while it is paused', () => {
  const view = exampleView({ phase: 'collecting', state: 'collecting' })
  const { rerender } = render(<WhatHappens view={view} offers={[]} reached={null} />)
  expect(screen.getByText('Waiting for offers.')).toBeTruthy()
  rerender(
    <WhatHappens view={{ ...view, phase: 'inspecting', state: 'paused' }} offers={[]} reached={null} />,
  )
  expect(screen.queryByText('Waiting for offers.')).toBeNull()
})
