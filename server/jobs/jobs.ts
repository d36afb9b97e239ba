import * as z from 'zod'
import type { Db } from '@/db/client'
import { TELLINGS } from '../words/follows'

/**
 * Names and payloads of all jobs. Payloads are ids: the row holds the input, the queue only
 * delivers. A job is enqueued in the transaction that makes it true, so nothing is lost between the two.
 */
export const JOB_PAYLOADS = {
  /** Contexts that one verdict opened are matched together. */
  'market.match': z.object({ rootId: z.string(), contextIds: z.array(z.string()).min(1) }),
  /** The next chunk of the people who look for a context. */
  'market.fan-out': z.object({ contextId: z.string() }),
  /** A new or changed matcher against the next chunk of the questions that are open already. */
  'market.apply-matcher': z.object({ matcherId: z.string() }),
  /** An edited question: bots that now want it, then the next chunk of the people who had it. */
  'market.match-again': z.object({ contextId: z.string() }),
  /** The next chunk of the people who are told of a question. */
  'market.tell': z.object({ kind: z.enum(TELLINGS), contextId: z.string() }),
  'sellers.answer': z.object({ botRunId: z.string() }),
  /** One try of a call to an owner's server. */
  'sellers.deliver': z.object({ botRunId: z.string() }),
  'inspection.advance': z.object({ rootId: z.string(), contextId: z.string() }),
  'inspection.answer': z.object({ rootId: z.string() }),
  /** What each purchase was worth. */
  'inspection.count': z.object({ rootId: z.string() }),
  /** The pages that a question is about. */
  'pages.read': z.object({ contextId: z.string() }),
  'corpus.ingest': z.object({ documentId: z.string() }),
  'mail.gather': z.object({ personId: z.string() }),
  'mail.send': z.object({ mailId: z.string() }),
  /** One try of a call to a person's own server. */
  'inbox.deliver': z.object({ deliveryId: z.string() }),
} as const

export type QueueName = keyof typeof JOB_PAYLOADS
export type JobPayload<N extends QueueName> = z.infer<(typeof JOB_PAYLOADS)[N]>
export const QUEUE_NAMES = Object.keys(JOB_PAYLOADS) as QueueName[]

export interface Jobs {
  /** Enqueues in the caller's transaction. `startAfter` delays it; a delayed job costs nothing while it waits. */
  enqueue<N extends QueueName>(tx: Db, name: N, payloads: JobPayload<N>[], startAfter?: Date): Promise<void>
}

/** Every handler must be safe to repeat: a job is delivered at least once. */
export type JobHandlers = { [N in QueueName]: (payload: JobPayload<N>) => Promise<void> }

export interface JobRunner extends Jobs {
  /** Begins to work. A job that throws is delivered again, the others of its batch are not. */
  work(handlers: JobHandlers): Promise<void>
  /** True when the queue answers. */
  isUp(): Promise<boolean>
  stop(): Promise<void>
}
