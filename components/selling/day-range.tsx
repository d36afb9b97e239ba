'use client'

import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** Days in UTC, both included; null for no limit. */
export type Days = { from: Date | null; to: Date | null }

export type DayRangeProps = { days: Days; onChange: (days: Days) => void }

/** The days that are looked at. */
export function DayRange({ days, onChange }: DayRangeProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Day label="From" value={days.from} max={days.to} onChange={(from) => onChange({ ...days, from })} />
      <Day label="Until" value={days.to} min={days.from} onChange={(to) => onChange({ ...days, to })} />
      {days.from || days.to ? (
        <Button variant="quiet" onClick={() => onChange({ from: null, to: null })}>
          All days
        </Button>
      ) : null}
    </div>
  )
}

type DayProps = {
  label: string
  value: Date | null
  min?: Date | null
  max?: Date | null
  onChange: (day: Date | null) => void
}

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <Field label={label} className="w-40 min-w-0 max-sm:flex-1">
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

/** "2031-03-01", in UTC like the days themselves; empty for none. */
function textOf(day: Date | null | undefined): string {
  return day ? day.toISOString().slice(0, 'YYYY-MM-DD'.length) : ''
}
