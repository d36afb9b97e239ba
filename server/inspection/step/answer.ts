import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { toldAt } from '@/db/functions/tree'
import { answers, inspections } from '@/db/schema'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { leasedUntil, renewedLease, underLease } from '../../jobs/lease'
import { lockOwnRoot } from '../../market/edit-context'
import { readTree, type TreeRows } from '../../market/tree-rows'
import { inTree } from '../../realtime/tree-transaction'
import { crashpoint } from '../../shared/crashpoint'
import { numberedAsCited } from '../../tree/citations'
import { unreadNotes } from './answer-notes'
import { type Attempt, composeAnswer, NotWritten, recommendTrail } from './compose'
import { readDossier } from './dossier'
import { modelFor } from './inspector'
import { type Publishable, readPublishable, type WrittenAnswer, writePublication } from './publish'
import { readTrailAnswers, refinesOf } from './trail-answers'

/** After three tries the built-in one writes the answer: a settled tree must not wait for a model that is gone. */
const TRIES = 3
const RETRY_MS = 1_000

/** The first answer keeps the name that it had when there was only one. */
export const purposeOf = (rootId: string, revision = 1) =>
  revision === 1 ? `answer:${rootId}` : `answer:${rootId}:${revision}`

/**
 * Writes the answer of a tree whose root has ended a sitting, or revises it, from its dossier alone, with a citation for each purchase used, and what is
 * recommended to who knows only the first of them, the first two, and so on. Under a lease, so that nobody else calls a model for it meanwhile; when this process dies of
 * it or the model fails, it is due again. Safe to repeat: a written answer stays.
 */
export async function writeAnswer(deps: Deps, rootId: string, stopped?: AbortSignal): Promise<void> {
  const claimed = await claimAnswer(deps, rootId)
  if (claimed === null) return
  const { tries, revision } = claimed
  const isOurs = and(
    isUnanswered(rootId),
    eq(inspections.answerTries, tries),
    eq(inspections.answerRevision, revision),
  )
  const renew = async () => {
    const answerDueAt = renewedLease(deps.clock.now(), inspections.answerDueAt)
    const renewed = await deps.db
      .update(inspections)
      .set({ answerDueAt })
      .where(isOurs)
      .returning({ rootId: inspections.rootId })
    return renewed.length > 0
  }
  try {
    await underLease(deps, renew, (lost) =>
      writeClaimed(deps, rootId, {
        tries,
        revision,
        signal: stopped ? AbortSignal.any([stopped, lost]) : lost,
      }),
    )
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
    if (stopped?.aborted) return
    const again = new Date(deps.clock.now().getTime() + RETRY_MS * tries)
    await inTree(deps, rootId, async (tx, note) => {
      note.use(error.usage)
      await tx.update(inspections).set({ answerDueAt: again }).where(isOurs)
      await deps.jobs.enqueue(tx, 'inspection.answer', [{ rootId }], again)
    })
  }
}

const isUnanswered = (rootId: string) =>
  and(eq(inspections.rootId, rootId), gt(inspections.answerRevision, 0), isNull(inspections.answeredAt))

/** Which try of which revision it is; null when there is nothing to write now, or somebody else is at it. */
async function claimAnswer(deps: Deps, rootId: string): Promise<{ tries: number; revision: number } | null> {
  const now = deps.clock.now()
  const [claimed] = await deps.db
    .update(inspections)
    .set({
      answerTries: sql`${inspections.answerTries} + 1`,
      answerDueAt: leasedUntil(now, inspections.answerTries),
    })
    .where(and(isUnanswered(rootId), or(isNull(inspections.answerDueAt), lte(inspections.answerDueAt, now))))
    .returning({ tries: inspections.answerTries, revision: inspections.answerRevision })
  return claimed ?? null
}

type Try = { tries: number; revision: number; signal: AbortSignal }

async function writeClaimed(deps: Deps, rootId: string, { tries, revision, signal }: Try): Promise<void> {
  const tree = await readTree(deps.db, rootId)
  const root = tree?.contexts.find((context) => context.id === rootId)
  if (!tree || !root) return
  const dossier = await readDossier(deps, tree, root)
  const attempt: Attempt = {
    // Past its tries even the claim was lost with its process, each time; and the words of nobody's purchase are free.
    model: tries > TRIES ? deps.models.builtIn : modelFor(deps.models, tree.inspection),
    isLastTry: tries >= TRIES,
    signal,
  }
  const { trail, by, usage: before } = await recommendTrail(deps, tree, dossier, attempt)
  const recommended = trail.at(-1) ?? { kind: 'open' }
  const known = dossier.offerIds.length
  const handles = new Map(dossier.offerIds.map((offerId, place) => [offerId, String(place + 1)]))
  const refines = refinesOf(tree, rootId, { written: await readTrailAnswers(deps, rootId), handles })
  const written = await composeAnswer(deps, tree, dossier, {
    known,
    recommended,
    before,
    refines,
    ...attempt,
  })
  const { writtenBy, usage } = written
  const citations = [...dossier.offerIds]
  const whole = [written.markdown, ...unreadNotes(dossier.question)].join('\n\n')
  const { markdown, numbers } = numberedAsCited(whole, citations.length)
  const answer = { revision, markdown, citations, numbers, trail }
  const publishable = await publishableWhenDone(deps, tree, answer)
  crashpoint('answer.after_call')
  const sealed = deps.cipher.seal(markdown, purposeOf(rootId, revision))
  await inTree(deps, rootId, async (tx, note) => {
    const writtenAt = await toldAt(tx, rootId, deps.clock.now())
    const inserted = await tx
      .insert(answers)
      .values({
        rootId,
        revision,
        ...sealed,
        citations,
        numbers,
        trail,
        trailBy: by,
        writtenBy,
        writtenAt,
      })
      .onConflictDoNothing()
      .returning({ rootId: answers.rootId })
    await tx
      .update(inspections)
      .set({ answeredAt: writtenAt, answerDueAt: null })
      // A sitting that ended meanwhile wants another one.
      .where(and(eq(inspections.rootId, rootId), eq(inspections.answerRevision, revision)))
    note.use(usage)
    if (inserted.length === 0) return
    note({ type: 'answer.written', contextId: rootId, round: revision })
    if (publishable) {
      const { title, body } = await lockOwnRoot(tx, root.buyerId, rootId)
      // What was edited meanwhile is another question than it answers.
      if (title === root.title && body === root.body)
        await writePublication(tx, deps, note, { rootId, buyerId: root.buyerId, publishable, at: writtenAt })
    }
  })
}

/** What the asker wants published with the answer; null for nothing, and where the licences leave nothing. */
async function publishableWhenDone(
  deps: Deps,
  tree: TreeRows,
  answer: WrittenAnswer,
): Promise<Publishable | null> {
  if (!tree.inspection.publishWhenDone || answer.citations.length === 0) return null
  try {
    return await readPublishable(deps, tree, answer)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return null
  }
}

/** For the viewer's door: opens a written answer. */
export function openAnswer(
  deps: Pick<Deps, 'cipher'>,
  rootId: string,
  row: typeof answers.$inferSelect,
): string {
  return deps.cipher.open(row, purposeOf(rootId, row.revision)).reveal()
}
