'use client'

import { useIsLive } from '@/components/form/use-is-live'
import { exactTime } from '@/components/time/relative-time'

/** "1 Mar 2031, 14:02": in the reader's zone once the page is live and in UTC before; with its zone on hover. */
export function ExactMoment({ at, className }: { at: Date; className?: string }) {
  const isLive = useIsLive()
  const timeZone = isLive ? undefined : 'UTC'
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <time dateTime={at.toISOString()} title={exactTime(at, timeZone)} className={className}>
      {format.format(at)}
    </time>
  )
}
