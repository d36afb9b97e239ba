'use client'

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

/** One day, chosen or typed. */
export function DayField({ label, value, min, max, onChange, className }: DayFieldProps) {
  return (
    <Field label={label} className={className}>
      <Input
        type="date"
        value={textOf(value)}
        min={textOf(min)}
        max={textOf(max)}
        onChange={(event) => onChange(event.target.value ? new Date(event.target.value) : null)}
      />
    </Field>
  )
}

/** "2031-03-01", in UTC like the day itself; empty for none. */
function textOf(day: Date | null | undefined): string {
  return day ? day.toISOString().slice(0, 'YYYY-MM-DD'.length) : ''
}
