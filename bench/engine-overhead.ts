import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { startEmbeddedPostgres } from '@/db/testing-postgres'
import { createBotSchema, OFFERS_PER_DAY_MAX } from '@/server/contract/bots'
import type { Deps } from '@/server/deps'
import { readEnv } from '@/server/env'
import { openJobs } from '@/server/jobs/queues'
import { grantWelcome } from '@/server/ledger/grant-welcome'
import { builtInModel } from '@/server/llm/built-in/built-in'
import type { InspectTask, Model } from '@/server/llm/model'
import { createLog } from '@/server/log'
import { ask } from '@/server/market/ask'
import { createOutbound } from '@/server/outbound/outbound'
import { plainRenderer } from '@/server/prose/renderer'
import { DEFAULT_POLICY } from '@/server/protocol/policy'
import { openBus } from '@/server/realtime/bus'
import { createBot } from '@/server/sellers/bots/bots'
import { createCipher } from '@/server/shared/cipher'
import { systemClock } from '@/server/shared/clock'
import { randomIds } from '@/server/shared/ids'
import { MICROS_PER_CREDIT } from '@/server/shared/money'
import { startWorker } from '@/server/worker'
import { bootstrapMedian } from './lib/bootstrap'
import type { Bench, BenchResult } from './lib/result'

/** Levels of contexts in a tree, the root's included, and sub-questions of each that is not in the last. */
const LEVELS = 4
const CHILDREN = 3
const CALL_MS = 500
/** Two calls for each level with children, one for the last. */
const CHAIN_CALLS = 2 * (LEVELS - 1) + 1
/** 1 + 3 + 9 contexts that are called for twice, 27 once. */
const CALLS = 53
const WARM_UP_TREES = 2
const TREE_TIMEOUT_MS = 60_000
/** Between two trees: the answer of the last is written and its people are told, which is no part of the next. */
const REST_MS = 1_000
const SEAL_KEYS = `bench:${Buffer.alloc(32, 1).toString('base64')}`

/** Durations of the calls of one tree. */
type Calls = { longestMs: number; count: number }

/** Takes 500 ms a call: asks three questions first wherever it may, then buys what is there. */
function slowModel(calls: Calls): Model {
  return {
    ...builtInModel,
    name: 'Mock of 500 ms',
    async inspect(task) {
      const began = performance.now()
      await sleep(CALL_MS)
      calls.count += 1
      calls.longestMs = Math.max(calls.longestMs, performance.now() - began)
      const usage = { promptTokens: 0, completionTokens: 0 }
      return { ok: true, usage, value: reply(task) }
    },
  }
}

function reply(task: InspectTask) {
  const [offer] = task.offers
  if (!offer) return { buy: [], pass: [], ask: [] }
  const isLast = task.questions.length === LEVELS
  if (task.round > 0 || isLast)
    return { buy: [{ handle: offer.handle, reason: 'decisive' as const }], pass: [], ask: [] }
  const budgetMicros = task.budgetMicros / BigInt(CHILDREN + 1)
  const question = {
    about: [offer.handle],
    kind: 'verify' as const,
    question: 'Is this bench claim true?',
    budgetMicros,
  }
  return { buy: [], pass: [], ask: Array.from({ length: CHILDREN }, () => question) }
}

/** One market on one database, with its real queue and worker. */
async function openMarket(url: string | undefined, dataDir: string, calls: Calls) {
  const log = createLog('warn')
  const database = await openDatabase({ url, dataDir, log })
  await migrate(database)
  const jobs = await openJobs(database, log)
  const model = slowModel(calls)
  const deps: Deps = {
    env: readEnv({}),
    authSecret: '',
    database,
    db: database.db,
    clock: systemClock,
    ids: randomIds,
    jobs,
    bus: await openBus(database, log),
    cipher: createCipher(SEAL_KEYS),
    mailer: null,
    outbound: createOutbound({ allowsPrivate: false }),
    prose: plainRenderer,
    models: { site: model, builtIn: model, isSiteBuiltIn: true },
    log,
  }
  const worker = await startWorker(deps, jobs)
  return {
    deps,
    async close() {
      await worker.stop()
      await jobs.stop()
      await deps.bus.close()
      await database.close()
    },
  }
}

