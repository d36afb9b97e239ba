import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '@/db/client'
import { contexts, contextTerms, inspections, type MatcherRow, matchers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { MatcherQuery } from '../../contract/matching'
import { makePerson } from '../../ledger/testing'
import { OPEN_PHASES } from '../../protocol/advance'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { writeTerms } from './context-terms'
import { findOpenContexts } from './find-open'
import { isMatch, type MatchableContext, readContext } from './predicate'
import { matchableContexts, matchedColumns, withRecords } from './read-contexts'
import { insertMatcher } from './store'
import { anyContext, anyQuery, PEOPLE } from './testing'

/** New matchers against all open contexts: what the database leaves out must be nothing that a scan finds. */

const SEED = 20_260_117
const TREES = 200
const MATCHERS = 120
const CHUNK = 15
const MS_PER_HOUR = 3_600_000
const NOW = new Date('2026-01-05T09:00:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * MS_PER_HOUR)

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDb()
  for (const id of [...PEOPLE, 'usr_seller']) await makePerson({ db: database.db, at: NOW }, id)
})
afterAll(() => database.close())

const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number, seed: number) =>
  fc.sample(arbitrary, { numRuns: count, seed })

const anyTree = fc.record({
  root: anyContext,
  sub: fc.option(anyContext, { freq: 2 }),
  status: fc.constantFrom('collecting', 'collecting', 'running', 'paused', 'settled' as const),
  /** Often the same, so that chunks end between equals. */
  deadlineHours: fc.constantFrom(-1, 1, 2, 3, 50),
  subWaitsHours: fc.constantFrom(-1, 1),
  isUnread: fc.boolean(),
})

async function fillTrees(db: Tx) {
  for (const [index, tree] of sample(anyTree, TREES, SEED).entries()) {
    const rootId = `bc_${index}`
    const phase = tree.status === 'settled' ? ('settled' as const) : ('collecting' as const)
    const root = {
      ...rowOf(tree.root, rootId, rootId),
      parentId: null,
      level: 0,
      kind: 'root' as const,
      phase,
    }
    await db.insert(contexts).values(root)
    await db.insert(inspections).values({
      rootId,
      status: tree.status,
      policy: DEFAULT_POLICY,
      startRule: 'manual',
      deadlineAt: later(tree.deadlineHours),
      treeContexts: tree.sub ? 2 : 1,
      tokenCap: 1,
    })
    await writeTerms(db, root)
    if (tree.isUnread)
      await db
        .update(contextTerms)
        .set({ terms: ['?'] })
        .where(eq(contextTerms.contextId, rootId))
    if (!tree.sub) continue
    await db.insert(contexts).values({
      ...rowOf({ ...tree.sub, buyerId: tree.root.buyerId }, `${rootId}_sub`, rootId),
      parentId: rootId,
      level: 1,
      kind: 'inspection',
      askKind: 'verify',
      phase,
      peopleUntil: later(tree.subWaitsHours),
    })
  }
}

function rowOf(context: MatchableContext, id: string, rootId: string) {
  const { buyerId, text: title, tags, pages, budgetMicros, ageMs } = context
  const decision = context.decision as 'open' | 'choice' | 'belief'
  return {
    id,
    rootId,
    buyerId,
    title,
    claim: '',
    needs: '',
    body: '',
    options: [],
    tags: [...tags],
    pages: [...pages],
    decision,
    budgetMicros,
    botsUntil: NOW,
    createdAt: new Date(NOW.getTime() - ageMs),
  }
}

/** Everything that is open, as a scan would hold it against each matcher. */
async function readOpen() {
  const all = await database.db
    .select({ ...matchedColumns, status: inspections.status, deadlineAt: inspections.deadlineAt })
    .from(contexts)
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
  return all.filter(
    ({ status, phase, parentId, deadlineAt, peopleUntil }) =>
      status !== 'settled' &&
      OPEN_PHASES.includes(phase) &&
      NOW < (parentId === null ? deadlineAt : (peopleUntil ?? NOW)),
  )
}

async function walk(matcher: MatcherRow, namedMax: number): Promise<{ ids: string[]; chunks: number }> {
  const ids: string[] = []
  let after: string | null = null
  let chunks = 0
  do {
    const { found, next } = await findOpenContexts(database.db, matcher, {
      after,
      now: NOW,
      most: CHUNK,
      namedMax,
    })
    ids.push(...found.map(({ id }) => id))
    after = next
    chunks += 1
  } while (after)
  return { ids, chunks }
}

it('finds among the open contexts what a scan finds, and reads fewer', async () => {
  await database.db.transaction(fillTrees)
  const queries = sample(anyQuery as fc.Arbitrary<MatcherQuery>, MATCHERS, SEED + 1)
  await database.db.transaction(async (tx) => {
    for (const [index, query] of queries.entries())
      await insertMatcher(tx, { id: `mat_${index}`, personId: 'usr_seller', createdAt: NOW, ...query })
  })
  const open = await readOpen()
  const read = (await matchableContexts(database.db, open, NOW)).map(readContext)
  const standing = await database.db.select().from(matchers)
  const recorded = await withRecords(database.db, read, standing)
  const trees = new Set(open.map(({ rootId }) => rootId)).size
  let found = 0
  let chunks = 0
  for (const matcher of standing) {
    // As few questions have its anchors, and as many have.
    const [walked, walkedInOrder] = [await walk(matcher, TREES), await walk(matcher, 0)]
    expect(walkedInOrder).toEqual(walked)
    const scanned = recorded.filter((context) => isMatch(matcher, context)).map(({ contextId }) => contextId)
    expect([...walked.ids].sort(), matcher.id).toEqual(scanned.sort())
    found += scanned.length
    chunks += walked.chunks
  }
  expect(found).toBeGreaterThan(300)
  expect(chunks).toBeLessThan((standing.length * trees) / CHUNK)
}, 60_000)

it('keeps what an index entry can hold of a very long word', async () => {
  const [row] = await database.db.select(matchedColumns).from(contexts).limit(1)
  if (!row) throw new Error('No context')
  const host = `https://${'a'.repeat(900)}.example/x`
  await writeTerms(database.db, { ...row, title: 'é'.repeat(9_000), pages: [host] })
  const [kept] = await database.db.select().from(contextTerms).where(eq(contextTerms.contextId, row.id))
  expect(kept?.terms.every((term) => term.length <= 500)).toBe(true)
})
