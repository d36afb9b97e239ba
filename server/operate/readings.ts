import { desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { inspectionSteps } from '@/db/schema'
import { READINGS_SHOWN, type ReadingsPage } from '../contract/operate'

/**
 * The readings of one question's whole tree, newest first, with exact figures; without a question those that are under way now. Neither texts nor
 * what was decided: an operator sees what a reading took, not what it was about.
 */
export async function listReadings(
  db: Db,
  { questionId }: { questionId: string | null },
): Promise<ReadingsPage> {
  const rows = await db
    .select({
      questionId: inspectionSteps.rootId,
      contextId: inspectionSteps.contextId,
      round: inspectionSteps.round,
      state: inspectionSteps.state,
      inspector: inspectionSteps.inspectorName,
      promptVersion: inspectionSteps.promptVersion,
      calls: inspectionSteps.calls,
      promptTokens: inspectionSteps.promptTokens,
      completionTokens: inspectionSteps.completionTokens,
      milliseconds: inspectionSteps.milliseconds,
      failure: inspectionSteps.failure,
      failures: inspectionSteps.failures,
      createdAt: inspectionSteps.createdAt,
    })
    .from(inspectionSteps)
    .where(
      questionId === null
        ? inArray(inspectionSteps.state, ['claimed', 'waiting'])
        : eq(inspectionSteps.rootId, questionId),
    )
    .orderBy(desc(inspectionSteps.createdAt), desc(inspectionSteps.contextId), desc(inspectionSteps.round))
    .limit(READINGS_SHOWN + 1)
  return { readings: rows.slice(0, READINGS_SHOWN), isCut: rows.length > READINGS_SHOWN }
}
