import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { rememberAddress } from '../auth/known-addresses'
import { register } from '../auth/register'
import { type TestMarket, testMarket } from '../testing'
import { forgiveGuess, spend, spendGuess } from './rate-limit'

const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }
/** Guesses at one account an hour, from anywhere, that cost nobody time. */
const ACCOUNT_GUESSES = 200

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

/** What another process has: the same database through a handle of its own. */
const anotherProcess = () => ({ ...market.deps, db: Object.create(market.deps.db) })

it('what makes persons is counted for all processes together', async () => {
  const other = anotherProcess()
  for (let times = 0; times < 30; times += 1) {
    await spend(market.deps, 'register', 'here')
    await spend(other, 'register', 'here')
  }
  const refused = { code: 'request.too_many', details: { retryAfterSeconds: expect.any(Number) } }
  await expect(spend(market.deps, 'register', 'here')).rejects.toMatchObject(refused)
  await expect(spend(other, 'register', 'here')).rejects.toMatchObject(refused)
  await spend(other, 'register', 'elsewhere')
})

it('nobody can lock somebody out: guesses from everywhere make a new address wait, and a known one not', async () => {
  const { userId } = await register(market.deps, ANA)
  await rememberAddress(market.deps, { userId, ip: '192.0.2.1' })
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  for (let guess = 0; guess < ACCOUNT_GUESSES; guess += 1) {
    await spendGuess(market.deps, { account: ANA.email, ip: `198.51.100.${guess}` }, wait)
  }
  expect(waits).toEqual([])
  await spendGuess(market.deps, { account: ANA.email, ip: '198.51.100.250' }, wait)
  expect(waits).toHaveLength(1)
  expect(waits[0]).toBeGreaterThan(1_000)
  await spendGuess(market.deps, { account: ANA.email, ip: '192.0.2.1' }, wait)
  expect(waits).toHaveLength(1)
})

it('one address has ten guesses at an account, and ten again after the right one', async () => {
  const guess = { account: ANA.email, ip: '203.0.113.5' }
  for (let times = 0; times < 10; times += 1) await spendGuess(market.deps, guess)
  await expect(spendGuess(market.deps, guess)).rejects.toMatchObject({ code: 'request.too_many' })
  await forgiveGuess(market.deps, guess)
  await spendGuess(market.deps, guess)
})
