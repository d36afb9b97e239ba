'use client'

import type { ReactNode } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { GameView } from '@/server/contract/games'
import { type GameRecommendation, recommendationSchema, UTILITY_MAX } from '@/server/contract/games'

/** A percentage, or a utility for each option: as typed. */
export type RecommendationText = readonly string[]

/** What was recommended before, to change from; empty where nothing was. */
export function emptyRecommendation(options: number, before: GameRecommendation | null): RecommendationText {
  if (before?.kind === 'choice') return before.utilities.map(String)
  if (before?.kind === 'belief') return [String(Number((before.probability * 100).toFixed(3)))]
  return Array.from({ length: Math.max(1, options) }, () => '')
}

const NUMBER = /^[-−]?\d+(?:[.,]\d+)?$/
const numberOf = (text: string) =>
  NUMBER.test(text.trim()) ? Number(text.trim().replace('−', '-').replace(',', '.')) : Number.NaN

const isUtility = (text: string) => Math.abs(numberOf(text)) <= UTILITY_MAX

/** The recommendation, or what is wrong with it. */
export function readRecommendation(
  texts: RecommendationText,
  { decision }: Pick<GameView, 'decision'>,
): GameRecommendation | string {
  const numbers = texts.map(numberOf)
  if (numbers.some(Number.isNaN))
    return decision === 'belief'
      ? 'Write how likely it is, from 0 to 100 per cent.'
      : `Write a utility from −${UTILITY_MAX} to ${UTILITY_MAX} for each option.`
  const read = recommendationSchema.safeParse(
    decision === 'belief'
      ? { kind: 'belief', probability: (numbers[0] ?? 0) / 100 }
      : { kind: 'choice', utilities: numbers },
  )
  if (read.success) return read.data
  return decision === 'belief'
    ? 'A probability is from 0 to 100 per cent.'
    : `A utility is from −${UTILITY_MAX} to ${UTILITY_MAX}.`
}

export type RecommendationFieldsProps = {
  decision: GameView['decision']
  options: readonly string[]
  values: RecommendationText
  onChange: (values: RecommendationText) => void
  hint?: ReactNode
  /** What is wrong with it: said at the numbers that are none. */
  error?: string
}

/** How likely the claim is, or what each option is worth. */
export function RecommendationFields({
  decision,
  options,
  values,
  onChange,
  hint,
  error,
}: RecommendationFieldsProps) {
  const set = (place: number, text: string) =>
    onChange(values.map((value, index) => (index === place ? text : value)))
  if (decision === 'belief')
    return (
      <Field label="How likely is it that the claim is true?" hint={hint} error={error}>
        <div className="max-w-40">
          <Input
            value={values[0] ?? ''}
            onChange={(event) => set(0, event.target.value)}
            inputMode="decimal"
            suffix="%"
            autoComplete="off"
            className="nums"
          />
        </div>
      </Field>
    )
  return (
    <fieldset className="space-y-3">
      <legend className="font-medium text-sm">
        What each option is worth, from −{UTILITY_MAX} to {UTILITY_MAX}
      </legend>
      {hint ? <p className="measure text-muted text-sm">{hint}</p> : null}
      {options.map((option, place) => (
        <Field
          key={option}
          label={option === '' ? `Option ${place + 1}` : option}
          error={isUtility(values[place] ?? '') ? undefined : error}
        >
          <Input
            value={values[place] ?? ''}
            onChange={(event) => set(place, event.target.value)}
            autoComplete="off"
            className="nums max-w-40"
          />
        </Field>
      ))}
    </fieldset>
  )
}
