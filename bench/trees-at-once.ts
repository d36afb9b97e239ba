import { performance } from 'node:perf_hooks'
import { startInspection } from '@/server/inspection/engine/control'
import {
  addBenchBots,
  askBench,
  type BenchMarket,
  type Calls,
  callTimes,
  longestChain,
  newPerson,
  openBenchMarket,
  type Shape,
  slowModel,
  untilSettled,
} from './lib/bench-market'
import type { Bench, BenchOptions, BenchResult } from './lib/result'
import { onServer } from './lib/server'

const TREES = 200
/** A bot may post a thousand offers a day: each tree takes three of each at most, so a round needs new ones. */
const ROUNDS = 3
const ONE_CALL: Shape = { levels: 1, children: 0 }
/** A question, two checks beside each other, and the question again. */
const FOUR_CALLS: Shape = { levels: 2, children: 2 }

async function round(
  { deps }: BenchMarket,
  { shape, byTitle, turn }: { shape: Shape; byTitle: Map<string, Calls>; turn: number },
): Promise<number> {
  await addBenchBots(deps)
  const trees: { buyerId: string; rootId: string; calls: Calls }[] = []
  for (let tree = 0; tree < TREES; tree += 1) {
    const buyerId = await newPerson(deps)
    const name = `${shape.levels} ${turn} ${tree}`
    const { rootId, title } = await askBench(deps, { buyerId, name, shape, start: { rule: 'manual' } })
    const calls: Calls = new Map()
    byTitle.set(title, calls)
    trees.push({ buyerId, rootId, calls })
  }
  await untilAllOffered(deps)
  const began = performance.now()
  const ends = await Promise.all(
    trees.map(async ({ buyerId, rootId }) => {
      const requestKey = deps.ids.next('step')
      await startInspection(deps, buyerId, { contextId: rootId, offerIds: null, requestKey })
      return untilSettled(deps, rootId)
    }),
  )
  const wallMs = Math.max(...ends) - began
  const contexts = shape.levels > 1 ? 1 + shape.children : 1
  const smaller = trees.find(({ calls }) => calls.size !== contexts)
  if (smaller) throw new Error(`A tree has ${smaller.calls.size} contexts, not ${contexts}.`)
  const longestMs = Math.max(...trees.map(({ calls }) => longestChain(calls)))
  console.error(
    `trees_at_once,levels=${shape.levels},wall_ms=${wallMs.toFixed(0)},longest_ms=${longestMs.toFixed(0)}`,
  )
  return wallMs / longestMs
}

/** Until matching has run for every question, so that the bot has answered. */
async function untilAllOffered(deps: BenchMarket['deps']): Promise<void> {
  for (;;) {
    const open = await deps.db.query.contexts.findMany({
      columns: { id: true },
      where: (context, { and, eq }) => and(eq(context.isMatched, false), eq(context.phase, 'collecting')),
      limit: 1,
    })
    if (open.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function measure(name: string, shape: Shape, url: string, options: BenchOptions): Promise<BenchResult> {
  const byTitle = new Map<string, Calls>()
  const model = slowModel(shape, callTimes(options.seed), (title) => byTitle.get(title))
  const market = await openBenchMarket(model, { url })
  try {
    const ratios: number[] = []
    for (let turn = 0; turn < ROUNDS; turn += 1) ratios.push(await round(market, { shape, byTitle, turn }))
    const sorted = ratios.toSorted((a, b) => a - b)
    const [low = 0] = sorted
    return {
      name,
      value: sorted[Math.floor(ROUNDS / 2)] ?? 0,
      unit: 'ratio',
      n: ROUNDS,
      low,
      high: sorted.at(-1) ?? 0,
    }
  } finally {
    await market.close()
  }
}

/**
 * 200 trees begun at once, on Postgres: wall time until the last has settled / the longest chain of calls among them. Goal at most
 * 1.3. `low` and `high` are the least and the largest of the rounds.
 */
export const treesAtOnce: Bench = async (options) => {
  return onServer(async (url) => [
    await measure('trees_at_once_200_one_call', ONE_CALL, url, options),
    await measure('trees_at_once_200_four_calls', FOUR_CALLS, url, options),
  ])
}
