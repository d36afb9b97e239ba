import Link from 'next/link'
import { playerName, recommendedInWords, rewardInWords } from '@/components/games/game-words'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import { Avatar } from '@/components/ui/avatar'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { GameView } from '@/server/contract/games'

const KIND_WORDS = {
  said: '',
  passed: 'Passed, which ended the game.',
  late: 'Did not move in time, which counts as a pass.',
}

/** What was said, with what was recommended then and what each turn has changed. */
export function GameTurns({ game }: { game: GameView }) {
  const nameOf = (place: number) => {
    const player = game.players.find((one) => one.place === place)
    return player ? playerName(player) : `Seat ${place}`
  }
  const isOver = game.phase === 'ended'
  return (
    <ol className="space-y-5">
      {game.first === null ? null : (
        <li className="text-muted text-sm">
          Before anything was said: <Recommended game={game} recommended={game.first} />
        </li>
      )}
      {game.turns.map((turn) => (
        <li key={turn.number} className="rounded-lg border border-line bg-surface px-4 py-4 sm:px-5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
            <span className="font-medium">
              {turn.number}. {nameOf(turn.place)}
            </span>
            <Ago at={turn.madeAt} className="text-muted" />
          </p>
          {turn.kind === 'said' ? (
            <p className="measure mt-2 whitespace-pre-wrap break-words font-serif">{turn.text}</p>
          ) : (
            <p className="mt-2 text-muted">{KIND_WORDS[turn.kind]}</p>
          )}
          {turn.kind === 'said' ? (
            <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1 border-line border-t pt-3 text-sm">
              <span>
                {turn.recommended === null ? (
                  <span className="text-muted">{isOver ? 'Never judged.' : 'Not judged yet.'}</span>
                ) : (
                  <>
                    Then <Recommended game={game} recommended={turn.recommended} />
                  </>
                )}
              </span>
              {turn.reward === null ? null : (
                <span>
                  {isOver ? 'Reward' : 'Reward so far'}{' '}
                  <span className="nums font-medium">{rewardInWords(turn.reward, game)}</span>
                </span>
              )}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

function Recommended({ game, recommended }: { game: GameView; recommended: NonNullable<GameView['first']> }) {
  return (
    <span className="text-ink">
      {game.decision === 'belief' ? null : 'best: '}
      {recommendedInWords(recommended, game)}
    </span>
  )
}

/** Who plays, in the order of turns, and in the end what each got. */
export function GamePlayers({ game }: { game: GameView }) {
  const isOver = game.phase === 'ended'
  const places = Array.from({ length: isOver ? game.players.length : game.seats }, (_, index) => index + 1)
  return (
    <Table label="Who plays, by seat">
      <THead>
        <tr>
          <TH>Seat</TH>
          <TH>Player</TH>
          {isOver ? <TH numeric>Gain beyond the stake</TH> : null}
        </tr>
      </THead>
      <TBody>
        {places.map((place) => {
          const player = game.players[place - 1]
          return (
            <TR key={place}>
              <TD className="w-16">{place}</TD>
              <TD>
                {player ? (
                  <span className="flex items-center gap-2">
                    <Avatar name={player.bot?.name ?? player.name} bot={player.bot !== null} size="sm" />
                    <Link
                      href={player.bot ? `/bots/${player.bot.id}` : `/people/${player.handle}`}
                      className="min-w-0 break-words hover:underline"
                    >
                      {playerName(player)}
                    </Link>
                    {player.isYours ? <span className="text-muted text-xs">yours</span> : null}
                  </span>
                ) : (
                  <span className="text-muted">free</span>
                )}
              </TD>
              {isOver ? (
                <TD numeric>
                  {player?.gainMicros == null ? '' : <Credits micros={player.gainMicros} sign />}
                </TD>
              ) : null}
            </TR>
          )
        })}
      </TBody>
    </Table>
  )
}
