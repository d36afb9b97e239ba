import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNeonProxy } from '@/db/testing-neon'
import {
  addBenchBots,
  askBench,
  type Calls,
  callTimes,
  longestChain,
  newPerson,
  openBenchMarket,
  type Shape,
  slowModel,
  untilSettled,
} from './lib/bench-market'
import { medianFigure } from './lib/bootstrap'
import type { Bench, BenchOptions, BenchResult } from './lib/result'
import { newDatabase, onServer } from './lib/server'

/** As far as a root's bits reach: 1 + 3 + 3 contexts, the first four called for twice, at least 5 calls in a row. */
const SHAPE: Shape = { levels: 3, children: 3 }
const CONTEXTS = 7
const WARM_UP_TREES = 2
/** Between two trees: the answer of the last is written and its people are told, which is no part of the next. */
const REST_MS = 1_000
/** A database in another region of the same cloud. */
const NEON_DELAY_MS = 10

type Arm = { name: string; url?: string; driver?: 'postgres' | 'neon' }

async function measure({ name, ...database }: Arm, options: BenchOptions): Promise<BenchResult> {
  let calls: Calls = new Map()
  const model = slowModel(SHAPE, callTimes(options.seed), () => calls)
  const { deps, close } = await openBenchMarket(model, database)
  try {
    await addBenchBots(deps)
    const ratios: number[] = []
    for (let tree = 0; tree < WARM_UP_TREES + options.pairs; tree += 1) {
      await sleep(REST_MS)
      calls = new Map()
      const buyerId = await newPerson(deps)
      const began = performance.now()
      const asked = { buyerId, name: `tree ${tree}`, shape: SHAPE, start: { rule: 'now' as const } }
      const { rootId } = await askBench(deps, asked)
      const wallMs = (await untilSettled(deps, rootId)) - began
      const chainMs = longestChain(calls)
      if (calls.size !== CONTEXTS) throw new Error(`The tree has ${calls.size} contexts, not ${CONTEXTS}.`)
      console.error(
        `${name},${tree},wall_ms=${wallMs.toFixed(0)},chain_ms=${chainMs.toFixed(0)},calls=${[...calls.values()].flat().length}`,
      )
      if (tree >= WARM_UP_TREES) ratios.push(wallMs / chainMs)
    }
    return medianFigure(name, 'ratio', { values: ratios, seed: options.seed })
  } finally {
    await close()
  }
}

/**
 * Tree wall time / its longest chain of model calls: seven contexts on three levels, calls as long as a model's, from
 * asking until settled, over the real queue and worker. Goal at most 1.05 on Postgres and 1.08 on PGlite (reliability, G19). The
 * third arm has each round trip to the database take 10 ms longer, as across a network.
 */
export const engineOverhead: Bench = async (options) => {
  const pglite = await measure({ name: 'engine_overhead_pglite' }, options)
  return onServer(async (url) => {
    const postgres = await measure({ name: 'engine_overhead_postgres', url }, options)
    const proxy = await startNeonProxy(NEON_DELAY_MS)
    // A market of its own: the bots of the arm before would answer too.
    const other = await newDatabase(url, 'over_network')
    const overNetwork = await measure({ name: 'engine_overhead_neon', url: other, driver: 'neon' }, options)
    proxy.close()
    return [pglite, postgres, overNetwork]
  })
}
