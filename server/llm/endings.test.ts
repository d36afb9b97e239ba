import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Script, Wording } from '@/e2e/model-calls'
import { always, builtInScript } from '@/e2e/model-script'
import { type ModelServer, startModelServer } from '@/e2e/model-server'
import { stepFailureInWords } from '@/server/words/failures'
import { builtInModel } from './built-in/built-in'
import { createOpenAiModel } from './openai'
import { ANSWER_CHARS_MAX } from './replies'
import { credits, inspectTask, known, offer, question } from './testing'

/**
 * How every fault of a model ends, whenever it occurs: in a verdict, in a pause that says truly why, or in a fallback. The engine
 * pauses with these words (`failed-step.ts`), and falls back to the built-in answer (`answer.ts`).
 */

const task = inspectTask({
  questions: [question('What should I eat?')],
  offers: [offer('A', 'On legumes', 'They are toxic.', 2), offer('B', 'On rice', 'It is unhealthy.', 1.5)],
  asksAllowed: 2,
})
const choice = question('What should I eat?', { kind: 'choice', options: ['rice', 'legumes'] })
const dossier = [known('Rice is unhealthy.')]
const never = new AbortController().signal
const BUYS_A = { buy: [{ handle: 'A', reason: 'decisive' }], pass: [], misleading: [], ask: [] }
const says = (says: Wording['says']): Script => always({ reply: BUYS_A, wording: { says } })
const asking = (wish: object): Script =>
  always({ reply: { ...BUYS_A, ask: [{ about: ['B'], kind: 'verify', budget: '1.00', ...wish }] } })
const status = (status: number, over: { code?: string; message?: string } = {}): Script =>
  always({ fault: { status, message: 'No.', ...over } })

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.calls.length = 0
})
/** Patience is short where it is what is tried. */
const model = (stallMs = 20_000) =>
  createOpenAiModel({
    apiKey: 'k',
    baseURL: server.url,
    model: 'stub',
    retriesMax: 0,
    stallMs,
    timeoutMs: 60_000,
    log: { info() {}, warn() {} },
  })

const VERDICT = 'a verdict'
const OFF_FORM = stepFailureInWords('malformed')

