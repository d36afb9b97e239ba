import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKey } from '../../auth/access-keys'
import { openSession } from '../../auth/sessions'
import { createKeySchema } from '../../contract/access-keys'
import { createBotSchema } from '../../contract/bots'
import { askQuestion, buyAll, credits, newKey, person, scriptedModel } from '../../inspection/engine/testing'
import { createBot } from '../../sellers/bots/bots'
import { type TestMarket, testMarket } from '../../testing'
import { handleRest } from './handle'

const SCRIPT = path.resolve(import.meta.dirname, '../../../examples/seller.py')
const hasPython = spawnSync('python3', ['--version']).status === 0

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
})
afterAll(() => database.close())

/** The REST door on a port. */
async function listen() {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { authorization = '', 'content-type': type = '' } = request.headers
    const answer = await handleRest(
      market.deps,
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': type },
        ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

it('is short and uses nothing but the standard library', () => {
  const text = readFileSync(SCRIPT, 'utf8')
  expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(60)
  expect([...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name).sort()).toEqual([
    'json',
    'os',
    'time',
    'urllib',
    'urllib',
  ])
})

it.skipIf(!hasPython)('the seller of the examples takes what waits, sells, and says why', async () => {
  const [ann, sol] = [await person(market, 'ann'), await person(market, 'sol')]
  const bot = createBotSchema.parse({
    bot: {
      kind: 'queue',
      name: 'Bridges',
      matcher: { anyOf: ['bridge'] },
      price: {
        rule: 'chosen',
        priceMicros: credits(1),
        minMicros: credits(0.1),
        maxMicros: credits(2),
      },
    },
    isLive: true,
    requestKey: newKey(),
  })
  const { botId } = await createBot(market.deps, sol, bot)
  const wanted = createKeySchema.parse({ name: 'Seller', scopes: ['read', 'sell'], days: 1 })
  const sessionId = await openSession(market.deps, sol)
  const { secret } = await createKey(market.deps, { ...wanted, userId: sol, sessionId })
  await askQuestion(market, ann, { start: { rule: 'now' } })
  await market.settle()
  const { server, url } = await listen()
  const env = { ...process.env, CAVEAT_URL: url, CAVEAT_KEY: secret, CAVEAT_BOT: botId, POLL_SECONDS: '0.2' }
  const seller = spawn('python3', [SCRIPT], { env })
  let said = ''
  seller.stdout.on('data', (text) => {
    said += text
  })
  seller.stderr.on('data', (text) => {
    said += text
  })
  try {
    await expect
      .poll(() => said, { timeout: 20_000 })
      .toContain('Is the bridge at Lindow safe to cross? -> answered')
    await market.settle()
    await expect
      .poll(() => said, { timeout: 20_000 })
      .toMatch(/The load limit of the bridge, from its last inspection -> bought \S+ 0\.50/)
  } finally {
    seller.kill()
    server.closeAllConnections()
    server.close()
  }
})
