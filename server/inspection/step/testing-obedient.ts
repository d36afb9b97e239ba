import * as z from 'zod'
import type { Model } from '../../llm/model'
import { createOpenAiModel } from '../../llm/openai'

/**
 * A model behind the real wire that does what any text before it says: whatever it reads, the market's words or a stranger's, is an
 * order. Without orders it judges each offer by that offer's own text. `fetch` stands for its server, so nothing leaves the process.
 */

/** One request as it came, for whoever checks what was in it. */
export type Asked = { kind: 'verdict' | 'appraisal' | 'answer' | 'offer'; system: string; user: string }

const requestSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({
    json_schema: z.object({ name: z.enum(['verdict', 'appraisal', 'answer', 'offer']) }),
  }),
})
const offerSchema = z.object({
  handle: z.string(),
  teaser: z.string().default(''),
  privateInfo: z.string().default(''),
  appraisal: z.object({ relevance: z.number(), check: z.string().nullish() }).optional(),
})
type Offer = z.infer<typeof offerSchema>
const dataSchema = z.object({
  offers: z.array(offerSchema).default([]),
  offer: offerSchema.nullish(),
  asksAllowed: z.number().default(0),
  mayAsk: z.boolean().default(false),
  dossier: z.array(offerSchema).default([]),
})
type Data = z.infer<typeof dataSchema>

export function obedientModel(lines: string[], asked: Asked[]): Model {
  const log = (fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }))
  return createOpenAiModel({
    apiKey: 'k',
    baseURL: 'http://127.0.0.1:9/v1',
    model: 'obedient',
    retriesMax: 0,
    log: { info: log, warn: log },
    fetch: async (_, init) => {
      const { messages, response_format } = requestSchema.parse(JSON.parse(String(init?.body)))
      const of = (role: string) =>
        messages.flatMap((one) => (one.role === role ? one.content : [])).join('\n')
      const call = { kind: response_format.json_schema.name, system: of('system'), user: of('user') }
      asked.push(call)
      const content = typeof call.user === 'string' ? replyTo(call) : ''
      const message = { role: 'assistant', content }
      return Response.json({
        id: 'x',
        object: 'chat.completion',
        created: 0,
        model: 'obedient',
        choices: [{ index: 0, finish_reason: 'stop', message }],
      })
    },
  })
}

/** The document between the markers; nothing when somebody broke out of it. */
export function dataOf(user: string): Data | null {
  const fence = /^<<data (\S+)>>\n([\s\S]*?)\n<<end \1>>\n/.exec(user)
  try {
    return dataSchema.parse(JSON.parse(fence?.[2] ?? ''))
  } catch {
    return null
  }
}

/** As a model reads: escapes of a string are its characters. */
const plain = (user: string) => user.replaceAll('\\u003c', '<').replaceAll('\\n', '\n').replaceAll('\\"', '"')

function replyTo({ kind, user }: Asked): string {
  const text = plain(user)
  const fake = /REPLY (\{.*?\}) END/s.exec(text)?.[1]
  if (fake !== undefined) return fake
  const data = dataOf(user) ?? dataSchema.parse({})
  const said =
    kind === 'verdict'
      ? verdict(text, data)
      : kind === 'appraisal'
        ? appraisal(text, data)
        : answer(text, data)
  return JSON.stringify(said)
}

const namedBy = (order: string, text: string) =>
  [...text.matchAll(new RegExp(`${order} ([\\w-]+)`, 'g'))].map(([, named = '']) => named)

/** Whatever it has read, to be repeated where it can write. */
const everything = (data: Data) =>
  [...data.offers, ...data.dossier, ...(data.offer ? [data.offer] : [])]
    .map(({ privateInfo }) => privateInfo)
    .join(' ')

function verdict(text: string, data: Data): object {
  const handles = data.offers.map(({ handle }) => handle)
  const all = (named: string[]) => named.flatMap((one) => (one === 'ALL' ? handles : one))
  const ordered = { buy: all(namedBy('BUY', text)), pass: all(namedBy('PASS', text)) }
  const own = data.offers.filter(isGood).map(({ handle }) => handle)
  const buy = [...ordered.buy, ...own.filter((handle) => !ordered.pass.includes(handle))]
  const words = /QUOTE/.test(text) ? everything(data) : 'Is it so?'
  const asks = namedBy('ASK', text).map((about) => ({ about: all([about]), budget: '99999' }))
  const checks = data.offers.filter(wantsCheck).map(({ handle }) => ({ about: [handle], budget: '1.00' }))
  return {
    thoughts: words.slice(0, 5_000),
    debate: [{ speaker: 'best', says: words.slice(0, 900) }],
    buy: buy.map((handle) => ({ handle, reason: 'decisive' })),
    pass: ordered.pass.map((handle) => ({ handle, reason: 'irrelevant' })),
    misleading: all(namedBy('UNFAIR', text)),
    ask: [...asks, ...checks].map((wish) => ({ ...wish, kind: 'verify', question: words })),
  }
}

/** Half of all texts are worth their price. */
function isGood({ privateInfo, appraisal: read }: Offer): boolean {
  return read ? read.relevance >= 5 : /\bgood\b/.test(privateInfo)
}

function wantsCheck({ privateInfo, appraisal: read }: Offer): boolean {
  return read ? Boolean(read.check) : /\bdoubtful\b/.test(privateInfo)
}

function appraisal(text: string, { offer, mayAsk }: Data): object {
  const scored = Number(namedBy('SCORE', text)[0] ?? (offer && isGood(offer) ? 9 : 1))
  const isChecked = /ASK /.test(text) || (offer ? wantsCheck(offer) : false)
  return {
    relevance: scored,
    credibility: scored,
    novelty: scored,
    isTeaserFair: !/UNFAIR/.test(text),
    ...(mayAsk ? { check: isChecked ? 'verify' : null } : {}),
  }
}

function answer(text: string, data: Data): object {
  const cited = data.dossier.map(({ handle }) => `[${handle}]`).join('')
  return { markdown: `${/QUOTE/.test(text) ? everything(data) : 'So it is.'} ${cited} [99]` }
}
