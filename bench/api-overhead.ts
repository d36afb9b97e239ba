import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { handleRest } from '@/server/api/rest/handle'
import { createKey } from '@/server/auth/access-keys'
import { openSession } from '@/server/auth/sessions'
import { createKeySchema } from '@/server/contract/access-keys'
import type { Deps } from '@/server/deps'
import { builtInModel } from '@/server/llm/built-in/built-in'
import { askBench, newPerson, openBenchMarket } from './lib/bench-market'
import { medianFigure } from './lib/bootstrap'
import type { Bench } from './lib/result'
import { newDatabase, onServer } from './lib/server'

const CALLS_PER_SECOND = 100
/** Of calls, the slowest one in a hundred. */
const PERCENTILE = 0.99
/** One person's programs may write 120 times a minute: so many hands share the posting. */
const SELLERS = 60
const QUESTIONS = 40
const MS_PER_SECOND = 1_000

type Arm = 'empty' | 'list' | 'offer'
type Call = { path: string; init: RequestInit }

/** The REST door and an empty route that asks the database for nothing, in one process on one port. */
async function serve(deps: Deps): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    answer(deps, request)
      .then((answered) => send(response, answered))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function answer(deps: Deps, request: IncomingMessage): Promise<Response> {
  if (request.url === '/empty') {
    await deps.db.execute(sql`select 1`)
    return Response.json({})
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) }
  return handleRest(
    deps,
    new Request(`http://localhost${request.url}`, { method: request.method ?? 'GET', headers, ...body }),
  )
}

async function send(response: ServerResponse, answered: Response): Promise<void> {
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}

/** Keys of so many sellers. */
async function sellers(deps: Deps): Promise<string[]> {
  const keys: string[] = []
  for (let at = 0; at < SELLERS; at += 1) {
    const userId = await newPerson(deps)
    const sessionId = await openSession(deps, userId)
    const wanted = createKeySchema.parse({ name: 'Bench', scopes: ['read', 'sell'], days: 1 })
    keys.push((await createKey(deps, { ...wanted, userId, sessionId })).secret)
  }
  return keys
}

async function openQuestions(deps: Deps): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < QUESTIONS; at += 1) {
    const buyerId = await newPerson(deps)
    const shape = { levels: 1, children: 0 }
    const { rootId } = await askBench(deps, {
      buyerId,
      name: `overhead ${at}`,
      shape,
      start: { rule: 'manual' },
    })
    ids.push(rootId)
  }
  return ids
}

/** The p99 in milliseconds of calls that start a hundredth of a second apart, whether those before them are over or not. */
async function p99(url: string, seconds: number, next: () => Call): Promise<number> {
  const began = performance.now()
  const calls = Array.from({ length: seconds * CALLS_PER_SECOND }, async (_, at) => {
    const startsAt = began + (at * MS_PER_SECOND) / CALLS_PER_SECOND
    await sleep(Math.max(0, startsAt - performance.now()))
    const { path, init } = next()
    const answered = await fetch(url + path, init)
    await answered.arrayBuffer()
    if (!answered.ok) throw new Error(`${path} answered ${answered.status}`)
    // From when it was due, so that a door that keeps calls waiting is not asked more gently.
    return performance.now() - startsAt
  })
  const times = (await Promise.all(calls)).sort((one, other) => one - other)
  return times[Math.ceil(times.length * PERCENTILE) - 1] ?? Number.NaN
}

/**
 * p99 of listing questions, and of posting an offer, over REST with a key / of an empty route with `select 1`, in the same process, arms in
 * turn, 100 calls a second. Goal at most 3.
 */
export const apiOverhead: Bench = ({ pairs, seconds, seed }) =>
  onServer(async (serverUrl) => {
    const url = await newDatabase(serverUrl, 'api_overhead')
    const market = await openBenchMarket(builtInModel, { url, driver: 'postgres', works: false })
    const door = await serve(market.deps)
    try {
      const keys = await sellers(market.deps)
      const questions = await openQuestions(market.deps)
      let [read, posted] = [0, 0]
      const by = (count: number) => ({ authorization: `Bearer ${keys[count % keys.length]}` })
      const next: Readonly<Record<Arm, () => Call>> = {
        empty: () => ({ path: '/empty', init: {} }),
        list() {
          read += 1
          return { path: '/api/v1/questions', init: { headers: by(read) } }
        },
        offer() {
          posted += 1
          // Each seller in turn, then the next question: few offers of one seller on one question.
          const questionId = questions[Math.floor(posted / keys.length) % questions.length]
          const body = JSON.stringify({
            teaser: `What seller ${posted} knows of the claim`,
            privateInfo: `It holds, says measurement ${posted}.`,
            price: '0.10',
          })
          const headers = {
            ...by(posted),
            'content-type': 'application/json',
            'idempotency-key': `bench-offer-${posted}`,
          }
          return { path: `/api/v1/questions/${questionId}/offers`, init: { method: 'POST', headers, body } }
        },
      }
      const ratios: { list: number[]; offer: number[] } = { list: [], offer: [] }
      for (let pair = -1; pair < pairs; pair += 1) {
        const [empty, list, offer] = [
          await p99(door.url, seconds, next.empty),
          await p99(door.url, seconds, next.list),
          await p99(door.url, seconds, next.offer),
        ]
        // The first warms up.
        if (pair < 0) continue
        ratios.list.push(list / empty)
        ratios.offer.push(offer / empty)
      }
      return (['list', 'offer'] as const).map((arm) =>
        medianFigure(`api_overhead_${arm}`, 'ratio', { values: ratios[arm], seed }),
      )
    } finally {
      door.server.closeAllConnections()
      door.server.close()
      await market.close()
    }
  })