test.each<[fault: string, script: Script, end: string]>([
  ['a code fence', says((json) => `\`\`\`\n${json}\n\`\`\``), VERDICT],
  ['a sentence before the JSON', says((json) => `Sure! Here it is: ${json}`), VERDICT],
  ['<think> before the JSON', says((json) => `<think>Is {A} better?</think>${json}`), VERDICT],
  ['content in parts', always({ reply: BUYS_A, wording: { as: 'parts' } }), VERDICT],
  ['a tool-call answer', always({ reply: BUYS_A, wording: { as: 'tool-call' } }), VERDICT],
  ...['Offer A', 'a', '[A]', 'A.', 'offer_a'].map((handle): [string, Script, string] => [
    `the handle written ${handle}`,
    always({ reply: { ...BUYS_A, buy: [{ handle, reason: 'decisive' }] } }),
    VERDICT,
  ]),
  ['a number for an amount', asking({ budget: 1.5 }), VERDICT],
  ['an amount with its unit', asking({ budget: '1.00 credits' }), VERDICT],
  ['an amount in thousands', asking({ budget: '1,000' }), VERDICT],
  ['one handle in place of a list', asking({ about: 'B' }), VERDICT],
  ['a sub-question without words', asking({}), VERDICT],
  ['no lists that are empty', always({ reply: { buy: BUYS_A.buy } }), VERDICT],
  ['an amount that is none', asking({ budget: 'some' }), OFF_FORM],
  ['a kind that there is not', asking({ kind: 'gossip' }), OFF_FORM],
  [
    'a reason that there is not',
    always({ reply: { ...BUYS_A, buy: [{ handle: 'A', reason: 'nice' }] } }),
    OFF_FORM,
  ],
  [
    'nothing that is on the table',
    always({ reply: { ...BUYS_A, buy: [{ handle: 'Z', reason: 'decisive' }] } }),
    OFF_FORM,
  ],
  ['an empty verdict on a full table', always({ reply: { buy: [], pass: [], ask: [] } }), OFF_FORM],
  ['prose', always({ fault: 'not-json' }), OFF_FORM],
  ['another form', always({ fault: 'off-format' }), OFF_FORM],
  ['prose once, then what was wrong is said', always({ fault: 'not-json' }, 1), VERDICT],
  [
    'a response_format that is refused',
    (call) =>
      call.format === 'json_schema'
        ? { fault: { status: 400, message: 'response_format' } }
        : builtInScript(call),
    VERDICT,
  ],
  [
    'any response_format refused',
    (call) =>
      call.format === 'none' ? builtInScript(call) : { fault: { status: 422, message: 'response_format' } },
    VERDICT,
  ],
  [
    'a context too long',
    status(400, { message: 'maximum context length is 2048 tokens' }),
    stepFailureInWords('too-long'),
  ],
  ['a refusal', always({ fault: 'refusal' }), stepFailureInWords('refused')],
  ['a filter', status(400, { code: 'content_filter' }), stepFailureInWords('refused')],
  ['a quota used up', status(429, { code: 'insufficient_quota' }), stepFailureInWords('quota')],
  ['a wrong key', status(401), stepFailureInWords('key-refused')],
  ['a missing model', status(404), stepFailureInWords('model-missing')],
  ['a request that is not understood', status(400), stepFailureInWords('misconfigured')],
  ['a server that is down', always({ fault: 'down' }), stepFailureInWords('unavailable')],
  ['a server that limits', status(429), stepFailureInWords('limited')],
  ['a server that fails', status(500), stepFailureInWords('server-failed')],
  ['a server that hangs', always({ fault: 'hang' }), stepFailureInWords('timeout')],
  ['a server that falls silent', always({ fault: 'stall' }), stepFailureInWords('timeout')],
  ['a reply cut short', always({ fault: 'truncated' }), stepFailureInWords('truncated')],
  ['a reply without end', always({ fault: 'endless' }), stepFailureInWords('truncated')],
])('a verdict with %s ends in what it should', async (fault, script, end) => {
  server.setScript(script)
  const result = await model(/hangs|silent/.test(fault) ? 200 : undefined).inspect(task, never)
  expect(result.ok ? VERDICT : stepFailureInWords(result.failure)).toBe(end)
  if (result.ok)
    expect(result.value.buy.map(({ handle }) => handle).every((one) => ['A', 'B'].includes(one))).toBe(true)
})

test.each([
  ['cites nothing', 'Rice.'],
  ['cites what was never bought', 'Rice. [7]'],
  ['is too long', `${'x'.repeat(ANSWER_CHARS_MAX)} [1]`],
  ['is empty', ' '],
  ['is none', undefined],
])('an answer that %s is asked for once more, then replaced by extracts', async (_, markdown) => {
  server.setScript(always({ reply: { markdown } }))
  const answer = { question: choice, dossier, token: 't' }
  const result = await model().answer(answer, never)
  // Lasting, so the built-in one writes it at once.
  expect(result).toMatchObject({ ok: false, failure: 'malformed', isTransient: false })
  expect(server.calls).toHaveLength(2)
  const extracts = await builtInModel.answer(answer, never)
  expect(extracts.ok && extracts.value.markdown).toContain('[1]')
})

test('a form leaves no room for what a check would refuse: sizes there are, no asks where none are allowed', async () => {
  server.setScript(builtInScript)
  await model().inspect({ ...task, budgetMicros: credits(0.35) }, never)
  await model().inspect({ ...task, budgetMicros: credits(0.05) }, never)
  await model().inspect({ ...task, asksAllowed: 0 }, never)
  const [little, nothing, final] = server.calls.map(({ schema }) => schema)
  expect(little).toMatchObject({
    properties: { ask: { maxItems: 2, items: { properties: { budget: { enum: ['0.20', '0.10'] } } } } },
  })
  expect(nothing).not.toHaveProperty('properties.ask')
  expect(final).not.toHaveProperty('properties.ask')
})
