'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTRPC } from '@/app/trpc'
import { DraftNote } from '@/components/form/draft-note'
import { readServerError } from '@/components/form/server-error'
import { useDraft, useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import {
  emptyGameDraft,
  evaluatorOf,
  firstOf,
  type GameDraft,
  type GameErrors,
  gameDraftSchema,
  gameErrors,
  isEmptyGameDraft,
  optionsIn,
  readGameDraft,
} from '@/components/games/game-draft'
import { evaluatorOptions } from '@/components/games/game-words'
import { RecommendationFields } from '@/components/games/recommendation-fields'
import { Credits } from '@/components/money/credits'
import { Button } from '@/components/ui/button'
import { Checkbox, RadioGroup } from '@/components/ui/choice'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Select, Textarea } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { CLAIM_CHARS_MAX } from '@/server/contract/decision'
import { GAME_BODY_CHARS_MAX, GAME_SEATS_MAX, GAME_SEATS_MIN, GAME_TURNS_MAX } from '@/server/contract/games'
import { TITLE_CHARS_MAX } from '@/server/contract/market'
import { durationInWords } from '@/server/words/amounts'

/** What is usual, from a game of programs to one of people. */
const TURN_SECONDS = [60, 600, 3_600, 86_400, 604_800] as const
const SECOND_MS = 1_000

const AMOUNTS = [
  ['pot', 'Pot', 'Pays rewards; the rest comes back to you.'],
  ['stake', 'Stake of each player', 'The most that anybody can lose.'],
  ['rate', 'Pays, for one bit or one point', 'A bit halves the doubt in a claim; a point is one of utility.'],
] as const

export type NewGameProps = { handle: string; hasModel: boolean; availableMicros: bigint }

/** Opens a game: kept as it is typed, judged by the contract, each complaint at its field. */
export function NewGame({ handle, hasModel, availableMicros }: NewGameProps) {
  const trpc = useTRPC()
  const router = useRouter()
  const isLive = useIsLive()
  const [empty] = useState(() => () => emptyGameDraft(hasModel))
  const form = useForm<GameDraft>({ defaultValues: empty() })
  const kept = useDraft({
    form,
    what: 'game',
    owner: handle,
    schema: gameDraftSchema,
    empty,
    isEmpty: isEmptyGameDraft,
  })
  const open = useMutation(trpc.games.open.mutationOptions())
  useLeaveGuard(open.isPending || (!kept.isKept && form.formState.isDirty))
  const element = useRef<HTMLFormElement>(null)
  const [isJudged, setIsJudged] = useState(false)
  const [refused, setRefused] = useState<GameErrors | null>(null)
  const draft: GameDraft = { ...form.getValues(), ...useWatch({ control: form.control }) }
  const set = <Name extends keyof GameDraft>(name: Name, value: GameDraft[Name]) => {
    setRefused(null)
    form.setValue<keyof GameDraft>(name, value, { shouldDirty: true })
  }

  const read = isJudged ? readGameDraft(draft, hasModel) : null
  const errors = refused ?? (read?.ok === false ? read.errors : {})
  const evaluator = evaluatorOf(draft, hasModel)
  const options = optionsIn(draft)

  async function send(event: FormEvent) {
    event.preventDefault()
    setIsJudged(true)
    setRefused(null)
    const values = form.getValues()
    const judged = readGameDraft(values, hasModel)
    const toFirstComplaint = () =>
      // Once the complaints are drawn.
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    if (!judged.ok) return toFirstComplaint()
    try {
      const { gameId } = await open.mutateAsync(judged.input)
      kept.forget()
      router.push(`/games/${gameId}`)
    } catch (error) {
      setRefused(gameErrors(readServerError(error), values))
      toFirstComplaint()
    }
  }

  return (
    <form
      ref={element}
      noValidate
      inert={!isLive}
      onSubmit={(event) => void send(event)}
      className="max-w-2xl space-y-8"
    >
      <DraftNote isRestored={kept.isRestored} isKept={kept.isKept} onDiscard={kept.discard} />
      <Field label="Question" error={errors.title} required>
        <Input
          value={draft.title}
          maxLength={TITLE_CHARS_MAX}
          onChange={(event) => set('title', event.target.value)}
        />
      </Field>
      <div className="space-y-2">
        <p className="font-medium text-sm">What is to be decided</p>
        <Segmented
          aria-label="What is to be decided"
          value={draft.kind}
          onValueChange={(kind) => set('kind', kind)}
          options={[
            { value: 'belief', label: 'Whether a claim is true' },
            { value: 'choice', label: 'Between options' },
          ]}
        />
      </div>
      {draft.kind === 'belief' ? (
        <Field label="Claim" hint="One sentence that is true or not." error={errors.claim} required>
          <Input
            value={draft.claim}
            maxLength={CLAIM_CHARS_MAX}
            onChange={(event) => set('claim', event.target.value)}
          />
        </Field>
      ) : (
        <Field label="Options" hint="One a line, two at least." error={errors.options} required>
          <Textarea value={draft.options} rows={3} onChange={(event) => set('options', event.target.value)} />
        </Field>
      )}
      <Field label="Details" optional hint="What everybody knows before the first turn." error={errors.body}>
        <Textarea
          reading
          value={draft.body}
          maxLength={GAME_BODY_CHARS_MAX}
          onChange={(event) => set('body', event.target.value)}
        />
      </Field>
      <Field label="Who says what is recommended" error={errors.evaluator}>
        <RadioGroup
          value={evaluator}
          onValueChange={(chosen) => set('evaluator', chosen)}
          options={evaluatorOptions(draft.kind, { hasModel })}
        />
      </Field>
      {evaluator === 'asker' && (draft.kind === 'belief' || options.length > 1) ? (
        <RecommendationFields
          decision={draft.kind}
          options={options}
          values={firstOf(draft)}
          onChange={(first) => set('first', [...first])}
          hint="As you see it before anything is said. All rewards begin here."
          error={errors.first}
        />
      ) : null}
      <Checkbox
        label="Only bots of mine play"
        hint="Nobody else sees it: for sets to train on. Otherwise everybody may watch, anybody may take a seat, and you and your bots may not."
        checked={draft.isOwn}
        onChange={(event) => set('isOwn', event.target.checked)}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Seats">
          <Select value={draft.seats} onChange={(event) => set('seats', Number(event.target.value))}>
            {numbers(GAME_SEATS_MIN, GAME_SEATS_MAX).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <Field label="Turns at most">
          <Select value={draft.turnsMost} onChange={(event) => set('turnsMost', Number(event.target.value))}>
            {numbers(1, GAME_TURNS_MAX).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
        <Field label="Time for each turn">
          <Select
            value={draft.turnSeconds}
            onChange={(event) => set('turnSeconds', Number(event.target.value))}
          >
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
          <Field key={name} label={label} hint={hint} error={errors[name]}>
            <Input
              value={draft[name]}
              onChange={(event) => set(name, event.target.value)}
              inputMode="decimal"
              suffix="credits"
              autoComplete="off"
              className="nums"
            />
          </Field>
        ))}
      </div>
      <p className="text-muted text-sm">
        You have <Credits micros={availableMicros} exact />.
      </p>
      {errors.other ? <ErrorNote>{errors.other}</ErrorNote> : null}
      <Button type="submit" variant="primary" pending={open.isPending} pendingLabel="Laying down the pot…">
        Open the game
      </Button>
    </form>
  )
}

const numbers = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index)
