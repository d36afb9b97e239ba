import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { type MatcherRow, matchers } from '@/db/schema'
import {
  type CreateMatcherInput,
  MATCHERS_PER_PERSON_MAX,
  type MatcherInput,
  type MatcherView,
} from '../../contract/matching'
import type { Deps } from '../../deps'
import { AppError } from '../../errors'
import { once } from '../once'
import { canMatch } from './anchors'
import { putMatcher } from './put-matcher'
import { changeMatcher, insertMatcher } from './store'
import { queryOf } from './stored-query'

type MatcherDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'jobs'>

/** A person's own matchers, in the order they were made. */
export async function listMatchers(deps: Pick<Deps, 'db'>, personId: string): Promise<MatcherView[]> {
  const rows = await deps.db
    .select()
    .from(matchers)
    .where(eq(matchers.personId, personId))
    .orderBy(asc(matchers.createdAt), asc(matchers.id))
  return rows.map(viewOf)
}

function viewOf(row: MatcherRow): MatcherView {
  const { id, name, createdAt, changedAt } = row
  return { id, name, query: queryOf(row), createdAt, changedAt }
}

/**
 * Makes a matcher, and has it held against the questions that are open.
 *
 * @throws AppError `market.matcher_empty`, `market.too_many_matchers`, `request.key_reused`.
 */
export async function createMatcher(
  deps: MatcherDeps & Pick<Deps, 'cipher'>,
  personId: string,
  { requestKey, ...input }: CreateMatcherInput,
): Promise<{ matcherId: string }> {
  requireSomething(input)
  const at = deps.clock.now()
  return deps.db.transaction((tx) =>
    once(tx, deps, { userId: personId, route: 'matchers.create', key: requestKey, input, at }, async () => {
      await requireRoom(tx, personId)
      const matcherId = deps.ids.next('matcher')
      await insertMatcher(tx, { id: matcherId, personId, name: input.name, createdAt: at, ...input.query })
      await putMatcher(tx, deps, matcherId)
      return { matcherId }
    }),
  )
}

/** Two forms at once are counted one after the other. */
async function requireRoom(tx: Tx, personId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`matchers|${personId}`}, 0))`)
  const owned = await tx.$count(matchers, eq(matchers.personId, personId))
  if (owned >= MATCHERS_PER_PERSON_MAX) throw new AppError('market.too_many_matchers')
}

/**
 * Changes a matcher, and has it held against the questions that are open. What it found before stays in the inbox.
 *
 * @throws AppError `market.matcher_not_found`, `market.matcher_empty`.
 */
export async function updateMatcher(
  deps: MatcherDeps,
  personId: string,
  { matcherId, ...input }: MatcherInput & { matcherId: string },
): Promise<{ matcherId: string }> {
  requireSomething(input)
  return deps.db.transaction(async (tx) => {
    await lockOwn(tx, personId, matcherId)
    await changeMatcher(tx, matcherId, { ...input, at: deps.clock.now() })
    await putMatcher(tx, deps, matcherId)
    return { matcherId }
  })
}

/** Deletes a matcher; what it found stays in the inbox. @throws AppError `market.matcher_not_found`. */
export async function deleteMatcher(
  deps: Pick<Deps, 'db'>,
  personId: string,
  matcherId: string,
): Promise<{ matcherId: string }> {
  return deps.db.transaction(async (tx) => {
    await lockOwn(tx, personId, matcherId)
    await tx.delete(matchers).where(eq(matchers.id, matcherId))
    return { matcherId }
  })
}

async function lockOwn(tx: Tx, personId: string, matcherId: string): Promise<void> {
  const [own] = await tx
    .select({ id: matchers.id })
    .from(matchers)
    .where(and(eq(matchers.id, matcherId), eq(matchers.personId, personId)))
    .for('update')
  if (!own) throw new AppError('market.matcher_not_found')
}

function requireSomething({ query }: MatcherInput): void {
  if (canMatch(query)) return
  const field = canMatch({ allOf: query.allOf, anyOf: [] }) ? 'query.anyOf' : 'query.allOf'
  throw new AppError('market.matcher_empty', { details: { field } })
}
