import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botRuns, bots, corpusPassages, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, credits, person, sell } from '../../inspection/engine/testing'
import type { Embedder } from '../../llm/embedder'
import { unmetered } from '../../llm/metered'
import { viewContext, viewOffers } from '../../market/context-view'
import { type TestMarket, testMarket } from '../../testing'
import { WITHOUT_MEANING } from './answer'
import { addDocument } from './documents'
import { priceOfPassage } from './find'
import { against, cosine, EMBEDDED_AT_ONCE, OTHER_THINGS } from './meaning'
import { forgetProbes, PROBE_TERMS_PER_DAY } from './probes'
import { corpusBot } from './testing'
import { trySearch } from './try-search'

let database: TestDatabase
let market: TestMarket
let ownerId: string
let buyerId: string
beforeAll(async () => {
  database = await openTestDb()
})
beforeEach(async () => {
  await database.truncate()
  await open()
})
afterAll(() => database.close())

async function open(embedder?: Embedder) {
  market = testMarket(database, embedder ? { embedder } : {})
  ownerId = await person(market, 'owner')
  buyerId = await person(market, 'buyer')
}

const SHELF = `# Kitchen book

## Rice

Rinse rice until the water runs clear. Simmer it covered for twelve minutes.

## Kidney beans

Raw kidney beans hold a lectin. Soak them overnight and boil them hard for ten minutes; a slow cooker is not hot enough.

## Pressure cookers

Legumes under pressure take a third of the time.
`

async function shelf(extra: Record<string, unknown> = {}, name = 'kitchen.md', text = SHELF) {
  const botId = await corpusBot(market, ownerId, {
    matcher: { anyOf: ['beans', 'legumes', 'tractor'] },
    ...extra,
  })
  await addDocument(market.deps, ownerId, { botId, file: { name, bytes: new Uint8Array(Buffer.from(text)) } })
  await market.settle()
  return botId
}

/** Asks, lets the bots answer, and shows their owner what was offered. */
async function askAndRead(over: Parameters<typeof askQuestion>[2] = {}) {
  const contextId = await askQuestion(market, buyerId, {
    title: 'How long must kidney beans boil to be safe?',
    start: { rule: 'manual' },
    ...over,
  })
  await market.settle()
  return { contextId, seen: await viewOffers(market.deps, ownerId, contextId) }
}

const runOf = async (botId: string) =>
  (await market.deps.db.select().from(botRuns).where(eq(botRuns.botId, botId))).at(-1)

describe('a bot that sells documents', () => {
  it('offers the passage that answers, named by its length, the bot’s own words and, where they are public, titles', async () => {
    await shelf({ about: 'Guides for small kitchens.', namesDocuments: true })
    const { seen } = await askAndRead()
    expect(seen).toHaveLength(1)
    expect(seen[0]?.teaser).toBe('A passage of 28 words from “Kitchen book”. Guides for small kitchens.')
    expect(seen[0]?.privateWords).toBe(28)
    expect(seen[0]?.privateInfo).toMatch(
      /^Raw kidney beans hold a lectin\..*\n\nSource: Kitchen book › Kidney beans$/s,
    )
    expect(seen[0]?.priceMicros).toBe(500_000n)
  })

  it('says the same in a teaser whatever the question is and whatever the passage has', async () => {
    const about = 'Guides for small kitchens.'
    await shelf({ about })
    const teasers = new Set<string>()
    for (const title of [
      'How long must kidney beans boil to be safe?',
      'Is lectin in kidney beans, and is a slow cooker hot enough?',
      'Do raw beans soak overnight?',
    ]) {
      const { seen } = await askAndRead({ title })
      for (const { teaser } of seen) teasers.add(teaser ?? '')
    }
    expect([...teasers]).toEqual([`Shelf: a passage of 28 words. ${about}`])
  })

  it('reads a question’s details too', async () => {
    await shelf({ matcher: { anyOf: ['please'] } })
    const asked = {
      title: 'Please help me',
      body: 'For how long must raw kidney beans be boiled hard to be safe?',
    }
    const { seen } = await askAndRead(asked)
    expect(seen[0]?.privateInfo).toContain('Kidney beans')
    expect((await askAndRead({ ...asked, body: 'It is about my neighbour.' })).seen).toEqual([])
  })

  it('says nothing when nothing fits well enough', async () => {
    const botId = await shelf({ fitMin: 1 })
    expect((await askAndRead()).seen).toEqual([])
    expect(await runOf(botId)).toMatchObject({ state: 'silent', silence: 'nothing-to-say' })
    const other = await shelf()
    await askAndRead({ title: 'Which tractor lasts the longest?' })
    expect(await runOf(other)).toMatchObject({ state: 'silent', silence: 'nothing-to-say' })
  })

  it('offers as many passages as it may, those first that can be paid', async () => {
    await shelf({ fitMin: 0.1, caps: { offersPerContext: 2 } })
    const { seen } = await askAndRead({
      title: 'Are kidney beans soaked overnight, and is rice covered while it simmers?',
    })
    expect(seen).toHaveLength(2)
  })

  it('says that the budget was too small when it can pay for none', async () => {
    const botId = await shelf({ price: { rule: 'fixed', priceMicros: credits(20) } })
    expect((await askAndRead({ budgetMicros: credits(10) })).seen).toEqual([])
    expect(await runOf(botId)).toMatchObject({ state: 'silent', silence: 'over-budget' })
  })

  it('prices by its rule', () => {
    const bot = { priceMicros: credits(0.2), priceMicrosMin: credits(0.1), priceMicrosMax: credits(0.5) }
    const price = (
      priceRule: 'fixed' | 'per-document' | 'per-length',
      words: number,
      own: bigint | null = null,
    ) => priceOfPassage({ ...bot, priceRule }, { words, priceMicros: own })
    expect(price('fixed', 90, credits(3))).toBe(credits(0.2))
    expect(price('per-document', 90, credits(3))).toBe(credits(3))
    expect(price('per-document', 90)).toBe(credits(0.2))
    expect(price('per-length', 1)).toBe(credits(0.1))
    expect(price('per-length', 101)).toBe(credits(0.21))
    expect(price('per-length', 150)).toBe(credits(0.3))
    expect(price('per-length', 5_000)).toBe(credits(0.5))
  })
})

