import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Tx } from '../client'
import { botSilence } from '../schema'
import { byId, call, instant, record, records } from './codec'
import type { WrittenOffer } from './market'

/** What a bot would post; `ord` is its place among all drafts of the call. */
export type Draft = WrittenOffer & { ord: number; isCheapest: boolean }

/** A run of a bot that begins; a finished one with the reason of its silence, should it post nothing. */
export type BegunRun = {
  id: string
  botId: string
  contextId: string
  isFinished: boolean
  silence: Silence | null
}

type Silence = (typeof botSilence.enumValues)[number]

const judgedDraft = record({
  ord: z.int(),
  runId: z.string(),
  isPosted: z.boolean(),
  /** Why the caps or a duplicate left it out. */
  silence: z.enum(botSilence.enumValues).nullable(),
})

const judgedDrafts = z.array(judgedDraft)

export type JudgedDraft = z.output<typeof judgedDraft>

export function botsAnswer(
  tx: Tx,
  {
    drafts,
    runs,
    pending,
    day,
    at,
  }: {
    drafts: readonly Draft[]
    runs: readonly BegunRun[]
    /** How many runs each context waits for, by its id. */
    pending: ReadonlyMap<string, number>
    day: string
    at: Date
  },
): Promise<JudgedDraft[]> {
  return call(
    tx,
    sql`bots_answer(${records(drafts)}, ${records(runs)}, ${byId(pending)}, ${day}, ${instant(at)})`,
    judgedDrafts,
  )
}
