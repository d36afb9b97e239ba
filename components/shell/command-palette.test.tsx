// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommandPalette } from '@/components/shell/command-palette'

const push = vi.hoisted(() => vi.fn())
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  push.mockReset()
})

const NAV = [{ href: '/ask', label: 'Ask', icon: null }]
const HIT = { kind: 'question' as const, id: 'q1', title: 'Does honey freeze?', href: '/questions/q1' }

it('opens the hit with Enter, however late it comes, and asks only when there is none', async () => {
  const hits = Promise.withResolvers<(typeof HIT)[]>()
  const onSearch = (query: string) => (query === 'freeze' ? hits.promise : Promise.resolve([]))
  render(<CommandPalette open onOpenChange={() => {}} nav={NAV} user={null} onSearch={onSearch} />)
  const input = screen.getByRole('combobox')
  const enter = () => fireEvent.keyDown(input, { key: 'Enter' })

  fireEvent.change(input, { target: { value: 'freeze' } })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  enter()
  expect(push).not.toHaveBeenCalled()

  hits.resolve([HIT])
  await act(() => vi.advanceTimersByTimeAsync(10))
  enter()
  expect(push).toHaveBeenLastCalledWith('/questions/q1')

  fireEvent.change(input, { target: { value: 'nobody asked' } })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  enter()
  expect(push).toHaveBeenLastCalledWith('/ask?title=nobody%20asked')
})
