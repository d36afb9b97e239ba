import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import superjson from 'superjson'
import { type Db, rowsOf, type Tx } from '@/db/client'
import { accessKeys, contexts, offers, spendRequests } from '@/db/schema'
import { delegate, requireScopes, type Scope } from '../actors/actor'
import { recordAct } from '../audit/record-act'
import type { AskInput } from '../contract/market'
import type { BuyResaleInput } from '../contract/resale'
import {
  type OwnerRequest,
  REQUEST_LASTS_MS,
  REQUESTS_SHOWN,
  REQUESTS_WAITING_MAX,
  type SpendRequest,
} from '../contract/spend-requests'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import type { SpendKind } from '../words/programs'
import type { BuyUnseenInput } from './buy-unseen'
import { tellSpendWaits } from './inbox/tell-people'
import { inboxTopic } from './inbox/topic'
import { writeNotices } from './inbox/write-notices'
import { inputDigest, type RequestResult, type Settle } from './once'

type Row = typeof spendRequests.$inferSelect

/** What a yes carries out, by kind; the engine has some of it, so whoever takes the yes brings it (`engine/spend-on-yes.ts`). */
export type SpendKinds = Readonly<
  Record<SpendKind, { scopes: readonly Scope[]; carryOut: (call: CarriedOut) => Promise<RequestResult> }>
>
type CarriedOut = { deps: Deps; personId: string; input: unknown; settle: Settle }

/** More for an open question, or a new budget for a settled one. */
type OnQuestion = { rootId: string; requestKey: string }

type Wanted = { amountMicros: bigint } & (
  | { kind: 'ask'; input: AskInput }
  | { kind: 'buy'; input: BuyUnseenInput }
  | { kind: 'resale'; input: BuyResaleInput }
  | { kind: 'raise' | 'reopen'; input: OnQuestion }
)

/**
 * Spends, or writes down that a key wants to: above its threshold nothing happens, its owner is told, and the same call repeated
 * says how the request stands and, after a yes, what it came to.
 *
 * @throws AppError `actor.yes_needed` with the id of the request while it waits; `actor.yes_refused`, `actor.yes_late`;
 * `actor.too_many_requests`; `request.key_reused`; as what spends.
 */
export async function spendOrRequest<T extends RequestResult>(
  deps: Deps,
  personId: string,
  wanted: Wanted,
  spend: () => Promise<T>,
): Promise<T> {
  try {
    return await spend()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'actor.yes_needed') throw error
    const row = await writeRequest(deps, personId, wanted)
    const { state } = viewOf(row, deps.clock.now())
    // Only what a call of this kind came to is written into it.
    if (state === 'done') return row.result as T
    if (state === 'declined') throw new AppError('actor.yes_refused')
    if (state === 'expired') throw new AppError('actor.yes_late')
    throw new AppError('actor.yes_needed', { details: { ...error.details, requestId: row.id } })
  }
}

async function writeRequest(deps: Deps, personId: string, wanted: Wanted): Promise<Row> {
  const { actor, clock, cipher } = deps
  const { kind, input, amountMicros } = wanted
  const keyId = actor.kind === 'key' ? actor.id : null
  if (keyId === null) throw new Error('Somebody without a key was asked for a yes')
  const inputHash = inputDigest(cipher, input)
  const { row, isNew } = await deps.db.transaction(async (tx) => {
    // One after another for each key: its last request that may wait is one.
    const [key] = await tx
      .select({ expiresAt: accessKeys.expiresAt })
      .from(accessKeys)
      .where(eq(accessKeys.id, keyId))
      .for('no key update')
    const [before] = await tx
      .select()
      .from(spendRequests)
      .where(
        and(
          eq(spendRequests.personId, personId),
          eq(spendRequests.kind, kind),
          eq(spendRequests.requestKey, input.requestKey),
        ),
      )
    if (before) {
      if (before.inputHash !== inputHash || before.keyId !== keyId) throw new AppError('request.key_reused')
      return { row: before, isNew: false }
    }
    const now = clock.now()
    const waiting = await tx.$count(spendRequests, and(eq(spendRequests.keyId, keyId), isWaiting(now)))
    if (waiting >= REQUESTS_WAITING_MAX) throw new AppError('actor.too_many_requests')
    const [written] = await tx
      .insert(spendRequests)
      .values({
        id: deps.ids.next('spendRequest'),
        personId,
        keyId,
        kind,
        requestKey: input.requestKey,
        inputHash,
        input: superjson.stringify(input),
        offerId: kind === 'buy' || kind === 'resale' ? wanted.input.offerId : null,
        amountMicros,
        createdAt: now,
        expiresAt: earlier(new Date(now.getTime() + REQUEST_LASTS_MS), key?.expiresAt ?? null),
      })
      .returning()
    if (!written) throw new Error('A request was not written')
    await tellSpendWaits(tx, deps, { personId, amountMicros })
    return { row: written, isNew: true }
  })
  if (isNew) deps.bus.publish(inboxTopic(personId))
  return row
}

