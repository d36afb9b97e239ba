'use client'

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { useIsLive } from '@/components/form/use-is-live'
import { exactTime, type Moment, relativeTime } from '@/components/time/relative-time'

/** One clock for the whole page; texts are in minutes, so four looks a minute keep them right. */
const TICK_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let nowMs = 0

function tick(): void {
  nowMs = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    nowMs = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer !== undefined) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The clock starts at the first look, which may come before the first subscription. */
function currentNow(): number {
  if (nowMs === 0 || timer === undefined) nowMs = Math.max(nowMs, Math.floor(Date.now() / TICK_MS) * TICK_MS)
  return nowMs
}

const ServerNowContext = createContext<string | null>(null)

/**
 * Hands the server's time of rendering down, so that the first picture in the browser equals the server's.
 * Without it, times appear as exact UTC dates until the page is live.
 */
export function TimeProvider({ now, children }: { now: string; children: ReactNode }) {
  return <ServerNowContext value={now}>{children}</ServerNowContext>
}

/** Milliseconds since 1970, moving every 15 s; the server's own while the page is being made live, null if unknown. */
export function useNow(): number | null {
  const serverNow = useContext(ServerNowContext)
  return useSyncExternalStore<number | null>(subscribe, currentNow, () =>
    serverNow === null ? null : new Date(serverNow).getTime(),
  )
}

type TimeTextProps = { at: Moment; words: (now: number) => string; className?: string }

function TimeText({ at, words, className }: TimeTextProps) {
  const now = useNow()
  // The reader's own time zone is known to the browser alone.
  const live = useIsLive()
  const exact = exactTime(at, live ? undefined : 'UTC')
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} className={className}>
      {now === null ? exact : words(now)}
    </time>
  )
}

/** When something happened: "5 min ago", with the exact time on hover. */
export function Ago({ at, className }: { at: Moment; className?: string }) {
  return (
    <TimeText
      at={at}
      className={className}
      // A clock that runs behind the server's must not put what has happened into the future.
      words={(now) => relativeTime(at, Math.max(now, new Date(at).getTime()))}
    />
  )
}

export type UntilProps = {
  at: Moment
  /** What will happen then, for example "decides"; gives "decides in 2 h". */
  verb?: string
  /** What is said once the moment has passed, for example "deadline passed". */
  past?: string
  className?: string
}

/** How long until something happens: "decides in 2 h", with the exact time on hover. */
export function Until({ at, verb, past, className }: UntilProps) {
  return (
    <TimeText
      at={at}
      className={className}
      words={(now) => {
        if (past !== undefined && new Date(at).getTime() <= now) return past
        const relative = relativeTime(at, now)
        return verb ? `${verb} ${relative}` : relative
      }}
    />
  )
}
