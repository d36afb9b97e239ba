import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { LIST_TABS } from '../contract/limits'
import { type ListInput, PAGE_SIZE } from '../contract/market'
import { listQuestions, selectListed } from './question-cards'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb({ isNew: true })
})
afterAll(() => database.close())

const NOW = new Date('2026-03-01T12:00:00Z')
/** More than three pages of each state. */
const QUESTIONS = 304
/** In turn: collecting, provisional, settled, being read. */
const STATES = 4

/** The index that each order is read through; sub-questions that wait for people are few, and a person's own are found by the person. */
const INDEXES = {
  newest: 'context_roots_newest',
  active: 'context_open_newest',
  unanswered: 'context_open_newest',
  ending: 'inspection_ending',
  budget: 'context_open_budget',
  'most-read': 'question_reading_most',
  answered: 'context_settled_newest',
} as const satisfies Partial<Record<ListInput['tab'], string>>

describe('the list of questions', () => {
  beforeAll(async () => {
    await database.db.transaction(async (tx) => {
      // The rows stand for themselves.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.insert(users).values({ id: 'ana', handle: 'ana', name: 'Ana', createdAt: NOW })
      // Moments and budgets repeat, so that pages end among equals.
      await tx.execute(sql`
        insert into buyer_context
          (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at, phase, ended_at)
        select 'c' || n, 'c' || n, 0, 'root', 'ana', 'question', 'open', 1000000 * (n % 7 + 1), ${NOW}::timestamptz,
          ${NOW}::timestamptz + make_interval(mins => n / 10),
          (array['collecting', 'provisional', 'settled', 'inspecting'])[n % 4 + 1]::context_phase,
          case when n % 4 = 2 then ${NOW}::timestamptz + make_interval(mins => n % 11) end
        from generate_series(1, ${QUESTIONS}) n`)
      await tx.execute(sql`
        insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public, status)
        select 'c' || n, '{}', 'manual', ${NOW}::timestamptz + make_interval(mins => n % 13), 1, true,
          (array['collecting', 'provisional', 'settled', 'running'])[n % 4 + 1]::inspection_status
        from generate_series(1, ${QUESTIONS}) n`)
      // Every other one was read, by one to five.
      await tx.execute(sql`
        insert into question_reading (context_id, readings)
        select 'c' || n, n % 5 + 1 from generate_series(2, ${QUESTIONS}, 2) n`)
      // Of those that ended, every other one bought something.
      await tx.execute(sql`
        insert into purchase
          (id, offer_id, offer_version, context_id, root_id, buyer_id, seller_id, price_micros, fee_micros, way, created_at)
        select 'p' || n, 'o' || n, 1, 'c' || n, 'c' || n, 'ana', 'bo', 10000, 0, 'inspected', ${NOW}::timestamptz
        from generate_series(2, ${QUESTIONS}, ${2 * STATES}) n`)
    })
  })

  const pageOf = (tab: ListInput['tab'], cursor: string | null, tag: string | null = null) =>
    listQuestions(database.db, 'ana', { tab, query: '', tag, decision: null, cursor }, NOW)

  it.each(LIST_TABS.filter((tab) => tab !== 'sub-questions'))(
    '%s: every question once, page by page',
    async (tab) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(tab, cursor)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor)
      const ofEachState = QUESTIONS / STATES
      const wanted = {
        newest: 4,
        mine: 4,
        active: 3,
        unanswered: 3,
        budget: 3,
        ending: 3,
        'most-read': 2,
        // Nothing was bought for the other half: they were not answered.
        answered: 0.5,
        due: 0,
        'sub-questions': 0,
      }
      expect(seen).toHaveLength(wanted[tab] * ofEachState)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it('calls answered what each row calls so', async () => {
    const { items } = await pageOf('answered', null)
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['answered']))
  })

  it('has the largest budgets first, and the next to end first', async () => {
    const { items: rich } = await pageOf('budget', null)
    expect(rich).toHaveLength(PAGE_SIZE)
    expect(new Set(rich.map(({ budgetMicros }) => budgetMicros))).toEqual(new Set([7_000_000n]))
    const { items: ending } = await pageOf('ending', null)
    expect(ending[0]?.deadlineAt).toEqual(NOW)
  })

  it.each(Object.entries(INDEXES))('%s: is read in its order, and not sorted', async (tab, index) => {
    const plan = await planOf(tab as ListInput['tab'])
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/Sort/)
  })

  it('reads the questions of a tag in their order, and not sorted', async () => {
    const plan = await planOf('newest', 'bridges')
    expect(plan).toContain('question_tag_newest')
    expect(plan).not.toMatch(/Sort/)
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into question_tag (context_id, tag, asked_at)
        select id, 'bridges', created_at from buyer_context where substr(id, 2)::int % 2 = 0`)
    })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf('newest', cursor, 'Bridges')
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(QUESTIONS / 2)
    expect(new Set(seen).size).toBe(seen.length)
  })

  /** How Postgres reads a page when a sort and a whole table are the last things it would choose. */
  async function planOf(tab: ListInput['tab'], tag: string | null = null): Promise<string> {
    const input = { tab, query: '', tag, decision: null, cursor: null }
    const statement = selectListed(database.db, null, input, NOW).getSQL()
    return database.db.transaction(async (tx) => {
      for (const way of ['seqscan', 'sort', 'hashjoin', 'mergejoin'])
        await tx.execute(sql.raw(`set local enable_${way} = off`))
      return rowsOf<Record<string, string>>(await tx.execute(sql`explain ${statement}`))
        .flatMap((row) => Object.values(row))
        .join('\n')
    })
  }
})
