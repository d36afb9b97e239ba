import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bots, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { editProfile, signInOptions } from '../auth/people'
import { endAllSessions, openSession, readSession } from '../auth/sessions'
import { readEnv } from '../env'
import { walletSummary } from '../ledger/queries'
import { WELCOME_GRANT_MICROS } from '../shared/money'
import { type TestMarket, testMarket } from '../testing'
import { join } from './demo-people'
import { stepIn } from './step-in'

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
  await join(market.deps, { handle: 'zofia', name: 'Zofia Kowalska', bio: 'Repairs bicycles.' })
})

it('makes each visitor a person of their own, with credits and resting bots', async () => {
  const one = await stepIn(market.deps, 'zofia')
  const other = await stepIn(market.deps, 'zofia')
  expect(one.userId).not.toBe(other.userId)
  for (const { userId } of [one, other]) {
    const [person] = await database.db.select().from(users).where(eq(users.id, userId))
    expect(person).toMatchObject({ name: 'Zofia Kowalska', bio: 'Repairs bicycles.', isDemo: true })
    expect((await walletSummary(database.db, userId)).availableMicros).toBe(WELCOME_GRANT_MICROS)
    const own = await database.db.select().from(bots).where(eq(bots.ownerId, userId))
    expect(own.length).toBeGreaterThan(0)
    expect(own.every(({ pausedFor }) => pausedFor === 'not-live')).toBe(true)
  }
})

it('what one visitor does to their logins and page, another does not see', async () => {
  const one = await stepIn(market.deps, 'zofia')
  const other = await stepIn(market.deps, 'zofia')
  const session = await openSession(market.deps, other.userId)
  await endAllSessions(market.deps, one.userId)
  expect(await readSession(market.deps, session)).toMatchObject({ id: other.userId, isDemo: true })
  await editProfile(market.deps, { userId: one.userId, name: 'Somebody', bio: 'rude words' })
  expect(await readSession(market.deps, session)).toMatchObject({ name: 'Zofia Kowalska' })
})

it('offers the demo people themselves, not those of other visitors, and no ordinary person', async () => {
  const { userId } = await stepIn(market.deps, 'zofia')
  const [copy] = await database.db.select().from(users).where(eq(users.id, userId))
  expect((await signInOptions(market.deps)).demoPeople.map(({ handle }) => handle)).toEqual(['zofia'])
  await expect(stepIn(market.deps, copy?.handle ?? '')).rejects.toMatchObject({ code: 'auth.demo_off' })
  const off = { ...market.deps, env: readEnv({ DEMO: 'off' }) }
  await expect(stepIn(off, 'zofia')).rejects.toMatchObject({ code: 'auth.demo_off' })
})
