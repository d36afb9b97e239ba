import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errands, mails, notices, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { readEnv } from '../../env'
import { askQuestion, buyAll, person, scriptedModel, sell } from '../../inspection/engine/testing'
import { createMailer } from '../../mail/mailer'
import { type Manner, openSmtpServer, type SmtpServer } from '../../mail/testing'
import { type TestMarket, testMarket } from '../../testing'
import { markRead } from './notices'
import { listOutbox } from './send-mail'
import { setSwitch } from './switches'
import { tellTree } from './tell'
import { noteMatches, tellBotPaused } from './tell-people'
import { GATHER_MS } from './write-notices'

let database: TestDatabase
let market: TestMarket
let server: SmtpServer

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  server = await openSmtpServer()
  openMarket()
})
afterEach(() => server.close())

function openMarket(models: Parameters<typeof testMarket>[1] = {}) {
  market = testMarket(database, models)
  market.deps.env = readEnv({ APP_URL: 'https://market.example', OUTBOX: 'on', LOG_LEVEL: 'silent' })
  market.deps.mailer = createMailer({ url: server.url, from: 'news@market.example', timeoutMs: 200 })
}

async function reachable(name: string): Promise<string> {
  const id = await person(market, name)
  await database.db
    .update(users)
    .set({ email: `${name}@example.org`, emailVerifiedAt: market.clock.now() })
    .where(eq(users.id, id))
  return id
}

const pauseBot = (ownerId: string, id = 'bot') =>
  market.deps.db.transaction((tx) => tellBotPaused(tx, market.deps, { id, ownerId }))

async function pass(ms: number) {
  market.clock.forward(ms)
  await market.settle()
}

const HOUR_MS = 3_600_000
const subjects = () => server.accepted.map(({ text }) => text.match(/^Subject: (.*(?:\n .*)*)/m)?.[1] ?? '')

