import type { SQL } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { type TreeChanges, type TreeRows, treeNote } from '@/db/functions/tree'
import { transact } from '@/db/transact'
import type { Usage } from '../llm/model'
import { TREE_CONTEXTS_MAX } from '../protocol/policy'
import type { Clock } from '../shared/clock'
import type { EventType, TreeStatus } from '../tree/contract'
import type { Bus } from './bus'

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
  /** Counts calls of models and the tokens they used, whatever came of them. */
  use(usage: Usage): void
  /** Names the inspector that begins; written with the events. */
  inspector(name: string): void
  /** What this transaction does a person did: it has its own moment. */
  act(): void
  /** Reads the tree as it is once the events are written, in the same round trip; not called when there are none. */
  readTree(onRead: (tree: TreeRows) => void): void
  /**
   * Has rows written at the end of the transaction, just before the events and in the same round trip: what they lock for others is
   * held for the commit alone. Once a transaction; what comes after this in it does not see them.
   */
  write(rows: WrittenLast): void
}

export type WrittenLast = {
  /** The call of the function that writes them. */
  call: SQL
  /** Says in the words of its room why they were refused. */
  inWords: <T>(statement: Promise<T>) => Promise<T>
}

type Notes = {
  events: NewEvent[]
  calls: number
  tokens: number
  inspector?: string
  isAct?: true
  onRead?: (tree: TreeRows) => void
  rows?: WrittenLast
}

/** Thrown inside `inTree` when the tree has left the statuses in which the work is allowed; everything is undone. */
export class TreeMovedOn extends Error {
  constructor(rootId: string) {
    super(`Tree ${rootId} has moved on`)
    this.name = 'TreeMovedOn'
  }
}

/**
 * One transaction about one tree. Events noted during `work` are numbered and written last, with the rows left for then, in one statement that also
 * checks the tree's status: the row lock is held for that statement only, so siblings overlap, and a tree that was
 * cancelled meanwhile undoes the work. After the commit everyone who watches gets a hint.
 *
 * @throws TreeMovedOn when events were noted, or rows left to be written, and the tree's status is not one of `whileIn`.
 */
export async function inTree<T>(
  deps: { db: Db; bus: Bus; clock: Clock },
  rootId: string,
  work: (tx: Tx, note: Note) => Promise<T>,
  whileIn: readonly TreeStatus[] = [
    'collecting',
    'running',
    'provisional',
    'paused',
    'settled',
    'cancelled',
    'failed',
  ],
): Promise<T> {
  let hasEvents = false
  const result = await transact(deps.db, async (tx) => {
    const notes: Notes = { events: [], calls: 0, tokens: 0 }
    const value = await work(tx, noteInto(notes))
    hasEvents = notes.events.length > 0
    if (hasEvents || notes.calls > 0 || notes.rows)
      await writeEvents(tx, rootId, notes, deps.clock.now(), whileIn)
    return value
  })
  if (hasEvents) deps.bus.publish(rootId)
  return result
}

function noteInto(notes: Notes): Note {
  const add = (event: NewEvent) => {
    notes.events.push(event)
  }
  const use = ({ calls, promptTokens, completionTokens }: Usage) => {
    notes.calls += calls
    notes.tokens += promptTokens + completionTokens
  }
  const inspector = (name: string) => {
    notes.inspector = name
  }
  const readTree = (onRead: (tree: TreeRows) => void) => {
    notes.onRead = onRead
  }
  const write = (rows: WrittenLast) => {
    if (notes.rows) throw new Error('A transaction writes its rows once')
    notes.rows = rows
  }
  const act = () => {
    notes.isAct = true
  }
  return Object.assign(add, { use, inspector, act, readTree, write })
}

async function writeEvents(
  tx: Tx,
  rootId: string,
  notes: Notes,
  at: Date,
  whileIn: readonly TreeStatus[],
): Promise<void> {
  const statement = treeNote(tx, {
    rootId,
    events: notes.events,
    changes: changesOf(rootId, notes),
    whileIn,
    contextsMax: TREE_CONTEXTS_MAX,
    at,
    isRead: notes.onRead !== undefined,
    after: notes.rows?.call,
  })
  const noted = await (notes.rows ? notes.rows.inWords(statement) : statement)
  if (!noted) throw new TreeMovedOn(rootId)
  if (noted.tree) notes.onRead?.(noted.tree)
}

/** What the events mean for the tree's own row: its status follows from them and is written nowhere else. */
function changesOf(rootId: string, { events, calls, tokens, inspector, isAct }: Notes): TreeChanges {
  const changes: TreeChanges = isAct ? { act: true } : {}
  const opened = events.filter((event) => event.type === 'context.opened' && event.contextId !== rootId)
  if (opened.length > 0) changes.opened = opened.length
  if (calls > 0) Object.assign(changes, { calls, tokens })
  if (inspector !== undefined) changes.inspector = inspector
  for (const event of events) {
    if (event.type === 'tree.started') changes.started = true
    if (event.type === 'tree.reopened') changes.reopened = true
    if (event.type === 'tree.paused') changes.pausedFor = event.code ?? 'unavailable'
    if (event.type === 'tree.resumed') changes.pausedFor = null
    if (event.contextId === rootId && (event.type === 'sitting.ended' || event.type === 'context.settled'))
      changes.answer = true
    if (event.contextId === rootId && isEnd(event.type))
      Object.assign(changes, { ended: true, pausedFor: null })
  }
  const status = events.map((event) => statusAfter(rootId, event)).findLast((next) => next !== null)
  if (status) changes.status = status
  return changes
}

function isEnd(type: EventType): boolean {
  return type === 'context.settled' || type === 'context.cancelled' || type === 'context.failed'
}

function statusAfter(rootId: string, { type, contextId }: NewEvent): TreeStatus | null {
  if (type === 'tree.started' || type === 'tree.resumed') return 'running'
  if (type === 'tree.paused') return 'paused'
  if (type === 'tree.reopened') return 'provisional'
  if (contextId !== rootId) return null
  if (type === 'sitting.ended') return 'provisional'
  if (type === 'context.inspecting') return 'running'
  if (type === 'context.settled') return 'settled'
  if (type === 'context.cancelled') return 'cancelled'
  return type === 'context.failed' ? 'failed' : null
}
