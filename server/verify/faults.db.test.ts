import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, rowsOf } from '@/db/client'
import { inspections, verifyWalks } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { CHECKS, checkOf } from './checks/all'
import { FAULTS } from './faults/testing-all'
import { readVerified } from './findings'
import { patrolOnce } from './patrol'
import { type CheckReport, findIn, findingsOf, verifyMarket } from './run'
import { copyMarket } from './testing-copies'
import { type SoundMarket, soundMarket } from './testing-market'
import { readSubjects, SLICED_WALKS, type SlicedWalk } from './walks'

let database: TestDatabase
let market: SoundMarket
let reports: CheckReport[]

beforeAll(async () => {
  database = await openTestDb({ isNew: true })
  market = await soundMarket(database)
})
afterAll(() => database.close())

const tools = (db: Db) => ({ db, cipher: market.deps.cipher, now: market.clock.now() })

class Undo extends Error {}

describe('a sound market', () => {
  test('contradicts itself nowhere, and every walk has something to look at', async () => {
    reports = await verifyMarket(tools(database.db), { slice: 7 })
    expect(findingsOf(reports)).toEqual([])
    expect(reports.map(({ check }) => check.id)).toEqual(CHECKS.map(({ id }) => id))
    expect(reports.filter(({ checked }) => checked === 0).map(({ check }) => check.id)).toEqual([])
  })

  test('an empty one neither', async () => {
    const empty = await openTestDb({ isNew: true })
    await empty.truncate()
    expect(findingsOf(await verifyMarket(tools(empty.db)))).toEqual([])
    await empty.close()
  })
})

describe('a market that was tampered with', () => {
  test('every check has a fault that it must see', () => {
    expect([...new Set(FAULTS.map(([check]) => check))].sort()).toEqual(CHECKS.map(({ id }) => id).sort())
    expect(FAULTS.length).toBeGreaterThanOrEqual(60)
  })

  /** Each is done and undone; triggers and foreign keys are off, as for somebody who means it. */
  test('each fault is seen by the check for it', { timeout: 120_000 }, async () => {
    const unseen: string[] = []
    for (const [id, what, how] of FAULTS) {
      const attempt = database.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql.raw(`do $fault$ begin ${how(market)}; end $fault$`))
        if (!(await sees(tx, id))) unseen.push(`${id}: ${what}`)
        throw new Undo()
      })
      await attempt.catch((error: unknown) => {
        if (!(error instanceof Undo)) throw new Error(`${id}: ${what}`, { cause: error })
      })
    }
    expect(unseen).toEqual([])
    expect(findingsOf(await verifyMarket(tools(database.db)))).toEqual([])
  })
})

async function sees(tx: Db, id: string): Promise<boolean> {
  const check = checkOf(id)
  if (!check) return false
  const isSliced = (SLICED_WALKS as readonly string[]).includes(check.walk)
  const ids = isSliced ? await readSubjects(tx, check.walk as SlicedWalk, { after: null, most: 10_000 }) : []
  const found = await findIn(tools(tx), { checks: [check], ids })
  // What is kept with it is the subject of a slice, so that the next look at it can forget it.
  return found.length > 0 && found.every(({ subject }) => (isSliced ? ids.includes(subject) : subject === ''))
}

