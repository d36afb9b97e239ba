'use client'

import { DayField } from '@/components/form/day-field'
import { Button } from '@/components/ui/button'

/** Days in UTC, both included; null for no limit. */
export type Days = { from: Date | null; to: Date | null }

export type DayRangeProps = { days: Days; onChange: (days: Days) => void }

const DAY = 'w-40 min-w-0 max-sm:flex-1'

/** The days that are looked at. */
export function DayRange({ days, onChange }: DayRangeProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <DayField
        label="From"
        value={days.from}
        max={days.to}
        onChange={(from) => onChange({ ...days, from })}
        className={DAY}
      />
      <DayField
        label="Until"
        value={days.to}
        min={days.from}
        onChange={(to) => onChange({ ...days, to })}
        className={DAY}
      />
      {days.from || days.to ? (
        <Button variant="quiet" onClick={() => onChange({ from: null, to: null })}>
          All days
        </Button>
      ) : null}
    </div>
  )
}
