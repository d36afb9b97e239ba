import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { answers, inspections, publications } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { lockOwnRoot } from '../../market/edit-context'
import { readTree } from '../../market/tree-rows'
import { inTree } from '../../realtime/tree-transaction'
import type { PublishInput } from '../../tree/contract'
import { openAnswer } from '../step/answer'
import { readPublishable, writePublication } from '../step/publish'

/**
 * Publishes the latest answer of an own question, as far as its sellers allow.
 *
 * @throws AppError `market.context_not_found`; `market.answer_revised` when `revision` is not the latest; as `readPublishable`.
 */
export async function publishAnswer(
  deps: Deps,
  buyerId: string,
  { rootId, revision }: PublishInput,
): Promise<{ rootId: string }> {
  return inTree(deps, rootId, async (tx, note) => {
    await lockOwnRoot(tx, buyerId, rootId)
    const [latest] = await tx
      .select()
      .from(answers)
      .where(eq(answers.rootId, rootId))
      .orderBy(desc(answers.revision))
      .limit(1)
    const tree = await readTree(tx, rootId)
    if (!tree || latest?.revision !== revision) throw new AppError('market.answer_revised')
    const publishable = await readPublishable({ ...deps, db: tx }, tree, {
      ...latest,
      markdown: openAnswer(deps, rootId, latest),
    })
    await writePublication(tx, deps, note, { rootId, buyerId, publishable, at: deps.clock.now() })
    return { rootId }
  })
}

/**
 * Takes back everything that was published of an own question: its texts are gone, and what they quoted is closed again. Later
 * answers are not published by themselves either. Safe to repeat.
 *
 * @throws AppError `market.context_not_found`.
 */
export async function takeAnswerBack(
  deps: Deps,
  buyerId: string,
  { rootId }: { rootId: string },
): Promise<{ rootId: string }> {
  return inTree(deps, rootId, async (tx, note) => {
    await lockOwnRoot(tx, buyerId, rootId)
    const at = deps.clock.now()
    await tx.update(inspections).set({ publishWhenDone: false }).where(eq(inspections.rootId, rootId))
    const gone = await tx
      .update(publications)
      .set({
        verdict: '',
        lead: '',
        markdown: '',
        quoted: [],
        takenBackAt: at,
        endedAt: sql`coalesce(${publications.endedAt}, ${at.toISOString()}::timestamptz)`,
      })
      .where(and(eq(publications.rootId, rootId), isNull(publications.takenBackAt)))
      .returning({ revision: publications.revision })
    if (gone.length === 0) return { rootId }
    await recordAct(tx, deps, buyerId, { act: 'answer.withdrawn', questionId: rootId })
    note({ type: 'answer.withdrawn', contextId: rootId })
    return { rootId }
  })
}
