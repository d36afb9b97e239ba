import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type ContextRow, contextPages, contexts, inspections } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError, type ErrorCode } from '../../errors'
import { reopenLeg } from '../../ledger/escrow'
import { postTransfer } from '../../ledger/post'
import { spendWithinCaps } from '../../ledger/spend-within-caps'
import { lockOwnRoot } from '../../market/edit-context'
import { writeTerms } from '../../market/matching/context-terms'
import { readChangedPages } from '../../market/news-since'
import type { Settle } from '../../market/once'
import { PAGES_WAIT_MS } from '../../market/pages/put-pages'
import { causeOf, type NotReopenable, openAgainUntil, reopenable } from '../../market/reopening'
import { hasUnread } from './claim'
import { hold } from './held'
import { onBuyersWord } from './on-buyers-word'

const REFUSALS: Record<NotReopenable, ErrorCode> = {
  unsettled: 'inspection.not_reopenable',
  resolved: 'market.outcome_told',
  late: 'inspection.reopen_late',
}

export type ReopenInput = { rootId: string; budgetMicros: bigint; requestKey: string }

/**
 * The buyer takes a settled question up again, with a budget of its own: one more sitting of the same tree reads what was offered since,
 * and pages that have changed as they are now, knowing what was bought; the answer is revised. What was forgotten stays forgotten. Nothing
 * is told beyond what is bought: the rest of the budget of bits was told at the end. `settle` is told within the transaction what came of it.
 *
 * @throws AppError `market.context_not_found`, `inspection.not_reopenable` when it is not settled, `inspection.reopen_late`,
 * `market.outcome_told`, `inspection.nothing_new`, `ledger.insufficient_funds`, `actor.over_cap`, `actor.yes_needed`.
 */
export async function reopenQuestion(
  deps: Deps,
  buyerId: string,
  input: ReopenInput,
  settle?: Settle,
): Promise<{ rootId: string }> {
  const { rootId, budgetMicros } = input
  return onBuyersWord(deps, buyerId, { route: 'inspection.reopen', input, settle }, async (tx, note) => {
    const root = await lockOwnRoot(tx, buyerId, rootId)
    const now = deps.clock.now()
    const allowed = reopenable(root, now)
    if (!allowed.may) throw new AppError(REFUSALS[allowed.why])
    const [held] = await hold(tx, [rootId])
    const hasCounters = held !== undefined && hasUnread(held)
    const changedPages = deps.pages ? await readChangedPages(tx, root) : []
    const cause = causeOf({ counters: hasCounters ? 1 : 0, changedPages })
    if (cause === null) throw new AppError('inspection.nothing_new')
    await spendWithinCaps(tx, deps, { questionId: rootId, amountMicros: budgetMicros })
    const reopened = root.reopened + 1
    const leg = reopenLeg({ contextId: rootId, buyerId, amountMicros: budgetMicros, reopened })
    await postTransfer(tx, { leg, at: now })
    await openAgain(tx, deps, root, { budgetMicros, changedPages, hasCounters, now })
    await writeTerms(tx, root)
    note({ type: 'tree.reopened', contextId: rootId, amountMicros: budgetMicros, code: cause })
    await recordAct(tx, deps, buyerId, {
      act: 'question.reopened',
      questionId: rootId,
      amountMicros: budgetMicros,
    })
  })
}

type Again = { budgetMicros: bigint; changedPages: readonly string[]; hasCounters: boolean; now: Date }

/** What waits is read at once, or when the pages are there; without it, what comes until the end. */
async function openAgain(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  root: ContextRow,
  { budgetMicros, changedPages, hasCounters, now }: Again,
): Promise<void> {
  const { id: rootId } = root
  const deadlineAt = openAgainUntil(root, now)
  const pagesUntil = changedPages.length > 0 ? new Date(now.getTime() + PAGES_WAIT_MS) : null
  const nextSittingAt = hasCounters ? (pagesUntil ?? now) : deadlineAt
  await tx
    .update(contexts)
    .set({
      phase: 'provisional',
      endedAt: null,
      reopened: root.reopened + 1,
      sittingsLeft: 1,
      nextSittingAt,
      pagesUntil,
      millibitsLeft: 0,
      budgetMicros: root.budgetMicros + budgetMicros,
    })
    .where(eq(contexts.id, rootId))
  await tx
    .update(inspections)
    .set({
      deadlineAt,
      chosenOffers: null,
      // As many tokens again as its policy gave it.
      tokenCap: sql`${inspections.tokenCap} + (${inspections.policy} ->> 'tokenCap')::integer`,
    })
    .where(eq(inspections.rootId, rootId))
  if (changedPages.length > 0) {
    await tx
      .update(contextPages)
      .set({ state: 'waiting', earlierHash: sql`${contextPages.contentHash}`, tries: 0, dueAt: now })
      .where(and(eq(contextPages.contextId, rootId), inArray(contextPages.url, [...changedPages])))
    await deps.jobs.enqueue(tx, 'pages.read', [{ contextId: rootId }])
  }
  const place = { rootId, contextId: rootId }
  await deps.jobs.enqueue(tx, 'inspection.advance', [place], nextSittingAt)
  await deps.jobs.enqueue(tx, 'inspection.advance', [place], deadlineAt)
}
