import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createWire, LEARNT_MS, type Sent } from './openai-wire'
import { tokensReported } from './usage'

/** What a server may send that no honest one does, byte for byte: nothing of it is held without bound, thrown, or counted as it stands. */

const VERDICT = '{"buy":[]}'

async function sentBy(answer: (response: ServerResponse) => void): Promise<Sent> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
    // A reader that has had enough hangs up.
    response.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const wire = createWire({
    apiKey: 'k',
    baseURL: `http://127.0.0.1:${port}/v1`,
    model: 'm',
    retriesMax: 0,
    timeoutMs: 20_000,
  })
  try {
    const messages = [{ role: 'user' as const, content: 'x'.repeat(400) }]
    return await wire({ messages, temperature: 0, tokensMax: 100, json: null }, new AbortController().signal)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const line = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`
const stream = (...lines: string[]) =>
  sentBy((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end([...lines, 'data: [DONE]\n\n'].join(''))
  })
/** Writes as fast as it is read, until nobody reads. */
const flood = (type: string, first: string, part: string) =>
  sentBy((response) => {
    response.writeHead(200, { 'content-type': type })
    response.write(first)
    const more = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })

test.each([
  [{ prompt_tokens: -1_000_000_000, completion_tokens: 5 }],
  [{ prompt_tokens: 1e300, completion_tokens: 5 }],
  [{ prompt_tokens: 1.5, completion_tokens: 5 }],
  [{ prompt_tokens: '7', completion_tokens: 5 }],
  [{ prompt_tokens: 7, completion_tokens: -1 }],
  [{}],
])('a count that no call could have used is reckoned here: %j', async (usage) => {
  expect(tokensReported(usage)).toBeNull()
  const sent = await stream(line({ content: VERDICT }), line({}, { usage }))
  expect(sent).toMatchObject({ ok: true, text: VERDICT, usage: { promptTokens: 100, completionTokens: 2 } })
})

test('an honest count is taken as it is', async () => {
  const usage = { prompt_tokens: 70, completion_tokens: 5 }
  expect(await stream(line({ content: VERDICT }), line({}, { usage }))).toMatchObject({
    usage: { promptTokens: 70, completionTokens: 5 },
  })
})

test.each<[string, object, string]>([
  ['calls that are no list', { content: VERDICT, tool_calls: {} }, VERDICT],
  ['calls of nothing', { content: VERDICT, tool_calls: [null, {}, { function: null }] }, VERDICT],
  ['arguments that are no text', { tool_calls: [{ function: { arguments: { buy: [] } } }] }, VERDICT],
  ['a refusal that is no text', { content: VERDICT, refusal: { why: 1 } }, VERDICT],
  ['content that is no text', { content: 7 }, ''],
])('%s are read for what they are', async (_, delta, text) => {
  expect(await stream(line(delta))).toMatchObject({ ok: true, text })
})

test.each<[string, string, string, string]>([
  [
    'a tool call',
    'text/event-stream',
    '',
    line({ tool_calls: [{ function: { arguments: 'a'.repeat(50_000) } }] }),
  ],
  ['a refusal', 'text/event-stream', '', line({ refusal: 'a'.repeat(50_000) })],
  ['a stream of nothing', 'text/event-stream', '', line({}).repeat(1_000)],
  ['one line of a stream', 'text/event-stream', 'data: "', 'a'.repeat(100_000)],
  ['one JSON document', 'application/json', '{"choices":[{"message":{"content":"', 'a'.repeat(100_000)],
])(
  '%s that never ends is cut off',
  async (_, type, first, part) => {
    expect(await flood(type, first, part)).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/^(truncated|refused)$/),
    })
  },
  30_000,
)

test('what a server was learnt not to take is asked for again after an hour, and not before', async () => {
  let [now, takesSchemas] = [0, false]
  const formats: (string | null)[] = []
  const wire = createWire({
    apiKey: 'k',
    baseURL: 'http://model.example/v1',
    model: 'm',
    now: () => now,
    async fetch(_url, init) {
      const { response_format } = JSON.parse(String(init?.body)) as { response_format?: { type: string } }
      formats.push(response_format?.type ?? null)
      const isRefused = response_format !== undefined && !takesSchemas
      return isRefused
        ? Response.json({ error: { message: 'response_format?' } }, { status: 400 })
        : Response.json({ choices: [{ index: 0, message: { content: VERDICT }, finish_reason: 'stop' }] })
    },
  })
  const call = () =>
    wire(
      {
        messages: [{ role: 'user', content: 'x' }],
        temperature: 0,
        tokensMax: 100,
        json: { name: 'f', schema: {} },
      },
      new AbortController().signal,
    )
  await call()
  takesSchemas = true
  now = LEARNT_MS - 1
  await call()
  now = LEARNT_MS
  await call()
  now += 1
  expect(await call()).toMatchObject({ ok: true })
  expect(formats).toEqual(['json_schema', 'json_object', null, null, 'json_schema', 'json_schema'])
})

test.each([
  ['nothing', { prompt_tokens: 0, completion_tokens: 0 }],
  ['less than can be', { prompt_tokens: 3, completion_tokens: 1 }],
])('a server that counts %s is not believed', async (_, usage) => {
  const said = 'a'.repeat(800)
  expect(await stream(line({ content: said }), line({}, { usage }))).toMatchObject({
    ok: true,
    usage: { promptTokens: 50, completionTokens: 100 },
  })
})

const MESSAGES = [{ role: 'user' as const, content: 'x'.repeat(400) }]
const ASKED = { messages: MESSAGES, temperature: 0, tokensMax: 100, json: null }
const never = new AbortController().signal
const atFake = (fetch: () => Promise<Response>, over: Partial<Parameters<typeof createWire>[0]> = {}) =>
  createWire({ apiKey: 'k', baseURL: 'http://model.example/v1', model: 'm', fetch, ...over })

test('a server that has the prompt and says no word has it counted', async () => {
  const silent = (_url: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  const wire = createWire({
    apiKey: 'k',
    baseURL: 'http://model.example/v1',
    model: 'm',
    fetch: silent,
    stallMs: 20,
  })
  expect(await wire(ASKED, never)).toMatchObject({
    ok: false,
    failure: 'timeout',
    usage: { calls: 1, promptTokens: 100, completionTokens: 0 },
  })
})

test('every request that is sent counts, retries too', async () => {
  const wire = atFake(async () => new Response('', { status: 500, headers: { 'retry-after-ms': '1' } }))
  expect(await wire(ASKED, never)).toMatchObject({ failure: 'server-failed', usage: { calls: 3 } })
})

test.each([
  ['seconds', { 'retry-after': '90' }],
  ['a moment', { 'retry-after': 'Wed, 04 Mar 2026 12:01:30 GMT', date: 'Wed, 04 Mar 2026 12:00:00 GMT' }],
])('a server that asks in %s to be left alone is, for as long as it asks', async (_, headers) => {
  let [now, calls] = [0, 0]
  const wire = atFake(
    async () => {
      calls += 1
      return new Response('', { status: 429, headers })
    },
    { now: () => now },
  )
  expect(await wire(ASKED, never)).toMatchObject({ failure: 'limited', retryAfterMs: 90_000 })
  now = 89_000
  expect(await wire(ASKED, never)).toMatchObject({
    failure: 'limited',
    isTransient: true,
    retryAfterMs: 1_000,
    usage: { calls: 0 },
  })
  expect(calls).toBe(1)
  now = 90_000
  await wire(ASKED, never)
  expect(calls).toBe(2)
})