describe('who tries words on sealed passages', () => {
  const CODE = '4711'
  const SAFE = `# The safe\n\nThe keeper of the tractor opens the safe with ${CODE} and nobody else knows.`

  it('learns nothing from many at once: the share of a question that a passage has says no', async () => {
    await shelf({}, 'safe.md', SAFE)
    const codes = Array.from({ length: 60 }, (_, index) => String(4_660 + index))
    expect(codes).toContain(CODE)
    expect((await askAndRead({ title: 'Which tractor code is it?', body: codes.join(' ') })).seen).toEqual([])
  })

  it('may try so many words a day on one bot; the same again costs nothing', async () => {
    const botId = await shelf({}, 'safe.md', SAFE)
    const question = (from: number) => ({
      title: 'Which code has the tractor?',
      budgetMicros: credits(1),
      body: Array.from({ length: 60 }, (_, index) => String(from + index)).join(' '),
    })
    const asked = Math.floor(PROBE_TERMS_PER_DAY / 60)
    const silences = new Set()
    for (let count = 0; count < asked; count += 1) {
      await askAndRead(question(1_000 + count * 60))
      silences.add((await runOf(botId))?.silence)
    }
    expect([...silences]).toEqual(['nothing-to-say'])
    // Nobody is kept from asking what he has asked; others and other days have words of their own.
    const direct = {
      title: `Who opens the safe with ${CODE}?`,
      body: 'The keeper of the tractor?',
      budgetMicros: credits(1),
    }
    await askAndRead(question(9_000))
    expect(await runOf(botId)).toMatchObject({ state: 'silent', silence: 'asker-cap' })
    await askAndRead(question(1_000))
    expect(await runOf(botId)).toMatchObject({ silence: 'nothing-to-say' })
    const owner = ownerId
    ownerId = await person(market, 'reader')
    buyerId = await person(market, 'other')
    await askAndRead(direct)
    expect(await runOf(botId)).toMatchObject({ state: 'answered' })
    ownerId = owner
    market.clock.forward(24 * 3_600_000)
    expect(await forgetProbes(market.deps, 100)).toBe(2)
  })
})

describe('what a typed question would find', () => {
  it('is shown to the owner only', async () => {
    const botId = await shelf()
    const result = await trySearch(market.deps, ownerId, { botId, question: 'kidney beans' })
    expect(result.found[0]).toMatchObject({ section: 'Kidney beans', isOffered: true })
    expect(result.meaning).toBe('off')
    await expect(trySearch(market.deps, buyerId, { botId, question: 'kidney beans' })).rejects.toMatchObject({
      code: 'sellers.bot_not_found',
    })
  })

  it('shows what fits less than the bot asks for, marked', async () => {
    const botId = await shelf({ fitMin: 1 })
    const question = 'Is rice like kidney beans?'
    const { found } = await trySearch(market.deps, ownerId, { botId, question })
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ isOffered }) => !isOffered)).toBe(true)
  })
})

