import pg from 'pg'
import { createEngine } from '@/server/inspection/engine/engine'
import type { Model } from '@/server/llm/model'
import { matchBots } from '@/server/sellers/matching/match-bots'
import { addBenchBots, askBench, newPerson, openBenchMarket, type Shape, slowModel } from './lib/bench-market'
import type { Bench, BenchResult } from './lib/result'
import { onServer } from './lib/server'

/** One context below the other, so that whatever is sent between two calls lies on the way from one to the next. */
const SHAPE: Shape = { levels: 4, children: 1 }

/** What drivers send to tell other processes of a change (`db/drivers`). */
const HINT = 'pg_notify'

type Client = { query(...args: unknown[]): unknown }

/**
 * Counts what the driver waits for, the beginning and the end of transactions included. What is sent while something else is
 * under way costs no round trip more: texts and records of one table are read side by side. Hints to those who watch are left
 * out: no step waits for them.
 */
function countRoundTrips(): { made: () => number; stop(): void } {
  const client = pg.Client.prototype as unknown as Client
  const { query } = client
  let count = 0
  let underWay = 0
  client.query = function (this: Client, ...args: unknown[]) {
    if (typeof args[0] === 'string' && args[0].includes(HINT)) return query.apply(this, args)
    if (underWay === 0) count += 1
    underWay += 1
    const done = () => {
      underWay -= 1
    }
    const last = args.at(-1)
    if (typeof last === 'function') {
      args[args.length - 1] = (...reply: unknown[]) => {
        done()
        return last(...reply)
      }
      return query.apply(this, args)
    }
    const sent = query.apply(this, args) as Promise<unknown>
    sent.then(done, done)
    return sent
  }
  return {
    made: () => count,
    stop() {
      client.query = query
    },
  }
}

/**
 * Round trips to the database between the end of one call of the inspector and the beginning of the next that waits for it, on
 * Postgres: what a step costs when the database is across a network. Counted, not timed; `value` is the most, `low` the fewest.
 * Goal at most 10.
 */
export const roundTripsPerStep: Bench = () => onServer(count)

async function count(url: string): Promise<BenchResult[]> {
  const gaps: number[] = []
  let returned: number | null = null
  const counter = countRoundTrips()
  const mock = slowModel(
    SHAPE,
    () => 0,
    () => undefined,
  )
  const model: Model = {
    ...mock,
    async inspect(task, signal) {
      if (returned !== null) gaps.push(counter.made() - returned)
      const outcome = await mock.inspect(task, signal)
      returned = counter.made()
      return outcome
    },
  }
  // No worker: the queue and the sweeper ask the database too, beside the steps.
  const market = await openBenchMarket(model, { url, works: false })
  try {
    const { deps } = market
    await addBenchBots(deps)
    const buyerId = await newPerson(deps)
    const start = { rule: 'now' as const }
    const { rootId } = await askBench(deps, { buyerId, name: 'one', shape: SHAPE, start })
    const engine = createEngine(deps, { matchBots, begins: true })
    await engine.match({ rootId, contextIds: [rootId] })
    await engine.idle()
    if (gaps.length !== 2 * (SHAPE.levels - 1)) throw new Error(`${gaps.length} steps were counted`)
    console.error(`round_trips_per_step,${gaps.join(',')}`)
    return [
      {
        name: 'round_trips_per_step',
        value: Math.max(...gaps),
        unit: 'round trips',
        n: gaps.length,
        low: Math.min(...gaps),
        high: Math.max(...gaps),
      },
    ]
  } finally {
    counter.stop()
    await market.close()
  }
}
