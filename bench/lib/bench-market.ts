import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@/db/client'
import { migrate } from '@/db/migrate'
import { users } from '@/db/schema'
import { MARKET } from '@/server/actors/actor'
import { createBotSchema, OFFERS_PER_DAY_MAX } from '@/server/contract/bots'
import type { Start } from '@/server/contract/market'
import type { Deps } from '@/server/deps'
import { readEnv } from '@/server/env'
import { openJobs } from '@/server/jobs/queues'
import { grantWelcome } from '@/server/ledger/grant-welcome'
import { builtInModel } from '@/server/llm/built-in/built-in'
import { unmetered } from '@/server/llm/metered'
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
import { seededRandom } from '@/server/shared/random'
import { startWorker } from '@/server/worker'

/** A market on one database with its real queue and worker, and an inspector whose calls take as long as a model's. */

/** What an API's calls look like: most take about a second, some three. */
const CALL_MEDIAN_MS = 1_000
const CALL_SIGMA = 0.5
const SEAL_KEYS = `bench:${Buffer.alloc(32, 1).toString('base64')}`
/** Words of the bench's questions; a number after them says which sub-question it is. */
const TITLE = 'Does the bench claim hold?'

/** The form of a tree as its inspector wishes it: levels of contexts, the root's included, and sub-questions of each that is not in the last. */
export type Shape = { levels: number; children: number }

/** How long the calls of a tree took, by the questions on the way from the root to the context that was called for. */
export type Calls = Map<string, number[]>

/** Durations of calls, log-normal; the same seed gives the same. */
export function callTimes(seed: number): () => number {
  const random = seededRandom(seed)
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return CALL_MEDIAN_MS * Math.exp(CALL_SIGMA * normal)
  }
}

function pathOf(titles: readonly string[]): string {
  return titles.join('\n')
}

/** The longest chain of calls that wait for each other: what the tree takes when nothing else takes time. */
export function longestChain(calls: Calls): number {
  const paths = [...calls.keys()].map((path) => path.split('\n'))
  const from = (path: readonly string[]): number => {
    const below = paths.filter(
      (other) => other.length === path.length + 1 && pathOf(other).startsWith(`${pathOf(path)}\n`),
    )
    const [first = 0, ...later] = calls.get(pathOf(path)) ?? []
    return first + Math.max(0, ...below.map(from)) + later.reduce((sum, ms) => sum + ms, 0)
  }
  return Math.max(0, ...paths.filter(({ length }) => length === 1).map(from))
}

/** Asks its questions first wherever it may, then buys what is there. `recorded` finds the tree's calls by its question. */
export function slowModel(
  shape: Shape,
  nextMs: () => number,
  recorded: (rootTitle: string) => Calls | undefined,
): Model {
  return {
    ...builtInModel,
    name: 'Mock with the delays of a model',
    async inspect(task) {
      const began = performance.now()
      const delayMs = nextMs()
      if (delayMs > 0) await sleep(delayMs)
      const titles = task.questions.map(({ title }) => title)
      const calls = recorded(titles[0] ?? '')
      const path = pathOf(titles)
      calls?.set(path, [...(calls.get(path) ?? []), performance.now() - began])
      return {
        ok: true,
        usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
        value: reply(task, shape),
      }
    },
  }
}

function reply(task: InspectTask, { levels, children }: Shape) {
  if (task.round > 0 || task.questions.length === levels)
    return {
      buy: task.offers.map(({ handle }) => ({ handle, reason: 'decisive' as const })),
      pass: [],
      ask: [],
    }
  const asks = task.offers.slice(0, children).map(({ handle }) => ({
    about: [handle],
    kind: 'verify' as const,
    question: '',
    budgetMicros: task.budgetMicros / BigInt(children + 1),
  }))
  return { buy: [], pass: [], ask: asks }
}

export type BenchMarket = { deps: Deps; close(): Promise<void> }

type BenchDatabase = {
  /** Of a Postgres; without it, PGlite in a folder of its own. */
  url?: string
  driver?: 'postgres' | 'neon'
}

