import { performance } from 'node:perf_hooks'
import { eq } from 'drizzle-orm'
import { type Database, openDatabase } from '@/db/client'
import type { Place } from '@/db/functions/matching'
import { migrate } from '@/db/migrate'
import { bots, matchers } from '@/db/schema'
import { BOTS_PER_CONTEXT_MAX, findBots, findPeople } from '@/server/market/matching/find'
import { isInAudience, isMatch, type MatchableContext, readContext } from '@/server/market/matching/predicate'
import { seededRandom } from '@/server/shared/random'
import { medianFigure, medianOf } from './lib/bootstrap'
import { runPairs } from './lib/pairs'
import type { Bench, BenchOptions } from './lib/result'
import { newDatabase, onServer } from './lib/server'
import { BROAD_MATCHERS, fillMatchers, madeContext } from './lib/standing-matchers'

const MANY_MATCHERS = 1_000_000
/** Of the scan: all of a million would be read for ten seconds for every question. */
const SCANNED_MATCHERS = 100_000
/** As the market's own job has it. */
const CHUNK = 1_000
const WARM_UP_CONTEXTS = 300
/** Compared before anything is measured. */
const CHECKED_CONTEXTS = 5

type Found = { bots: string[]; people: string[] }

/** All that a new question finds: its bots and, chunk by chunk, its people. */
async function find(database: Database, context: MatchableContext): Promise<Found> {
  const [found = []] = await findBots(database.db, [context])
  const people = new Set<string>()
  let after: Place | null = null
  do {
    const chunk = await findPeople(database.db, context, { after, most: CHUNK })
    for (const { personId } of chunk.people) people.add(personId)
    after = chunk.next
  } while (after)
  return { bots: found.map(({ id }) => id), people: [...people] }
}

/** The same, held against every matcher there is. */
async function scan({ db }: Database, context: MatchableContext): Promise<Found> {
  const rows = await db
    .select({
      matcher: matchers,
      bot: {
        id: bots.id,
        ownerId: bots.ownerId,
        audience: bots.audience,
        audiencePeople: bots.audiencePeople,
        isPaused: bots.isPaused,
        priceMicros: bots.priceMicros,
      },
    })
    .from(matchers)
    .leftJoin(bots, eq(bots.id, matchers.botId))
  const read = readContext(context)
  const wanted = rows.filter(({ matcher }) => isMatch(matcher, read))
  const people = wanted
    .flatMap(({ matcher }) => matcher.personId ?? [])
    .filter((id) => id !== context.buyerId)
  return {
    bots: wanted
      .flatMap(({ bot }) => (bot && !bot.isPaused && isInAudience(bot, context.buyerId) ? [bot] : []))
      .sort((a, b) => Number(a.priceMicros - b.priceMicros))
      .slice(0, BOTS_PER_CONTEXT_MAX)
      .map(({ id }) => id),
    people: [...new Set(people)],
  }
}

/** A database of its own with so many matchers. */
async function openMarket(serverUrl: string, count: number): Promise<Database> {
  const url = await newDatabase(serverUrl, `market_${count}`)
  const database = await openDatabase({ url, dataDir: '', driver: 'postgres' })
  await migrate(database)
  const began = performance.now()
  await fillMatchers(database.db, count)
  console.error(`filled ${count} matchers in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  return database
}

/** Median milliseconds of a question, for one block. Every block has other questions, the same in both arms. */
function medianOfBlock(database: Database, how: typeof find, { seconds, seed }: BenchOptions) {
  let block = 0
  return async () => {
    block += 1
    const random = seededRandom(seed * 1_000 + block)
    const times: number[] = []
    const until = performance.now() + seconds * 1_000
    while (performance.now() < until) {
      const context = madeContext(random)
      const began = performance.now()
      await how(database, context)
      times.push(performance.now() - began)
    }
    return medianOf(times)
  }
}

async function matchesPerContext(database: Database): Promise<number> {
  const random = seededRandom(1)
  let matches = 0
  for (let index = 0; index < WARM_UP_CONTEXTS; index += 1) {
    const found = await find(database, madeContext(random))
    matches += found.bots.length + found.people.length
  }
  return matches / WARM_UP_CONTEXTS
}

/**
 * Median time to match one question with a million standing matchers / with a thousand, on the same Postgres, while about as
 * many match. Goal at most 2 (reliability, G20).
 */
export const matchGrowth: Bench = async (options) =>
  onServer(async (url) => {
    const many = await openMarket(url, MANY_MATCHERS)
    const few = await openMarket(url, BROAD_MATCHERS)
    try {
      for (const [name, database] of Object.entries({ many, few }))
        console.error(`matches per question, ${name}: ${(await matchesPerContext(database)).toFixed(1)}`)
      const arms = { a: medianOfBlock(many, find, options), b: medianOfBlock(few, find, options) }
      const values = await runPairs(arms, options)
      return [medianFigure('match_growth', 'ratio', { values, seed: options.seed })]
    } finally {
      await many.close()
      await few.close()
    }
  })

/** Median time to match one question by the index / by reading all matchers, a hundred thousand of them. */
export const matchVsScan: Bench = async (options) =>
  onServer(async (url) => {
    const market = await openMarket(url, SCANNED_MATCHERS)
    try {
      await checkSame(market)
      const arms = { a: medianOfBlock(market, find, options), b: medianOfBlock(market, scan, options) }
      const values = await runPairs(arms, options)
      return [medianFigure('match_vs_scan', 'ratio', { values, seed: options.seed })]
    } finally {
      await market.close()
    }
  })

/** What finds less is no faster. */
async function checkSame(database: Database): Promise<void> {
  const random = seededRandom(2)
  for (let index = 0; index < CHECKED_CONTEXTS; index += 1) {
    const context = madeContext(random)
    const [found, scanned] = [await find(database, context), await scan(database, context)]
    const isSame = (['bots', 'people'] as const).every(
      (who) => JSON.stringify(found[who].sort()) === JSON.stringify(scanned[who].sort()),
    )
    if (!isSame) throw new Error('The index finds other matchers than the scan.')
  }
}
