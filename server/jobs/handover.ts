import { randomUUID } from 'node:crypto'
import type { Db } from '@/db/client'
import type { Log } from '../log'
import type { Handover, JobHandlers, JobPayload, QueueName } from './jobs'

/**
 * Jobs that the process which enqueued them runs itself: `now`, right after the commit, is short work that the next call of an
 * inspector waits for; `soon` is short work that must not stand in its way. The others may take long or call a model, so any
 * worker may take them.
 */
const RUN_HERE: Record<QueueName, 'now' | 'soon' | null> = {
  'market.match': 'now',
  'market.fan-out': 'soon',
  'market.apply-matcher': null,
  'market.match-again': null,
  'inspection.advance': 'now',
  'sellers.answer': null,
  'sellers.deliver': null,
  'inspection.answer': null,
  'corpus.ingest': null,
  'mail.gather': null,
  'mail.send': null,
}
/** Below what a person notices, and above what it takes until the calls are under way. */
const SOON_MS = 100
/**
 * How much later the queue delivers a job that is run here: long enough that it is done by then, short enough that a process
 * that dies in between holds nobody up for longer than a lease.
 */
const SAFETY_SECONDS = 3
/** Finished jobs are taken out of the queue this long after the first of them: while the next calls are under way. */
const TIDY_AFTER_MS = 150

/** A job as the queue stores it; `startAfter` is a moment, or seconds from now. */
export type JobRow = { id?: string; data: object; startAfter?: Date | number }

/** The queue below: pg-boss. */
export type QueueStore = {
  insert(tx: Db, name: QueueName, rows: JobRow[]): Promise<void>
  remove(name: QueueName, ids: string[]): Promise<void>
}

type Entry = { name: QueueName; payload: object; startAfter: Date | undefined }
type Mine = { id: string; name: QueueName; payload: object }

/**
 * Hands jobs over within this process. Each is stored in the transaction that makes it true all the same, so a process that
 * dies after the commit loses nothing: the queue delivers the job a little later. Handlers are safe to repeat, so a job that
 * is done here and delivered once more changes nothing.
 */
export function createHandover(store: QueueStore, log: Log) {
  const collected = new WeakMap<Db, Entry[]>()
  const running = new Set<Promise<void>>()
  const finished = new Map<QueueName, string[]>()
  let handlers: JobHandlers | undefined
  let tidying: NodeJS.Timeout | undefined
  const later = new Set<NodeJS.Timeout>()

  async function enqueue(tx: Db, entries: Entry[]): Promise<Mine[]> {
    const mine: Mine[] = []
    for (const name of new Set(entries.map((entry) => entry.name))) {
      const rows = entries
        .filter((entry) => entry.name === name)
        .map(({ payload, startAfter }): JobRow => {
          if (startAfter) return { data: payload, startAfter }
          if (!handlers || !RUN_HERE[name]) return { data: payload }
          const id = randomUUID()
          mine.push({ id, name, payload })
          return { id, data: payload, startAfter: SAFETY_SECONDS }
        })
      await store.insert(tx, name, rows)
    }
    return mine
  }

  function begin(job: Mine): void {
    const done = runHere(job).finally(() => running.delete(done))
    running.add(done)
  }

  function beginSoon(job: Mine): void {
    const timer = setTimeout(() => {
      later.delete(timer)
      begin(job)
    }, SOON_MS)
    later.add(timer)
  }

  async function runHere({ id, name, payload }: Mine): Promise<void> {
    if (!handlers) return
    try {
      await run(handlers, name, payload)
      finished.set(name, [...(finished.get(name) ?? []), id])
      tidying ??= setTimeout(() => void tidy(), TIDY_AFTER_MS)
    } catch (error) {
      log.warn(
        { err: error, queue: name, job: id },
        'a job failed where it was made; the queue delivers it again',
      )
    }
  }

  async function tidy(): Promise<void> {
    clearTimeout(tidying)
    tidying = undefined
    const batches = [...finished]
    finished.clear()
    for (const [name, ids] of batches) {
      // What stays in the queue is delivered once more and finds nothing to do.
      await store.remove(name, ids).catch((error: unknown) => log.warn({ err: error }, 'finished jobs stay'))
    }
  }

  return {
    /** True when the transaction's jobs are collected: then there is nothing else to do with this one. */
    collect<N extends QueueName>(tx: Db, name: N, payloads: JobPayload<N>[], startAfter?: Date): boolean {
      const entries = collected.get(tx)
      entries?.push(...payloads.map((payload) => ({ name, payload, startAfter })))
      return entries !== undefined
    },
    open(tx: Db): Handover {
      const entries: Entry[] = []
      let mine: Mine[] = []
      collected.set(tx, entries)
      return {
        async write() {
          collected.delete(tx)
          mine = await enqueue(tx, entries)
        },
        deliver() {
          for (const job of mine) (RUN_HERE[job.name] === 'now' ? begin : beginSoon)(job)
        },
      }
    },
    /** From now on this process runs jobs. */
    begin(wanted: JobHandlers) {
      handlers = wanted
    },
    /** Waits for jobs that have begun here; those that they enqueue, and those not begun, are left to the queue. */
    async stop() {
      handlers = undefined
      for (const timer of later) clearTimeout(timer)
      await Promise.all(running)
      await tidy()
    },
  }
}

function run<N extends QueueName>(handlers: JobHandlers, name: N, payload: object): Promise<void> {
  return handlers[name](payload as JobPayload<N>)
}
