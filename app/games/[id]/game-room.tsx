'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { CallOff, JoinForm, JudgeForm, MoveForm } from '@/app/games/[id]/game-forms'
import { useTRPC } from '@/app/trpc'
import { PhaseBadge } from '@/components/games/game-list'
import { GamePlayers, GameTurns } from '@/components/games/game-turns'
import { type MarketModel, modelInWords, standingInWords } from '@/components/games/game-words'
import { FlagLink } from '@/components/moderation/flag-link'
import { Credits } from '@/components/money/credits'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Until } from '@/components/time/time'
import { cn } from '@/components/ui/cn'
import { Note } from '@/components/ui/feedback'
import { KeptHeight } from '@/components/ui/kept-height'
import { Section } from '@/components/ui/section'
import type { GameView } from '@/server/contract/games'
import { durationInWords } from '@/server/words/amounts'

/** A turn of a program may come at any time; a page that is open asks this often. */
const LOOK_EVERY_MS = 3_000
const SECOND_MS = 1_000

/** What one may do now stands at the end, where turns arrive: nothing above it moves. */
const FORMS_ID = 'your-turn'

export type GameRoomProps = MarketModel & {
  initial: GameView
  isSignedIn: boolean
  /** The reader's own, that may take a seat. */
  bots: readonly { id: string; name: string }[]
}

/** A game as it goes on: how it stands, what one may do now, what was said, who plays. */
export function GameRoom({ initial, isSignedIn, bots, hasModel }: GameRoomProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const game = useQuery({
    ...trpc.games.view.queryOptions({ gameId: initial.id }),
    initialData: initial,
    refetchInterval: ({ state: { data } }) => (data?.phase === 'ended' ? false : LOOK_EVERY_MS),
  }).data
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.games.view.queryFilter({ gameId: game.id })),
      queryClient.invalidateQueries(trpc.wallet.summary.queryFilter()),
    ])
  }
  const act = { game, onDone: refresh }
  const [isOver] = useState(initial.phase === 'ended')
  const isPlaying = !isOver && (game.isAsker || game.players.some(({ isYours }) => isYours))
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={
          <>
            <Breadcrumb items={[{ label: 'Games', href: '/games' }, { label: 'This game' }]} />
            <PhaseBadge game={game} />
          </>
        }
        title={game.title}
        lead={game.claim === '' ? undefined : `The claim: ${game.claim}`}
      >
        {game.body === '' ? null : (
          <p className="measure mt-4 whitespace-pre-wrap break-words">{game.body}</p>
        )}
        {game.options.length === 0 ? null : (
          <ul aria-label="Options" className="mt-4 list-disc space-y-1 pl-5">
            {game.options.map((option) => (
              <li key={option} className="break-words">
                {option}
              </li>
            ))}
          </ul>
        )}
        <Terms game={game} hasModel={hasModel} />
      </PageHeader>
      <div className="space-y-10">
        <div role="status">
          <Note tone={game.phase === 'ended' ? 'plain' : 'accent'}>
            {standingInWords(game, { hasModel })}
            {game.dueAt === null ? null : (
              <>
                {' '}
                <Until at={game.dueAt} verb="Time runs out" past="Time has run out" />.
              </>
            )}
            {game.can.move || game.can.judge ? (
              <>
                {' '}
                <a href={`#${FORMS_ID}`} className="underline underline-offset-2">
                  To the form
                </a>
              </>
            ) : null}
            {game.returnedMicros === null || game.ending === 'called-off' ? null : (
              <>
                {' '}
                Of the pot <Credits micros={game.returnedMicros} /> went back to {game.asker.name}.
              </>
            )}
          </Note>
        </div>
        <Section id="players" title="Players">
          <GamePlayers game={game} />
        </Section>
        <p className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-2 text-muted text-sm">
          {game.phase === 'ended' && game.turns.length > 0 ? (
            <a href={`/games/export?game=${game.id}`} download className="underline underline-offset-2">
              Its turns and rewards as JSON Lines
            </a>
          ) : null}
          {isSignedIn && !game.isOwn ? (
            <FlagLink kind="game" id={game.id} path={`/games/${game.id}`} />
          ) : null}
        </p>
        <KeptHeight isKept>
          {/* Who plays has the place of their form from the start: turns and forms come by themselves. */}
          <div className={cn('space-y-10', isPlaying && 'min-h-[44rem]')}>
            <Section id="turns" title="What was said">
              {game.turns.length === 0 && game.first === null ? (
                <p className="text-muted text-sm">Nothing yet.</p>
              ) : (
                <GameTurns game={game} />
              )}
            </Section>
            <div id={FORMS_ID} className="scroll-mt-20 space-y-10 empty:hidden">
              {game.can.join ? <JoinForm {...act} bots={bots} /> : null}
              {game.can.move ? <MoveForm key={`move-${game.turns.length}`} {...act} /> : null}
              {game.can.judge ? <JudgeForm key={`judge-${game.turns.length}`} {...act} /> : null}
              {game.can.callOff ? <CallOff {...act} /> : null}
              {game.phase === 'seating' && !isSignedIn ? (
                <p className="text-sm">
                  <Link
                    href={`/sign-in?callbackUrl=${encodeURIComponent(`/games/${game.id}`)}`}
                    className="underline underline-offset-2"
                  >
                    Sign in
                  </Link>{' '}
                  to take a seat.
                </p>
              ) : null}
            </div>
          </div>
        </KeptHeight>
      </div>
    </div>
  )
}

function Terms({ game, hasModel }: { game: GameView } & MarketModel) {
  const unit = game.decision === 'belief' ? 'bit' : 'point of utility'
  return (
    <>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-4 border-line border-y py-4 text-sm sm:grid-cols-4">
        <Term label="Pot">
          <Credits micros={game.potMicros} />
        </Term>
        <Term label="Stake of each">
          <Credits micros={game.stakeMicros} />
        </Term>
        <Term label={`Pays a ${unit}`}>
          <Credits micros={game.rateMicros} />
        </Term>
        <Term label="Turns">
          at most {game.turnsMost}, {durationInWords(game.turnSeconds * SECOND_MS)} each
        </Term>
      </dl>
      <p className="measure mt-3 text-muted text-sm">
        {game.evaluator === 'model'
          ? `${modelInWords(game, { hasModel })} says after each turn what is recommended.`
          : game.isAsker
            ? 'You say after each turn what is recommended, in its time.'
            : `${game.asker.name} says after each turn what is recommended, by hand, and can judge unfairly: the stake is what that can cost you.`}{' '}
        {game.isOwn
          ? 'You and your bots alone see what is said.'
          : 'Everybody sees what is said as soon as it is said; nothing is sold here, so nothing is sealed.'}{' '}
        Rewards follow from the last recommendation; losses are paid out of the stake, and never beyond it.
      </p>
    </>
  )
}

function Term({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
