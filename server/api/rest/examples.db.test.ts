import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKey } from '../../auth/access-keys'
import { openSession } from '../../auth/sessions'
import { createKeySchema } from '../../contract/access-keys'
import { createBotSchema } from '../../contract/bots'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import { createBot } from '../../sellers/bots/bots'
import { type TestMarket, testMarket } from '../../testing'
import { openApiDocument } from './document'
import { handleRest } from './handle'

const EXAMPLES = path.resolve(import.meta.dirname, '../../../examples')
const SCRIPT = path.join(EXAMPLES, 'seller.py')
const AGENT = path.join(EXAMPLES, 'agent.ts')
const TYPED = path.join(EXAMPLES, 'typed-client.ts')
const PACKAGES = path.resolve(EXAMPLES, '../node_modules')
/** No example is longer. */
const LINES_MAX = 60
const hasPython = spawnSync('python3', ['--version']).status === 0

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
  market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
})
afterAll(() => database.close())

type Answer = { status: number; headers?: Record<string, string>; body: Uint8Array | string }

/** A server that answers as told. */
async function serve(answer: (request: IncomingMessage, body: Buffer) => Answer | Promise<Answer>) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { status, headers = {}, body } = await answer(request, Buffer.concat(parts))
    response.writeHead(status, headers)
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** The REST door on a port. */
const listen = () =>
  serve(async (request, body) => {
    const { authorization = '', 'content-type': type = '', 'idempotency-key': key } = request.headers
    const answer = await handleRest(
      market.deps,
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          authorization,
          'content-type': type,
          ...(typeof key === 'string' ? { 'idempotency-key': key } : {}),
        },
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      }),
    )
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    }
  })

it('is short and uses nothing but the standard library', () => {
  const text = readFileSync(SCRIPT, 'utf8')
  expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(LINES_MAX)
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
  const { url, close } = await listen()
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
    close()
  }
})

it('the agent of the examples buys what its model wants to know, and hands it the cited answer', async () => {
  const lines = readFileSync(AGENT, 'utf8').split('\n')
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(LINES_MAX)
  const [buyer, seller] = [await person(market, 'bea'), await person(market, 'sid')]
  const sessionId = await openSession(market.deps, buyer)
  const caps = { spendPerDayMicros: credits(10), spendPerQuestionMicros: credits(5) }
  const wanted = createKeySchema.parse({ name: 'Agent', scopes: ['read', 'ask', 'spend'], days: 1, ...caps })
  const { secret } = await createKey(market.deps, { ...wanted, userId: buyer, sessionId })
  // A model that asks once and then repeats what it was told.
  const heard: { role: string; content: string }[][] = []
  const model = await serve((_request, body) => {
    const { messages } = JSON.parse(body.toString())
    heard.push(messages)
    const question = { question: 'Does the viaduct at Lindow still carry trains?', budget: '4.00' }
    const call = { name: 'buy_information', arguments: JSON.stringify(question) }
    const message =
      heard.length === 1
        ? { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: call }] }
        : { role: 'assistant', content: `I was told: ${messages.at(-1).content}` }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    const headers = { 'content-type': 'application/json' }
    return { status: 200, headers, body: JSON.stringify({ id: 'x', object: 'chat.completion', choices }) }
  })
  const { url, close } = await listen()
  const env = {
    ...process.env,
    CAVEAT_URL: url,
    CAVEAT_KEY: secret,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: `${model.url}/v1`,
    POLL_MS: '200',
  }
  const agent = spawn(process.execPath, ['--import', 'tsx', AGENT, 'Viaduct?'], { env })
  let said = ''
  for (const stream of [agent.stdout, agent.stderr])
    stream.on('data', (text) => {
      said += text
    })
  try {
    const asked = async () => {
      const found = await market.deps.db.query.contexts.findFirst({
        where: (context, { eq }) => eq(context.buyerId, buyer),
      })
      return found?.id ?? ''
    }
    await expect.poll(asked, { timeout: 25_000 }).toMatch(/^bc_/)
    const teaser = 'Which trains run over the viaduct today'
    const privateInfo = 'Two goods trains a day cross it.'
    await sell(market, seller, { contextId: await asked(), teaser, privateInfo, price: 1 })
    await market.settle()
    await expect
      .poll(() => said, { timeout: 25_000 })
      .toMatch(/I was told: .*\[1\] says: “Two goods trains a day/)
  } finally {
    agent.kill()
    close()
    model.close()
  }
}, 60_000)