describe('notices by mail', () => {
  it('are one mail, money first, with where to go and where to switch it off', async () => {
    openMarket({ site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const [ada, sol] = [await person(market, 'ada'), await reachable('sol')]
    const contextId = await askQuestion(market, ada)
    await sell(market, sol, { contextId, teaser: 'A fact', privateInfo: 'The bolt is loose.', price: 1 })
    await market.settle()
    await pauseBot(sol)
    await tellTree(market.deps, contextId)
    await pass(GATHER_MS - 1)
    expect(server.accepted).toEqual([])
    await pass(1)
    expect(server.accepted.map(({ to }) => to)).toEqual(['sol@example.org'])
    const [mail] = (await listOutbox(market.deps)) ?? []
    expect(mail?.subject).toBe('Bought: your offer on “Is the bridge at Lindow safe to cross?” and 1 more')
    expect(mail?.body).toContain('+0.95 credits')
    expect(mail?.body).toContain(`https://market.example/questions/${contextId}`)
    expect(mail?.body).toContain('https://market.example/settings#notices')
    expect(mail?.body).not.toContain('loose')
    // Readings are not mailed unless asked for.
    expect(mail?.body).not.toContain('has read')
    await pass(HOUR_MS)
    expect(server.accepted.length).toBe(1)
  })

  it('come once each, whatever the mail server does', async () => {
    const manners = fc.array(fc.constantFrom<Manner>('kind', 'busy', 'drops', 'silent'), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(manners, fc.integer({ min: 1, max: 4 }), async (faults, bots) => {
        await database.truncate()
        openMarket()
        const sol = await reachable('sol')
        server.accepted.length = 0
        server.manners = [...faults]
        for (let bot = 0; bot < bots; bot += 1) await pauseBot(sol, `bot-${bot}`)
        for (let hours = 0; hours < 20; hours += 1) await pass(HOUR_MS)
        expect(server.accepted.length).toBe(1)
        expect((await database.db.select().from(mails)).map(({ state }) => state)).toEqual(['sent'])
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  it('that a server has kept without saying so come again under the same id', async () => {
    const sol = await reachable('sol')
    server.manners = ['loses-reply']
    await pauseBot(sol)
    for (let hours = 0; hours < 3; hours += 1) await pass(HOUR_MS)
    const ids = server.accepted.map(({ text }) => text.match(/^Message-ID: (.*)$/m)?.[1])
    expect(ids.length).toBe(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('end with a code where the address is refused, or after six tries', async () => {
    const [sol, eve] = [await reachable('sol'), await reachable('eve')]
    server.manners = ['refuses']
    await pauseBot(sol)
    await pass(GATHER_MS)
    expect(await database.db.select().from(mails)).toMatchObject([
      { state: 'failed', failure: 'EENVELOPE 550' },
    ])
    server.manners = Array.from({ length: 20 }, () => 'busy' as const)
    const before = server.connections
    await pauseBot(eve)
    for (let hours = 0; hours < 30; hours += 1) await pass(HOUR_MS)
    expect(server.connections - before).toBe(6)
    expect(await database.db.select().from(mails).where(eq(mails.personId, eve))).toMatchObject([
      { state: 'failed' },
    ])
  })

  it('of one person are minutes apart, and nothing that was read or switched off is in them', async () => {
    const sol = await reachable('sol')
    await pauseBot(sol, 'a')
    await pass(GATHER_MS)
    await pauseBot(sol, 'b')
    await pass(1_000)
    expect(server.accepted.length).toBe(1)
    await pass(GATHER_MS)
    expect(server.accepted.length).toBe(2)
    await pauseBot(sol, 'c')
    await markRead(market.deps, sol, 'all')
    await pass(HOUR_MS)
    await pauseBot(sol, 'd')
    await setSwitch(market.deps, sol, { topic: 'bots', onSite: true, byMail: false })
    await pass(HOUR_MS)
    expect(server.accepted.length).toBe(2)
  })

  it('wait out the minutes even where an earlier notice asked for a mail just then', async () => {
    const sol = await reachable('sol')
    const minute = GATHER_MS / 5
    await pauseBot(sol, 'a')
    await pass(4 * minute)
    await pauseBot(sol, 'b')
    await pass(minute)
    expect(server.accepted.length).toBe(1)
    await pass(minute)
    await pauseBot(sol, 'c')
    // As when 'b' had come while the first mail was being gathered.
    const at = new Date(market.clock.now().getTime() + 3 * minute)
    await database.db.update(errands).set({ dueAt: at })
    await pass(3 * minute)
    expect(server.accepted.length).toBe(1)
    await pass(minute)
    expect(server.accepted.length).toBe(2)
    await pass(HOUR_MS)
    expect(server.accepted.length).toBe(2)
  })

  it('go to nobody without an address, and matches only to those who want them by mail', async () => {
    const [ada, sol, eve] = [await person(market, 'ada'), await reachable('sol'), await reachable('eve')]
    const contextId = await askQuestion(market, ada, { start: { rule: 'manual' } })
    await setSwitch(market.deps, eve, { topic: 'matches', onSite: false, byMail: true })
    const { deps } = market
    await deps.db.transaction((tx) =>
      noteMatches(
        tx,
        deps,
        [ada, sol, eve].map((personId) => ({ personId, contextId, createdAt: deps.clock.now() })),
      ),
    )
    await pauseBot(ada)
    await pass(GATHER_MS)
    expect(server.accepted.map(({ to }) => to)).toEqual(['eve@example.org'])
    expect(subjects()[0]).toBeTruthy()
  })

  it('go to no address that nobody has proven: it may be a stranger’s', async () => {
    const sol = await reachable('sol')
    await database.db.update(users).set({ emailVerifiedAt: null })
    await pauseBot(sol)
    await pass(HOUR_MS)
    expect(server.accepted).toEqual([])
    // Nor when it was gathered before and the address has changed hands since.
    await database.db.update(users).set({ emailVerifiedAt: market.clock.now() })
    await pauseBot(sol, 'another')
    server.manners = ['busy']
    await pass(GATHER_MS)
    await database.db.update(users).set({ emailVerifiedAt: null })
    await pass(HOUR_MS)
    expect(server.accepted).toEqual([])
  })

  it('of old history are not sent', async () => {
    const sol = await reachable('sol')
    await pauseBot(sol)
    await database.db.update(notices).set({ changedAt: new Date(0) })
    await pass(GATHER_MS)
    expect(server.accepted).toEqual([])
  })

  it('stay in the outbox without a mail server', async () => {
    market.deps.mailer = null
    const sol = await reachable('sol')
    await pauseBot(sol)
    await pass(HOUR_MS)
    expect(await listOutbox(market.deps)).toMatchObject([{ to: 'sol@example.org', state: 'queued' }])
    expect(market.waiting).toEqual([])
    market.deps.env = readEnv({ LOG_LEVEL: 'silent', NODE_ENV: 'production' })
    expect(await listOutbox(market.deps)).toBeNull()
    expect(() => readEnv({ OUTBOX: 'on', NODE_ENV: 'production' })).toThrow('OUTBOX')
  })
})
