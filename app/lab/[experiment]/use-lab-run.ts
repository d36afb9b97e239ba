'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { LabMessage, LabRun, LabTask } from '@/app/lab/[experiment]/lab-worker'
import { HERE_SECONDS_STOP } from '@/app/lab/[experiment]/run-draft'

export type LabState =
  | { phase: 'idle' }
  | { phase: 'running'; done: number; of: number }
  /** `end` says why there are fewer runs than asked for, if there are. */
  | { phase: 'done'; runs: readonly LabRun[]; of: number; end: 'whole' | 'stopped' | 'too-long' }
  /** Before any run was done, so that there is nothing to show. */
  | { phase: 'stopped' }
  | { phase: 'failed'; reason: string }

const NO_RUN = `No run was done after ${HERE_SECONDS_STOP} seconds on this machine. Take smaller numbers, or the command below.`

/**
 * One run of an experiment at a time, in a worker that ends with the page, when it is stopped, or when its time is over. What
 * was done until then is kept.
 */
export function useLabRun(): { state: LabState; start: (task: LabTask) => void; stop: () => void } {
  const [state, setState] = useState<LabState>({ phase: 'idle' })
  /** Stops what is under way. */
  const underWay = useRef<((end: 'stopped' | 'too-long' | 'left') => void) | null>(null)

  useEffect(() => () => underWay.current?.('left'), [])

  const start = useCallback((task: LabTask) => {
    underWay.current?.('left')
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' })
    const runs: LabRun[] = []
    let of = 0
    const close = (last: LabState | null) => {
      worker.terminate()
      clearTimeout(timer)
      underWay.current = null
      if (last) setState(last)
    }
    const stop = (end: 'stopped' | 'too-long' | 'left') => {
      if (end === 'left') close(null)
      else if (runs.length > 0) close({ phase: 'done', runs, of, end })
      else close(end === 'stopped' ? { phase: 'stopped' } : { phase: 'failed', reason: NO_RUN })
    }
    const timer = setTimeout(() => stop('too-long'), HERE_SECONDS_STOP * 1_000)
    underWay.current = stop
    setState({ phase: 'running', done: 0, of: 0 })
    worker.addEventListener('message', ({ data }: MessageEvent<LabMessage>) => {
      if (underWay.current !== stop) return
      if (data.type === 'failed') return close({ phase: 'failed', reason: data.reason })
      runs.push(...data.runs)
      of = data.of
      if (data.type === 'done') close({ phase: 'done', runs, of, end: 'whole' })
      else setState({ phase: 'running', done: runs.length, of })
    })
    worker.addEventListener('error', () => {
      close({ phase: 'failed', reason: 'This browser could not start the worker that runs experiments.' })
    })
    worker.postMessage(task)
  }, [])

  const stop = useCallback(() => underWay.current?.('stopped'), [])

  return { state, start, stop }
}
