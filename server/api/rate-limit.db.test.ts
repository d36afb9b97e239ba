import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { rememberAddress } from '../auth/known-addresses'
import { isKnownDevice, rememberDevice } from '../auth/known-devices'
import { register } from '../auth/register'
import { type TestMarket, testMarket } from '../testing'
import { forgiveGuess, GUESS_WAIT_MS_MAX, spend, spendGuess } from './rate-limit'

const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }
/** Guesses at one account an hour, from anywhere, that cost nobody time. */
const ACCOUNT_GUESSES = 20

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
    await spendGuess(market.deps, { account: ANA.email, ip: `198.51.100.${guess}`, device: undefined }, wait)
  }
  expect(waits).toEqual([])
  await spendGuess(market.deps, { account: ANA.email, ip: '198.51.100.250', device: undefined }, wait)
  expect(waits).toHaveLength(1)
  await spendGuess(market.deps, { account: ANA.email, ip: '192.0.2.1', device: undefined }, wait)
  expect(waits).toHaveLength(1)
})

it('a hundred guesses from a hundred addresses, one after another by two processes, take minutes', async () => {
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const processes = [market.deps, anotherProcess()]
  for (let guess = 0; guess < 100; guess += 1) {
    const deps = processes[guess % 2] ?? market.deps
    await spendGuess(deps, { account: ANA.email, ip: `198.51.100.${guess}`, device: undefined }, wait)
  }
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(5 * 60_000)
  expect(waits.at(-1)).toBe(GUESS_WAIT_MS_MAX)
})

it('one address has ten guesses at an account, and ten again after the right one', async () => {
  const guess = { account: ANA.email, ip: '203.0.113.5', device: undefined }
  for (let times = 0; times < 10; times += 1) await spendGuess(market.deps, guess)
  await expect(spendGuess(market.deps, guess)).rejects.toMatchObject({ code: 'request.too_many' })
  await forgiveGuess(market.deps, guess)
  await spendGuess(market.deps, guess)
})

it('a browser that its owner signed in with has tries of its own: nobody at its address, and nobody else, uses them up', async () => {
  const { userId } = await register(market.deps, ANA)
  const device = await rememberDevice(market.deps, { userId, device: undefined })
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const guess = { account: ANA.email, ip: '203.0.113.7', device: undefined }
  // Somebody behind the same address, and many elsewhere.
  for (let times = 0; times < 10; times += 1) await spendGuess(market.deps, guess, wait)
  await expect(spendGuess(market.deps, guess, wait)).rejects.toMatchObject({ code: 'request.too_many' })
  for (let from = 0; from < ACCOUNT_GUESSES; from += 1) {
    await spendGuess(market.deps, { ...guess, ip: `198.51.100.${from}` }, async () => {})
  }
  const own = { ...guess, device }
  for (let times = 0; times < 10; times += 1) await spendGuess(market.deps, own, wait)
  expect(waits).toEqual([])
  // The cookie of a known browser is no way round the limit.
  await expect(spendGuess(market.deps, own, wait)).rejects.toMatchObject({ code: 'request.too_many' })
  await forgiveGuess(market.deps, own)
  await spendGuess(market.deps, own, wait)
})

it('a cookie that is not of a browser of this person counts for nothing', async () => {
  const ana = await register(market.deps, ANA)
  const ben = await register(market.deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
  const bens = await rememberDevice(market.deps, { userId: ben.userId, device: undefined })
  for (const device of [bens, 'x'.repeat(43), 'nonsense', '']) {
    expect(await isKnownDevice(market.deps, { account: ANA.email, device })).toBe(false)
  }
  // A browser that both use keeps its cookie; one that somebody made up is replaced.
  expect(await rememberDevice(market.deps, { userId: ana.userId, device: bens })).toBe(bens)
  expect(await isKnownDevice(market.deps, { account: ana.userId, device: bens })).toBe(true)
  expect(await rememberDevice(market.deps, { userId: ana.userId, device: 'x'.repeat(43) })).not.toBe(
    'x'.repeat(43),
  )
  market.clock.forward(181 * 24 * 3_600_000)
  expect(await isKnownDevice(market.deps, { account: ANA.email, device: bens })).toBe(false)
})
