import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY_BYTES_MAX } from './api/limits'
import { wireFormat } from './api/wire-format'
import { BODY_CHARS_MAX } from './contract/market'
import { matcherQuerySchema } from './contract/matching'
import { jsonIn, MENDED_CHARS_MAX } from './llm/mend'
import { REPLY_CHARS_MAX } from './llm/openai-wire'
import { isMatch, readContext } from './market/matching/predicate'
import { blameOf, boundedRenderer, TURNS } from './prose/renderer'
import { readInChild } from './sellers/corpus/reading/read-in-child'
import { START_MS_MAX } from './shared/processes'
import { longestTurnOf, TURN_MS_MAX } from './testing-loop'

/**
 * Every parser of strangers' text, with the worst legal inputs that are known: none of them holds up the event loop, which
 * serves everybody. What the database parses is in `parsers.db.test.ts`.
 */

const long = (part: string, characters = BODY_CHARS_MAX) =>
  part.repeat(Math.ceil(characters / part.length)).slice(0, characters)

describe('Markdown', () => {
  const TIMEOUT_MS = 500
  const renderer = boundedRenderer({ timeoutMs: TIMEOUT_MS })
  beforeAll(async () => {
    await renderer.layOut('Starts the process.')
  })
  afterAll(() => renderer.close())

  it.each([
    ['a wide table with empty rows', `${'|a'.repeat(600)}|\n${'|-'.repeat(600)}|\n${long('|\n', 17_000)}`],
    ['quotes in quotes, which want more memory than there is', long('> ')],
    ['emphasis that never closes', long('*a_ ')],
    ['brackets that never close', long('[')],
    ['links in links', long('[a](<b')],
    ['lists in lists', long('- ')],
    ['very many points', long('- a\n')],
    ['notes without a text', long('[^a]: b\n')],
    ['entities', long('&#')],
  ])('of %s', async (_, markdown) => {
    const started = performance.now()
    const turn = await longestTurnOf(() => renderer.layOut(markdown))
    expect(turn).toBeLessThan(TURN_MS_MAX)
    // What takes longer is given up, and a new process takes the next text.
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + START_MS_MAX)
  })

  it('that is not read in time is not blamed for it where no text is', async () => {
    const hurried = boundedRenderer({ timeoutMs: 1 })
    expect(await hurried.layOut(long('*a_ '))).toEqual({ ok: false, why: 'busy' })
    await hurried.close()
  })

  it.each([
    ['a long one, where an ordinary one is read', 20_000, 40, 'too-slow'],
    ['a short one, for it cannot take as long', 51, 40, 'busy'],
    ['a long one, where an ordinary one takes as long', 20_000, 501, 'busy'],
    ['a long one, where an ordinary one is not read either', 20_000, null, 'busy'],
  ] as const)(
    'that is not read in time is refused for itself or for the machine: %s',
    (_, length, ordinaryMs, why) => {
      expect(blameOf({ length, ordinaryMs, timeoutMs: 500 })).toEqual({ ok: false, why })
    },
  )

  it('for a page never waits behind what is posted, nor longer than the page does', async () => {
    const slow = boundedRenderer({ timeoutMs: 60_000 })
    let ended = 0
    const end = () => {
      ended += 1
    }
    const people = ['one', 'two', 'three']
    const posted = people.map((who) => slow.layOut(long('*a_ '), who).then(end))
    expect(await slow.layOutForPage('*ordinary*', 60_000)).toMatchObject({ ok: true })
    expect(ended).toBe(0)
    const read = slow.layOutForPage(long('*a_ '), 60_000, 'one').then(end)
    expect(await slow.layOutForPage('*ordinary*', 50, 'another')).toEqual({ ok: false, why: 'busy' })
    expect(ended).toBe(0)
    await slow.close()
    await Promise.all([...posted, read])
  })

  it('of one person, eight at once and each too slow, leaves another’s its turn', async () => {
    // None of the slow ones ends before the ordinary one has had its turn, however slow the machine is.
    const shared = boundedRenderer({ timeoutMs: 60_000 })
    let ended = 0
    const slow = Array.from({ length: 8 }, () =>
      shared.layOut(long('*a_ '), 'one').then(() => {
        ended += 1
      }),
    )
    expect(await shared.layOut('*ordinary*', 'another')).toMatchObject({ ok: true })
    expect(ended).toBeLessThanOrEqual(1)
    await shared.close()
    await Promise.all(slow)
  })

  it('of one person is refused at once past as many as may wait, and of nobody else', async () => {
    const patient = boundedRenderer({ timeoutMs: 60_000 })
    const texts = Array.from({ length: TURNS.ofOneAtOnce + TURNS.ofOneWaitingMax + 3 }, () =>
      patient.layOut('*short*', 'one'),
    )
    const other = patient.layOut('*short*', 'another')
    const replies = await Promise.all(texts)
    expect(replies.map(({ ok }) => ok)).toEqual(replies.map((_, at) => at < texts.length - 3))
    expect(replies.at(-1)).toEqual({ ok: false, why: 'busy' })
    expect(await other).toMatchObject({ ok: true })
    await patient.close()
  })

  it('is read again after a text that was given up', async () => {
    expect(await renderer.layOut('*still* here')).toMatchObject({ ok: true })
  })
})

