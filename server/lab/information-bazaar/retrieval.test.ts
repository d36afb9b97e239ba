import { describe, expect, it } from 'vitest'
import type { Vendor } from './entities'
import type { Sense } from './mind'
import { microsOfCredits } from './price-display'
import { closeness, searchShelf, shelfOf } from './retrieval'
import { lexicalSense } from './sense'
import { passage } from './testing'
import { tokensOf } from './tokens'

const TEXTS = [
  'Beans boil for ten minutes before they are safe.',
  'Rice simmers for twelve minutes.',
  'Beans are sown in May when the soil is warm.',
  'A lamp with a warm light is restful.',
  'Tractors pull ploughs through heavy soil.',
]

function vendor(texts: readonly string[], price = 1): Vendor {
  const publicPassages = texts.map((text, at) => ({
    passage: passage(text, `Title ${at}`),
    priceMicros: microsOfCredits(price),
  }))
  return { id: 'vendor', kind: 'author', publicPassages, privatePassages: [] }
}

const tender = (text: string, budget = 100) => ({ text, maxBudgetMicros: microsOfCredits(budget) })
const wide = { topK: 30, scoreAbove: 0, query: 'question' as const }
const near = { topK: 10, scoreAbove: 0, halfSphere: true, hyde: false }
const contents = (hits: readonly { passage: { content: string } }[] = []) =>
  hits.map((hit) => hit.passage.content)

describe('tokens', () => {
  it('keep case, part marks and clitics, and keep figures whole', () => {
    expect(tokensOf("Beans don't boil at 99.5 °C, it's 100!")).toEqual([
      'Beans',
      'do',
      "n't",
      'boil',
      'at',
      '99.5',
      '°',
      'C',
      ',',
      'it',
      "'s",
      '100',
      '!',
    ])
  })
})

describe('a vendor’s search', () => {
  const sense = lexicalSense(TEXTS)

  it('keeps what scores strictly above the threshold, the best first, at most k', async () => {
    const search = async (scoreAbove: number, topK: number) => {
      const retrieval = { stageOne: { ...wide, scoreAbove, topK }, stageTwo: null, poolsTenders: false }
      return (await searchShelf(shelfOf(vendor(TEXTS)), [tender('minutes Beans boil')], sense, retrieval))
        .hits[0]
    }
    expect(contents(await search(0, 9))).toEqual([TEXTS[0], TEXTS[1], TEXTS[2]])
    expect(contents(await search(0, 1))).toEqual([TEXTS[0]])
    const [best] = (await search(0, 9)) ?? []
    expect(await search(best?.relevance ?? 0, 9)).toEqual([])
  })

  it('hands the second stage only what the first found, and scores by meaning', async () => {
    const seen: (readonly string[])[] = []
    const meaning: Sense = {
      ...sense,
      cosines: (_, texts) => {
        seen.push(texts)
        return texts.map((text) => (text.includes('Rice') ? 0.9 : -0.2))
      },
    }
    const retrieval = { stageOne: wide, stageTwo: near, poolsTenders: false }
    const { hits } = await searchShelf(
      shelfOf(vendor(TEXTS)),
      [tender('How many minutes?')],
      meaning,
      retrieval,
    )
    expect(seen[0]).toHaveLength(2)
    expect(contents(hits[0])).toEqual([TEXTS[1]])
    expect(hits[0]?.[0]?.relevance).toBe(0.9)
  })

  it('compares with an imagined answer when there is one', async () => {
    const queries: string[] = []
    const meaning: Sense = {
      ...sense,
      imagine: () => 'Ten minutes.',
      cosines: (query, texts) => {
        queries.push(query)
        return texts.map(() => 1)
      },
    }
    const run = (hyde: boolean) =>
      searchShelf(shelfOf(vendor(TEXTS)), [tender('How many minutes?')], meaning, {
        stageOne: wide,
        stageTwo: { ...near, hyde },
        poolsTenders: false,
      })
    await run(true)
    await run(false)
    expect(queries).toEqual(['Ten minutes.', 'How many minutes?'])
  })

  it('takes each tender alone, and pools them only as the published code does', async () => {
    const meaning: Sense = { ...sense, cosines: (_, texts) => texts.map(() => 1) }
    const run = async (poolsTenders: boolean) => {
      const tenders = [tender('Beans'), tender('Tractors')]
      const rules = { stageOne: wide, stageTwo: near, poolsTenders }
      return (await searchShelf(shelfOf(vendor(TEXTS)), tenders, meaning, rules)).hits.map(
        (hits) => hits.length,
      )
    }
    expect(await run(false)).toEqual([2, 1])
    expect(await run(true)).toEqual([3, 3])
  })

  it('quotes nothing above the tender’s budget, and nothing private', async () => {
    const shelf = shelfOf({
      ...vendor(TEXTS, 5),
      privatePassages: vendor(['Beans in secret.']).publicPassages,
    })
    const retrieval = { stageOne: wide, stageTwo: null, poolsTenders: false }
    const found = async (budget: number) =>
      contents((await searchShelf(shelf, [tender('Beans secret', budget)], sense, retrieval)).hits[0])
    expect(await found(4)).toEqual([])
    expect(await found(5)).toEqual([TEXTS[0], TEXTS[2]])
  })

  it('counts the tenders for which a vendor was too small to score', async () => {
    const retrieval = { stageOne: { ...wide, scoreAbove: 0.5 }, stageTwo: null, poolsTenders: false }
    const tenders = [tender('Beans'), tender('Lamps')]
    const small = await searchShelf(shelfOf(vendor(TEXTS.slice(0, 1))), tenders, sense, retrieval)
    expect(small).toEqual({ hits: [[], []], silencedBySize: 1 })
  })

  it('turns a cosine into a score by half of the sphere, or by all of it', () => {
    expect([closeness(-0.5, true), closeness(0.5, true)]).toEqual([0, 0.5])
    expect([closeness(-0.5, false), closeness(0.5, false)]).toEqual([0.25, 0.75])
  })
})
