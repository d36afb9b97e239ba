import { describe, expect, it } from 'vitest'
import { type Bazaar, runBazaar } from './bazaar'
import type { Vendor } from './entities'
import type { BazaarEvent } from './events'
import { SMALL_MARKET } from './hostile-market'
import type { Mind } from './mind'
import { type BazaarParameters, NO_COMPAT } from './parameters'
import { microsOfCredits } from './price-display'
import { buyAll } from './scripted'
import { lexicalSense } from './sense'
import { passage } from './testing'

/** One buyer, two vendors: what happens when. */

const TEXTS = [
  'beans soak overnight',
  'lamps give light',
  'boats float far',
  'kites rise high',
  'wells run dry',
]

const vendor = (id: string, texts: readonly string[], price = 5): Vendor => ({
  id,
  kind: 'author',
  publicPassages: texts.map((text) => ({
    passage: passage(text, text),
    priceMicros: microsOfCredits(price),
  })),
  privatePassages: [],
})

async function run(over: Partial<Bazaar> & { parameters?: BazaarParameters; mind?: Mind } = {}) {
  const events: BazaarEvent[] = []
  const result = await runBazaar(
    {
      vendors: [vendor('one', TEXTS), vendor('two', TEXTS, 4)],
      buyers: [{ id: 'buyer', question: 'How do beans soak?', budgetMicros: microsOfCredits(20) }],
      parameters: SMALL_MARKET,
      sense: lexicalSense(TEXTS),
      mindOf: () => over.mind ?? buyAll,
      record: (event) => events.push(event),
      ...over,
    },
    1,
  )
  const stepsOf = (type: BazaarEvent['type']) =>
    events.flatMap((event) => (event.type === type ? [event.step] : []))
  return { result, events, stepsOf }
}

/** Asks one follow-up about each next subject. */
const curious: Mind = {
  ...buyAll,
  followUps: ({ question }) => {
    const next =
      { beans: 'lamps', lamps: 'boats', boats: 'kites' }[/beans|lamps|boats/.exec(question)?.[0] ?? ''] ?? ''
    return next === '' ? [] : [`What of ${next}?`]
  },
}

describe('the order of things', () => {
  it('grants at the first step, gathers for two steps, decides once and ends when the answer is due', async () => {
    const { result, stepsOf } = await run()
    expect(stepsOf('granted')).toEqual([0])
    expect(stepsOf('tender-posted')).toEqual([0])
    const [quoted = -1] = stepsOf('quoted')
    const [decided = -1] = stepsOf('tender-decided')
    expect(decided - quoted).toBeGreaterThanOrEqual(2)
    expect(decided).toBeLessThanOrEqual(4)
    expect(stepsOf('ended')).toEqual([SMALL_MARKET.urgency])
    expect(result.steps).toBe(SMALL_MARKET.urgency + 1)
    expect(result.buyers[0]?.answer).toBe('beans soak overnight')
  })

  it('fits three levels into the time, each follow-up posted one step after its answer', async () => {
    const { result, stepsOf } = await run({ mind: curious })
    expect(result.buyers[0]?.nodes.map(({ depth, status }) => [depth, status])).toEqual([
      [0, 'refined'],
      [1, 'refined'],
      [2, 'answered'],
    ])
    const posted = stepsOf('tender-posted')
    const decided = stepsOf('tender-decided')
    expect(posted.slice(1)).toEqual(decided.slice(0, 2).map((step) => step + 1))
    expect(Math.max(...decided)).toBeLessThan(SMALL_MARKET.urgency)
    expect(result.buyers[0]?.answer).toBe('beans soak overnight\n\nlamps give light\n\nboats float far')
  })

  it('caps a follow-up by all that is left, and asks none when nothing is', async () => {
    const { events } = await run({ mind: curious })
    const caps = events.flatMap((event) => (event.type === 'tender-posted' ? [event.maxBudgetMicros] : []))
    expect(caps).toEqual([20, 16, 12].map(microsOfCredits))
    const poor = { id: 'buyer', question: 'How do beans soak?', budgetMicros: microsOfCredits(4) }
    expect((await run({ mind: curious, buyers: [poor] })).stepsOf('tender-posted')).toEqual([0])
  })

  it('stops at the last step whether or not it is done', async () => {
    const { result } = await run({ parameters: { ...SMALL_MARKET, stepsMax: 5 } })
    expect(result.steps).toBe(5)
    expect(result.buyers[0]?.answer).toBeNull()
  })
})

describe('what comes of a quote', () => {
  it('counts how far it got: not a copy, among the options, bought', async () => {
    const { events } = await run()
    const ends = events.flatMap((event) => (event.type === 'quote-decided' ? [event] : []))
    expect(
      ends.map(({ quoteId, status, progression }) => [quoteId.split('/')[1], status, progression]),
    ).toEqual([
      ['one', 'rejected', 0],
      ['two', 'accepted', 3],
    ])
  })

  it('pays once for the same information, and by the published rule once to each vendor', async () => {
    // “overnight” is rare with one vendor alone: the cheaper one quotes for the first question, the other for both.
    const vendors = [
      vendor('one', TEXTS),
      vendor(
        'two',
        ['beans soak overnight', 'lamps burn overnight', 'boats rest overnight', 'kites fall overnight'],
        4,
      ),
    ]
    const again: Mind = {
      ...buyAll,
      followUps: ({ question }) => (question.startsWith('How') ? ['What of overnight?'] : []),
    }
    const bought = async (paysTwice: boolean) => {
      const { stageOne } = SMALL_MARKET.retrieval
      const retrieval = { stageOne: { ...stageOne, scoreAbove: 0.5 }, stageTwo: null }
      const parameters = { ...SMALL_MARKET, retrieval, compat: { ...NO_COMPAT, paysTwice } }
      const { events } = await run({ vendors, mind: again, parameters })
      return events.flatMap((event) =>
        event.type === 'quote-decided' && event.status !== 'rejected'
          ? [[event.quoteId.split('/')[1], event.status, event.paidMicros]]
          : [],
      )
    }
    expect(await bought(false)).toEqual([
      ['two', 'accepted', microsOfCredits(4)],
      ['one', 'claimed', 0n],
    ])
    expect(await bought(true)).toEqual([
      ['two', 'accepted', microsOfCredits(4)],
      ['one', 'accepted', microsOfCredits(5)],
    ])
  })

  it('rests a refined answer on its own passages and its children’s, by the published rule on theirs alone', async () => {
    const sources = async (refinedSourcesOfChildrenOnly: boolean) => {
      const compat = { ...NO_COMPAT, refinedSourcesOfChildrenOnly }
      const parameters = { ...SMALL_MARKET, compat, queryDepthMax: 1 }
      const { result } = await run({ mind: curious, parameters })
      return result.buyers[0]?.sources.map(({ content }) => content)
    }
    expect(await sources(false)).toEqual(['beans soak overnight', 'lamps give light'])
    expect(await sources(true)).toEqual(['lamps give light'])
  })
})

describe('an agent that fails', () => {
  it('is asked for an answer once, and once more at the end, not in every step', async () => {
    let asked = 0
    const failing: Mind = {
      ...buyAll,
      answer: () => {
        asked += 1
        return null
      },
    }
    const { result } = await run({ mind: failing })
    expect(asked).toBe(2)
    expect(result.buyers[0]?.nodes.map(({ status }) => status)).toEqual(['failed'])
    expect(result.buyers[0]?.answer).toBeNull()
  })
})