describe('documents', () => {
  it.each([
    ['Markdown of brackets', 'text/markdown', long('[', 100_000)],
    ['HTML of open elements', 'text/html', long('<div>', 200_000)],
  ] as const)('in %s', async (_, mediaType, text) => {
    const read = () =>
      readInChild(Buffer.from(text), { name: 'worst', mediaType }, 2_000).catch(() => undefined)
    expect(await longestTurnOf(read)).toBeLessThan(TURN_MS_MAX)
  })
})

describe('replies of models, which may be anybody’s server,', () => {
  it.each([
    ['quotes that never close', '"a'],
    ['objects in objects', '{"a":'],
    ['arrays in arrays', '['],
    ['curly quotes', '“'],
    ['texts without commas', '"a" "b"'],
    ['code', '```json '],
    ['comments', '/*'],
    ['thoughts', '</think>'],
  ])('of %s', async (_, part) => {
    for (const characters of [MENDED_CHARS_MAX - 10, REPLY_CHARS_MAX]) {
      const reply = `{"x": ${long(part, characters - 7)}}`
      expect(await longestTurnOf(() => jsonIn(reply))).toBeLessThan(TURN_MS_MAX)
    }
  })
})

describe('what pages write to the server', () => {
  const half = BODY_BYTES_MAX / 2
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  it.each<[string, () => string]>([
    [
      'a number of all digits',
      () => JSON.stringify({ json: '9'.repeat(BODY_BYTES_MAX - 50), meta: { values: ['bigint'] } }),
    ],
    ['arrays in arrays', () => `{"json":${'['.repeat(half - 10)}${']'.repeat(half - 10)}}`],
    ['a set', () => JSON.stringify({ json: numbers(BODY_BYTES_MAX / 8), meta: { values: ['set'] } })],
    [
      'a deep path',
      () =>
        JSON.stringify({
          json: { a: {} },
          meta: { values: { [long('a.', BODY_BYTES_MAX - 100)]: ['bigint'] } },
        }),
    ],
    [
      'many equalities',
      () =>
        JSON.stringify({
          json: { a: {} },
          meta: { referentialEqualities: { a: numbers(BODY_BYTES_MAX / 12).map((n) => `b${n}`) } },
        }),
    ],
    [
      'a regular expression',
      () => JSON.stringify({ json: `/${long('(a*)*', half)}/`, meta: { values: ['regexp'] } }),
    ],
    [
      'an array of sixteen gigabytes in a line',
      () =>
        JSON.stringify({
          json: { length: 2 ** 31 },
          meta: { values: [['typed-array', 'Float64Array']], v: 1 },
        }),
    ],
    [
      'notes within notes',
      () => `{"json":{},"meta":{"values":${'['.repeat(half - 30)}${']'.repeat(half - 30)}}}`,
    ],
  ])('with %s', async (_, write) => {
    const body = write()
    expect(body.length).toBeLessThanOrEqual(BODY_BYTES_MAX)
    const read = () => {
      try {
        wireFormat.input.deserialize(JSON.parse(body))
      } catch {
        // Refused is as good as read.
      }
    }
    expect(await longestTurnOf(read)).toBeLessThan(TURN_MS_MAX)
  })
})

describe('matchers', () => {
  /** One word over and over, and phrases of it that fail at their last word. */
  const text = long('aa ')
  const phrase = `${'aa '.repeat(18)}ab`
  const phrases = Array.from({ length: 20 }, () => phrase)

  it('of phrases over the longest question, a hundred of them', async () => {
    const query = matcherQuerySchema.parse({ anyOf: phrases, noneOf: ['zz'] })
    const context = readContext({
      contextId: 'bc_1',
      isRoot: true,
      buyerId: 'usr_1',
      budgetMicros: 1n,
      decision: 'open',
      // The last word is known, so that the phrase must be looked for.
      text: `${text} ab`.replace('aa ab', 'ab'),
      tags: [],
      pages: [],
      ageMs: 0,
      record: null,
    })
    const match = () => {
      for (let times = 0; times < 100; times += 1) isMatch(query, context)
    }
    expect(await longestTurnOf(match)).toBeLessThan(TURN_MS_MAX)
  })
})
