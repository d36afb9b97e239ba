'use client'

import { useSyncExternalStore } from 'react'
import { exactTime } from '@/components/time/relative-time'

const never = () => () => {}

/** "1 Mar 2031, 14:02": in the reader's zone once the page is live and in UTC before; with its zone on hover. */
export function ExactMoment({ at, className }: { at: Date; className?: string }) {
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const timeZone = isLive ? undefined : 'UTC'
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <time dateTime={at.toISOString()} title={exactTime(at, timeZone)} className={className}>
      {format.format(at)}
    </time>
  )
}
