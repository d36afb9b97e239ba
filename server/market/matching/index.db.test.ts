import { eq, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Place } from '@/db/functions/matching'
import { type BotRow, bots, contexts, inspections, matcherAnchors, matchers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { AskerRecord } from '../../contract/inbox'
import { type MatcherQuery, matcherQuerySchema } from '../../contract/matching'
import { makeBot, makeContext, makeOffer, makePerson, type Scene } from '../../ledger/testing'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { AUDIENCES } from '../../words/sellers'
import { anchorsOf } from './anchors'
import { BOTS_PER_CONTEXT_MAX, type FoundPerson, findBots, findPeople } from './find'
import { isInAudience, isMatch, type MatchableContext, readContext } from './predicate'
import { changeMatcher, insertMatcher } from './store'
import { anyContext, anyQuery, PEOPLE } from './testing'

/** The index against a scan of all matchers, on random data in the database. */

const SEED = 20_260_105
const MATCHERS = 900
const BOTS = 300
const CHUNK = 70
const PRICES = 40n
const LONG_LIST = 1_100
/** Each of four rounds holds thousands of matchers against every context, one by one; a busy machine takes 40 s for it. */
const TIMEOUT_MS = 180_000

let database: TestDatabase
let scene: Scene

/** What the rows below say: nobody's question of `usr_a` has ended, one of two of `usr_b` was read, all of `usr_c` bought. */
const RECORDS: Record<string, AskerRecord> = {
  usr_a: { ended: 0, inspectedPercent: null, boughtPercent: null },
  usr_b: { ended: 2, inspectedPercent: 50, boughtPercent: 0 },
  usr_c: { ended: 1, inspectedPercent: 100, boughtPercent: 0 },
}

beforeAll(async () => {
  database = await openTestDb()
  scene = { db: database.db, at: new Date('2026-01-05T09:00:00Z') }
  for (const id of [...PEOPLE, 'usr_owner', 'usr_seller', 'usr_long']) await makePerson(scene, id)
  await endedQuestion('bc_b1', 'usr_b', { isInspected: true, hasOffer: true })
  await endedQuestion('bc_b2', 'usr_b', { isInspected: false, hasOffer: true })
  await endedQuestion('bc_b3', 'usr_b', { isInspected: false, hasOffer: false })
  await endedQuestion('bc_c1', 'usr_c', { isInspected: true, hasOffer: true })
  await makeContext(scene, { id: 'bc_a1', buyerId: 'usr_a', budgetMicros: 1n })
})
afterAll(() => database.close())

async function endedQuestion(id: string, buyerId: string, so: { isInspected: boolean; hasOffer: boolean }) {
  const context = await makeContext(scene, { id, buyerId, budgetMicros: 1n })
  // Records count what everybody may watch.
  await scene.db
    .insert(inspections)
    .values({
      rootId: id,
      policy: DEFAULT_POLICY,
      startRule: 'manual',
      deadlineAt: scene.at,
      tokenCap: 1,
      isTreePublic: true,
    })
    .onConflictDoUpdate({ target: inspections.rootId, set: { isTreePublic: true } })
  if (so.hasOffer)
    await makeOffer(scene, { id: `off_${id}`, context, sellerId: 'usr_seller', priceMicros: 1n })
  await scene.db
    .update(contexts)
    .set({ phase: 'settled', endedAt: scene.at, inspectedAt: so.isInspected ? scene.at : null })
    .where(eq(contexts.id, id))
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, count: number, seed = SEED) =>
  fc.sample(arbitrary, { numRuns: count, seed })

const storable = anyQuery as fc.Arbitrary<MatcherQuery>

async function fill() {
  const queries = sample(storable, MATCHERS)
  const audiences = sample(fc.tuple(fc.constantFrom(...AUDIENCES), fc.subarray(PEOPLE)), BOTS)
  const prices = sample(fc.bigInt({ min: 1n, max: PRICES }), BOTS)
  await database.db.transaction(async (tx) => {
    for (const [index, query] of queries.entries()) {
      const isBots = index < BOTS
      const botId = `bot_${index}`
      if (isBots) {
        await makeBot({ ...scene, db: tx }, botId, index % 7 === 0 ? 'usr_a' : 'usr_owner')
        const [audience, audiencePeople] = audiences[index] ?? ['everyone', []]
        await tx
          .update(bots)
          .set({ audience, audiencePeople, priceMicros: prices[index], isPaused: index % 11 === 0 })
          .where(eq(bots.id, botId))
      }
      const owner = isBots ? { botId } : { personId: index % 5 === 0 ? PEOPLE[index % 3] : 'usr_owner' }
      const createdAt = new Date(scene.at.getTime() + index)
      await insertMatcher(tx, { id: `mat_${index}`, ...owner, createdAt, ...query })
    }
  })
}

const contextsToFind = () => sample(anyContext, 120, SEED + 1)

/** More matchers under one word and another than the index reads whole; somebody's who has no others. */
async function fillLongList() {
  const seconds = ['rice', 'crack', 'report', 'county', 'water', 'boiled', 'safe']
  const commonness = new Map(seconds.map((word) => [word, 1]))
  const made = Array.from({ length: LONG_LIST }, (_, index) => {
    const allOf = ['bridge', seconds[index % seconds.length] ?? '']
    const query: MatcherQuery = { ...matcherQuerySchema.parse({ allOf }), budgetMicrosMin: BigInt(index % 9) }
    const number = MATCHERS + index
    return { id: `mat_${number}`, query, createdAt: new Date(scene.at.getTime() + number) }
  })
  await database.db
    .insert(matchers)
    .values(made.map(({ query, ...row }) => ({ ...row, ...query, personId: 'usr_long' })))
  const anchors = made.flatMap(({ id: matcherId, query }) =>
    anchorsOf(query, commonness).flatMap(({ term, others }) =>
      others.map((also) => ({
        term,
        also,
        isBots: false,
        budgetMicrosMin: query.budgetMicrosMin,
        matcherId,
      })),
    ),
  )
  expect(new Set(anchors.map(({ term }) => term)).size).toBe(1)
  await database.db.insert(matcherAnchors).values(anchors)
}

/** Everything there is, oldest matcher first, as a scan would read it for each context. */
async function readAll() {
  return database.db
    .select({ matcher: matchers, bot: bots })
    .from(matchers)
    .leftJoin(bots, eq(bots.id, matchers.botId))
    .orderBy(matchers.createdAt)
}
type Row = Awaited<ReturnType<typeof readAll>>[number]

const recorded = (context: MatchableContext) =>
  readContext({ ...context, record: RECORDS[context.buyerId] ?? null })

function scanPeople(all: readonly Row[], context: MatchableContext): FoundPerson[] {
  const found = new Map<string, string>()
  const read = recorded(context)
  for (const { matcher } of all) {
    const { personId } = matcher
    if (personId === null || personId === context.buyerId || found.has(personId)) continue
    if (isMatch(matcher, read)) found.set(personId, matcher.id)
  }
  return [...found].map(([personId, matcherId]) => ({ personId, matcherId }))
}

/** Walks all chunks as the fan-out does; a person found in several keeps the oldest matcher here, to be compared. */
async function walkPeople(context: MatchableContext): Promise<FoundPerson[]> {
  const age = (id: string) => Number(id.slice('mat_'.length))
  const found = new Map<string, string>()
  let after: Place | null = null
  do {
    const { people, next } = await findPeople(database.db, context, { after, most: CHUNK })
    for (const { personId, matcherId } of people) {
      const known = found.get(personId)
      if (!known || age(matcherId) < age(known)) found.set(personId, matcherId)
    }
    after = next
  } while (after)
  return [...found].map(([personId, matcherId]) => ({ personId, matcherId }))
}

function scanBots(all: readonly Row[], context: MatchableContext): BotRow[] {
  const read = recorded(context)
  return all
    .flatMap(({ bot, matcher }) => (bot && isMatch(matcher, read) ? [bot] : []))
    .filter((bot) => !bot.isPaused && isInAudience(bot, context.buyerId))
    .sort((a, b) => Number(a.priceMicros - b.priceMicros) || (a.id < b.id ? -1 : 1))
    .slice(0, BOTS_PER_CONTEXT_MAX)
}

async function expectNoDifference(): Promise<number> {
  const wanted = contextsToFind()
  const all = await readAll()
  let found = 0
  const byPerson = (people: FoundPerson[]) => people.sort((a, b) => (a.personId < b.personId ? -1 : 1))
  for (const context of wanted) {
    const people = byPerson(await walkPeople(context))
    expect(people).toEqual(byPerson(scanPeople(all, context)))
    found += people.length
  }
  // In batches, as siblings come: they have one buyer.
  for (let start = 0; start < wanted.length; start += 4) {
    const buyerId = wanted[start]?.buyerId ?? ''
    const batch = wanted.slice(start, start + 4).map((context) => ({ ...context, buyerId }))
    const rows = await findBots(database.db, batch)
    for (const [place, context] of batch.entries()) {
      // Whole rows: those of the cheapest bots come another way than the others.
      expect(rows[place]).toEqual(scanBots(all, context))
      found += rows[place]?.length ?? 0
    }
  }
  return found
}

it(
  'finds what a scan finds: new, after edits and after deletions, in lists short and long',
  async () => {
    await fill()
    const paired = await database.db.$count(matcherAnchors, ne(matcherAnchors.also, ''))
    expect(paired).toBeGreaterThan(0)
    expect(await expectNoDifference()).toBeGreaterThan(200)

    const changes = sample(storable, 300, SEED + 2)
    await database.db.transaction(async (tx) => {
      for (const [index, query] of changes.entries())
        await changeMatcher(tx, `mat_${index * 3}`, { query, at: scene.at })
    })
    expect(await expectNoDifference()).toBeGreaterThan(200)

    await fillLongList()
    expect(await expectNoDifference()).toBeGreaterThan(200)

    const gone = Array.from({ length: 300 }, (_, index) => `mat_${index * 3 + 1}`)
    for (const id of gone) await database.db.delete(matchers).where(eq(matchers.id, id))
    expect(await expectNoDifference()).toBeGreaterThan(100)
    const kept = await database.db.select({ id: matcherAnchors.matcherId }).from(matcherAnchors)
    expect(kept.some(({ id }) => gone.includes(id))).toBe(false)
  },
  TIMEOUT_MS,
)
