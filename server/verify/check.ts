import type { SQL } from 'drizzle-orm'
import type { Db } from '@/db/client'
import type { Cipher } from '../shared/cipher'
import type { WalkName } from './walks'

/** What a check is held against: the subjects of one slice, and the time by which something is late. */
export interface Slice {
  /** The ids of the slice as `text[]`, to be used as `where t.id = any (${ids})`; empty for the walk `whole`. */
  ids: SQL
  now: SQL
}

/** Something wrong, as a check's query returns it: `subject` is an id of the slice. */
export interface Problem {
  subject: string
  /** Ids, amounts and states; never text that a person wrote. */
  problem: string
  /** The account that is to pay nothing until it is right; null where no account is to blame. */
  account: string | null
}

export const AREAS = ['money', 'custody', 'trees', 'life', 'people', 'accounts', 'sellers'] as const
export type Area = (typeof AREAS)[number]

interface Described {
  id: string
  area: Area
  walk: WalkName
  /** What is always true, said so that an operator understands it. */
  sentence: string
  /** What an operator does when it is not. */
  todo: string
  /** While it is not true money stops: of the account that a problem names; of everybody for a problem that names none. */
  stopsMoney?: boolean
  /** How `npm run verify -- mend` puts it right, where that is right. */
  mend?: 'reverse' | 'restate'
}

/** One thing that is always true of a market: a description, carried out by `run.ts`. */
export type Check = Described &
  (
    | {
        /** Columns `subject`, `problem`, `account` of `Problem`, one row for each thing that is wrong. */
        find: (slice: Slice) => SQL
      }
    | {
        /** For what a query cannot see: whether sealed texts open. */
        open: (tools: { db: Db; cipher: Cipher }, ids: readonly string[]) => Promise<Problem[]>
      }
  )

/** In the place of a check, in `mending`: what an operator did at his own word. */
export const BY_HAND = 'by-hand'