const earlier = (one: Date, other: Date | null) => (other !== null && other < one ? other : one)

const isWaiting = (now: Date) => and(eq(spendRequests.state, 'waiting'), gt(spendRequests.expiresAt, now))

function viewOf(row: Row, now: Date): SpendRequest {
  const { state, result } = row
  return {
    requestId: row.id,
    kind: row.kind,
    state: state === 'waiting' && row.expiresAt <= now ? 'expired' : state,
    amountMicros: row.amountMicros,
    offerId: row.offerId,
    // A question that was asked, or the one that more was put into.
    contextId: result?.contextId ?? result?.rootId ?? null,
    purchaseId: result?.purchaseId ?? null,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    decidedAt: row.decidedAt,
  }
}

/** How a request stands: for its owner, and for the key that made it. @throws AppError `actor.request_not_found`. */
export async function viewRequest(
  { db, clock, actor }: Pick<Deps, 'db' | 'clock' | 'actor'>,
  personId: string,
  requestId: string,
): Promise<SpendRequest> {
  const [row] = await db
    .select()
    .from(spendRequests)
    .where(
      and(
        eq(spendRequests.id, requestId),
        eq(spendRequests.personId, personId),
        actor.kind === 'key' ? eq(spendRequests.keyId, actor.id ?? '') : undefined,
      ),
    )
  if (!row) throw new AppError('actor.request_not_found')
  return viewOf(row, clock.now())
}

/** What one's programs asked for: what waits first, then the newest. */
export async function listRequests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  personId: string,
): Promise<OwnerRequest[]> {
  const now = clock.now()
  const rows = await db
    .select({ row: spendRequests, name: accessKeys.name, hint: accessKeys.hint, teaser: offers.teaser })
    .from(spendRequests)
    .innerJoin(accessKeys, eq(accessKeys.id, spendRequests.keyId))
    .leftJoin(offers, eq(offers.id, spendRequests.offerId))
    .where(eq(spendRequests.personId, personId))
    .orderBy(sql`${isWaiting(now)} desc`, desc(spendRequests.createdAt), desc(spendRequests.id))
    .limit(REQUESTS_SHOWN + REQUESTS_WAITING_MAX)
  const titles = await titlesOf(
    db,
    rows.map(({ row }) => row),
  )
  return rows.map(({ row, name, hint, teaser }) => ({
    ...viewOf(row, now),
    about: teaser ?? titles.get(row.id) ?? null,
    key: { name, hint },
  }))
}

/** By request, the title of the question that would be asked, raised or taken up again; none of what is over. */
async function titlesOf(db: Db, rows: readonly Row[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  const rootOf = new Map<string, string>()
  for (const { id, kind, input } of rows) {
    if (input === null) continue
    if (kind === 'ask') titles.set(id, readInput<AskInput>(input).title)
    else if (kind !== 'buy' && kind !== 'resale') rootOf.set(id, readInput<OnQuestion>(input).rootId)
  }
  if (rootOf.size === 0) return titles
  const asked = await db
    .select({ id: contexts.id, title: contexts.title })
    .from(contexts)
    .where(inArray(contexts.id, [...new Set(rootOf.values())]))
  const titleOf = new Map(asked.map(({ id, title }) => [id, title]))
  for (const [id, rootId] of rootOf) titles.set(id, titleOf.get(rootId) ?? '')
  return titles
}

/** What this file wrote. */
const readInput = <T>(input: string): T => superjson.parse(input)

/**
 * Says yes or no to a request. A yes carries it out once, within the caps and scopes that its key has now; what refuses it then leaves
 * it waiting. Said again, the same word changes nothing.
 *
 * @throws AppError `actor.request_not_found`, `actor.request_over`, `actor.request_key_over`; as what spends.
 */
export async function answerRequest(
  deps: Deps,
  personId: string,
  { requestId, isYes }: { requestId: string; isYes: boolean },
  kinds: SpendKinds,
): Promise<SpendRequest> {
  const before = await viewRequest(deps, personId, requestId)
  const said = isYes ? 'done' : 'declined'
  if (before.state === said) return before
  if (before.state !== 'waiting') throw new AppError('actor.request_over')
  try {
    await (isYes ? carryOut(deps, requestId, kinds) : decline(deps, requestId))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'actor.request_over') throw error
    const now = await viewRequest(deps, personId, requestId)
    if (now.state !== said) throw error
    return now
  }
  deps.bus.publish(inboxTopic(personId))
  return viewRequest(deps, personId, requestId)
}

