import { isDeepStrictEqual } from 'node:util'
import { and, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import {
  type ContextRow,
  claimReplies,
  contextRevisions,
  contexts,
  inspections,
  offers,
  publications,
  publicNotes,
  sameClaims,
} from '@/db/schema'
import { decisionOf, pagesOf, rowOfDecision } from '../contract/decision'
import { PAGES_MAX } from '../contract/limits'
import type { EditContextInput } from '../contract/market'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { putErrands } from '../jobs/errands'
import { keepLaidOut, layOutToPost } from '../prose/laid-out'
import { isTerminal } from '../protocol/advance'
import { fanOut } from './inbox/fan-out'
import { inboxTopic } from './inbox/topic'
import { writeTerms } from './matching/context-terms'
import { isNowHidden } from './moderation/subjects'
import { putPages } from './pages/put-pages'
import { sitesWaitingFor, tellOwners } from './sites/site-rules'
import { markChanged, putInThreads } from './threads/put-in-threads'

/**
 * Edits a question. Before the first offer everything but the budget may change; afterwards title and details only, and the
 * former text is kept and the edit marked. Whoever looks for what it says now is found: bots that were not asked yet and people,
 * each once, whatever was edited; a bot that was asked is not asked again.
 *
 * @throws AppError `market.context_not_found`, `market.context_closed`, `moderation.question_hidden`, `market.answer_is_published`,
 * `market.context_has_offers`, `market.claim_is_taken_up`, `market.text_unreadable`, `market.closes_before_deadline`.
 */
export async function editContext(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus' | 'pages' | 'prose'>,
  buyerId: string,
  input: EditContextInput,
): Promise<{ contextId: string }> {
  const prose = await layOutToPost(deps.prose, { field: 'body', markdown: input.body })
  let told: string[] = []
  const edited = await deps.db.transaction(async (tx) => {
    const context = await lockOwnRoot(tx, buyerId, input.contextId)
    if (isTerminal(context.phase)) throw new AppError('market.context_closed')
    // What bots and people were told of would say other words, which no moderator has seen.
    if (await isNowHidden(tx, 'question', context.id)) throw new AppError('moderation.question_hidden')
    // The words that a published answer stands under were held against what its sellers keep.
    if (await isPublished(tx, context.id)) throw new AppError('market.answer_is_published')
    const [posted] = await tx.select({ offers: count() }).from(offers).where(eq(offers.contextId, context.id))
    const hasOffers = (posted?.offers ?? 0) > 0
    const { decision, tags } = input
    const pages = namedPages(context, input)
    if (pages && pages.length > PAGES_MAX)
      throw new AppError('request.invalid', { details: { field: 'pages' } })
    if (decision) await requireOpenUntil(tx, context.id, decision)
    if (hasOffers && (decision || input.pages || tags)) throw new AppError('market.context_has_offers')
    if (
      context.claim !== '' &&
      isOtherClaim(context, { ...input, pages }) &&
      (await isTakenUp(tx, context.id))
    )
      throw new AppError('market.claim_is_taken_up')

    const change = {
      title: input.title,
      body: input.body,
      ...(decision ? rowOfDecision(decision) : {}),
      ...(pages ? { pages } : {}),
      ...(tags ? { tags } : {}),
    }
    const isChanged = !isDeepStrictEqual({ ...context, ...change }, context)
    if (!isChanged) return { contextId: context.id }
    const now = deps.clock.now()
    const waited = await sitesWaitingFor(tx, context.id, now)
    if (hasOffers) {
      const version = sql<number>`(select coalesce(max(version), 0) + 1 from context_revision where context_id = ${context.id})`
      await tx.insert(contextRevisions).values({
        contextId: context.id,
        version,
        title: context.title,
        body: context.body,
        replacedAt: now,
      })
    }
    await tx
      .update(contexts)
      .set({ ...change, ...(hasOffers ? { editedAt: now } : {}) })
      .where(eq(contexts.id, context.id))
    if (pages) {
      await putPages(tx, deps, { contextId: context.id, pages })
      await putInThreads(tx, { contextId: context.id, pages, askedAt: context.createdAt })
    }
    await markChanged(tx, context.id, now)
    told = await tellOwners(tx, deps, { contextId: context.id, askerId: buyerId, before: waited })
    await keepLaidOut(tx, { id: context.id, markdown: input.body, prose })
    await writeTerms(tx, { ...context, ...change })
    // What has not been matched yet will be, with these words.
    if (context.isMatched) {
      await putErrands(tx, deps, { kind: 'match-again', subjectIds: [context.id] })
      await deps.jobs.enqueue(tx, 'market.match-again', [{ contextId: context.id }])
      await fanOut(tx, deps, [context])
    }
    return { contextId: context.id }
  })
  deps.bus.publishAll(told.map(inboxTopic))
  return edited
}

/** A product's own page is among the pages, whatever else is; null where nothing changes. */
function namedPages(context: ContextRow, { decision, pages }: EditContextInput): string[] | null {
  if (!decision && !pages) return null
  return pagesOf(decision ?? decisionOf(context), pages ?? context.pages)
}

/** What is read after a forecast has closed would come too late for it. */
async function requireOpenUntil(tx: Tx, rootId: string, decision: NonNullable<EditContextInput['decision']>) {
  if (decision.kind !== 'forecast') return
  const [inspection] = await tx
    .select({ deadlineAt: inspections.deadlineAt })
    .from(inspections)
    .where(eq(inspections.rootId, rootId))
  if (inspection && decision.closesAt < inspection.deadlineAt)
    throw new AppError('market.closes_before_deadline', { details: { field: 'decision.closesAt' } })
}

async function isPublished(tx: Tx, rootId: string): Promise<boolean> {
  const standing = and(eq(publications.rootId, rootId), isNull(publications.endedAt))
  return (await tx.$count(publications, standing)) > 0
}

/** What stands in threads in large letters, and on which pages it does, as much as the claim itself. */
function isOtherClaim(
  context: ContextRow,
  { title, decision, pages }: Pick<EditContextInput, 'title' | 'decision'> & { pages: string[] | null },
): boolean {
  const claim = decision ? rowOfDecision(decision).claim : context.claim
  return (
    claim !== context.claim ||
    title !== context.title ||
    (pages !== null && !isDeepStrictEqual(pages, context.pages))
  )
}

/** Whether others have said something of a claim that would stand beside other words: a note, a reply, or that another is the same. */
async function isTakenUp(tx: Tx, rootId: string): Promise<boolean> {
  const isPaired = or(eq(sameClaims.leftId, rootId), eq(sameClaims.rightId, rootId))
  return (
    (await tx.$count(publicNotes, eq(publicNotes.rootId, rootId))) > 0 ||
    (await tx.$count(claimReplies, eq(claimReplies.rootId, rootId))) > 0 ||
    (await tx.$count(sameClaims, and(isPaired, isNull(sameClaims.partedAt)))) > 0
  )
}

/** Locks a root context of this buyer. Somebody else's is "not found". @throws AppError `market.context_not_found`. */
export async function lockOwnRoot(tx: Tx, buyerId: string, contextId: string): Promise<ContextRow> {
  const [context] = await tx
    .select()
    .from(contexts)
    .where(and(eq(contexts.id, contextId), eq(contexts.buyerId, buyerId), isNull(contexts.parentId)))
    .for('update')
  if (!context) throw new AppError('market.context_not_found')
  return context
}
