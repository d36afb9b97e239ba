import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChat } from './directory'

/** Plain conversation with any compatible server, through the real SDK on loopback. */

const log = { info: () => undefined, warn: () => undefined }
const never = new AbortController().signal
const messages = [{ role: 'user' as const, content: 'Buy or pass?' }]
const ask = { messages, temperature: 0.7, maxTokens: 99 }

const asked: Record<string, unknown>[] = []
let status = 200
let choices: object[] = [
  { message: { role: 'assistant', content: 'VERDICT: Option 1: Buy' }, finish_reason: 'stop' },
]
const server = createServer(async (request, response) => {
  asked.push(JSON.parse(await bodyOf(request)))
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      choices,
      usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
    }),
  )
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function chat() {
  const { port } = server.address() as AddressInfo
  const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: 'small' }
  const created = createChat({ env, log })
  if (!created) throw new Error('No chat for a configured server')
  return created
}

test('gives the reply’s text, and asks with its own temperature and length', async () => {
  const result = await chat().complete(ask, never)
  expect(result).toEqual({
    ok: true,
    value: 'VERDICT: Option 1: Buy',
    usage: { calls: 1, promptTokens: 5, completionTokens: 7 },
  })
  expect(chat().name).toBe('small')
  expect(asked.at(-1)).toEqual({
    model: 'small',
    messages,
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.7,
    max_completion_tokens: 99,
    store: false,
  })
})

test('says as a value that a server refuses, with its HTTP status', async () => {
  status = 401
  expect(await chat().complete(ask, never)).toMatchObject({ ok: false, failure: 'key-refused', status: 401 })
  status = 418
  expect(await chat().complete(ask, never)).toMatchObject({
    ok: false,
    failure: 'misconfigured',
    status: 418,
  })
  status = 200
})

test('gives no text for a reply without choices, and says as a value that one broke off', async () => {
  choices = []
  expect(await chat().complete(ask, never)).toMatchObject({ ok: true, value: '' })
  choices = [{ message: { role: 'assistant', content: 'VERDICT: Opt' }, finish_reason: 'length' }]
  expect(await chat().complete(ask, never)).toMatchObject({ ok: false, failure: 'truncated' })
})

test('is nobody without a configured server: there is no built-in conversation', () => {
  expect(createChat({ env: {}, log })).toBeNull()
})
