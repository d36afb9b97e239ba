import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { person } from '../../inspection/engine/testing'
import { bm25Index } from '../../llm/built-in/bm25'
import { seededRandom } from '../../shared/random'
import { type TestMarket, testMarket } from '../../testing'
import { insertPassages, lockCorpus } from './passages'
import { candidateQuery, searchPassages } from './search'
import { corpusBot } from './testing'
import { SMALL_CORPUS } from './weights'

let database: TestDatabase
let market: TestMarket
beforeAll(async () => {
  database = await openTestDb()
})
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})
afterAll(() => database.close())

/** A bot whose passages are these lists of terms; returns their ids in order. */
async function shelf(lists: readonly (readonly string[])[]) {
  const { deps } = market
  const botId = await corpusBot(market, await person(market, 'seller'))
  const documentId = deps.ids.next('document')
  await deps.db.execute(sql`
    insert into corpus_document (id, bot_id, media_type, bytes, state, created_at)
    values (${documentId}, ${botId}, 'text/plain', 1, 'ready', now())`)
  await deps.db.transaction(async (tx) => {
    await lockCorpus(tx, botId)
    const passages = lists.map((terms, position) => ({ position, section: '', text: 'x', words: 1, terms }))
    await insertPassages(tx, deps, { botId, documentId }, passages)
  })
  const rows = await deps.db.query.corpusPassages.findMany({
    columns: { id: true },
    where: (passage, { eq }) => eq(passage.documentId, documentId),
    orderBy: (passage) => passage.position,
  })
  return { botId, ids: rows.map(({ id }) => id) }
}

const search = async (botId: string, terms: readonly string[]) =>
  (await searchPassages(market.deps, { botId, terms, limit: 1_000 })).hits

/** Deterministic lists over a few words, with repetitions; some words are in more than half of them. */
function lists(count: number, seed: number): string[][] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
      `w${Math.floor(random() ** 3 * 60)}`.replace(/\d/g, (d) => 'abcdefghij'[Number(d)] ?? ''),
    ),
  )
}

describe('searching passages', () => {
  it('scores as the formula over words does, negative weights and repeated words included', async () => {
    for (const seed of [1, 2, 3]) {
      const documents = lists(SMALL_CORPUS + 30, seed)
      const { botId, ids } = await shelf(documents)
      const index = bm25Index(documents)
      for (const query of [['wa'], ['wa', 'wbc'], ['wb', 'wc', 'wde', 'wfa', 'nowhere']]) {
        const expected = index
          .scores(query)
          .flatMap((score, place) =>
            query.some((word) => documents[place]?.includes(word))
              ? [{ passageId: ids[place] ?? '', score }]
              : [],
          )
          .sort((a, b) => b.score - a.score || (a.passageId < b.passageId ? -1 : 1))
        const found = await search(botId, query)
        expect(found.map(({ passageId }) => passageId).sort()).toEqual(
          expected.map(({ passageId }) => passageId).sort(),
        )
        for (const [place, hit] of found.entries())
          expect(hit.score).toBeCloseTo(expected[place]?.score ?? 0, 6)
      }
    }
  })

  it('lets a bot of one passage answer, where the formula alone gives every word no weight', async () => {
    const terms = ['legume', 'boil', 'ten', 'minute']
    expect(Math.max(...bm25Index([terms]).scores(['legume', 'boil']))).toBeLessThan(0.5)
    const { botId, ids } = await shelf([terms])
    expect(await search(botId, ['legume', 'boil'])).toMatchObject([{ passageId: ids[0] }])
    expect(await search(botId, ['tractor'])).toEqual([])
  })

  it('weighs a small corpus and one just large enough alike', async () => {
    const small = await shelf(lists(SMALL_CORPUS - 1, 5))
    const large = await shelf(lists(SMALL_CORPUS, 5))
    const [a] = await search(small.botId, ['wdf'])
    const [b] = await search(large.botId, ['wdf'])
    expect(Math.abs((a?.score ?? 0) - (b?.score ?? 9))).toBeLessThan(0.2)
  })

  it('reads passages of its own bot only', async () => {
    const { botId, ids } = await shelf([['legume']])
    await shelf([['legume']])
    expect((await search(botId, ['legume'])).map(({ passageId }) => passageId)).toEqual(ids)
  })

  it('finds nothing in an empty bot, and nothing for no words', async () => {
    const { botId } = await shelf([])
    expect(await search(botId, ['legume'])).toEqual([])
    expect(await search(botId, [])).toEqual([])
  })

  it('looks at passages with the rarest terms; with only frequent ones, at those with two', () => {
    const term = (name: string, passages: number) => ({ term: name, passages, weight: 1 })
    expect(candidateQuery('bot_x', [term('a', 10), term('b', 500), term('c', 40_000)])).toBe(
      "'bot_x' & ('a' | 'b')",
    )
    expect(candidateQuery('bot_x', [term('b', 5_000), term('c', 40_000)])).toBe("'bot_x' & ('b' & ('c'))")
    expect(candidateQuery('bot_x', [term('c', 40_000)])).toBe("'bot_x' & ('c')")
  })
})
