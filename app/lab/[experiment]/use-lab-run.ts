'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { LabMessage, LabRun, LabTask } from '@/app/lab/[experiment]/lab-worker'

export type LabState =
  | { phase: 'idle' }
  | { phase: 'running'; done: number; runs: number }
  | { phase: 'done'; runs: readonly LabRun[] }
  | { phase: 'failed'; reason: string }

/** One run of an experiment at a time, in a worker that ends with the page, or when it is stopped. */
export function useLabRun(): { state: LabState; start: (task: LabTask) => void; stop: () => void } {
  const [state, setState] = useState<LabState>({ phase: 'idle' })
  const worker = useRef<Worker | null>(null)

  const end = useCallback(() => {
    worker.current?.terminate()
    worker.current = null
  }, [])
  useEffect(() => end, [end])

  const start = useCallback(
    (task: LabTask) => {
      end()
      const started = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' })
      worker.current = started
      setState({ phase: 'running', done: 0, runs: 0 })
      started.addEventListener('message', ({ data }: MessageEvent<LabMessage>) => {
        if (worker.current !== started) return
        if (data.type === 'progress') setState({ phase: 'running', done: data.done, runs: data.runs })
        else {
          setState(
            data.type === 'done'
              ? { phase: 'done', runs: data.runs }
              : { phase: 'failed', reason: data.reason },
          )
          end()
        }
      })
      started.addEventListener('error', () => {
        setState({
          phase: 'failed',
          reason: 'This browser could not start the worker that runs experiments.',
        })
        end()
      })
      started.postMessage(task)
    },
    [end],
  )

  const stop = useCallback(() => {
    end()
    setState({ phase: 'idle' })
  }, [end])

  return { state, start, stop }
}
