'use client'

import { Pause, Play, Radio } from 'lucide-react'
import { ClockTime } from '@/components/tree/clock-time'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Slider } from '@/components/ui/slider'
import type { LogLine } from '@/server/tree/folded-tree'

export type ReplayBarProps = {
  log: readonly LogLine[]
  /** The event shown; null shows the newest and follows what comes. */
  seq: number | null
  onSeqChange: (seq: number | null) => void
  isPlaying: boolean
  onPlayingChange: (isPlaying: boolean) => void
  /** Something may still happen, and would be heard of. */
  isLive: boolean
  /** Events that came while an earlier moment was shown. */
  newEvents?: number
  className?: string
}

/** Goes through a tree event by event: a slider, play and pause, and what happened in words. */
export function ReplayBar(props: ReplayBarProps) {
  const { log, seq, onSeqChange, isPlaying, onPlayingChange, isLive, newEvents = 0, className } = props
  const last = log.length - 1
  const found = seq === null ? last : log.findLastIndex((line) => line.seq <= seq)
  const index = Math.max(0, found)
  const line = log[index]
  if (!line) return null
  const isAtEnd = seq === null || index === last
  return (
    <section
      aria-label="Replay"
      className={cn('flex items-center gap-3 px-3 py-1.5 noscript:hidden', className)}
    >
      <Button
        variant="secondary"
        size="icon"
        className="size-9 shrink-0 rounded-full"
        aria-label={isPlaying ? 'Pause the replay' : isAtEnd ? 'Replay from the beginning' : 'Play on'}
        onClick={() => onPlayingChange(!isPlaying)}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="translate-x-px" />}
      </Button>
      <div className="min-w-0 flex-1">
        {/* On a phone two lines, whatever it says: nothing moves while it plays. */}
        <p className="flex items-baseline gap-2 text-sm max-sm:min-h-10">
          <ClockTime at={line.at} since={log[0]?.at} seconds className="nums text-muted text-xs" />
          <span className="min-w-0 max-sm:line-clamp-2 sm:truncate" title={line.words}>
            {line.words}
          </span>
          <span className="nums ml-auto shrink-0 text-muted text-xs max-sm:hidden">
            {index + 1} of {log.length}
          </span>
        </p>
        <Slider
          label="Moment of the reading"
          min={0}
          max={Math.max(1, last)}
          value={index}
          onValueChange={(to) => onSeqChange(to >= last ? null : (log[to]?.seq ?? null))}
          valueText={(to) => `Event ${to + 1} of ${log.length}: ${log[to]?.words ?? ''}`}
          className="h-6 pointer-coarse:h-11"
        />
      </div>
      {isLive && isAtEnd ? (
        <span
          data-tone="reading"
          className="inline-flex shrink-0 items-center gap-1.5 text-tone text-xs font-medium"
        >
          <Radio aria-hidden className="size-3.5 animate-breathe" />
          Live
        </span>
      ) : newEvents > 0 ? (
        <Button size="sm" className="shrink-0" onClick={() => onSeqChange(null)}>
          {newEvents} new {newEvents === 1 ? 'event' : 'events'}
        </Button>
      ) : null}
    </section>
  )
}