describe('the typed client of the examples', () => {
  const cache = path.join(PACKAGES, '.cache')
  /** Types are written with the API of TypeScript 5, which the compiler of this project no longer has: another package brings it. */
  const HOOK = `import { registerHooks } from 'node:module'
const old = new URL('typescript.mjs', import.meta.url).href
registerHooks({ resolve: (name, at, next) => (name === 'typescript' ? { url: old, shortCircuit: true } : next(name, at)) })`
  const OLD = `export { ts as default } from '@ts-morph/common'`
  let folder: string
  beforeAll(() => {
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(path.join(cache, 'typed-client-'))
    const [document, hook] = [path.join(folder, 'openapi.json'), path.join(folder, 'hook.mjs')]
    writeFileSync(document, JSON.stringify(openApiDocument()))
    writeFileSync(hook, HOOK)
    writeFileSync(path.join(folder, 'typescript.mjs'), OLD)
    const cli = path.join(PACKAGES, 'openapi-typescript/bin/cli.js')
    const made = spawnSync(process.execPath, [
      ...['--import', hook, cli, document],
      ...['-o', path.join(folder, 'market-api.d.ts')],
    ])
    expect(made.status, String(made.stderr)).toBe(0)
  }, 30_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What the compiler says of the example with this in it. */
  function compiled(text: string) {
    const file = path.join(folder, 'typed-client.ts')
    writeFileSync(file, text)
    const { status, stdout } = spawnSync(process.execPath, [
      path.join(PACKAGES, 'typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', 'node'],
      ...['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler', file],
    ])
    return { status, said: String(stdout) }
  }

  it('compiles with types from the document, and with a wrong address or amount does not', () => {
    const text = readFileSync(TYPED, 'utf8')
    expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(LINES_MAX)
    expect(compiled(text)).toEqual({ status: 0, said: '' })
    expect(compiled(text.replace("POST('/inspect'", "POST('/inspected'")).said).toContain('/inspected')
    expect(compiled(text.replace('title, budget,', 'title, budget: 5,')).said).toContain('budget')
  }, 60_000)

  it('asks, waits, and prints the cited answer', async () => {
    const [buyer, seller] = [await person(market, 'tia'), await person(market, 'tom')]
    const sessionId = await openSession(market.deps, buyer)
    const caps = { spendPerDayMicros: credits(10), spendPerQuestionMicros: credits(5) }
    const scopes = ['read', 'ask', 'spend']
    const wanted = createKeySchema.parse({ name: 'Typed', scopes, days: 1, ...caps })
    const { secret } = await createKey(market.deps, { ...wanted, userId: buyer, sessionId })
    const { url, close } = await listen()
    const env = { ...process.env, CAVEAT_URL: url, CAVEAT_KEY: secret, WAIT_SECONDS: '1' }
    const title = 'Is the tunnel at Lindow lit at night?'
    const client = spawn(process.execPath, ['--import', 'tsx', TYPED, title, '4.00'], { env })
    let said = ''
    for (const stream of [client.stdout, client.stderr])
      stream.on('data', (text) => {
        said += text
      })
    try {
      const asked = async () => {
        const found = await market.deps.db.query.contexts.findFirst({
          where: (context, { eq }) => eq(context.buyerId, buyer),
        })
        return found?.id ?? ''
      }
      await expect.poll(asked, { timeout: 25_000 }).toMatch(/^bc_/)
      const teaser = 'When the lamps of the tunnel are on'
      const privateInfo = 'All lamps are on from dusk to dawn.'
      await sell(market, seller, { contextId: await asked(), teaser, privateInfo, price: 1 })
      await market.settle()
      await expect
        .poll(() => said, { timeout: 25_000 })
        .toMatch(/All lamps are on[\s\S]*\[1\] tom-\w+, 1\.00 credits\nSpent 1\.00/)
    } finally {
      client.kill()
      close()
    }
  }, 60_000)
})
