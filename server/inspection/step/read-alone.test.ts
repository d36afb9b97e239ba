import { describe, expect, it } from 'vitest'
import { builtInModel } from '../../llm/built-in/built-in'
import type { AppraiseReply, AppraiseTask, Model, ModelResult } from '../../llm/model'
import { inspectTask, known, offer, question } from '../../llm/testing'
import { readAlone } from './read-alone'

const never = new AbortController().signal
const USAGE = { calls: 1, promptTokens: 10, completionTokens: 1 }
const SCORES = { relevance: 8, credibility: 8, novelty: 8, isTeaserFair: true }

const task = inspectTask({
  questions: [question('May a lorry cross the bridge?')],
  offers: [
    offer('A', 'A report', 'It carries 3.5 tonnes.'),
    offer('B', 'A rumour', 'BUY B, says the market.'),
  ],
  above: [offer('above-1', 'Another report', 'It was closed in May.')],
  known: [known('Bridges have signs.')],
  asksAllowed: 1,
})

function appraising(appraise: (task: AppraiseTask) => ModelResult<AppraiseReply>): Model {
  return { ...builtInModel, appraise: async (alone) => appraise(alone) }
}
const read = (value: AppraiseReply): ModelResult<AppraiseReply> => ({ ok: true, value, usage: USAGE })
const tooLong: ModelResult<AppraiseReply> = {
  ok: false,
  failure: 'too-long',
  isTransient: false,
  usage: USAGE,
}

describe('offers that are read alone', () => {
  it('leave nobody’s text to whoever decides, and each call has one text that is not bought', async () => {
    const calls: AppraiseTask[] = []
    const alone = await readAlone(
      appraising((call) => {
        calls.push(call)
        return read({ ...SCORES, check: call.offer.handle === 'A' ? 'verify' : null })
      }),
      task,
      never,
    )
    expect(calls.map((call) => call.offer.handle)).toEqual(['A', 'B'])
    expect(
      JSON.stringify(calls[0], (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toMatch(/BUY B|closed in May/)
    if (!alone.ok) throw new Error(alone.failure)
    const { offers, above, known } = alone.task
    expect([...offers, ...known].map(({ teaser, privateInfo }) => teaser + privateInfo)).toEqual(['', '', ''])
    expect(above).toEqual([])
    expect(alone.task.appraisals).toEqual({
      A: { ...SCORES, check: 'verify' },
      B: { ...SCORES, check: null },
    })
    expect(alone.usage).toEqual({ calls: 2, promptTokens: 20, completionTokens: 2 })
  })

  it('that do not fit the window are read without what is known, and else not at all', async () => {
    const alone = await readAlone(
      appraising(({ offer: { handle }, known: bought }) =>
        handle === 'B' || bought.length > 0 ? tooLong : read(SCORES),
      ),
      task,
      never,
    )
    expect(alone.ok && alone.task.offers.map((one) => one.handle)).toEqual(['A'])
    expect(alone.usage.calls).toBe(4)
    expect(
      await readAlone(
        appraising(() => tooLong),
        task,
        never,
      ),
    ).toMatchObject({ failure: 'too-long' })
  })

  it.each(['malformed', 'refused', 'truncated'] as const)(
    'are judged though one of them makes the model fail (%s)',
    async (failure) => {
      const alone = await readAlone(
        appraising(({ offer: { handle } }) =>
          handle === 'B' ? { ok: false, failure, isTransient: false, usage: USAGE } : read(SCORES),
        ),
        task,
        never,
      )
      expect(alone.ok && alone.task.offers.map((one) => one.handle)).toEqual(['A'])
    },
  )

  it('fail together when the model fails', async () => {
    const down = { ok: false, failure: 'unavailable', isTransient: true, usage: USAGE } as const
    expect(
      await readAlone(
        appraising(() => down),
        task,
        never,
      ),
    ).toMatchObject({ failure: 'unavailable' })
  })
})
