import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { flags, moderationCases, offers, users } from '@/db/schema'
import { recordAct } from '../../audit/record-act'
import type { DecideAppeal, DecideCase, FlagInput } from '../../contract/moderation'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { readFixed } from '../../settings/settings'
import { tellOfRules } from '../inbox/tell-people'
import { inboxTopic } from '../inbox/topic'
import { findSubject, hideSubject, type Named, showSubject } from './subjects'

type CaseDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs' | 'bus' | 'actor'>

const DAY_MS = 86_400_000

/**
 * Puts what somebody says is wrong with a thing into its case, which is opened for the first flag. Once for each person and case: a
 * repeat says nothing new.
 *
 * @throws AppError `moderation.nothing_there`, `moderation.own_thing`, `moderation.too_many_flags`.
 */
export async function raiseFlag(
  deps: CaseDeps,
  personId: string,
  { kind, id, rule, words }: FlagInput,
): Promise<{ caseId: string }> {
  const at = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const subject = await findSubject(tx, personId, { kind, id })
    if (!subject) throw new AppError('moderation.nothing_there')
    if (subject.authorId === personId) throw new AppError('moderation.own_thing')
    // Two at once must not each be the last that fits.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('no key update')
    const caseId = await openCase(tx, deps, subject, at)
    const isRepeat = (await tx.$count(flags, and(eq(flags.caseId, caseId), eq(flags.personId, personId)))) > 0
    if (isRepeat) return { caseId }
    const since = new Date(at.getTime() - DAY_MS)
    const today = await tx.$count(flags, and(eq(flags.personId, personId), gt(flags.createdAt, since)))
    const most = await readFixed(tx, 'flagsPerDay')
    if (today >= most) throw new AppError('moderation.too_many_flags', { details: { most } })
    await tx.insert(flags).values({ caseId, personId, rule, words, createdAt: at })
    return { caseId }
  })
}

/** The case of a thing that waits, new where there is none; locked. */
async function openCase(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  { kind, id, authorId }: Named,
  openedAt: Date,
): Promise<string> {
  await tx
    .insert(moderationCases)
    .values({ id: ids.next('moderationCase'), subjectKind: kind, subjectId: id, authorId, openedAt })
    .onConflictDoNothing()
  const [waiting] = await tx
    .select({ id: moderationCases.id })
    .from(moderationCases)
    .where(
      and(
        eq(moderationCases.subjectKind, kind),
        eq(moderationCases.subjectId, id),
        isNull(moderationCases.outcome),
      ),
    )
    .for('no key update')
  // Decided between the two statements: the flag came too late for that case, and its sender may send it again.
  if (!waiting) throw new AppError('moderation.case_moved')
  return waiting.id
}

/**
 * Decides a case: whoever flagged the thing is told, and its author when it is hidden.
 *
 * @throws AppError `moderation.case_not_found`, `moderation.own_thing` for a thing of the moderator's own.
 */
export async function decideCase(
  deps: CaseDeps,
  moderatorId: string,
  { caseId, outcome, rule, note }: DecideCase,
): Promise<void> {
  const at = deps.clock.now()
  await andTell(deps, async (tx) => {
    const found = await lockCase(tx, moderatorId, caseId)
    if (found.outcome !== null) throw new AppError('moderation.case_moved')
    const subject = { kind: found.subjectKind, id: found.subjectId, caseId, at }
    const kept = outcome === 'hidden' ? await hideSubject(tx, subject) : null
    await tx
      .update(moderationCases)
      .set({ outcome, rule, note, decidedAt: at, deciderId: moderatorId, kept })
      .where(eq(moderationCases.id, caseId))
    const act = outcome === 'hidden' ? 'thing.hidden' : 'thing.kept'
    await recordAct(tx, deps, found.authorId, {
      act,
      caseId,
      thing: found.subjectKind,
      thingId: found.subjectId,
    })
    const flaggers = await tx.select({ personId: flags.personId }).from(flags).where(eq(flags.caseId, caseId))
    const told = await tellOfRules(tx, deps, [
      ...flaggers.map(({ personId }) => ({ personId, event: 'flag.decided' as const, about: caseId })),
      ...(outcome === 'hidden'
        ? [{ personId: found.authorId, event: 'thing.hidden' as const, about: caseId }]
        : []),
    ])
    return { told, tree: await treeOf(tx, found) }
  })
}

