import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { answers, type ContextRow, contextRevisions, inspections, publications } from '@/db/schema'
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
 * Publishes the latest answer of an own question, as far as its sellers allow. `isResaleAgreed` says whether others may buy what it rests
 * on where a licence lets it be sold on; left out, that stays as it was. Published again it changes only that. An answer stands under no
 * other words than it was written under.
 *
 * @throws AppError `market.context_not_found`; `market.answer_revised` when `revision` is not the latest;
 * `market.edited_since_answer`; as `readPublishable`.
 */
export async function publishAnswer(
  deps: Deps,
  buyerId: string,
  { rootId, revision, isResaleAgreed }: PublishInput,
): Promise<{ rootId: string }> {
  return inTree(deps, rootId, async (tx, note) => {
    const root = await lockOwnRoot(tx, buyerId, rootId)
    const [latest] = await tx
      .select()
      .from(answers)
      .where(eq(answers.rootId, rootId))
      .orderBy(desc(answers.revision))
      .limit(1)
    const tree = await readTree(tx, rootId)
    if (!tree || latest?.revision !== revision) throw new AppError('market.answer_revised')
    const agreed = isResaleAgreed ?? tree.inspection.isResaleAgreed
    const publishable = await readPublishable(
      { ...deps, db: tx },
      { ...tree, inspection: { ...tree.inspection, isResaleAgreed: agreed } },
      { ...latest, markdown: openAnswer(deps, rootId, latest) },
    )
    if (await hasOtherWords(tx, root, latest.writtenAt)) throw new AppError('market.edited_since_answer')
    if (agreed !== tree.inspection.isResaleAgreed) {
      await tx.update(inspections).set({ isResaleAgreed: agreed }).where(eq(inspections.rootId, rootId))
      await recordAct(tx, deps, buyerId, {
        act: agreed ? 'resale.agreed' : 'resale.ended',
        questionId: rootId,
      })
    }
    await writePublication(tx, deps, note, { rootId, buyerId, publishable, at: deps.clock.now() })
    return { rootId }
  })
}

/** Whether a question says something else than it did at a moment. */
async function hasOtherWords(
  tx: Tx,
  { id, title, body }: Pick<ContextRow, 'id' | 'title' | 'body'>,
  at: Date,
): Promise<boolean> {
  const [then] = await tx
    .select({ title: contextRevisions.title, body: contextRevisions.body })
    .from(contextRevisions)
    .where(and(eq(contextRevisions.contextId, id), gte(contextRevisions.replacedAt, at)))
    .orderBy(contextRevisions.version)
    .limit(1)
  return then !== undefined && (then.title !== title || then.body !== body)
}

/**
 * Takes back everything that was published of an own question: its texts are gone, what they quoted is closed again, and nothing of it is
 * for resale; who bought of it keeps that. Later
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
    await tx
      .update(inspections)
      .set({ publishWhenDone: false, isResaleAgreed: false })
      .where(eq(inspections.rootId, rootId))
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
