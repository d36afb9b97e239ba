import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { contextPages, errands, inboxItems, mails, matchers, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { matcherQuerySchema } from './contract/matching'
import { createCrew } from './crew'
import { readEnv } from './env'
import { passingFailures } from './inspection/engine/resume'
import { duePlaces, forgottenPauses, unmatchedPlaces } from './inspection/engine/sweep'
import { askQuestion, newKey, person } from './inspection/engine/testing'
import { dueAnswers } from './inspection/step/answer-writer'
import { dueErrands } from './jobs/errands'
import { createMailer } from './mail/mailer'
import { openSmtpServer } from './mail/testing'
import { editContext } from './market/edit-context'
import { dueMails } from './market/inbox/send-mail'
import { tellBotPaused } from './market/inbox/tell-people'
import { GATHER_MS } from './market/inbox/write-notices'
import { createMatcher } from './market/matching/matchers'
import { unremindedForecasts } from './market/remind-due'
import { dueDocuments } from './sellers/corpus/ingest'
import { dueRuns } from './sellers/runs/bot-runner'
import { type TestMarket, testMarket } from './testing'

/** Nothing hangs on a single job: every state that is not final has a sweep that finds it. */

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb({ isNew: true })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

const FINAL = 'final'
/** Moved in the transaction that moves a row of the table named, never by itself. */
const withRow = (table: string) => `with: ${table}`

/** Who wakes each state of each table: the name of a sweep, or why none is needed. */
const WAKERS: Record<string, Record<string, string>> = {
  'inspection.status': {
    collecting: 'trees',
    running: 'trees',
    // Later offers, its deadline or its buyer move it on.
    provisional: 'trees',
    // Its buyer resumes it; after a week the sweep gives the credits back.
    paused: 'trees',
    // Until it has its answer.
    settled: 'answers',
    cancelled: FINAL,
    failed: FINAL,
  },
  'inspection_step.state': { claimed: 'trees', waiting: 'trees', done: FINAL, dropped: FINAL },
  'buyer_context.phase': {
    collecting: 'trees',
    inspecting: 'trees',
    // Its last sub-question moves it on in the transaction that ends it.
    waiting: withRow('buyer_context'),
    provisional: 'trees',
    settled: FINAL,
    cancelled: FINAL,
    failed: FINAL,
  },
  'info_offer.state': {
    open: withRow('buyer_context'),
    bought: FINAL,
    passed: FINAL,
    withdrawn: FINAL,
  },
  'bot_run.state': { queued: 'runs', awaited: 'runs', answered: FINAL, silent: FINAL, failed: FINAL },
  'webhook_delivery.state': {
    queued: withRow('bot_run'),
    delivered: FINAL,
    failed: FINAL,
    'given-up': FINAL,
  },
  'inbox_delivery.state': { queued: 'deliveries', delivered: FINAL, failed: FINAL, 'given-up': FINAL },
  'context_page.state': { waiting: 'pages', read: FINAL, unread: FINAL },
  'corpus_document.state': { waiting: 'documents', reading: 'documents', ready: FINAL, failed: FINAL },
  // Without SMTP it waits for nobody: people read it in the outbox.
  'mail.state': { queued: 'mails', sent: FINAL, failed: FINAL },
  'errand.kind': {
    'fan-out': 'errands',
    'apply-matcher': 'errands',
    'match-again': 'errands',
    'gather-mail': 'errands',
    'tell-asked': 'errands',
    'tell-followers': 'errands',
    'tell-raised': 'errands',
  },
}

describe('every state that is not final', () => {
  it('has somebody who wakes it', async () => {
    const found = rowsOf<{ column: string; state: string }>(
      await database.db.execute(sql`
        select c.relname || '.' || a.attname as "column", e.enumlabel as state
        from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        join pg_enum e on e.enumtypid = a.atttypid
        where a.attname in ('state', 'status', 'phase') or c.relname = 'errand' and a.attname = 'kind'`),
    )
    const known = Object.entries(WAKERS).flatMap(([column, states]) =>
      Object.keys(states).map((state) => `${column} ${state}`),
    )
    expect(found.map(({ column, state }) => `${column} ${state}`).sort()).toEqual(known.sort())

    const sweeps = Object.keys(createCrew(market.deps, { begins: true }).sweeps)
    const tables = Object.keys(WAKERS).map((column) => column.split('.')[0])
    const wakers = Object.values(WAKERS).flatMap((states) => Object.values(states))
    for (const waker of wakers) {
      const table = waker.startsWith('with: ') ? waker.slice('with: '.length) : null
      if (table !== null) expect(tables).toContain(table)
      else if (waker !== FINAL) expect(sweeps).toContain(waker)
    }
  })

  it('of a table with a time when it is due has one', async () => {
    const inserted = database.db.execute(sql`
      insert into bot_run (id, bot_id, context_id, state, created_at) values ('run', 'bot', 'context', 'queued', now())`)
    await expect(inserted).rejects.toThrow()
    const buyer = await person(market, 'Buyer')
    const contextId = await askQuestion(market, buyer)
    const page = { contextId, url: 'https://page.example/' }
    await expect(database.db.insert(contextPages).values(page)).rejects.toThrow()
    await database.db.insert(contextPages).values({ ...page, dueAt: market.clock.now() })
  })
})

describe('what is found without any job', () => {
  const QUERY = matcherQuerySchema.parse({ anyOf: ['bridge'], scope: 'roots' })
  const loseJobs = () => {
    market.waiting.length = 0
  }
  const found = async () =>
    (await database.db.select().from(inboxItems)).map(({ personId }) => personId).sort()

  it('people who look for a new question, and for an edited one', async () => {
    const [ada, sol, eve] = [
      await person(market, 'ada'),
      await person(market, 'sol'),
      await person(market, 'eve'),
    ]
    const ferry = matcherQuerySchema.parse({ anyOf: ['ferry'], scope: 'roots' })
    await createMatcher(market.deps, sol, { name: '', query: QUERY, requestKey: newKey() })
    await createMatcher(market.deps, eve, { name: '', query: ferry, requestKey: newKey() })
    await market.sweep()
    const contextId = await askQuestion(market, ada)
    loseJobs()
    market.clock.forward(6_000)
    await market.sweep()
    loseJobs()
    await market.sweep()
    expect(await found()).toEqual([sol])
    await editContext(market.deps, ada, { contextId, title: 'Is the ferry at Lindow safe?', body: '' })
    loseJobs()
    await market.sweep()
    expect(await found()).toEqual([eve])
    expect(await database.db.select().from(errands)).toEqual([])
  })

  it('questions that are open when a matcher is made, also after a death in the middle', async () => {
    const [ada, sol] = [await person(market, 'ada'), await person(market, 'sol')]
    await askQuestion(market, ada)
    await market.settle()
    await createMatcher(market.deps, sol, { name: '', query: QUERY, requestKey: newKey() })
    loseJobs()
    // Somebody took it up and died.
    const leased = new Date(market.clock.now().getTime() + 10_000)
    await database.db.update(errands).set({ dueAt: leased, tries: 1 })
    market.clock.forward(9_000)
    await market.sweep()
    expect(await found()).toEqual([])
    market.clock.forward(1_000)
    await market.sweep()
    expect(await found()).toEqual([sol])
    expect(await database.db.$count(matchers)).toBe(1)
  })

  it('notices that are to be mailed, and the mail', async () => {
    const server = await openSmtpServer()
    market.deps.env = readEnv({ APP_URL: 'https://market.example', LOG_LEVEL: 'silent' })
    market.deps.mailer = createMailer({ url: server.url, from: 'news@market.example', timeoutMs: 500 })
    const sol = await person(market, 'sol')
    await database.db.update(users).set({ email: 'sol@example.org', emailVerifiedAt: market.clock.now() })
    await database.db.transaction((tx) => tellBotPaused(tx, market.deps, { id: 'bot', ownerId: sol }))
    loseJobs()
    market.clock.forward(GATHER_MS)
    server.manners = ['busy']
    await market.sweep()
    loseJobs()
    expect(await database.db.select().from(mails)).toMatchObject([{ state: 'queued', tries: 1 }])
    market.clock.forward(60_000)
    await market.sweep()
    await server.close()
    expect(await database.db.select().from(mails)).toMatchObject([{ state: 'sent', dueAt: null, tries: 2 }])
    expect(server.accepted).toHaveLength(1)
  })
})

describe('a pass of the sweeper', () => {
  const NOW = new Date('2026-01-05T09:00:00Z')
  it.each([
    ['contexts that are not matched', unmatchedPlaces(NOW), 'context_moving'],
    ['contexts that may move', duePlaces(NOW), 'context_moving'],
    ['pauses that nobody ended', forgottenPauses(NOW), 'inspection_status'],
    ['failures that may have passed', passingFailures(NOW), 'inspection_status'],
    ['answers', dueAnswers(NOW), 'inspection_unanswered'],
    ['forecasts whose outcome is due', unremindedForecasts(NOW), 'context_unreminded'],
    ['runs', dueRuns(NOW, ['somebody'], 100), 'bot_run_due_at'],
    ['errands', dueErrands(NOW), 'errand_due_at'],
    ['mails', dueMails(NOW, { withNotices: true }), 'mail_due_at'],
    ['documents', dueDocuments(NOW, { after: '', documentId: '' }), 'corpus_document_due_at'],
  ])('for %s reads what is due through its index, not the table', async (_name, query, index) => {
    const plan = await database.db.transaction(async (tx) => {
      // Small tables are read whole where that may be: what is asked is whether it must be.
      await tx.execute(sql`set local enable_seqscan = off`)
      return rowsOf<Record<string, string>>(await tx.execute(sql`explain ${query}`))
    })
    const lines = plan.flatMap((row) => Object.values(row)).join('\n')
    expect(lines).toContain(index)
    expect(lines).not.toContain('Seq Scan')
  })
})