/**
 * The author says once why a hidden thing should be shown.
 *
 * @throws AppError `moderation.case_not_found`, `moderation.appealed_already`.
 */
export async function appeal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  authorId: string,
  { caseId, words }: { caseId: string; words: string },
): Promise<void> {
  const isOwn = and(eq(moderationCases.id, caseId), eq(moderationCases.authorId, authorId))
  const changed = await db
    .update(moderationCases)
    .set({ appeal: words, appealedAt: clock.now() })
    .where(and(isOwn, eq(moderationCases.outcome, 'hidden'), isNull(moderationCases.appealedAt)))
    .returning({ id: moderationCases.id })
  if (changed.length > 0) return
  const known = await db.$count(moderationCases, and(isOwn, eq(moderationCases.outcome, 'hidden')))
  throw new AppError(known > 0 ? 'moderation.appealed_already' : 'moderation.case_not_found')
}

/**
 * Decides an appeal, for good. Not whoever hid it, unless nobody else could.
 *
 * @throws AppError `moderation.case_not_found`, `moderation.case_moved`, `moderation.own_thing`, `moderation.own_decision`.
 */
export async function decideAppeal(
  deps: CaseDeps,
  moderatorId: string,
  { caseId, outcome, note }: DecideAppeal,
): Promise<void> {
  const at = deps.clock.now()
  await andTell(deps, async (tx) => {
    const found = await lockCase(tx, moderatorId, caseId)
    if (found.appealedAt === null || found.appealOutcome !== null) throw new AppError('moderation.case_moved')
    if (found.deciderId === moderatorId && (await hasOthers(tx, [moderatorId, found.authorId])))
      throw new AppError('moderation.own_decision')
    if (outcome === 'overturned')
      await showSubject(tx, { kind: found.subjectKind, id: found.subjectId, kept: found.kept })
    await tx
      .update(moderationCases)
      .set({
        appealOutcome: outcome,
        appealNote: note,
        appealDecidedAt: at,
        appealDeciderId: moderatorId,
        // Shown again, its words are in their own place.
        ...(outcome === 'overturned' ? { kept: null } : {}),
      })
      .where(eq(moderationCases.id, caseId))
    const act = outcome === 'overturned' ? 'thing.shown' : 'appeal.refused'
    await recordAct(tx, deps, found.authorId, {
      act,
      caseId,
      thing: found.subjectKind,
      thingId: found.subjectId,
    })
    const event = outcome === 'overturned' ? 'thing.shown' : 'thing.hidden'
    const told = await tellOfRules(tx, deps, [{ personId: found.authorId, event, about: caseId }])
    return { told, tree: await treeOf(tx, found) }
  })
}

type Case = typeof moderationCases.$inferSelect

async function lockCase(tx: Tx, moderatorId: string, caseId: string): Promise<Case> {
  const [found] = await tx.select().from(moderationCases).where(eq(moderationCases.id, caseId)).for('update')
  if (!found) throw new AppError('moderation.case_not_found')
  if (found.authorId === moderatorId) throw new AppError('moderation.own_thing')
  return found
}

/** Whether somebody besides these moderates here. */
async function hasOthers(tx: Tx, besides: readonly string[]): Promise<boolean> {
  const others = await tx.$count(
    users,
    and(
      ne(users.role, 'person'),
      isNull(users.deletedAt),
      sql`${users.id} <> all (${sql.param([...besides])}::text[])`,
    ),
  )
  return others > 0
}

/** The tree whose pages change with a thing; null for what stands in none. */
async function treeOf(tx: Tx, { subjectKind, subjectId }: Case): Promise<string | null> {
  if (subjectKind === 'question' || subjectKind === 'answer') return subjectId
  if (subjectKind !== 'offer') return null
  const [offer] = await tx.select({ rootId: offers.rootId }).from(offers).where(eq(offers.id, subjectId))
  return offer?.rootId ?? null
}

/** Hints to whoever looks at what was changed, once it is. */
async function andTell(
  deps: CaseDeps,
  change: (tx: Tx) => Promise<{ told: string[]; tree: string | null }>,
): Promise<void> {
  const { told, tree } = await deps.db.transaction(change)
  deps.bus.publishAll([...told.map(inboxTopic), ...(tree === null ? [] : [tree])])
}
