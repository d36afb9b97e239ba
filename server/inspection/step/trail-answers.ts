import { asc, eq } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { trailAnswers } from '@/db/schema'
import type { Deps } from '../../deps'
import type { AnswerOnTheWay } from '../../protocol/alphabets'

/**
 * Answers on the way: what a step of a question in a tree wrote from what was bought for it, and how its follow-ups refined that. They are
 * sealed, and their tree's buyer alone reads them.
 */

export const purposeOf = (contextId: string, round: number) => `trail-answer:${contextId}:${round}`

/** `citations`: offers by the number that cites them. */
type WrittenOnTheWay = {
  writtenAs: AnswerOnTheWay
  markdown: string
  citations: readonly string[]
  writtenBy: string
}

type TrailAnswer = WrittenOnTheWay & { contextId: string; round: number }

/** All of a tree's, by question in the order of writing. */
export async function readTrailAnswers(
  { db, cipher }: { db: Db } & Pick<Deps, 'cipher'>,
  rootId: string,
): Promise<TrailAnswer[]> {
  const rows = await db
    .select()
    .from(trailAnswers)
    .where(eq(trailAnswers.rootId, rootId))
    .orderBy(asc(trailAnswers.contextId), asc(trailAnswers.round))
  return rows.map((row) => {
    const { contextId, round, writtenAs, citations, writtenBy } = row
    const markdown = cipher.open(row, purposeOf(contextId, round)).reveal()
    return { contextId, round, writtenAs, markdown, citations, writtenBy }
  })
}
