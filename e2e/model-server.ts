import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { DATA, type Fault, type ModelCall, type Recorded, type Script } from './model-calls'
import { builtInScript } from './model-script'

/**
 * A small server on loopback that speaks OpenAI's chat completions, for tests. A script decides each reply, or each fault;
 * every prompt is recorded, so that a test can show who saw what.
 */

export type ModelServer = {
  /** For `OPENAI_BASE_URL`. */
  url: string
  /** Everything that was asked, oldest first, faults included. */
  calls: ModelCall[]
  setScript(script: Script): void
  close(): Promise<void>
}

/** Starts the server on a free port (or `port`). Without a script it replies as the built-in inspector would. */
export async function startModelServer(script: Script = builtInScript, port = 0): Promise<ModelServer> {
  const calls: ModelCall[] = []
  let current = script
  const server = createServer((request, response) => {
    handle(request, response, calls, () => current).catch((error: unknown) => {
      // A script that throws is a bug in the test: the caller sees a bad request, the log why.
      console.error(error)
      if (!response.headersSent) send(response, 400, { error: { message: 'The test script failed' } })
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    calls,
    setScript(next) {
      current = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  calls: ModelCall[],
  script: () => Script,
): Promise<void> {
  if (request.url !== '/v1/chat/completions')
    return send(response, 404, { error: { message: 'No such path' } })
  const { call, isStreamed } = readCall(await bodyOf(request), request.headers.authorization ?? '')
  calls.push(call)
  const scripted = await script()(call)
  if (scripted.delayMs) await sleep(scripted.delayMs)
  const reply = (said: Message, finishReason = 'stop') =>
    isStreamed
      ? stream(response, call, said, finishReason)
      : send(response, 200, completion(call, said, finishReason))
  if ('fault' in scripted) return fail(request, response, call, scripted.fault, reply)
  const { says = (document: string) => document, as } = scripted.wording ?? {}
  const text = says(JSON.stringify(scripted.reply))
  if (as === 'tool-call') return reply({ tool_calls: [{ index: 0, function: { arguments: text } }] })
  return reply({ content: as === 'parts' ? [{ type: 'text', text }] : text })
}

type Reply = (said: Message, finishReason?: string) => void | Promise<void>

function fail(
  request: IncomingMessage,
  response: ServerResponse,
  call: ModelCall,
  fault: Fault,
  reply: Reply,
): void | Promise<void> {
  if (fault === 'down') request.socket.destroy()
  else if (fault === 'hang') return
  else if (fault === 'stall') openStream(response).write(chunk(call, { content: '{"buy":' }, null))
  else if (fault === 'endless') return goOn(response, call)
  else if (fault === 'refusal') return reply({ refusal: 'I would rather not.' })
  else if (fault === 'truncated') return reply({ content: '{"buy":[' }, 'length')
  else if (fault === 'not-json') return reply({ content: 'I would buy the first one.' })
  else if (fault === 'off-format') return reply({ content: '{"purchases":["A"]}' })
  else {
    const { status, code = null, param = null, message = `Failed on: ${call.user}` } = fault
    send(response, status, { error: { message, code, param } })
  }
}

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  store: z.boolean().optional(),
  stream: z.boolean().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({
          name: z.enum(['verdict', 'appraisal', 'recommendation', 'answer', 'offer']),
          strict: z.literal(true),
          schema: z.looseObject({ required: z.array(z.string()) }),
        }),
      }),
      z.object({ type: z.literal('json_object') }),
    ])
    .optional(),
})

/** What each kind of call asks for, as its last words. */
const REQUESTS = {
  'Give the verdict.': 'verdict',
  'Appraise the offer.': 'appraisal',
  'Give the recommendation.': 'recommendation',
  'Write the answer.': 'answer',
  'Write the offer.': 'offer',
} as const

function kindOf(user: string): ModelCall['kind'] {
  const [, kind] = Object.entries(REQUESTS).find(([request]) => user.includes(`\n${request}`)) ?? []
  if (!kind) throw new Error('No kind of call')
  return kind
}

