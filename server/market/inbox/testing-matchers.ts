import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { contexts, inboxItems, inspections } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { type MatcherQuery, matcherQuerySchema } from '../../contract/matching'
import { credits, newKey } from '../../inspection/engine/testing'
import { type TestMarket, testMarket } from '../../testing'
import { createMatcher } from '../matching/matchers'

export const HOUR_MS = 3_600_000
export const bridges: Partial<MatcherQuery> = { anyOf: ['bridge'] }

/** A market of matchers about bridges; empty before each test. */
export function matcherScene() {
  let database: TestDatabase
  let market: TestMarket

  beforeAll(async () => {
    database = await openTestDb()
  })
  afterAll(() => database.close())
  beforeEach(renew)

  async function renew(): Promise<void> {
    await database.truncate()
    market = testMarket(database)
  }

  function matcher(personId: string, query: Partial<MatcherQuery> = bridges) {
    return createMatcher(market.deps, personId, {
      name: 'Bridges',
      query: matcherQuerySchema.parse(query),
      requestKey: newKey(),
    })
  }

  const itemsOf = (personId: string) =>
    database.db.select().from(inboxItems).where(eq(inboxItems.personId, personId))

  /** A sub-question below a question, as an inspection opens it. */
  async function subQuestion(rootId: string, over: Partial<typeof contexts.$inferInsert> = {}) {
    const root = await database.db.query.contexts.findFirst({ where: (row) => eq(row.id, rootId) })
    if (!root) throw new Error('No root')
    const id = market.deps.ids.next('context')
    const { clock, jobs, db } = market.deps
    await db.insert(contexts).values({
      id,
      rootId,
      parentId: rootId,
      level: 1,
      kind: 'inspection',
      buyerId: root.buyerId,
      title: 'Is the report on the bridge true?',
      decision: 'open',
      askKind: 'verify',
      budgetMicros: credits(1),
      botsUntil: clock.now(),
      peopleUntil: new Date(clock.now().getTime() + HOUR_MS),
      createdAt: clock.now(),
      ...over,
    })
    await db
      .update(contexts)
      .set({ openChildren: sql`${contexts.openChildren} + 1` })
      .where(eq(contexts.id, rootId))
    await db
      .update(inspections)
      .set({ treeContexts: sql`${inspections.treeContexts} + 1` })
      .where(eq(inspections.rootId, rootId))
    await jobs.enqueue(db, 'market.match', [{ rootId, contextIds: [id] }])
    return id
  }

  return {
    get database() {
      return database
    },
    get market() {
      return market
    },
    renew,
    matcher,
    itemsOf,
    subQuestion,
  }
}
