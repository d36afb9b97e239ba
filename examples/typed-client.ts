/**
 * A client whose calls the compiler checks, by types made from the market's own description:
 *     npx openapi-typescript http://localhost:3000/api/v1/openapi.json -o examples/market-api.d.ts
 *     CAVEAT_KEY=caveat_… npx tsx examples/typed-client.ts "Is the bridge at Lindow safe to cross?" 5.00
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from './market-api'

const { CAVEAT_URL = 'http://localhost:3000', CAVEAT_KEY } = process.env
const WAIT_SECONDS = Number(process.env.WAIT_SECONDS ?? 20)
const [title = '', budget = '1.00'] = process.argv.slice(2)

const market = createClient<paths>({
  baseUrl: `${CAVEAT_URL}/api/v1`,
  headers: { authorization: `Bearer ${CAVEAT_KEY}` },
})

// The same key asks nothing twice: the call is made again until the inspection is over.
const header = { 'Idempotency-Key': randomUUID() }
const body = { title, budget, decision: { kind: 'open' as const }, waitSeconds: WAIT_SECONDS }
for (;;) {
  const { data, error } = await market.POST('/inspect', { params: { header }, body })
  if (error) throw new Error(error.detail)
  if (!('isOver' in data)) throw new Error(`Waits for its owner's yes: request ${data.requestId}`)
  if (data.isOver) {
    const cited = data.citations.map(({ number, seller, price }) => `[${number}] ${seller}, ${price} credits`)
    process.stdout.write(
      `${[data.answer ?? 'Nothing was bought.', ...cited, `Spent ${data.spent}`].join('\n')}\n`,
    )
    break
  }
  await sleep((data.pollAfterSeconds ?? 1) * 1_000)
}
