import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { trailAnswers } from '@/db/schema'
import type { Deps } from '../../deps'
import type { Refines } from '../../llm/model'
import type { TreeRows } from '../../market/tree-rows'
import type { AnswerOnTheWay } from '../../protocol/alphabets'

/**
 * Answers on the way: what a step of a question in a tree wrote from what was bought for it, and how its follow-ups refined that. They are
 * sealed, and their tree's buyer alone reads them.
 */

export const purposeOf = (contextId: string, round: number) => `trail-answer:${contextId}:${round}`

/** `citations`: offers by the number that cites them. */
export type WrittenOnTheWay = {
  writtenAs: AnswerOnTheWay
  markdown: string
  citations: readonly string[]
  writtenBy: string
}

export type TrailAnswer = WrittenOnTheWay & { contextId: string; round: number }

/** Keeps what a step wrote, with its verdict. */
export async function keepTrailAnswer(
  tx: Tx,
  { cipher }: Pick<Deps, 'cipher'>,
  { rootId, contextId, round }: { rootId: string; contextId: string; round: number },
  { markdown, citations, ...written }: WrittenOnTheWay,
): Promise<void> {
  const sealed = cipher.seal(markdown, purposeOf(contextId, round))
  await tx
    .insert(trailAnswers)
    .values({ rootId, contextId, round, ...written, ...sealed, citations: [...citations] })
}

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

/**
 * What an answer to a question of a tree refines: its first answer, and the last one of each of its follow-ups. Null where there is nothing
 * to refine it by.
 *
 * @param handles Of the offers that the answer may cite; others are cited no more.
 */
export function refinesOf(
  tree: Pick<TreeRows, 'contexts'>,
  contextId: string,
  { written, handles }: { written: readonly TrailAnswer[]; handles: ReadonlyMap<string, string> },
): Refines | null {
  const first = written.findLast((one) => one.contextId === contextId && one.writtenAs === 'first')
  if (!first) return null
  const followUps = tree.contexts
    .filter(({ parentId, askKind }) => parentId === contextId && askKind === 'follow-up')
    .flatMap(({ id, title }) => {
      const last = written.findLast((one) => one.contextId === id)
      return last ? { question: title, answer: recited(last, handles) } : []
    })
  return followUps.length === 0 ? null : { first: recited(first, handles), followUps }
}

const CITATION = / ?\[(\d+)\](?![(:])/g

/** Its text with citations by other numbers. */
function recited({ markdown, citations }: WrittenOnTheWay, handles: ReadonlyMap<string, string>): string {
  return markdown.replace(CITATION, (_, number: string) => {
    const handle = handles.get(citations[Number(number) - 1] ?? '')
    return handle === undefined ? '' : ` [${handle}]`
  })
}
