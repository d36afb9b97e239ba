'use client'

import { useIsLive } from '@/components/form/use-is-live'
import { exactTime } from '@/components/time/relative-time'

/** "14:02", in the reader's zone once the page is live and in UTC before; the whole date on hover. */
export function ClockTime({
  at,
  seconds = false,
  since,
  className,
}: {
  at: Date
  seconds?: boolean
  /** When what is told began: a time of another day is written with its day. */
  since?: Date
  className?: string
}) {
  const isLive = useIsLive()
  const timeZone = isLive ? undefined : 'UTC'
  const text = new Intl.DateTimeFormat('en-GB', {
    ...(since && dayOf(since, timeZone) !== dayOf(at, timeZone) ? { day: 'numeric', month: 'short' } : {}),
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
