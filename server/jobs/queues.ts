import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, type JobResult, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { type Database, rowsOf } from '@/db/client'
import { LIMITS, withoutPooler } from '@/db/drivers/connection'
import type { Log } from '../log'
import {
  JOB_PAYLOADS,
  type JobHandlers,
  type JobPayload,
  type JobRunner,
  QUEUE_NAMES,
  type QueueName,
} from './jobs'

/** The only import of pg-boss. */

/** Delivered again after a failure, doubling from a second: five tries take about a minute. */
const RETRY_LIMIT = 5
/** Jobs are short (no bot and no inspector is waited for inside one), so one that runs this long has lost its worker. */
const EXPIRE_SECONDS = 120
/** Taken at once by a worker: siblings that wait for the same moment are moved in one go. */
const BATCH_SIZE = 50
/** Without listen/notify, in seconds: then this is how long a job waits. */
const POLL_SECONDS = 2
/** While listen/notify works: the safety net, and how late a delayed job may be. Every look costs a few milliseconds. */
const NOTIFIED_POLL_SECONDS = 5
/**
 * As for the market's own connections. No limit for locks: processes that start together wait for each other's installation
 * of the queue. As start-up options, which need a connection without a pooler, as does LISTEN.
 */
const SESSION_OPTIONS = `-c statement_timeout=${LIMITS.statementMs} -c idle_in_transaction_session_timeout=${LIMITS.idleInTransactionMs}`
/** Completed jobs say nothing that the tables do not say. */
const KEEP_COMPLETED_SECONDS = 3600

export async function openJobs(database: Database, log: Log): Promise<JobRunner> {
  const boss = new PgBoss({
    ...(database.raw.kind === 'pglite'
      ? { db: fromPglite(database.raw.pglite), backend: 'pglite' as const }
      : { connectionString: withoutPooler(database.raw.url), options: SESSION_OPTIONS, max: 4 }),
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  try {
    await startBoss(boss)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }

  return {
    async enqueue(tx, name, payloads, startAfter) {
      if (payloads.length === 0) return
      const sameTransaction = {
        execute: async (query: unknown) => ({ rows: rowsOf(await tx.execute(query as SQL)) }),
      }
      const rows = payloads.map((data) => ({ data, ...(startAfter ? { startAfter } : {}) }))
      await boss.insert(name, rows, { db: fromDrizzle(sameTransaction, sql) })
    },
    async work(handlers) {
      for (const name of QUEUE_NAMES) await workQueue(boss, name, handlers[name], log)
    },
    async isUp() {
      return boss.getQueue(QUEUE_NAMES[0] ?? 'market.match').then(
        (queue) => queue !== null,
        () => false,
      )
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Connects, and makes the queues that are not there. */
async function startBoss(boss: PgBoss): Promise<void> {
  await boss.start()
  for (const name of QUEUE_NAMES) {
    await boss.createQueue(name, {
      notify: true,
      retryLimit: RETRY_LIMIT,
      retryBackoff: true,
      retryDelay: 1,
      expireInSeconds: EXPIRE_SECONDS,
      deleteAfterSeconds: KEEP_COMPLETED_SECONDS,
    })
    // The first send to a queue looks the queue up on pg-boss's own connection, which hangs inside an open transaction on
    // PGlite. Looking it up here fills that cache.
    await boss.getQueue(name)
  }
  await touchQueues(boss)
}

async function workQueue<N extends QueueName>(
  boss: PgBoss,
  name: N,
  handler: JobHandlers[N],
  log: Log,
): Promise<void> {
  const schema = JOB_PAYLOADS[name] as unknown as z.ZodType<JobPayload<N>>
  await boss.work(
    name,
    {
      batchSize: BATCH_SIZE,
      // A job is a few statements, or sets something going that nobody waits for; every worker more looks at every wake-up.
      localConcurrency: 1,
      pollingIntervalSeconds: POLL_SECONDS,
      notifyPollingIntervalSeconds: NOTIFIED_POLL_SECONDS,
      // Those of them that a full batch left behind have been told of already: they would wait for the safety net.
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    (jobs) =>
      Promise.all(
        jobs.map(async (job): Promise<JobResult> => {
          try {
            await handler(schema.parse(job.data))
            return { id: job.id, status: 'completed' }
          } catch (error) {
            log.error({ err: error, queue: name, job: job.id }, 'job failed')
            return { id: job.id, status: 'failed' }
          }
        }),
      ),
  )
}

async function touchQueues(boss: PgBoss): Promise<void> {
  for (const name of QUEUE_NAMES) {
    const id = await boss.send(name, {}, { startAfter: 3600 })
    if (id) await boss.deleteJob(name, id)
  }
}
