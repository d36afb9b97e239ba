import { contexts, inspections } from '@/db/schema'
import { recordAct } from '../audit/record-act'
import { pagesOf, rowOfDecision } from '../contract/decision'
import { PAGES_MAX } from '../contract/limits'
import type { AskInput, Start } from '../contract/market'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { dailyGrantOf } from '../ledger/allowance'
import { fundEscrow } from '../ledger/escrow'
import { spendWithinCaps } from '../ledger/spend-within-caps'
import { offeredNames } from '../llm/directory'
import { keepLaidOut, layOutToPost } from '../prose/laid-out'
import { ROOT_MILLIBITS } from '../protocol/bits'
import { inTree } from '../realtime/tree-transaction'
import { chosenModels } from '../settings/chosen-models'
import { readFixed } from '../settings/settings'
import { webAddressOf } from '../shared/web-address'
import { addressTo } from './addressees'
import { inboxTopic } from './inbox/topic'
import { writeTerms } from './matching/context-terms'
import { once, type Settle } from './once'
import { PAGES_WAIT_MS, putPages } from './pages/put-pages'
import { tellOwners } from './sites/site-rules'
import { putInThreads } from './threads/put-in-threads'

const MS_PER_MINUTE = 60_000

/**
 * Posts a question: its context, its escrow with the whole budget, and the jobs that match it and start its inspection at
 * the deadline at the latest, in one transaction.
 *
 * `settle` is told within that transaction what came of it.
 *
 * @throws AppError `actor.over_cap`, `actor.yes_needed`; `ledger.insufficient_funds` when the budget is more than what is available.
 * @throws AppError `request.key_reused` when this form was sent before with other content.
 * @throws AppError `market.model_not_offered` for a model that is not among the operator's.
 * @throws AppError `market.passage_of_no_page` for a passage of a page that is not among its pages.
 * @throws AppError `market.closes_before_deadline` for a forecast that would be read after it has closed.
 * @throws AppError `market.addressee_unknown` for somebody who cannot be asked by name.
 * @throws AppError `market.text_unreadable` for details that cannot be laid out.
 */
export async function ask(
  deps: Deps,
  buyerId: string,
  input: AskInput,
  settle: Settle = async () => {},
): Promise<{ contextId: string }> {
  await requireOffered(deps, input.policy)
  requireNamed(input)
  const prose = await layOutToPost(deps.prose, { field: 'body', markdown: input.body })
  const contextId = deps.ids.next('context')
  const now = deps.clock.now()
  const deadlineAt = new Date(now.getTime() + input.deadlineMinutes * MS_PER_MINUTE)
  const pages = pagesOf(input.decision, input.pages)
  if (pages.length > PAGES_MAX) throw new AppError('request.invalid', { details: { field: 'pages' } })
  requireBefore(input.decision, deadlineAt)

  let told: string[] = []
  const posted = await inTree(deps, contextId, async (tx, note) => {
    const asked = await once(
      tx,
      deps,
      { userId: buyerId, route: 'contexts.ask', key: input.requestKey, input, at: now },
      async () => {
        const { decision, policy, budgetMicros } = input
        const waitsForPages = deps.pages !== null && pages.length > 0 ? PAGES_WAIT_MS : 0
        const botsUntil = new Date(now.getTime() + waitsForPages + policy.botWaitSeconds * 1_000)
        await spendWithinCaps(tx, deps, { questionId: contextId, amountMicros: budgetMicros })
        const { allowanceMicros } = await fundEscrow(tx, {
          buyerId,
          contextId,
          amountMicros: budgetMicros,
          dailyMicros: await dailyGrantOf({ ...deps, db: tx }, buyerId),
          at: now,
        })
        const root = {
          id: contextId,
          rootId: contextId,
          parentId: null,
          level: 0,
          kind: 'root' as const,
          buyerId,
          title: input.title,
          body: input.body,
          ...rowOfDecision(decision),
          pages,
          tags: input.tags,
          budgetMicros,
          allowanceMicros,
          millibitsLeft: ROOT_MILLIBITS,
          botsUntil,
          sittingsLeft: policy.maxSittings - 1,
          ...waiting(input.start, deadlineAt),
          createdAt: now,
        }
        await tx.insert(contexts).values(root)
        await keepLaidOut(tx, { id: contextId, markdown: input.body, prose })
        await writeTerms(tx, root)
        await tx.insert(inspections).values({
          rootId: contextId,
          policy,
          startRule: input.start.rule,
          deadlineAt,
          isTreePublic: input.isTreePublic,
          publishWhenDone: input.publishWhenDone ?? false,
          isResaleAgreed: input.isResaleAgreed ?? false,
          tokenCap: policy.tokenCap,
          feeBasisPoints: await readFixed(tx, 'feeBasisPoints'),
        })
        await recordAct(tx, deps, buyerId, {
          act: 'question.asked',
          questionId: contextId,
          amountMicros: budgetMicros,
        })
        if (input.isResaleAgreed)
          await recordAct(tx, deps, buyerId, { act: 'resale.agreed', questionId: contextId })
        note({ type: 'context.opened', contextId, amountMicros: budgetMicros })
        if (pages.length > 0)
          await putInThreads(tx, { contextId, pages, passage: input.passage, askedAt: now })
        told = await addressTo(tx, deps, { contextId, buyerId, to: input.addressees ?? [] })
        told.push(...(await tellOwners(tx, deps, { contextId, askerId: buyerId, before: [] })))
        // Whoever answers by itself is to read them too.
        const readUntil = await putPages(tx, deps, { contextId, pages })
        const matched = [{ rootId: contextId, contextIds: [contextId] }]
        await deps.jobs.enqueue(tx, 'market.match', matched, readUntil ?? undefined)
        await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId: contextId, contextId }], deadlineAt)
        return { contextId }
      },
    )
    await settle(tx, asked)
    return asked
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return posted
}

/** A form that was drawn earlier may name a model that is offered no longer. */
async function requireOffered(deps: Deps, { inspector, model }: AskInput['policy']): Promise<void> {
  if (inspector !== 'site' || model === null) return
  if (offeredNames(await chosenModels(deps)).includes(model)) return
  throw new AppError('market.model_not_offered', { details: { field: 'policy.model' } })
}

function requireNamed({ passage, pages }: AskInput): void {
  if (!passage || pages.some((page) => webAddressOf(page) === webAddressOf(passage.page))) return
  throw new AppError('market.passage_of_no_page', { details: { field: 'passage.page' } })
}

/** What is read after a forecast has closed would come too late for it. */
function requireBefore(decision: AskInput['decision'], deadlineAt: Date): void {
  if (decision.kind === 'forecast' && decision.closesAt < deadlineAt)
    throw new AppError('market.closes_before_deadline', { details: { field: 'decision.closesAt' } })
}

/** Who a root waits for: with `now` only for bots, otherwise for people until the deadline, or until there are enough offers. */
function waiting(start: Start, deadlineAt: Date): { peopleUntil: Date | null; quorum: number | null } {
  if (start.rule === 'now') return { peopleUntil: null, quorum: null }
  return { peopleUntil: deadlineAt, quorum: start.rule === 'quorum' ? start.offers : null }
}
