import Link from 'next/link'
import { type MarketModel, modelInWords, phaseWord } from '@/components/games/game-words'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import { Badge } from '@/components/ui/badge'
import type { GameCard } from '@/server/contract/games'
import { counted } from '@/server/words/amounts'

/** Games, one a line. */
export function GameList({ games, hasModel }: { games: readonly GameCard[] } & MarketModel) {
  return (
    <ul aria-label="Games" className="divide-y divide-line border-line border-y">
      {games.map((game) => (
        <li key={game.id} className="space-y-1.5 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link href={`/games/${game.id}`} className="min-w-0 break-words font-medium hover:underline">
              {game.title}
            </Link>
            <PhaseBadge game={game} />
          </div>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
            <span>
              {game.phase === 'seating'
                ? `${counted(game.seats - game.taken, 'seat')} free`
                : counted(game.taken, 'player')}
            </span>
            <span>
              pot <Credits micros={game.potMicros} />
            </span>
            <span>
              stake <Credits micros={game.stakeMicros} />
            </span>
            <span>
              evaluated by {game.evaluator === 'model' ? modelInWords(game, { hasModel }, 'the') : 'hand'}
            </span>
            {game.isOwn ? <span>yours alone</span> : null}
            <Ago at={game.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Where a game is in its life. */
export function PhaseBadge({ game }: { game: Pick<GameCard, 'phase' | 'ending'> }) {
  const tone = game.phase === 'ended' ? 'plain' : game.phase === 'seating' ? 'accent' : 'warn'
  return <Badge tone={tone}>{phaseWord(game)}</Badge>
}
