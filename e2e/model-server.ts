import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
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
  const call = readCall(await bodyOf(request), request.headers.authorization ?? '')
  calls.push(call)
  const scripted = await script()(call)
  if (scripted.delayMs) await sleep(scripted.delayMs)
  if ('fault' in scripted) return fail(request, response, call, scripted.fault)
  send(response, 200, completion(call, { content: JSON.stringify(scripted.reply) }))
}

function fail(request: IncomingMessage, response: ServerResponse, call: ModelCall, fault: Fault): void {
  if (fault === 'down') request.socket.destroy()
  else if (fault === 'refusal') send(response, 200, completion(call, { refusal: 'I would rather not.' }))
  else if (fault === 'truncated') send(response, 200, completion(call, { content: '{"buy":[' }, 'length'))
  else if (fault === 'not-json')
    send(response, 200, completion(call, { content: 'I would buy the first one.' }))
  else if (fault === 'off-format') send(response, 200, completion(call, { content: '{"purchases":["A"]}' }))
  else {
    const { status, code = null, param = null } = fault
    send(response, status, { error: { message: `Failed on: ${call.user}`, code, param } })
  }
}

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  store: z.boolean().optional(),
  response_format: z.object({
    json_schema: z.object({
      name: z.enum(['verdict', 'appraisal', 'answer', 'offer']),
      strict: z.literal(true),
      schema: z.object({ required: z.array(z.string()) }),
    }),
  }),
})

function readCall(body: string, authorization: string): ModelCall {
  const { model, messages, store, response_format } = requestSchema.parse(JSON.parse(body))
  const { name: kind, schema } = response_format.json_schema
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
    fields: schema.required,
    hasStoreOff: store === false,
    authorization,
  }
  switch (kind) {
    case 'verdict':
      return { ...recorded, kind, data: DATA.verdict.parse(data) }
    case 'appraisal':
      return { ...recorded, kind, data: DATA.appraisal.parse(data) }
    case 'answer':
      return { ...recorded, kind, data: DATA.answer.parse(data) }
    case 'offer':
      return { ...recorded, kind, data: DATA.offer.parse(data) }
  }
}

type Message = { content?: string; refusal?: string }

/** Four characters a token is near enough for tests of token caps. */
const CHARS_PER_TOKEN = 4

function completion(call: ModelCall, { content, refusal }: Message, finishReason = 'stop'): object {
  const promptTokens = Math.ceil((call.system.length + call.user.length) / CHARS_PER_TOKEN)
  const completionTokens = Math.ceil((content ?? refusal ?? '').length / CHARS_PER_TOKEN)
  return {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 0,
    model: call.model,
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        logprobs: null,
        message: { role: 'assistant', content: content ?? null, refusal: refusal ?? null },
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
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
