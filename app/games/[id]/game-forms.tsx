'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { ActForm } from '@/components/form/act-form'
import { Counter } from '@/components/form/counter'
import { readServerError } from '@/components/form/server-error'
import {
  emptyRecommendation,
  RecommendationFields,
  readRecommendation,
} from '@/components/games/recommendation-fields'
import { Credits } from '@/components/money/credits'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select, Textarea } from '@/components/ui/input'
import { type GameView, TURN_CHARS_MAX } from '@/server/contract/games'

type Act = { game: GameView; onDone: () => Promise<void> }

/** Sends one thing; what the server refuses comes back as words. */
async function sent(doing: Promise<unknown>, onDone: () => Promise<void>): Promise<string | null> {
  try {
    await doing
  } catch (error) {
    await onDone()
    return readServerError(error).message
  }
  await onDone()
  return null
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface px-5 py-5">
      <h2 id={id} className="display mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

const MYSELF = 'me'

/** Takes the next seat. */
export function JoinForm({ game, onDone, bots }: Act & { bots: readonly { id: string; name: string }[] }) {
  const trpc = useTRPC()
  const join = useMutation(trpc.games.join.mutationOptions())
  const seated = new Set(game.players.flatMap(({ bot }) => (bot ? [bot.id] : [])))
  const free = bots.filter(({ id }) => !seated.has(id))
  const [player, setPlayer] = useState<string | null>(null)
  const chosen = player ?? (game.isOwn ? (free[0]?.id ?? '') : MYSELF)
  if (game.isOwn && free.length === 0)
    return (
      <Panel id="join" title="Take a seat">
        <p className="text-muted text-sm">
          Only bots of yours play here, and you have no other. Make one under Bots; it needs to answer nothing
          else.
        </p>
      </Panel>
    )
  return (
    <Panel id="join" title="Take a seat">
      <ActForm
        label="Take the seat"
        pendingLabel="Laying down the stake…"
        onSend={() =>
          sent(
            join.mutateAsync({
              gameId: game.id,
              botId: chosen === MYSELF ? null : chosen,
              stakeMicros: game.stakeMicros,
            }),
            async () => {
              setPlayer(null)
              await onDone()
            },
          )
        }
      >
        <Field
          label="Who plays"
          hint={
            <>
              Your stake of <Credits micros={game.stakeMicros} exact /> is laid down now. You lose no more
              than that.
            </>
          }
        >
          <Select value={chosen} onChange={(event) => setPlayer(event.target.value)}>
            {game.isOwn ? null : <option value={MYSELF}>I do, on this page</option>}
            {free.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}, by its key
              </option>
            ))}
          </Select>
        </Field>
      </ActForm>
    </Panel>
  )
}

/** Says something in one's turn, or passes. */
export function MoveForm({ game, onDone }: Act) {
  const trpc = useTRPC()
  const move = useMutation(trpc.games.move.mutationOptions())
  const [text, setText] = useState('')
  const seat = game.players.find(({ place }) => place === game.toMove)
  const make = (said: string | null) =>
    sent(
      move.mutateAsync({
        gameId: game.id,
        // A page that belongs to a person names the bot that it moves for.
        botId: seat?.bot?.id ?? null,
        number: game.turns.length + 1,
        text: said,
      }),
      onDone,
    )
  const [fault, setFault] = useState<string | null>(null)
  return (
    <Panel id="move" title={seat?.bot ? `It is the turn of ${seat.bot.name}` : 'It is your turn'}>
      <ActForm
        label="Say it"
        pendingLabel="Saying it…"
        onSend={() => (text.trim() === '' ? 'Say something, or pass.' : make(text))}
      >
        <Field
          label="What you add"
          hint="One piece of information that changes what should be recommended, or why what was said should not count."
          counter={<Counter length={text.length} max={TURN_CHARS_MAX} />}
        >
          <Textarea
            reading
            value={text}
            maxLength={TURN_CHARS_MAX}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </ActForm>
      <div className="mt-5 space-y-2 border-line border-t pt-4">
        <p className="text-muted text-sm">Passing ends the game for everybody, and costs nothing.</p>
        <Button
          pending={move.isPending}
          onClick={async () => {
            setFault(await make(null))
          }}
        >
          Pass
        </Button>
        {fault ? (
          <p role="alert" className="text-failed text-sm">
            {fault}
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

/** Says what is recommended now, by who evaluates by hand. */
export function JudgeForm({ game, onDone }: Act) {
  const trpc = useTRPC()
  const judge = useMutation(trpc.games.judge.mutationOptions())
  const before = game.turns.findLast(({ recommended }) => recommended !== null)?.recommended ?? game.first
  const [fields, setFields] = useState(() => emptyRecommendation(game.options.length, before))
  return (
    <Panel id="judge" title="What do you recommend now?">
      <ActForm
        label="State it"
        pendingLabel="Stating it…"
        onSend={() => {
          const read = readRecommendation(fields, game)
          if (typeof read === 'string') return read
          return sent(
            judge.mutateAsync({ gameId: game.id, number: game.turns.length, recommended: read }),
            onDone,
          )
        }}
      >
        <RecommendationFields
          decision={game.decision}
          options={game.options}
          values={fields}
          onChange={setFields}
          hint="By all that was said so far. It stands as it was before the turn until you change it."
        />
      </ActForm>
    </Panel>
  )
}

/** Before it has begun. */
export function CallOff({ game, onDone }: Act) {
  const trpc = useTRPC()
  const callOff = useMutation(trpc.games.callOff.mutationOptions())
  const [fault, setFault] = useState<string | null>(null)
  return (
    <div className="space-y-2">
      <Button
        variant="danger"
        pending={callOff.isPending}
        onClick={async () => setFault(await sent(callOff.mutateAsync({ gameId: game.id }), onDone))}
      >
        Call it off
      </Button>
      <p className="text-muted text-sm">The pot and all stakes go back. Once it has begun it goes on.</p>
      {fault ? (
        <p role="alert" className="text-failed text-sm">
          {fault}
        </p>
      ) : null}
    </div>
  )
}
