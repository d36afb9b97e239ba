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
  /** Reads the tree as it is once the events are written, in the same round trip; not called when there are none. */
  readTree(onRead: (tree: TreeRows) => void): void
}

type Notes = {
  events: NewEvent[]
  calls: number
  tokens: number
  inspector?: string
  onRead?: (tree: TreeRows) => void
}

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
 * cancelled meanwhile undoes the work. After the commit everyone who watches gets a hint.
 *
 * @throws TreeMovedOn when events were noted and the tree's status is not one of `whileIn`.
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
    if (hasEvents || notes.calls > 0) await writeEvents(tx, rootId, notes, deps.clock.now(), whileIn)
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
  return Object.assign(add, { use, inspector, readTree })
}

async function writeEvents(
  tx: Tx,
  rootId: string,
  notes: Notes,
  at: Date,
  whileIn: readonly TreeStatus[],
): Promise<void> {
  const noted = await treeNote(tx, {
    rootId,
    events: notes.events,
    changes: changesOf(rootId, notes),
    whileIn,
    contextsMax: TREE_CONTEXTS_MAX,
    at,
    isRead: notes.onRead !== undefined,
  })
  if (!noted) throw new TreeMovedOn(rootId)
  if (noted.tree) notes.onRead?.(noted.tree)
}

/** What the events mean for the tree's own row: its status follows from them and is written nowhere else. */
function changesOf(rootId: string, { events, calls, tokens, inspector }: Notes): TreeChanges {
  const changes: TreeChanges = {}
  const opened = events.filter((event) => event.type === 'context.opened' && event.contextId !== rootId)
  if (opened.length > 0) changes.opened = opened.length
  if (calls > 0) Object.assign(changes, { calls, tokens })
  if (inspector !== undefined) changes.inspector = inspector
  for (const event of events) {
    if (event.type === 'tree.started') changes.started = true
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
  if (contextId !== rootId) return null
  if (type === 'sitting.ended') return 'provisional'
  if (type === 'context.inspecting') return 'running'
  if (type === 'context.settled') return 'settled'
  if (type === 'context.cancelled') return 'cancelled'
  return type === 'context.failed' ? 'failed' : null
}
