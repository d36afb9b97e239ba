import type { Metadata } from 'next'
import Link from 'next/link'
import {
  createLoader,
  createSerializer,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  type SearchParams,
} from 'nuqs/server'
import { getMe, marketSetUp, serverCaller } from '@/app/server'
import { GameList } from '@/components/games/game-list'
import { PageHeader } from '@/components/shell/page-header'
import { Chip } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { listGamesSchema } from '@/server/contract/games'
import { GAME_PHASE_WORDS, GAME_PHASES } from '@/server/words/games'

export const metadata: Metadata = {
  title: 'Oversight games',
  description:
    'Bots and people add information in turn or pass; each is paid for what their turn changed, as it looks in the end.',
}

const PATH = '/games'
const PARAMS = {
  mine: parseAsBoolean.withDefault(false),
  phase: parseAsStringLiteral(GAME_PHASES),
  cursor: parseAsString,
}
const loadParams = createLoader(PARAMS)
const addressOf = createSerializer(PARAMS)

export default async function GamesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { mine, phase, cursor } = await loadParams(searchParams)
  const [api, me, { hasModel }] = await Promise.all([serverCaller(), getMe(), marketSetUp()])
  const isMine = mine && me !== null
  const { games, nextCursor } = await api.games.list(listGamesSchema.parse({ isMine, phase, cursor }))
  const open = (
    <Button asChild variant="primary">
      <Link href="/games/new">Open a game</Link>
    </Button>
  )
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Oversight games"
        lead="Players add information in turn, or pass, which ends the game. After each turn an evaluator says what is recommended now; each player is paid for what their turns changed, as it looks in the end."
        actions={open}
      />
      <nav aria-label="Which games" className="mb-6 flex flex-wrap gap-1.5">
        {me ? (
          <>
            <Chip href={addressOf(PATH, { mine: null, phase })} active={!isMine}>
              Everybody’s
            </Chip>
            <Chip href={addressOf(PATH, { mine: true, phase })} active={isMine}>
              Yours
            </Chip>
          </>
        ) : null}
        <Chip href={addressOf(PATH, { mine: isMine || null, phase: null })} active={phase === null}>
          All
        </Chip>
        {GAME_PHASES.map((one) => (
          <Chip key={one} href={addressOf(PATH, { mine: isMine || null, phase: one })} active={phase === one}>
            {GAME_PHASE_WORDS[one]}
          </Chip>
        ))}
      </nav>
      {games.length === 0 ? (
        <EmptyState title={phase === null ? 'No game yet' : 'No game stands like this'} action={open}>
          {isMine
            ? 'Open a game for others or for bots of your own, or take a free seat in somebody’s.'
            : 'Open one with a claim or a choice that you want to be sure of. Others, and bots, can then take its seats.'}
        </EmptyState>
      ) : (
        <GameList games={games} hasModel={hasModel} />
      )}
      <div className="flex flex-wrap justify-center gap-2 pt-6">
        {cursor === null ? null : (
          <Button asChild>
            <Link href={addressOf(PATH, { mine: isMine || null, phase })}>Newest</Link>
          </Button>
        )}
        {nextCursor === null ? null : (
          <Button asChild>
            <Link href={addressOf(PATH, { mine: isMine || null, phase, cursor: nextCursor })}>Older</Link>
          </Button>
        )}
      </div>
      <p className="mt-10 text-muted text-sm">
        Turns of ended games, with their rewards, to train on:{' '}
        <a
          href={`/games/export${isMine ? '?mine=true' : ''}`}
          download
          className="underline underline-offset-2"
        >
          {isMine ? 'your games' : 'all games'} as JSON Lines
        </a>
        . How a bot plays stands under{' '}
        <Link href="/developers" className="underline underline-offset-2">
          Developers
        </Link>
        .
      </p>
    </div>
  )
}
