import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Db, rowsOf, type Tx } from '@/db/client'
import { contexts, inspections, sameClaims, threadQuestions } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { SaidTheSame, SayTheSame } from '../../contract/same-claims'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import type { Viewer } from '../private/sight'
import { opensPage } from '../private/sight-sql'
import { similarQuestions } from '../question-cards'
import { hasStanding, STANDING_DAYS } from '../standing'
import { areContrary } from './contrary'
import { sameAs } from './groups'

/** Claims that are shown as one: more in one line of history is read by nobody, and found by whoever looks for the others. */
export const SAME_CLAIMS_MAX = 20
/** In a day, of one person: each waits for somebody else to look. */
export const PROPOSALS_PER_DAY = 20
const DAY_MS = 86_400_000

type SameDeps = Pick<Deps, 'db' | 'clock' | 'actor'>

/**
 * Says that two claims about pages are one. The first person's word proposes it, the second's, of another hand, makes it so. Money, trees and
 * answers stay as they are: only what is shown is one.
 *
 * @throws AppError `market.context_not_found` for what the person may not open; `same.no_claim`; `same.contrary` where words show that one of
 * those that would be one says something else; `same.unlike`; `same.too_new`; `same.already`; `same.parted` where a
 * moderator has said that they are two; `same.another_confirms`; `same.too_many`; `same.too_many_proposed` a day.
 */
export async function sayTheSame(
  { db, clock }: SameDeps,
  personId: string,
  { questionId, otherId }: SayTheSame,
): Promise<SaidTheSame> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const [leftId = '', rightId = ''] = [questionId, otherId].sort()
    // One at a time of all: two pairs at once must not join what is contrary, or too many, through a third.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('same-claims', 0))`)
    await requireClaims(tx, personId, [leftId, rightId])
    const groups = await sameAs(tx, [leftId, rightId])
    if (groups.get(leftId)?.includes(rightId)) throw new AppError('same.already')
    const left = [leftId, ...(groups.get(leftId) ?? [])]
    const right = [rightId, ...(groups.get(rightId) ?? [])]
    if (await areSomeContrary(tx, left, right)) throw new AppError('same.contrary')
    const isPair = and(eq(sameClaims.leftId, leftId), eq(sameClaims.rightId, rightId))
    const isToday = gt(sameClaims.proposedAt, new Date(at.getTime() - DAY_MS))
    const today = await tx.$count(sameClaims, and(eq(sameClaims.proposedById, personId), isToday))
    const [before] = await tx.select().from(sameClaims).where(isPair).for('update')
    if (!before) {
      const like = await likeClaims(tx, personId, questionId)
      if (!like.has(otherId)) throw new AppError('same.unlike')
      if (today >= PROPOSALS_PER_DAY)
        throw new AppError('same.too_many_proposed', { details: { most: PROPOSALS_PER_DAY } })
      await tx
        .insert(sameClaims)
        .values({ leftId, rightId, proposedById: personId, proposedAt: at })
        .onConflictDoNothing()
      return { state: 'proposed' }
    }
    if (before.partedAt !== null) throw new AppError('same.parted')
    if (await isOneHand(tx, before.proposedById, personId)) throw new AppError('same.another_confirms')
    if (!(await mayConfirm(tx, personId, at)))
      throw new AppError('same.too_new', { details: { days: STANDING_DAYS } })
    if (left.length + right.length > SAME_CLAIMS_MAX)
      throw new AppError('same.too_many', { details: { most: SAME_CLAIMS_MAX } })
    await tx
      .update(sameClaims)
      .set({ confirmedById: personId, confirmedAt: at })
      .where(and(isPair, isNull(sameClaims.confirmedAt)))
    return { state: 'same' }
  })
}

/**
 * A moderator says that a claim is not one with those that it is shown with: it stands alone again, with its own history.
 *
 * @throws AppError `same.alone` for one that does.
 */
export async function partClaim(deps: SameDeps, moderatorId: string, questionId: string): Promise<void> {
  const at = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const parted = await tx
      .update(sameClaims)
      .set({ partedById: moderatorId, partedAt: at })
      .where(
        and(
          or(eq(sameClaims.leftId, questionId), eq(sameClaims.rightId, questionId)),
          isNull(sameClaims.partedAt),
        ),
      )
      .returning({ leftId: sameClaims.leftId })
    if (parted.length === 0) throw new AppError('same.alone')
    const [root] = await tx
      .select({ askerId: contexts.buyerId })
      .from(contexts)
      .where(eq(contexts.id, questionId))
    if (root) await recordAct(tx, deps, root.askerId, { act: 'claim.parted', questionId })
  })
}

/** Two claims about pages of the web that the person may open. */
async function requireClaims(tx: Tx, personId: string, ids: readonly [string, string]): Promise<void> {
  const found = await tx
    .select({
      isClaim: sql<boolean>`(${contexts.claim} <> '' and exists (
        select from ${threadQuestions} about where about.context_id = ${contexts.id}))`,
    })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .where(and(inArray(contexts.id, [...ids]), isNull(contexts.parentId), opensPage(personId)))
    .orderBy(contexts.id)
    // Their words stay what they are until the pair stands, which then keeps them.
    .for('key share', { of: contexts })
  if (found.length < 2) throw new AppError(ids[0] === ids[1] ? 'same.already' : 'market.context_not_found')
  if (found.some(({ isClaim }) => !isClaim)) throw new AppError('same.no_claim')
}

/** What the search finds for a claim's words: what is shown as candidates, and no other claim can be proposed. */
async function likeClaims(db: Db, viewer: Viewer, questionId: string): Promise<Set<string>> {
  const [own] = await db.select({ claim: contexts.claim }).from(contexts).where(eq(contexts.id, questionId))
  const found = own?.claim ? await similarQuestions(db, viewer, { text: own.claim, pages: [] }) : []
  return new Set(found.map(({ id }) => id))
}

/** Whether a claim of one side contradicts one of the other: all of them would be one, through whichever pair. */
async function areSomeContrary(tx: Tx, left: readonly string[], right: readonly string[]): Promise<boolean> {
  const rows = await tx
    .select({ id: contexts.id, claim: contexts.claim })
    .from(contexts)
    .where(inArray(contexts.id, [...left, ...right]))
  const of = (ids: readonly string[]) => rows.filter(({ id }) => ids.includes(id))
  return of(left).some((one) => of(right).some((other) => areContrary(one.claim, other.claim)))
}

async function mayConfirm(tx: Tx, personId: string, now: Date): Promise<boolean> {
  const found = await tx.execute(sql`select ${hasStanding(sql`${personId}`, now)} as may`)
  return rowsOf<{ may: boolean }>(found)[0]?.may === true
}

async function isOneHand(tx: Tx, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const found = await tx.execute(sql`select accounts_linked(${one}, ${other}) as is_one`)
  return rowsOf<{ is_one: boolean }>(found)[0]?.is_one === true
}