/** Meanings by hand: a text means rice, beans, pressure or something else; counts what it is asked to embed. */
function scriptedEmbedder(imagined: string | null, { name = 'scripted', isUp = true } = {}) {
  const embedded: string[] = []
  const meanings = [/simmer/i, /lectin|take\?|crockpot/i, /pressure/i]
  const vector = (text: string) => {
    const means = meanings.map((words) => (words.test(text) ? 1 : 0))
    return Float32Array.from([...means, means.includes(1) ? 0 : 1])
  }
  const embedder: Embedder = {
    name,
    imagine: async () =>
      imagined === null ? null : { text: imagined, usage: { promptTokens: 7, completionTokens: 5 } },
    embed: async (texts) => {
      if (!isUp) return null
      embedded.push(...texts)
      return { vectors: texts.map(vector), usage: { promptTokens: 3, completionTokens: 0 } }
    },
  }
  return { embedder, embedded }
}

describe('searching by meaning', () => {
  const question = { title: 'How long do beans, rice and legumes take?' }
  /** Only what has every word of a question fits. */
  const byMeaningAlone = { usesEmbeddings: true, fitMin: 1, caps: { offersPerContext: 5 } }
  const sectionsOf = (seen: Awaited<ReturnType<typeof viewOffers>>) =>
    seen.map(({ privateInfo }) => privateInfo?.match(/› (.*)$/)?.[1])

  it('offers what the question and an imagined answer are near to', async () => {
    const { embedder, embedded } = scriptedEmbedder('Destroying the lectin takes minutes.')
    await open(embedder)
    const botId = await shelf(byMeaningAlone)
    expect(sectionsOf((await askAndRead(question)).seen)).toEqual(['Kidney beans'])
    expect(await runOf(botId)).toMatchObject({
      state: 'answered',
      failure: null,
      promptTokens: 13,
      completionTokens: 5,
    })
    // The question, the imagined answer, sentences about other things and the three passages; the next time without these.
    const always = 2 + OTHER_THINGS.length
    expect(embedded).toHaveLength(always + 3)
    await askAndRead(question)
    expect(embedded).toHaveLength(2 * always + 3)
    for (const row of await market.deps.db.select().from(corpusPassages)) {
      expect(row.embeddingSealed).toMatch(/^[\w+/]{16}\.[\w+/=]+$/)
    }
  })

  it('finds what shares no word with the question', async () => {
    await open(scriptedEmbedder('Lectin.').embedder)
    await shelf({ ...byMeaningAlone, matcher: { anyOf: ['crockpot'] } })
    const { seen } = await askAndRead({ title: 'Is a crockpot any good?' })
    expect(sectionsOf(seen)).toEqual(['Kidney beans'])
  })

  it('is silent where nothing is nearer than other things are', async () => {
    await open(scriptedEmbedder('Something else.').embedder)
    await shelf({ ...byMeaningAlone, matcher: { anyOf: ['tractor'] } })
    expect((await askAndRead({ title: 'Which tractor lasts the longest?' })).seen).toEqual([])
  })

  it('goes by the question alone when nothing was imagined', async () => {
    await open(scriptedEmbedder(null).embedder)
    const botId = await shelf(byMeaningAlone)
    expect(sectionsOf((await askAndRead(question)).seen)).toEqual(['Kidney beans'])
    expect(await runOf(botId)).toMatchObject({ state: 'answered', failure: null })
  })

  it('gives passages their vectors some at a time, those first that words find', async () => {
    const many = Array.from({ length: EMBEDDED_AT_ONCE + 5 }, (_, n) => `## Part ${n}\n\nThing ${n}.`).join(
      '\n\n',
    )
    const { embedder, embedded } = scriptedEmbedder('Lectin.')
    await open(embedder)
    await shelf(byMeaningAlone, 'many.md', `# Many\n\n${many}\n\n## Beans\n\nOf beans and legumes.`)
    const always = 2 + OTHER_THINGS.length
    await askAndRead(question)
    expect(embedded).toHaveLength(always + EMBEDDED_AT_ONCE)
    expect(embedded).toContainEqual(expect.stringContaining('Of beans and legumes.'))
    await askAndRead(question)
    expect(embedded).toHaveLength(2 * always + EMBEDDED_AT_ONCE + 6)
  })

  it('embeds anew for another embedder', async () => {
    await open(scriptedEmbedder('Lectin.').embedder)
    await shelf({ usesEmbeddings: true })
    await askAndRead(question)
    const other = scriptedEmbedder('Lectin.', { name: 'another' })
    market.deps.models = unmetered({ ...market.deps.models, embedder: other.embedder })
    await askAndRead(question)
    expect(other.embedded).toHaveLength(2 + OTHER_THINGS.length + 3)
  })

  it('goes on by words alone when meaning cannot be had, and the run says so', async () => {
    await open(scriptedEmbedder('Lectin.', { isUp: false }).embedder)
    const botId = await shelf({ usesEmbeddings: true })
    expect((await askAndRead()).seen).toHaveLength(1)
    expect(await runOf(botId)).toMatchObject({ state: 'answered', failure: WITHOUT_MEANING })
    const [bot] = await market.deps.db.select().from(bots).where(eq(bots.id, botId))
    expect(bot?.failures).toBe(0)
  })

  it('is not used by a bot that does not want it', async () => {
    const { embedder, embedded } = scriptedEmbedder('Lectin.')
    await open(embedder)
    await shelf()
    expect((await askAndRead()).seen).toHaveLength(1)
    expect(embedded).toEqual([])
  })

  it('tells near from far by what other things come to', () => {
    const of = (...values: number[]) => Float32Array.from(values)
    expect(cosine(of(1, 0), of(2, 0))).toBe(1)
    expect(cosine(of(1, 0), of(1, 1))).toBeCloseTo(Math.SQRT1_2)
    expect(cosine(of(0, 0), of(1, 1))).toBe(0)
    expect(cosine(of(1), of(1, 1))).toBe(0)
    // An embedder to which everything is alike, and one to which nothing is.
    expect(against([0.7, 0.74])(0.78)).toBeCloseTo(3)
    expect(against([0, 0.2])(0.4)).toBeCloseTo(3)
    expect(against([0.5, 0.5])(0.51)).toBeLessThan(1)
  })
})