async function carryOut(deps: Deps, requestId: string, kinds: SpendKinds): Promise<void> {
  const now = deps.clock.now()
  const [found] = await deps.db
    .select({ row: spendRequests, key: accessKeys })
    .from(spendRequests)
    .innerJoin(accessKeys, eq(accessKeys.id, spendRequests.keyId))
    .where(eq(spendRequests.id, requestId))
  const input = found?.row.input
  if (!found || !input) throw new AppError('actor.request_over')
  const { row, key } = found
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now))
    throw new AppError('actor.request_key_over')
  const { spendPerDayMicros, spendPerQuestionMicros } = key
  const actor = delegate(deps.actor, {
    kind: 'key',
    id: key.id,
    scopes: key.scopes,
    // What is above the threshold has its yes.
    caps: { spendPerDayMicros, spendPerQuestionMicros, askAboveMicros: null },
  })
  const { scopes, carryOut: spend } = kinds[row.kind]
  requireScopes(actor, scopes)
  await spend({
    deps: { ...deps, actor },
    personId: row.personId,
    input: readInput(input),
    settle: (tx, result) => conclude(tx, deps, row, { state: 'done', result }),
  })
}

async function decline(deps: Deps, requestId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(spendRequests).where(eq(spendRequests.id, requestId))
    if (!row) throw new AppError('actor.request_not_found')
    await conclude(tx, deps, row, { state: 'declined' })
  })
}

type Ending = { state: 'done'; result: RequestResult } | { state: 'declined' }

/** Ends a request that still waits; whoever comes second finds nothing to end, and what they did is undone. @throws AppError `actor.request_over`. */
async function conclude(tx: Tx, deps: Deps, row: Row, ending: Ending): Promise<void> {
  const now = deps.clock.now()
  const ended = await tx
    .update(spendRequests)
    .set({ ...ending, input: null, decidedAt: now })
    .where(and(eq(spendRequests.id, row.id), isWaiting(now)))
    .returning({ id: spendRequests.id })
  if (ended.length === 0) throw new AppError('actor.request_over')
  await recordAct(tx, deps, row.personId, {
    act: ending.state === 'done' ? 'spending.approved' : 'spending.declined',
    requestId: row.id,
    keyId: row.keyId,
    amountMicros: row.amountMicros,
  })
  const left = await tx.$count(spendRequests, and(eq(spendRequests.personId, row.personId), isWaiting(now)))
  if (left === 0) await writeNotices(tx, deps, [], [{ personId: row.personId, cause: 'spend.waiting' }])
}

/** Those that came to nothing are forgotten after this long; those that were carried out are part of the books. */
const FORGOTTEN_AFTER_MS = 30 * 86_400_000

/** Empties up to `most` requests that nobody answered in time, and removes old ones that came to nothing; returns how many. */
export async function forgetSpendRequests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const now = clock.now()
  const emptied = await db
    .update(spendRequests)
    .set({ input: null })
    .where(
      inArray(
        spendRequests.id,
        db
          .select({ id: spendRequests.id })
          .from(spendRequests)
          .where(
            and(
              eq(spendRequests.state, 'waiting'),
              lte(spendRequests.expiresAt, now),
              sql`${spendRequests.input} is not null`,
            ),
          )
          .limit(most),
      ),
    )
    .returning({ id: spendRequests.id })
  const old = new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString()
  const removed = await db.execute(sql`
    delete from spend_request where id in (
      select id from spend_request where state <> 'done' and expires_at < ${old}::timestamptz limit ${most})
    returning id`)
  return Math.max(emptied.length, rowsOf(removed).length)
}
