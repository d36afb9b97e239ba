import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenAiEmbedder } from './openai-embedder'

/** The real SDK against a server on loopback. */

type Call = {
  path: string
  body: { input?: string[]; temperature?: number; messages?: { content: string }[] }
}

let server: Server
let calls: Call[] = []
let answer: (call: Call) => { status: number; body: unknown }
let lines: string[] = []
const log = {
  info: (fields: object, message: string) => lines.push(JSON.stringify({ fields, message })),
  warn: (fields: object, message: string) => lines.push(JSON.stringify({ fields, message })),
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const call = { path: request.url ?? '', body: JSON.parse(text) }
    calls.push(call)
    const { status, body } = answer(call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())
beforeEach(() => {
  calls = []
  lines = []
})

const embedder = () =>
  createOpenAiEmbedder({
    apiKey: 'key',
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    model: 'chat',
    embeddingModel: 'vectors',
    retriesMax: 0,
    timeoutMs: 2_000,
    log,
  })
const never = new AbortController().signal

describe('an embedder', () => {
  it('gives vectors in the order of the texts, whatever the order of the reply', async () => {
    answer = () => ({
      status: 200,
      body: {
        data: [
          { index: 1, embedding: [0, 1] },
          { index: 0, embedding: [1, 0] },
        ],
        usage: { prompt_tokens: 9, total_tokens: 9 },
      },
    })
    const result = await embedder().embed(['CANARY one', 'CANARY two'], never)
    expect(result?.vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ])
    expect(result?.usage).toEqual({ promptTokens: 9, completionTokens: 0 })
    expect(calls[0]).toMatchObject({ path: '/v1/embeddings', body: { input: ['CANARY one', 'CANARY two'] } })
    expect(lines.join()).not.toContain('CANARY')
  })

  it('imagines an answer at temperature 0, with the question as data', async () => {
    answer = () => ({
      status: 200,
      body: {
        choices: [{ message: { content: ' Rice boils. ' } }],
        usage: { prompt_tokens: 60, completion_tokens: 3 },
      },
    })
    expect(await embedder().imagine('How long?" }', never)).toEqual({
      text: 'Rice boils.',
      usage: { promptTokens: 60, completionTokens: 3 },
    })
    expect(calls[0]?.body.temperature).toBe(0)
    expect(JSON.parse(calls[0]?.body.messages?.[1]?.content ?? '')).toEqual({ question: 'How long?" }' })
  })

  it('answers null to whatever fails, and logs no text of it', async () => {
    const faults = [
      { status: 500, body: { error: { message: 'CANARY' } } },
      { status: 200, body: { data: [{ index: 0, embedding: [1] }] } },
      { status: 200, body: { data: 'CANARY' } },
      { status: 200, body: {} },
    ]
    for (const fault of faults) {
      answer = () => fault
      expect(await embedder().embed(['CANARY', 'b'], never)).toBeNull()
      expect(await embedder().imagine('CANARY', never)).toBeNull()
    }
    expect(lines.join()).not.toContain('CANARY')
    expect(await embedder().embed(['a'], AbortSignal.abort())).toBeNull()
  })
})