function readCall(body: string, authorization: string): { call: ModelCall; isStreamed: boolean } {
  const {
    model,
    messages,
    store,
    stream: isStreamed = false,
    response_format,
  } = requestSchema.parse(JSON.parse(body))
  const asked = response_format?.type === 'json_schema' ? response_format.json_schema : null
  const system = messages.find((message) => message.role === 'system')?.content ?? ''
  const user = messages
    .filter((message) => message.role === 'user')
    .map((message) => message.content)
    .join('\n')
  const fence = /<<data (\S+)>>\n([\s\S]*?)\n<<end \1>>/.exec(user)
  const data: unknown = JSON.parse(fence?.[2] ?? 'null')
  const recorded: Recorded = {
    system,
    user,
    token: fence?.[1] ?? '',
    model,
    fields: asked?.schema.required ?? [],
    format: response_format?.type ?? 'none',
    schema: asked?.schema ?? null,
    hasStoreOff: store === false,
    authorization,
  }
  return { call: withData(asked?.name ?? kindOf(user), recorded, data), isStreamed }
}

function withData(kind: ModelCall['kind'], recorded: Recorded, data: unknown): ModelCall {
  switch (kind) {
    case 'verdict':
      return { ...recorded, kind, data: DATA.verdict.parse(data) }
    case 'appraisal':
      return { ...recorded, kind, data: DATA.appraisal.parse(data) }
    case 'recommendation':
      return { ...recorded, kind, data: DATA.recommendation.parse(data) }
    case 'answer':
      return { ...recorded, kind, data: DATA.answer.parse(data) }
    case 'offer':
      return { ...recorded, kind, data: DATA.offer.parse(data) }
  }
}

type Message = {
  content?: string | { type: 'text'; text: string }[]
  refusal?: string
  tool_calls?: { index: number; function: { arguments: string } }[]
}

/** Four characters a token is near enough for tests of token caps. */
const CHARS_PER_TOKEN = 4

function usageOf(call: ModelCall, said: Message): object {
  const promptTokens = Math.ceil((call.system.length + call.user.length) / CHARS_PER_TOKEN)
  const completionTokens = Math.ceil(JSON.stringify(said).length / CHARS_PER_TOKEN)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}

function completion(call: ModelCall, said: Message, finishReason: string): object {
  const message = { role: 'assistant', content: null, refusal: null, ...said }
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model: call.model,
    choices: [{ index: 0, finish_reason: finishReason, logprobs: null, message }],
    usage: usageOf(call, said),
  }
}

function openStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function chunk(call: ModelCall, delta: Message, finishReason: string | null): string {
  const choices = [{ index: 0, finish_reason: finishReason, logprobs: null, delta }]
  return event({
    id: 'chatcmpl-test',
    object: 'chat.completion.chunk',
    created: 0,
    model: call.model,
    choices,
  })
}

function event(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

/** Text in pieces of a few letters, as models speak; everything else in one. */
function stream(response: ServerResponse, call: ModelCall, said: Message, finishReason: string): void {
  openStream(response)
  const pieces = typeof said.content === 'string' ? (said.content.match(/[\s\S]{1,40}/g) ?? []) : null
  if (pieces) for (const content of pieces) response.write(chunk(call, { content }, null))
  else response.write(chunk(call, said, null))
  response.write(chunk(call, {}, finishReason))
  response.write(event({ id: 'chatcmpl-test', choices: [], usage: usageOf(call, said) }))
  response.end(event('[DONE]'))
}

async function goOn(response: ServerResponse, call: ModelCall): Promise<void> {
  openStream(response)
  const piece = chunk(call, { content: '{"handle":"A","reason":"decisive"},'.repeat(200) }, null)
  while (!response.destroyed) {
    response.write(piece)
    await sleep(1)
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** `tsx e2e/model-server.ts` serves the built-in inspector as a model, to try a whole site against. */
const ALONE_PORT = 4010
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startModelServer(builtInScript, ALONE_PORT)
  console.log(`OPENAI_BASE_URL=${url}`)
}
