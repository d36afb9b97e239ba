'use client'

import { useIsLive } from '@/components/form/use-is-live'
import { exactTime } from '@/components/time/relative-time'
import { useNow } from '@/components/time/time'

/** "14:02" of what was all today, "4 Mar, 14:02" of anything else: in the reader's zone once the page is live and in UTC before; the whole date on hover. */
export function ClockTime({
  at,
  seconds = false,
  since,
  className,
}: {
  at: Date
  seconds?: boolean
  /** When what is told began: where that was on another day, today's times have their day too. */
  since?: Date
  className?: string
}) {
  const isLive = useIsLive()
  const now = useNow()
  const timeZone = isLive ? undefined : 'UTC'
  const day = dayOf(at, timeZone)
  const isToday = now !== null && [new Date(now), since ?? at].every((one) => dayOf(one, timeZone) === day)
  const text = new Intl.DateTimeFormat('en-GB', {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: seconds ? '2-digit' : undefined,
    timeZone,
  }).format(at)
  return (
    <time dateTime={at.toISOString()} title={exactTime(at, timeZone)} className={className}>
      {text}
    </time>
  )
}

function dayOf(at: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone }).format(at)
}