describe('a slice', () => {
  /** Read whole by design: what may still move, what is not yet forgotten, a row for each correction that was ever made. */
  const SMALL = [
    'mending',
    'offer_to_forget',
    'context_moving',
    'inspection_status',
    'inspection_unanswered',
    'valuation_uncounted',
    'bot_run_due_at',
    'corpus_document_due_at',
    'mail_due_at',
    'errand_due_at',
  ]

  test('reads what an index reaches, in every check, so that it costs the same in a market of any size', async () => {
    const read: string[] = []
    await database.db.transaction(async (tx) => {
      // Without statistics every table is thought to be of some size: with those of a small one, which come when a run is slow, the
      // whole of it is as cheap as a row.
      await tx.execute(sql`
        update pg_class set reltuples = -1, relpages = 0
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`)
      await tx.execute(sql`
        delete from pg_statistic using pg_class
        where pg_class.oid = starelid and relnamespace = 'public'::regnamespace`)
      // Small tables are read whole where that may be: what is asked is whether it must be.
      for (const way of ['seqscan', 'mergejoin', 'hashjoin'])
        await tx.execute(sql.raw(`set local enable_${way} = off`))
      for (const check of CHECKS) {
        if (!('find' in check) || check.walk === 'books') continue
        const query = check.find({ ids: sql`array['x']::text[]`, now: sql`now()` })
        const [row] = rowsOf<Record<string, unknown>>(await tx.execute(sql`explain (format json) ${query}`))
        const whole = readWhole(Object.values(row ?? {})[0]).filter((name) => !SMALL.includes(name))
        read.push(...whole.map((name) => `${check.id}: ${name}`))
      }
    })
    expect(read).toEqual([])
  })

  /** Tables and indexes that a plan reads from one end to the other. */
  function readWhole(plan: unknown): string[] {
    if (Array.isArray(plan)) return plan.flatMap(readWhole)
    if (typeof plan === 'string' && plan.startsWith('[')) return readWhole(JSON.parse(plan))
    if (typeof plan !== 'object' || plan === null) return []
    const node = plan as Record<string, unknown>
    const below = Object.values(node).flatMap(readWhole)
    const kind = node['Node Type']
    if (kind === 'Seq Scan') return [String(node['Relation Name']), ...below]
    const isIndex = kind === 'Index Scan' || kind === 'Index Only Scan' || kind === 'Bitmap Index Scan'
    return isIndex && node['Index Cond'] === undefined ? [String(node['Index Name']), ...below] : below
  }
})

describe('a market that checks itself while it works', () => {
  const said: unknown[] = []
  const log = {
    debug() {},
    info: (fields: unknown) => said.push(fields),
    warn() {},
    error: (fields: unknown) => said.push(fields),
  }
  const deps = () => ({ ...market.deps, log })
  const places = async () =>
    new Map((await database.db.select().from(verifyWalks)).map((place) => [place.walk, place]))
  const hit = () => sql.raw(`update model_use set tokens = 10 where payer = 'site'`)

  test('goes over everything, once a minute, whoever comes first', async () => {
    await Promise.all([patrolOnce(deps()), patrolOnce(deps())])
    const done = await places()
    expect([...done.keys()].sort()).toEqual([...SLICED_WALKS, 'whole'].sort())
    expect(said).toEqual([])
    expect(await readVerified(database.db)).toMatchObject({ ok: true, wrong: [] })
    await database.db.execute(hit())
    await patrolOnce(deps())
    expect(said).toEqual([])
  })

  test('says what it finds once, with what to do, and when it is right again', async () => {
    const next = async () => {
      market.clock.forward(61_000)
      await patrolOnce(deps())
    }
    await next()
    expect(said).toMatchObject([{ check: 'the-bill-adds-up', todo: checkOf('the-bill-adds-up')?.todo }])
    expect(await readVerified(database.db)).toMatchObject({
      ok: false,
      wrong: [{ check: 'the-bill-adds-up', count: 1 }],
    })
    await next()
    expect(said).toHaveLength(1)
    await database.db.execute(sql.raw(`update model_use set tokens = 900 where payer = 'site'`))
    await next()
    expect(said.slice(1)).toEqual([{ gone: 1 }])
    expect(await readVerified(database.db)).toMatchObject({ ok: true })
  })

  test('goes on where the last minute stopped, and begins anew at the end', async () => {
    const subjects = await readSubjects(database.db, 'offers', { after: null, most: 1_000 })
    const from = async (after: string | null) => {
      await database.db
        .update(verifyWalks)
        .set({ after, size: 1, checked: 0, dueAt: market.clock.now() })
        .where(eq(verifyWalks.walk, 'offers'))
      // Told to stop after its first slice.
      let looks = 0
      await patrolOnce(deps(), () => {
        looks += 1
        return looks > 1 + SLICED_WALKS.indexOf('offers')
      })
      return (await places()).get('offers')
    }
    expect(await from(subjects[2] ?? '')).toMatchObject({ after: subjects[3], checked: 1 })
    expect(await from(subjects.at(-1) ?? '')).toMatchObject({ after: null, checked: 0 })
  })
})

/** `npm run test:large` makes it 5,000 trees. */
const TREES = Number(process.env.TREES ?? 24)

test('a sound market of many trees contradicts itself nowhere', {
  timeout: 60_000 + TREES * 100,
}, async () => {
  const now = await database.db.$count(inspections)
  await copyMarket(database.db, market.deps.cipher, Math.ceil(TREES / now) - 1)
  expect(await database.db.$count(inspections)).toBeGreaterThanOrEqual(TREES)
  expect(findingsOf(await verifyMarket(tools(database.db)))).toEqual([])
})
