import { useEffect, useMemo, useState } from 'react'
import { storyOf } from '@/components/answer/trail'
import type { EventType, TreeView } from '@/server/tree/contract'
import { logOf } from '@/server/tree/event-words'
import { foldTree } from '@/server/tree/replay'

/** Long enough to read a caption; a purchase takes its time to rise; what comes in numbers goes faster. */
const STEP_MS: Partial<Record<EventType, number>> = {
  'offer.bought': 2_200,
  'offer.posted': 550,
  'offer.held': 550,
  'offer.passed': 550,
}
const OTHER_STEP_MS = 1_100

/**
 * The moment of a tree that is shown. `seq` null is the newest and follows what comes; playing from there starts at the
 * first event and ends at the newest again.
 */
export function useReplay(
  view: TreeView,
  start: { seq: number | null; isPlaying: boolean } = { seq: null, isPlaying: false },
) {
  const [seq, setSeq] = useState(start.seq)
  const [isPlaying, setIsPlaying] = useState(start.isPlaying)
  const [leftAtSeq, setLeftAtSeq] = useState(view.lastSeq)

  const newest = useMemo(() => foldTree(view, null), [view])
  const log = useMemo(() => logOf(view), [view])
  const ended = useMemo(() => storyOf(view.answer, view.decision), [view])
  const tree = useMemo(() => (seq === null ? newest : foldTree(view, seq)), [view, newest, seq])

  const shownSeq = tree.event?.seq ?? 0
  const isAnswered = shownSeq >= answeredSeq(view)
  // A replay does not tell its end before it comes.
  const story = useMemo(() => (isAnswered ? ended : { ...ended, outcome: null }), [ended, isAnswered])
  const shownType = tree.event?.type ?? null
  useEffect(() => {
    if (!isPlaying) return
    const next = log.find((line) => line.seq > shownSeq)
    const wait = (shownType && STEP_MS[shownType]) ?? OTHER_STEP_MS
    const timer = setTimeout(() => {
      if (next) setSeq(next.seq)
      else {
        setSeq(null)
        setIsPlaying(false)
      }
    }, wait)
    return () => clearTimeout(timer)
  }, [isPlaying, log, shownSeq, shownType])

  const show = (to: number | null) => {
    if (to !== null && seq === null) setLeftAtSeq(view.lastSeq)
    setSeq(to)
  }
  return {
    tree,
    newest,
    log,
    story,
    seq,
    isPlaying,
    newEvents: seq === null ? 0 : Math.max(0, view.lastSeq - leftAtSeq),
    onSeqChange: (to: number | null) => {
      setIsPlaying(false)
      show(to)
    },
    onPlayingChange: (play: boolean) => {
      setIsPlaying(play)
      const isAtEnd = shownSeq >= (log.at(-1)?.seq ?? 0)
      if (play && isAtEnd) show(log[0]?.seq ?? null)
    },
  }
}

/** The event with which the newest answer was written. */
function answeredSeq({ events }: TreeView): number {
  return events.findLast(({ type }) => type === 'answer.written')?.seq ?? Number.POSITIVE_INFINITY
}
