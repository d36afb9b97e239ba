import { is, type SQL, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { rowsOf, type Tx } from '@/db/client'
import type { Deps } from '../deps'
import type { EventType, TreeStatus } from '../inspection/contract'
import type { Handover } from '../jobs/handover'
import { transact } from '../ledger/transact'

/** An event before it has its number. */
export type NewEvent = {
  type: EventType
  contextId: string
  offerId?: string
  amountMicros?: bigint
  round?: number
  code?: string
}

/** Notes events of one tree; kept until the end of the transaction and numbered there. */
export type Note = {
  (event: NewEvent): void
  /** Counts a call of the inspector and the tokens it used; written with the events. */
  call(tokens: number): void
}

type Notes = { events: NewEvent[]; calls: number; tokens: number }

/** Thrown inside `inTree` when the tree has left the statuses in which the work is allowed; everything is undone. */
export class TreeMovedOn extends Error {
  constructor(rootId: string) {
    super(`Tree ${rootId} has moved on`)
    this.name = 'TreeMovedOn'
  }
}

/**
 * One transaction about one tree. Events noted during `work` are numbered and written last, in one statement that also
 * checks the tree's status: the row lock is held for that statement only, so siblings overlap, and a tree that was
 * cancelled meanwhile undoes the work. After the commit the jobs that were enqueued begin, and everyone who watches gets a
 * hint.
 *
 * @throws TreeMovedOn when events were noted and the tree's status is not one of `whileIn`.
 */
export async function inTree<T>(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'jobs'>,
  rootId: string,
  work: (tx: Tx, note: Note) => Promise<T>,
  whileIn: readonly TreeStatus[] = ['collecting', 'running', 'paused', 'settled', 'cancelled', 'failed'],
): Promise<T> {
  let hasEvents = false
  let jobs: Handover | undefined
  const result = await transact(deps.db, async (tx) => {
    const notes: Notes = { events: [], calls: 0, tokens: 0 }
    // Inside a transaction of its caller nothing has happened yet when this one ends: then the queue delivers.
    jobs = is(deps.db, PgTransaction) ? undefined : deps.jobs.handOver?.(tx)
    const value = await work(tx, noteInto(notes))
    await jobs?.write()
    hasEvents = notes.events.length > 0
    if (hasEvents) await writeEvents(tx, rootId, notes, deps.clock.now(), whileIn)
    return value
  })
  jobs?.deliver()
  if (hasEvents) deps.bus.publish(rootId)
  return result
}

function noteInto(notes: Notes): Note {
  const add = (event: NewEvent) => {
    notes.events.push(event)
  }
  const call = (tokens: number) => {
    notes.calls += 1
    notes.tokens += tokens
  }
  return Object.assign(add, { call })
}

async function writeEvents(
  tx: Tx,
  rootId: string,
  notes: Notes,
  at: Date,
  whileIn: readonly TreeStatus[],
): Promise<void> {
  const { events } = notes
  const rows: SQL[] = events.map(
    (event, index) =>
      sql`(${index + 1}::bigint, ${event.type}::text, ${event.contextId}::text, ${event.offerId ?? null}::text, ${
        event.amountMicros?.toString() ?? null
      }::bigint, ${event.round ?? null}::integer, ${event.code ?? null}::text)`,
  )
  const written = await tx.execute(sql`
    with numbered as (
      update inspection set last_seq = last_seq + ${events.length}${changesOf(rootId, notes, at)}
      where root_id = ${rootId} and status in (${sql.join(
        whileIn.map((status) => sql`${status}`),
        sql`, `,
      )})
      returning last_seq - ${events.length} as before
    )
    insert into inspection_event (root_id, seq, type, context_id, offer_id, amount_micros, round, code, at)
    select ${rootId}, numbered.before + event.ord, event.type, event.context_id, event.offer_id, event.amount_micros,
      event.round, event.code, ${at.toISOString()}::timestamptz
    from numbered, (values ${sql.join(rows, sql`, `)})
      as event (ord, type, context_id, offer_id, amount_micros, round, code)
    returning seq`)
  if (rowsOf(written).length === 0) throw new TreeMovedOn(rootId)
}

/** What the events mean for the tree's own row: its status follows from them and is written nowhere else. */
function changesOf(rootId: string, { events, calls, tokens }: Notes, at: Date): SQL {
  const now = sql`${at.toISOString()}::timestamptz`
  const opened = events.filter(
    (event) => event.type === 'context.opened' && event.contextId !== rootId,
  ).length
  const changes: SQL[] = opened > 0 ? [sql`, tree_contexts = tree_contexts + ${opened}`] : []
  if (calls > 0)
    changes.push(sql`, model_calls = model_calls + ${calls}, tokens_used = tokens_used + ${tokens}`)
  for (const event of events) {
    if (event.type === 'tree.started') changes.push(sql`, started_at = ${now}`)
    if (event.type === 'tree.paused') changes.push(sql`, paused_for = ${event.code ?? 'unavailable'}`)
    if (event.type === 'tree.resumed') changes.push(sql`, paused_for = null`)
    if (event.contextId === rootId && isEnd(event.type))
      changes.push(sql`, ended_at = ${now}, paused_for = null`)
  }
  const status = events.map((event) => statusAfter(rootId, event)).findLast((next) => next !== null)
  if (status) changes.push(sql`, status = ${status}::inspection_status`)
  return sql.join(changes)
}

function isEnd(type: EventType): boolean {
  return type === 'context.settled' || type === 'context.cancelled' || type === 'context.failed'
}

function statusAfter(rootId: string, { type, contextId }: NewEvent): TreeStatus | null {
  if (type === 'tree.started' || type === 'tree.resumed') return 'running'
  if (type === 'tree.paused') return 'paused'
  if (contextId !== rootId) return null
  if (type === 'context.settled') return 'settled'
  if (type === 'context.cancelled') return 'cancelled'
  return type === 'context.failed' ? 'failed' : null
}
