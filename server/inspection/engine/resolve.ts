import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import {
  answers,
  type ContextRow,
  contexts,
  decisions,
  offers,
  probabilityScores,
  purchaseScores,
  resolutions,
} from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { Deps } from '../../deps'
import { AppError, type ErrorCode } from '../../errors'
import { standingResolution } from '../../market/resolutions'
import type { Outcome } from '../../protocol/decision'
import { type MayResolve, mayResolve, outcomesFor, scoresOf, truthOf } from '../../protocol/resolution'
import { inTree } from '../../realtime/tree-transaction'
import type { ResolveInput } from '../../tree/contract'

/** Who tells an outcome. */
export type Teller = { id: string; office: 'moderator' | 'operator' | null }

const REFUSALS: Record<Extract<MayResolve, { may: false }>['why'], ErrorCode> = {
  kind: 'market.has_no_outcome',
  open: 'market.not_decidable',
  early: 'market.outcome_not_due',
  // Somebody else's row is "not found".
  others: 'market.context_not_found',
  told: 'market.outcome_told',
}

/**
 * Tells what a forecast or a claim turned out to be, and holds every probability that was told before against it: the last answer's,
 * purchase by purchase, and the asker's. A correction keeps what it replaces, and scores anew.
 *
 * Whoever asked or offered there, or looks like one hand with them, does not tell it as a moderator or operator: it would be their own case.
 *
 * @throws AppError `market.context_not_found` also where it is another's to tell; `market.outcome_own`; `market.has_no_outcome`, `market.not_decidable`,
 * `market.outcome_not_due`, `market.outcome_told`; `request.invalid` for an outcome of another kind of question.
 */
export async function resolveQuestion(
  deps: Deps,
  teller: Teller,
  { rootId, outcome, source, reason }: ResolveInput,
): Promise<{ rootId: string }> {
  return inTree(deps, rootId, async (tx, note) => {
    const root = await lockRoot(tx, rootId)
    const now = deps.clock.now()
    const former = await standingResolution(tx, rootId)
    const allowed = mayResolve({
      kind: root.decision,
      hasEnded: root.phase === 'settled',
      resolvesAt: root.resolvesAt,
      resolver: root.resolver,
      isTold: former !== null,
      isAsker: root.buyerId === teller.id,
      office: teller.office,
      now,
    })
    if (!allowed.may) throw new AppError(REFUSALS[allowed.why])
    if (allowed.as !== 'asker' && (await hasPart(tx, teller.id, root)))
      throw new AppError('market.outcome_own')
    if (!outcomesFor(root.decision).includes(outcome))
      throw new AppError('request.invalid', { details: { field: 'outcome' } })
    if (former) {
      await tx
        .update(resolutions)
        .set({ endedAt: now })
        .where(and(eq(resolutions.rootId, rootId), eq(resolutions.number, former.number)))
    }
    await tx.insert(resolutions).values({
      rootId,
      number: (former?.number ?? 0) + 1,
      outcome,
      source,
      reason,
      byId: teller.id,
      byRole: allowed.as,
      resolvedAt: now,
    })
    if (root.resolvedAt === null)
      await tx.update(contexts).set({ resolvedAt: now }).where(eq(contexts.id, rootId))
    await writeScores(tx, root, { outcome, at: now })
    await recordAct(tx, deps, root.buyerId, {
      act: former ? 'question.corrected' : 'question.resolved',
      questionId: rootId,
      outcome,
      as: allowed.as,
    })
    note.act()
    note({ type: 'question.resolved', contextId: rootId, code: outcome })
    return { rootId }
  })
}

/** Its asker, or somebody who offered in its tree; of accounts that look like one hand each counts. */
async function hasPart(tx: Tx, personId: string, { id: rootId, buyerId }: ContextRow): Promise<boolean> {
  const found = await tx.execute(sql`
    select accounts_linked(${personId}, ${buyerId}) or exists (
      select from info_offer o where o.root_id = ${rootId} and accounts_linked(${personId}, o.seller_id)) as has_part`)
  return rowsOf<{ has_part: boolean }>(found)[0]?.has_part === true
}

async function lockRoot(tx: Tx, rootId: string): Promise<ContextRow> {
  const [root] = await tx
    .select()
    .from(contexts)
    .where(and(eq(contexts.id, rootId), isNull(contexts.parentId)))
    .for('update')
  if (!root) throw new AppError('market.context_not_found')
  return root
}

/** In place of those of a former outcome. */
async function writeScores(
  tx: Tx,
  { id: rootId, buyerId }: ContextRow,
  { outcome, at: resolvedAt }: { outcome: Outcome; at: Date },
): Promise<void> {
  await tx.delete(purchaseScores).where(eq(purchaseScores.rootId, rootId))
  await tx.delete(probabilityScores).where(eq(probabilityScores.rootId, rootId))
  const isTrue = truthOf(outcome)
  if (isTrue === null) return
  const [answer] = await tx
    .select()
    .from(answers)
    .where(eq(answers.rootId, rootId))
    .orderBy(desc(answers.revision))
    .limit(1)
  const scores = answer ? scoresOf(answer.trail, outcome) : null
  if (answer && scores && scores.length === answer.citations.length && scores.length > 0) {
    const sold = new Map(
      (
        await tx
          .select({ id: offers.id, sellerId: offers.sellerId, botId: offers.botId })
          .from(offers)
          .where(eq(offers.rootId, rootId))
      ).map((offer) => [offer.id, offer]),
    )
    const rows = answer.citations.flatMap((offerId, place) => {
      const [offer, bits] = [sold.get(offerId), scores[place]]
      if (!offer || bits === undefined) return []
      return [{ offerId, rootId, sellerId: offer.sellerId, botId: offer.botId, bits, resolvedAt }]
    })
    await tx.insert(purchaseScores).values(rows)
  }
  const told = answer?.trail.at(-1)
  if (answer && answer.trailBy !== '' && told?.kind === 'belief') {
    await tx.insert(probabilityScores).values({
      rootId,
      judge: 'inspector',
      name: answer.trailBy,
      probability: told.probability,
      isTrue,
      resolvedAt,
    })
  }
  const [decided] = await tx
    .select({ percent: decisions.percent })
    .from(decisions)
    .where(eq(decisions.rootId, rootId))
  if (decided?.percent == null) return
  await tx.insert(probabilityScores).values({
    rootId,
    judge: 'asker',
    name: buyerId,
    probability: decided.percent / PERCENT,
    isTrue,
    resolvedAt,
  })
}

const PERCENT = 100
