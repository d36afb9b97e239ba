import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { contexts } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { foundBy } from './question-cards'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())

/** So many that reading them one by one costs more than looking them up. */
const QUESTIONS = 3_000

it('looks for words of questions and of published answers through their indexes', async () => {
  const plan = await database.db.transaction(async (tx) => {
    // Nobody asks and nothing is answered: the rows stand for themselves.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into buyer_context (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at)
      select 'c' || n, 'c' || n, 0, 'root', 'nobody', 'question number' || n, 'open', 1, now(), now()
      from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into inspection (root_id, policy, start_rule, deadline_at, token_cap, is_tree_public)
      select 'c' || n, '{}', 'manual', now(), 1, true from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`
      insert into publication (root_id, number, revision, verdict, lead, markdown, withheld, quoted, published_at)
      select 'c' || n, 1, 1, '', 'answer number' || n, 'answer number' || n, 0, '{}', now()
      from generate_series(1, ${QUESTIONS}) n`)
    await tx.execute(sql`analyze`)
    const found = sql`select ${contexts.id} from ${contexts} where ${foundBy('number7')}`
    expect(rowsOf(await tx.execute(found))).toEqual([{ id: 'c7' }])
    return JSON.stringify(rowsOf(await tx.execute(sql`explain ${found}`)))
  })
  expect(plan).toContain('context_search')
  expect(plan).toContain('publication_search')
  expect(plan).not.toContain('Seq Scan')
})