/** @param works Whether a worker runs; without one nothing moves by itself. */
export async function openBenchMarket(
  model: Model,
  { works = true, ...database }: BenchDatabase & { works?: boolean } = {},
): Promise<BenchMarket> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'caveat-bench-'))
  const log = createLog('warn')
  const opened = await openDatabase({ ...database, dataDir, log })
  await migrate(opened)
  const jobs = await openJobs(opened, log)
  const deps: Deps = {
    actor: MARKET,
    env: readEnv({ MODEL_CALLS_AT_ONCE: '1000' }),
    authSecret: '',
    database: opened,
    db: opened.db,
    clock: systemClock,
    ids: randomIds,
    jobs,
    bus: await openBus(opened, log),
    cipher: createCipher(SEAL_KEYS),
    mailer: null,
    outbound: createOutbound({ allowsPrivate: false }),
    pages: null,
    prose: plainRenderer,
    models: unmetered({ site: model, builtIn: model, isSiteBuiltIn: true }),
    log,
  }
  const worker = works ? await startWorker(deps, jobs) : null
  return {
    deps,
    async close() {
      await worker?.stop()
      await jobs.stop()
      await deps.bus.close()
      await opened.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function newPerson(deps: Deps): Promise<string> {
  const id = deps.ids.next('user')
  await deps.db
    .insert(users)
    .values({ id, handle: id.replace('_', '-'), name: 'Bench', createdAt: deps.clock.now() })
  await grantWelcome(deps.db, { userId: id, at: deps.clock.now() })
  return id
}

/** What the bench's bots know: each context has an offer of each, so that different checks can be asked for. */
const TOPICS = ['size', 'weight', 'price'] as const

/** Bots that answer every question of the bench and its sub-questions at once. */
export async function addBenchBots(deps: Deps): Promise<void> {
  for (const topic of TOPICS) {
    const bot = createBotSchema.parse({
      bot: {
        kind: 'fixed',
        name: `Bench bot ${deps.ids.next('bot')}`,
        matcher: { anyOf: ['bench'] },
        teaser: `What is known of the bench claim about ${topic}.`,
        knowledge: `The bench claim about ${topic} holds.`,
        price: { rule: 'fixed', priceMicros: 10_000n },
        // By default a bot would have sold enough for one day after a few trees.
        caps: { offersPerDay: OFFERS_PER_DAY_MAX },
      },
      isLive: true,
      requestKey: deps.ids.next('step'),
    })
    await createBot(deps, await newPerson(deps), bot)
  }
}

/** Posts a question whose tree has this shape; `name` is in its title. */
export async function askBench(
  deps: Deps,
  { buyerId, name, shape, start }: { buyerId: string; name: string; shape: Shape; start: Start },
): Promise<{ rootId: string; title: string }> {
  const title = `${TITLE} (${name})`
  const { contextId } = await ask(deps, buyerId, {
    title,
    body: '',
    decision: { kind: 'open' },
    pages: [],
    tags: [],
    budgetMicros: 90n * MICROS_PER_CREDIT,
    deadlineMinutes: 60,
    start,
    isTreePublic: true,
    policy: { ...DEFAULT_POLICY, maxDepth: shape.levels - 1, maxRounds: 2, maxChildren: shape.children },
    requestKey: deps.ids.next('step'),
  })
  return { rootId: contextId, title }
}

const SETTLE_TIMEOUT_MS = 120_000

/** Returns when the tree has settled, by its own events, with the moment at which that was told (`performance.now()`). */
export async function untilSettled(deps: Deps, rootId: string): Promise<number> {
  const settled = new AbortController()
  let endedMs = 0
  const look = async () => {
    // A hint follows the commit it tells of.
    const toldMs = performance.now()
    const [row] = await deps.db.query.inspections.findMany({
      columns: { status: true },
      where: (inspection, { eq }) => eq(inspection.rootId, rootId),
    })
    if (row?.status !== 'settled' || settled.signal.aborted) return
    endedMs = toldMs
    settled.abort()
  }
  const stop = deps.bus.subscribe(rootId, () => void look())
  await look()
  await sleep(SETTLE_TIMEOUT_MS, undefined, { signal: settled.signal }).catch(() => {})
  stop()
  if (!endedMs) throw new Error(`A tree did not settle within ${SETTLE_TIMEOUT_MS} ms.`)
  return endedMs
}
