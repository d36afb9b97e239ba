// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { GameRoom } from '@/app/games/[id]/game-room'
import { TimeProvider } from '@/components/time/time'
import type { GameView } from '@/server/contract/games'

vi.mock('@tanstack/react-query', () => ({
  useQuery: ({ initialData }: { initialData: unknown }) => ({ data: initialData }),
  useMutation: () => ({ mutate: () => {} }),
  useQueryClient: () => ({}),
}))
vi.mock('@/app/trpc', () => {
  const options = { queryOptions: () => ({}), mutationOptions: () => ({}) }
  return { useTRPC: () => ({ games: { view: options } }) }
})
vi.mock('@/app/games/[id]/game-forms', () => ({
  JoinForm: () => null,
  MoveForm: () => <form aria-label="Your turn" />,
  JudgeForm: () => null,
  CallOff: () => null,
}))

const GAME: GameView = {
  id: 'game_1',
  title: 'Which pan lasts longest?',
  decision: 'choice',
  evaluator: 'asker',
  judgedBy: '',
  isOwn: false,
  phase: 'moving',
  ending: null,
  seats: 2,
  taken: 2,
  potMicros: 2_000_000n,
  stakeMicros: 0n,
  createdAt: new Date('2026-03-04T12:00:00Z'),
  body: '',
  options: ['Iron', 'Steel'],
  claim: '',
  asker: { handle: 'ada', name: 'Ada' },
  isAsker: false,
  turnsMost: 6,
  turnSeconds: 3_600,
  rateMicros: 1_000_000n,
  first: null,
  dueAt: new Date('2026-03-04T13:00:00Z'),
  endedAt: null,
  players: [],
  turns: [],
  toMove: 0,
  returnedMicros: null,
  can: { join: false, move: true, judge: false, callOff: false },
}

it('what one may do stands after what was said, so that its coming and going moves nothing; a link leads there', () => {
  const { container, getByRole } = render(
    <TimeProvider now="2026-03-04T12:30:00Z">
      <GameRoom initial={GAME} isSignedIn bots={[]} hasModel={false} />
    </TimeProvider>,
  )
  const form = getByRole('form', { name: 'Your turn' })
  const said = getByRole('heading', { name: 'What was said' })
  expect(said.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const target = getByRole('link', { name: 'To the form' }).getAttribute('href') ?? ''
  expect(container.querySelector(target)?.contains(form)).toBe(true)
})
