// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { MemberHome } from '@/app/home/member-home'
import type { Home } from '@/server/contract/home'

/** What the market would tell now; null while that is what the page was drawn with. */
let later: Home | null = null

vi.mock('@tanstack/react-query', () => ({
  useQuery: ({ initialData }: { initialData: unknown }) => ({ data: later ?? initialData }),
  useMutation: () => ({ mutate: () => {} }),
  useQueryClient: () => ({}),
}))
vi.mock('@/app/trpc', () => ({
  useTRPC: () => ({
    home: { view: { queryOptions: () => ({}) } },
    notices: { mark: { mutationOptions: () => ({}) } },
  }),
}))

afterEach(() => {
  later = null
})

const NOTHING: Home = {
  questions: [],
  openQuestions: 0,
  news: [],
  unread: 0,
  toAnswer: [],
  waiting: 0,
  hasAlerts: false,
  sales: 0,
  earnedMicros: 0n,
  pendingMicros: 0n,
  pendingFrom: null,
  pendingUntil: null,
  bots: [],
  ownBots: 0,
  following: [],
  followed: 0,
}

it('invites to the tour who has done nothing yet, and nobody else', () => {
  render(<MemberHome first={NOTHING} name="Ada" isNew />)
  expect(screen.getByRole('button', { name: /Take the tour/ })).toBeTruthy()
  cleanup()
  render(<MemberHome first={{ ...NOTHING, openQuestions: 1 }} name="Ada" isNew />)
  expect(screen.queryByRole('button', { name: /Take the tour/ })).toBeNull()
})

it('begins with what is theirs, and tells of the inbox only what stands nowhere else', () => {
  const soon = new Date('2031-11-26T12:00:00Z')
  const home = { ...NOTHING, sales: 1, earnedMicros: 850_000n, waiting: 3, openQuestions: 2, unread: 4 }
  render(
    <MemberHome
      first={{ ...home, pendingMicros: 850_000n, pendingFrom: soon, pendingUntil: soon }}
      name="Ada"
      isNew={false}
    />,
  )
  const figures = screen.getAllByRole('term').map((term) => term.parentElement?.textContent)
  expect(figures).toEqual([
    'Open questions2nothing new',
    'To answer3you have no alert',
    'Earned this week0.851 sale; +0.85 on 26 Nov',
  ])
  // Each opens the list that it counts; server/market/home.db.test.ts holds the numbers to them.
  const lists = screen.getAllByRole('term').map((term) => term.querySelector('a')?.getAttribute('href'))
  expect(lists).toEqual(['/questions?tab=mine&state=open', '/selling/to-answer', '/selling'])
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings[0]).toBe('Your open questions')
  expect(headings).not.toContain('Also new since you looked')
})

it('lets rows that come by themselves wait for a press; its numbers are of now', () => {
  const home = { ...NOTHING, openQuestions: 1 }
  const { rerender } = render(<MemberHome first={home} name="Ada" isNew={false} />)
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
  later = { ...home, openQuestions: 2, hasAlerts: true }
  rerender(<MemberHome first={home} name="Ada" isNew={false} />)
  expect(screen.getAllByRole('term')[0]?.parentElement?.textContent).toContain('2')
  expect(screen.getByRole('link', { name: 'Make an alert' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Something is new · show' }))
  expect(screen.queryByRole('link', { name: 'Make an alert' })).toBeNull()
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
})
