'use client'

import { useState } from 'react'
import { DAY_FORM, dayAsTyped, dayOf } from '@/components/form/typed-moment'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

export type DayFieldProps = {
  label: string
  /** A day in UTC; null for none. */
  value: Date | null
  min?: Date | null
  max?: Date | null
  onChange: (day: Date | null) => void
  className?: string
}

/** One day, typed with its year first: what browsers draw for a day follows their own country. */
export function DayField({ label, value, min, max, onChange, className }: DayFieldProps) {
  const given = dayAsTyped(value)
  const [text, setText] = useState(given)
  const [lastGiven, setLastGiven] = useState(given)
  const [isLeft, setIsLeft] = useState(false)
  // Changed elsewhere: the filters were cleared, or somebody went back.
  if (given !== lastGiven) {
    setLastGiven(given)
    if (dayAsTyped(dayOf(text)) !== given) setText(given)
  }
  const wrong = whatIsWrong(text, { min, max })

  function type(next: string) {
    setText(next)
    setIsLeft(false)
    if (whatIsWrong(next, { min, max }) === undefined) onChange(dayOf(next))
  }

  return (
    <Field label={label} error={isLeft ? wrong : undefined} className={className}>
      <Input
        value={text}
        placeholder={DAY_FORM}
        autoComplete="off"
        className="nums"
        onChange={(event) => type(event.target.value)}
        onBlur={() => setIsLeft(true)}
      />
    </Field>
  )
}

/** Nothing typed is no limit, and fine. */
function whatIsWrong(text: string, { min, max }: Pick<DayFieldProps, 'min' | 'max'>): string | undefined {
  if (text.trim() === '') return undefined
  const day = dayOf(text)
  if (day === null) return `Write it like ${DAY_FORM}.`
  if (min && day < min) return `Not before ${dayAsTyped(min)}.`
  if (max && day > max) return `Not after ${dayAsTyped(max)}.`
  return undefined
}
