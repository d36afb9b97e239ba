import { createSecretKey } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { questionReadings, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createReadings } from './readings'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
  await database.db.insert(users).values({ id: 'ana', handle: 'ana', name: 'Ana', createdAt: MORNING })
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into buyer_context
        (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at)
      select id, id, 0, 'root', 'ana', 'question', 'open', 1000000, ${MORNING}::timestamptz, ${MORNING}::timestamptz
      from unnest(array['q1', 'q2']) id`)
  })
})
afterAll(() => database.close())

const MORNING = new Date('2026-03-01T08:00:00Z')
const EVENING = new Date('2026-03-01T23:59:00Z')
const NEXT_DAY = new Date('2026-03-02T00:01:00Z')
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const keys = () => createSecretKey(Buffer.alloc(32, 1))

async function readingsOf(rootId: string): Promise<number> {
  const rows = await database.db.select().from(questionReadings)
  return rows.find(({ contextId }) => contextId === rootId)?.readings ?? 0
}

it('counts a person or an address once a day for each question, and no crawler that says so', async () => {
  const count = createReadings(keys)
  const read = (rootId: string, reader: string, at = MORNING, userAgent: string | null = FIREFOX) =>
    count(database.db, { rootId, reader, userAgent, at })
  await read('q1', 'usr_bo')
  await read('q1', 'usr_bo', EVENING)
  expect(await readingsOf('q1')).toBe(1)
  await read('q1', '192.0.2.7')
  await read('q2', 'usr_bo')
  expect([await readingsOf('q1'), await readingsOf('q2')]).toEqual([2, 1])
  for (const agent of [GOOGLEBOT, 'curl/8.14.1', '', null]) await read('q1', '192.0.2.8', MORNING, agent)
  expect(await readingsOf('q1')).toBe(2)
  await read('q1', 'usr_bo', NEXT_DAY)
  expect(await readingsOf('q1')).toBe(3)
})

it('remembers so many readers of a day and no more', async () => {
  const count = createReadings(keys, 2)
  const before = await readingsOf('q2')
  for (const reader of ['a', 'b', 'b', 'c', 'c', 'a'])
    await count(database.db, { rootId: 'q2', reader, userAgent: FIREFOX, at: MORNING })
  expect(await readingsOf('q2')).toBe(before + 4)
})