async function newPerson(deps: Deps): Promise<string> {
  const id = deps.ids.next('user')
  await deps.db
    .insert(users)
    .values({ id, handle: id.replace('_', '-'), name: 'Bench', createdAt: deps.clock.now() })
  await grantWelcome(deps.db, { userId: id, at: deps.clock.now() })
  return id
}

/** Wall time of one tree, from asking until it has settled. */
async function runTree(deps: Deps, calls: Calls): Promise<number> {
  const buyerId = await newPerson(deps)
  const settled = new AbortController()
  const began = performance.now()
  const { contextId } = await ask(deps, buyerId, {
    title: 'Does the bench claim hold?',
    body: '',
    decision: { kind: 'open' },
    pages: [],
    tags: [],
    budgetMicros: 90n * MICROS_PER_CREDIT,
    deadlineMinutes: 60,
    start: { rule: 'now' },
    isTreePublic: true,
    policy: { ...DEFAULT_POLICY, maxDepth: LEVELS - 1, maxRounds: 2, maxChildren: CHILDREN },
    requestKey: deps.ids.next('step'),
  })
  let endedMs = 0
  const look = async () => {
    // Looking before the last call is back would only slow what is measured.
    if (calls.count < CALLS) return
    // A hint follows the commit it tells of.
    const toldMs = performance.now()
    const [row] = await deps.db.query.inspections.findMany({
      columns: { status: true },
      where: (inspection, { eq }) => eq(inspection.rootId, contextId),
    })
    if (row?.status !== 'settled' || settled.signal.aborted) return
    endedMs = toldMs
    settled.abort()
  }
  const stop = deps.bus.subscribe(contextId, () => void look())
  await sleep(TREE_TIMEOUT_MS, undefined, { signal: settled.signal }).catch(() => {})
  stop()
  if (!endedMs) throw new Error(`A tree did not settle within ${TREE_TIMEOUT_MS} ms.`)
  return endedMs - began
}

async function measure(
  name: string,
  url: string | undefined,
  options: { pairs: number; seed: number },
): Promise<BenchResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'caveat-bench-'))
  const calls: Calls = { longestMs: 0, count: 0 }
  const market = await openMarket(url, dataDir, calls)
  try {
    const owner = await newPerson(market.deps)
    const bot = createBotSchema.parse({
      bot: {
        kind: 'fixed',
        name: 'Bench bot',
        matcher: { anyOf: ['bench'] },
        teaser: 'What is known of the bench claim.',
        knowledge: 'The bench claim holds.',
        price: { rule: 'fixed', priceMicros: 10_000n },
        // A tree takes 40 offers: by default the bot would have sold enough for one day after five.
        caps: { offersPerDay: OFFERS_PER_DAY_MAX },
      },
      isLive: true,
      requestKey: market.deps.ids.next('step'),
    })
    await createBot(market.deps, owner, bot)
    const ratios: number[] = []
    for (let tree = 0; tree < WARM_UP_TREES + options.pairs; tree += 1) {
      await sleep(REST_MS)
      calls.longestMs = 0
      calls.count = 0
      const wallMs = await runTree(market.deps, calls)
      const chainMs = CHAIN_CALLS * CALL_MS
      console.error(
        `${name},${tree},wall_ms=${wallMs.toFixed(0)},chain_ms=${chainMs},calls=${calls.count},slowest_call_ms=${calls.longestMs.toFixed(0)}`,
      )
      if (tree >= WARM_UP_TREES) ratios.push(wallMs / chainMs)
    }
    const { median, low, high } = bootstrapMedian(ratios, options.seed)
    return { name, value: median, unit: 'ratio', n: ratios.length, low, high }
  } finally {
    await market.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Tree wall time / its longest chain of model calls: four levels, three sub-questions each (40 contexts, 53 calls), 500 ms
 * a call, from asking until settled, over the real queue and worker. Goal at most 1.05 (reliability, G19).
 */
export const engineOverhead: Bench = async (options) => {
  const pglite = await measure('engine_overhead_pglite', undefined, options)
  const server = await startEmbeddedPostgres()
  try {
    return [pglite, await measure('engine_overhead_postgres', server.url, options)]
  } finally {
    await server.stop()
  }
}
