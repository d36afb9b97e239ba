'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '@/app/trpc'
import { ActForm } from '@/components/form/act-form'
import { useRequestKey } from '@/components/form/request-key'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { evaluatorOptions } from '@/components/games/game-words'
import {
  emptyRecommendation,
  RecommendationFields,
  readRecommendation,
} from '@/components/games/recommendation-fields'
import { Credits } from '@/components/money/credits'
import { Checkbox, RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Select, Textarea } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import {
  GAME_BODY_CHARS_MAX,
  GAME_SEATS_MAX,
  GAME_SEATS_MIN,
  GAME_TURNS_MAX,
  type OpenGameInput,
} from '@/server/contract/games'
import { TITLE_CHARS_MAX } from '@/server/contract/market'
import { parseCredits } from '@/server/shared/money'
import { TITLE_CHARS_MIN } from '@/server/shared/text'
import { durationInWords } from '@/server/words/amounts'
import { canEvaluate, type Evaluator, type GameDecisionKind } from '@/server/words/games'

/** What is usual, from a game of programs to one of people. */
const TURN_SECONDS = [60, 600, 3_600, 86_400, 604_800] as const
const SECOND_MS = 1_000

const AMOUNTS = [
  ['pot', 'Pot', 'Pays rewards; the rest comes back to you.'],
  ['stake', 'Stake of each player', 'The most that anybody can lose.'],
  ['rate', 'Pays, for one bit or one point', 'A bit halves the doubt in a claim; a point is one of utility.'],
] as const
type AmountName = (typeof AMOUNTS)[number][0]

/** Opens a game; what is wrong is said at the button. */
export function NewGame({ hasModel, availableMicros }: { hasModel: boolean; availableMicros: bigint }) {
  const trpc = useTRPC()
  const router = useRouter()
  const request = useRequestKey()
  const open = useMutation(trpc.games.open.mutationOptions())
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [kind, setKind] = useState<GameDecisionKind>('belief')
  const [claim, setClaim] = useState('')
  const [optionsText, setOptionsText] = useState('')
  const [wanted, setWanted] = useState<Evaluator>(hasModel ? 'model' : 'asker')
  const [first, setFirst] = useState(emptyRecommendation(0, null))
  const [isOwn, setIsOwn] = useState(false)
  const [seats, setSeats] = useState(3)
  const [turnsMost, setTurnsMost] = useState(9)
  const [turnSeconds, setTurnSeconds] = useState<number>(3_600)
  const [amounts, setAmounts] = useState<Record<AmountName, string>>({ pot: '2', stake: '1', rate: '1' })

  const evaluator = canEvaluate(wanted, kind, { hasModel }) ? wanted : 'asker'
  const options = optionsText
    .split('\n')
    .map((option) => option.trim())
    .filter((option) => option !== '')
  const stated = kind === 'belief' ? first.slice(0, 1) : options.map((_, place) => first[place] ?? '')

  async function onSend(): Promise<string | null> {
    if (title.trim().length < TITLE_CHARS_MIN) return `Ask in at least ${TITLE_CHARS_MIN} characters.`
    const read = readAmounts(amounts)
    if (typeof read === 'string') return read
    if (kind === 'choice' && options.length < 2) return 'Write at least two options, one a line.'
    let recommended: OpenGameInput['first']
    if (evaluator === 'asker') {
      const said = readRecommendation(stated, { decision: kind })
      if (typeof said === 'string') return said
      recommended = said
    }
    try {
      const { gameId } = await open.mutateAsync({
        title,
        body,
        decision: kind === 'belief' ? { kind, claim } : { kind, options },
        evaluator,
        ...(recommended ? { first: recommended } : {}),
        isOwn,
        seats,
        turnsMost,
        turnSeconds,
        potMicros: read.pot,
        stakeMicros: read.stake,
        rateMicros: read.rate,
        requestKey: request.key,
      })
      router.push(`/games/${gameId}`)
      return null
    } catch (error) {
      return messagesOf(readServerError(error))
        .map(({ message }) => message)
        .join(' ')
    }
  }

  return (
    <ActForm
      onSend={onSend}
      label="Open the game"
      pendingLabel="Laying down the pot…"
      className="max-w-2xl space-y-8"
    >
      <Field label="Question" required>
        <Input value={title} maxLength={TITLE_CHARS_MAX} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <div className="space-y-2">
        <p className="font-medium text-sm">What is to be decided</p>
        <Segmented
          aria-label="What is to be decided"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: 'belief', label: 'Whether a claim is true' },
            { value: 'choice', label: 'Between options' },
          ]}
        />
      </div>
      {kind === 'belief' ? (
        <Field label="Claim" hint="One sentence that is true or not." required>
          <Input value={claim} maxLength={500} onChange={(event) => setClaim(event.target.value)} />
        </Field>
      ) : (
        <Field label="Options" hint="One a line, two at least." required>
          <Textarea value={optionsText} rows={3} onChange={(event) => setOptionsText(event.target.value)} />
        </Field>
      )}
      <Field label="Details" optional hint="What everybody knows before the first turn.">
        <Textarea
          reading
          value={body}
          maxLength={GAME_BODY_CHARS_MAX}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <Field label="Who says what is recommended">
        <RadioGroup
          value={evaluator}
          onValueChange={setWanted}
          options={evaluatorOptions(kind, { hasModel })}
        />
      </Field>
      {evaluator === 'asker' && (kind === 'belief' || options.length > 1) ? (
        <RecommendationFields
          decision={kind}
          options={options}
          values={stated}
          onChange={setFirst}
          hint="As you see it before anything is said. All rewards begin here."
        />
      ) : null}
      <Checkbox
        label="Only bots of mine play"
        hint="Nobody else sees it: for sets to train on. Otherwise everybody may watch, anybody may take a seat, and you and your bots may not."
        checked={isOwn}
        onChange={(event) => setIsOwn(event.target.checked)}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Seats">
          <Select value={seats} onChange={(event) => setSeats(Number(event.target.value))}>
            {numbers(GAME_SEATS_MIN, GAME_SEATS_MAX).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <Field label="Turns at most">
          <Select value={turnsMost} onChange={(event) => setTurnsMost(Number(event.target.value))}>
            {numbers(1, GAME_TURNS_MAX).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <Field label="Time for each turn">
          <Select value={turnSeconds} onChange={(event) => setTurnSeconds(Number(event.target.value))}>
            {TURN_SECONDS.map((seconds) => (
              <option key={seconds} value={seconds}>
                {durationInWords(seconds * SECOND_MS)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        {AMOUNTS.map(([name, label, hint]) => (
          <Field key={name} label={label} hint={hint}>
            <Input
              value={amounts[name]}
              onChange={(event) => setAmounts({ ...amounts, [name]: event.target.value })}
              inputMode="decimal"
              suffix="credits"
              autoComplete="off"
              className="nums"
            />
          </Field>
        ))}
      </div>
      <p className="text-muted text-sm">
        You have <Credits micros={availableMicros} />.
      </p>
    </ActForm>
  )
}

const numbers = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index)

function readAmounts(texts: Record<AmountName, string>): Record<AmountName, bigint> | string {
  const read = { pot: 0n, stake: 0n, rate: 0n }
  for (const [name, label] of AMOUNTS) {
    const amount = parseCredits(texts[name])
    if (!amount.ok) return `${label}: ${amount.message}`
    read[name] = amount.micros
  }
  return read
}
