import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db, Tx } from '../client'
import {
  type ContextRow,
  contexts,
  type InspectionEventRow,
  type InspectionRow,
  inspections,
  type OfferRow,
  offers,
  type PurchaseRow,
  purchases,
  stepState,
} from '../schema'
import { call, instant, listOf, moment, oneRecord, record, records, tableRow, texts } from './codec'

type StepState = (typeof stepState.enumValues)[number]

/** All rows of one tree except private information; the rows every view and every step starts from. */
export type TreeRows = {
  inspection: InspectionRow
  /** Root first. */
  contexts: Omit<ContextRow, 'search'>[]
  /** In the order they came. */
  offers: OfferRow[]
  /** In the order they were made. */
  purchases: PurchaseRow[]
  /** Its inspector's steps by round: what each was shown, in the order shown, and what came of it. */
  steps: {
    contextId: string
    round: number
    shown: { offerId: string; version: number }[]
    /** What its verdict reserved, in its order; for the inspector of that context alone. */
    reserved: string[]
    state: StepState
    inspectorName: string
    /** Empty for the built-in inspector, and until its verdict is applied. */
    promptVersion: string
    calls: number
    tokens: number
    /** Null until its verdict is applied. */
    milliseconds: number | null
    failures: number
    /** Of several minds, the first one's first: which of the offers that it bought each would buy. */
    opinions: { inspector: string; bought: string[] }[]
  }[]
  /** Offers each sub-context is about. */
  about: Map<string, string[]>
  /** Purchases whose private information published answers quote; those taken back are left out. */
  quoted: string[]
  /** What moderators have hidden of it: kind and id. */
  hidden: [kind: string, id: string][]
}

/** Everything but the search vector, which only the database reads. */
const { search: _unread, ...contextColumns } = getTableColumns(contexts)

const treeOf = record({
  inspection: tableRow(getTableColumns(inspections)),
  contexts: z.array(tableRow(contextColumns)),
  offers: listOf(tableRow(getTableColumns(offers))),
  purchases: listOf(tableRow(getTableColumns(purchases))),
  steps: listOf(
    record({
      contextId: z.string(),
      round: z.int(),
      shown: z.array(z.object({ offerId: z.string(), version: z.int() })),
      reserved: z.array(z.string()),
      state: z.enum(stepState.enumValues),
      inspectorName: z.string(),
      promptVersion: z.string(),
      calls: z.int(),
      tokens: z.int(),
      milliseconds: z.int().nullable(),
      failures: z.int(),
      opinions: z.array(z.object({ inspector: z.string(), bought: z.array(z.string()) })),
    }),
  ),
  about: listOf(z.tuple([z.string(), z.string()])).transform(byFirst),
  quoted: listOf(z.string()),
  hidden: listOf(z.tuple([z.string(), z.string()])),
})

const treeOrNone = treeOf.nullable()

/** Null when there is none. */
export function treeRows(db: Db, rootId: string): Promise<TreeRows | null> {
  return call(db, sql`tree_rows(${rootId})`, treeOrNone)
}

/** When something that its inspection does now is said to have happened: with what set it off, and whole hours after that. */
export function toldAt(db: Db, rootId: string, now: Date): Promise<Date> {
  return call(db, sql`to_json(told_at(${rootId}, ${instant(now)}))`, moment)
}

/** An event before it has its number. */
export type UnnumberedEvent = Pick<InspectionEventRow, 'type' | 'contextId'> &
  Partial<Pick<InspectionEventRow, 'offerId' | 'amountMicros' | 'round' | 'code'>>

/** What events mean for the tree's own row; what is left out stays. */
export type TreeChanges = {
  opened?: number
  calls?: number
  tokens?: number
  status?: InspectionRow['status']
  inspector?: string
  started?: true
  /** A sitting of the root is over: an answer is wanted unless nothing was bought since the last one. */
  answer?: true
  ended?: true
  /** A person did it, so it has its own moment. */
  act?: true
  /** It is taken up again after its end. */
  reopened?: true
  pausedFor?: string | null
}

const noted = record({ tree: treeOrNone }).nullable()

/**
 * Resolves with the tree as it is afterwards when it is wanted; null, and no event is written, when its status is none of `whileIn`.
 *
 * @throws a serialization failure, which `transact` answers by running the transaction again, when the tree would have more than
 * `contextsMax` contexts.
 */
export function treeNote(
  tx: Tx,
  {
    rootId,
    events,
    changes,
    whileIn,
    contextsMax,
    at,
    isRead,
    after,
  }: {
    rootId: string
    events: readonly UnnumberedEvent[]
    changes: TreeChanges
    whileIn: readonly InspectionRow['status'][]
    contextsMax: number
    at: Date
    isRead: boolean
    /** A function that is called first, in the same round trip. */
    after?: SQL
  },
): Promise<{ tree: TreeRows | null } | null> {
  const numbered = events.map((event, index) => ({ ...event, ord: index + 1 }))
  const note = sql`tree_note(${rootId}, ${records(numbered)}, ${oneRecord(changes)}, ${texts(whileIn)}, ${contextsMax}, ${instant(at)}, ${isRead})`
  // What stands in `from` has run when the select list does.
  return call(tx, after ? sql`(select ${note} from ${after} as called)` : note, noted)
}

function byFirst(pairs: readonly (readonly [contextId: string, offerId: string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [contextId, offerId] of pairs) found.set(contextId, [...(found.get(contextId) ?? []), offerId])
  return found
}