describe('the same words offered twice', () => {
  /** A bot answers; then somebody sells the very words of its passage. */
  async function offeredTwice(first: number, second: number) {
    await shelf({ price: { rule: 'fixed', priceMicros: credits(first) } })
    const { contextId, seen } = await askAndRead()
    const secondId = await person(market, 'second')
    const privateInfo = seen[0]?.privateInfo ?? ''
    market.clock.forward(1)
    await sell(market, secondId, { contextId, teaser: 'The same passage', privateInfo, price: second })
    const pricesFor = async (viewer: string | null) =>
      (await viewOffers(market.deps, viewer, contextId)).map(({ priceMicros }) => priceMicros)
    return { contextId, pricesFor }
  }

  it('are two offers to everybody: whoever guesses a text and asks less learns nothing, and hides no rival', async () => {
    const { contextId, pricesFor } = await offeredTwice(2, 1)
    for (const viewer of [buyerId, ownerId, null]) expect(await pricesFor(viewer)).toHaveLength(2)
    for (const viewer of [buyerId, ownerId])
      expect((await viewContext(market.deps, viewer, contextId)).offers).toBe(2)
  })

  it('are the same passage under another title; another passage is not, whatever its title', async () => {
    const bots = [
      { price: 0.9, text: SHELF },
      {
        price: 0.5,
        text: SHELF.replace('# Kitchen book', '# Canteen notes').replace('Raw kidney', 'Raw\nkidney'),
      },
      { price: 0.7, text: SHELF.replace('ten minutes', 'thirty minutes') },
    ]
    for (const { price, text } of bots)
      await shelf({ price: { rule: 'fixed', priceMicros: credits(price) } }, 'book.md', text)
    const { contextId } = await askAndRead()
    const posted = await market.deps.db.select().from(offers).where(eq(offers.contextId, contextId))
    const hashes = new Map(posted.map(({ priceMicros, contentHash }) => [priceMicros, contentHash]))
    expect(hashes.get(credits(0.5))).not.toBe(hashes.get(credits(0.7)))
    // The dearer one was first, or never posted.
    expect(hashes.get(credits(0.9)) ?? hashes.get(credits(0.5))).toBe(hashes.get(credits(0.5)))
    const shown = await viewOffers(market.deps, buyerId, contextId)
    const prices = shown.map(({ priceMicros }) => priceMicros).filter((price) => price !== credits(0.9))
    expect(prices.sort()).toEqual([credits(0.5), credits(0.7)])
  })
})
