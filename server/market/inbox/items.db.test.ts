import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { botRuns, contexts, inboxItems, inspections, notices, offers } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { askQuestion, credits, newKey, person, sell } from '../../inspection/testing'
import { applyMatcherChunk } from '../../sellers/apply-matcher'
import { createBot } from '../../sellers/bots'
import { createBotSchema } from '../../sellers/contract'
import { type TestMarket, testMarket } from '../../testing'
import { applyMatcherOfBot } from '../matching/apply'
import { MATCHERS_PER_PERSON_MAX, type MatcherQuery, matcherQuerySchema } from '../matching/contract'
import { BOTS_PER_CONTEXT_MAX } from '../matching/find'
import { createMatcher, deleteMatcher, listMatchers, updateMatcher } from '../matching/matchers'
import { previewMatcher } from '../matching/preview'
import { withdrawOffer } from '../post-offer'
import { sightOfContext } from '../visibility'
import { INBOX_STATES, type InboxState } from './contract'
import { fanOutChunk } from './fan-out'
import { countItems, listItems, markAllSeen, markItems } from './items'
import { inboxTopic } from './topic'

let database: TestDatabase
let market: TestMarket

beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.truncate()
  market = testMarket(database)
})

const HOUR_MS = 3_600_000
const bridges: Partial<MatcherQuery> = { anyOf: ['bridge'] }

function matcher(personId: string, query: Partial<MatcherQuery> = bridges) {
  return createMatcher(market.deps, personId, {
    name: 'Bridges',
    query: matcherQuerySchema.parse(query),
    requestKey: newKey(),
  })
}

const itemsOf = (personId: string) =>
  database.db.select().from(inboxItems).where(eq(inboxItems.personId, personId))

async function listed(personId: string, state: InboxState): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await listItems(market.deps, personId, { state, cursor })
    ids.push(...page.items.map((item) => item.contextId))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

/** A sub-question below a question, as an inspection opens it. */
async function subQuestion(rootId: string, over: Partial<typeof contexts.$inferInsert> = {}) {
  const root = await database.db.query.contexts.findFirst({ where: (row) => eq(row.id, rootId) })
  if (!root) throw new Error('No root')
  const id = market.deps.ids.next('context')
  const { clock, jobs, db } = market.deps
  await db.insert(contexts).values({
    id,
    rootId,
    parentId: rootId,
    level: 1,
    kind: 'inspection',
    buyerId: root.buyerId,
    title: 'Is the report on the bridge true?',
    decision: 'open',
    askKind: 'verify',
    budgetMicros: credits(1),
    botsUntil: clock.now(),
    peopleUntil: new Date(clock.now().getTime() + HOUR_MS),
    createdAt: clock.now(),
    ...over,
  })
  await db
    .update(contexts)
    .set({ openChildren: sql`${contexts.openChildren} + 1` })
    .where(eq(contexts.id, rootId))
  await db
    .update(inspections)
    .set({ treeContexts: sql`${inspections.treeContexts} + 1` })
    .where(eq(inspections.rootId, rootId))
  await jobs.enqueue(db, 'market.match', [{ rootId, contextIds: [id] }])
  return id
}

async function liveBot(ownerId: string, over: { kind?: 'fixed' | 'llm'; isLive?: boolean } = {}) {
  const { kind = 'fixed', isLive = true } = over
  const bot = {
    kind,
    name: 'Bridge bot',
    matcher: bridges,
    ...(kind === 'fixed' ? { teaser: 'What is known of the bridge.' } : {}),
    knowledge: 'It holds.',
    price: { rule: 'fixed', priceMicros: credits(0.5) },
  }
  const input = createBotSchema.parse({ bot, isLive, requestKey: newKey() })
  return (await createBot(market.deps, ownerId, input)).botId
}

describe('people are found for a new question', () => {
  it('in chunks, each person once, never the buyer, and a repeat does nothing', async () => {
    const buyer = await person(market, 'ada')
    await matcher(buyer)
    const sellers = await Promise.all(Array.from({ length: 7 }, () => person(market, 'sol')))
    for (const seller of sellers) await matcher(seller)
    const [twice = ''] = sellers
    await matcher(twice, { anyOf: ['lindow'] })
    await matcher(await person(market, 'eve'), { anyOf: ['rice'] })
    await market.settle()
    const hints: string[] = []
    for (const id of [buyer, ...sellers]) market.deps.bus.subscribe(inboxTopic(id), () => hints.push(id))

    const contextId = await askQuestion(market, buyer)
    market.waiting.length = 0
    let after: string | null | undefined = null
    let chunks = 0
    while (after !== undefined) {
      await fanOutChunk(market.deps, { contextId, after }, 3)
      await fanOutChunk(market.deps, { contextId, after }, 3)
      const next = market.waiting.filter((job) => job.name === 'market.fan-out')
      market.waiting.length = 0
      after = next[0]?.payload.after
      chunks += 1
    }
    expect(chunks).toBeGreaterThan(2)
    const items = await database.db.select().from(inboxItems)
    expect(items.map(({ personId }) => personId).sort()).toEqual([...sellers].sort())
    expect([...new Set(hints)].sort()).toEqual([...sellers].sort())
    const told = await database.db.select().from(notices).where(eq(notices.event, 'question.matched'))
    expect(told.map(({ personId, count }) => [personId, count]).sort()).toEqual(
      sellers.map((id) => [id, 1]).sort(),
    )
  })

  it('but not for a sealed sub-question, nor for one that waits for bots alone', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    await matcher(seller, { anyOf: ['report'] })
    const rootId = await askQuestion(market, buyer)
    await market.settle()
    const open = await subQuestion(rootId)
    await subQuestion(rootId, { isSealed: true })
    await subQuestion(rootId, { peopleUntil: null })
    await market.settle()
    expect((await itemsOf(seller)).map(({ contextId }) => contextId)).toEqual([open])
  })
})

describe('a new or changed matcher', () => {
  it('finds what is open, in chunks, and nothing twice', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1)
      ids.push(await askQuestion(market, buyer, { deadlineMinutes: 60 + index }))
    const closed = await askQuestion(market, buyer, { deadlineMinutes: 5 })
    const own = await askQuestion(market, seller)
    await market.settle()
    market.clock.forward(10 * 60_000)
    const sub = await subQuestion(ids[0] ?? '')
    await subQuestion(ids[0] ?? '', { isSealed: true })
    const { matcherId } = await matcher(seller, { anyOf: ['rice'] })
    await market.settle()
    expect(await itemsOf(seller)).toEqual([])

    await updateMatcher(market.deps, seller, {
      matcherId,
      name: 'Bridges',
      query: matcherQuerySchema.parse(bridges),
    })
    market.waiting.length = 0
    let after: string | null | undefined = null
    let chunks = 0
    while (after !== undefined) {
      await applyMatcherChunk(market.deps, { matcherId, after }, 2)
      await applyMatcherChunk(market.deps, { matcherId, after }, 2)
      const next = market.waiting.filter((job) => job.name === 'market.apply-matcher')
      market.waiting.length = 0
      after = next[0]?.payload.after
      chunks += 1
    }
    expect(chunks).toBeGreaterThan(2)
    const found = (await itemsOf(seller)).map(({ contextId }) => contextId)
    expect(found.sort()).toEqual([...ids, sub].sort())
    expect(found).not.toContain(own)
    expect(found).not.toContain(closed)
  })

  it('of a bot wakes it for what still collects offers, once, and only when it is live', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    const start = { rule: 'quorum', offers: 5 } as const
    const contextId = await askQuestion(market, buyer, { start })
    await market.settle()
    const fixed = await liveBot(seller)
    const asked = await liveBot(seller, { kind: 'llm' })
    const paused = await liveBot(seller, { isLive: false })
    for (const botId of [fixed, asked, paused, fixed, asked])
      await applyMatcherOfBot(database.db, market.deps, botId)
    const isApplying = (job: (typeof market.waiting)[number]) => job.name === 'market.apply-matcher'
    for (const job of market.waiting.filter(isApplying))
      if (job.name === 'market.apply-matcher') await applyMatcherChunk(market.deps, job.payload)
    const pending = async () =>
      (await database.db.query.contexts.findFirst({ where: (row) => eq(row.id, contextId) }))?.botsPending
    expect(await pending()).toBe(1)
    await market.settle()
    const runs = await database.db.select().from(botRuns)
    expect(runs.map(({ botId }) => botId).sort()).toEqual([fixed, asked].sort())
    expect(await pending()).toBe(0)
    const posted = await database.db.select().from(offers).where(eq(offers.contextId, contextId))
    expect(posted.map(({ botId }) => botId)).toContain(fixed)
  })

  it('of a bot asks no more bots than may answer', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    const many = await Promise.all(Array.from({ length: BOTS_PER_CONTEXT_MAX }, () => liveBot(seller)))
    await askQuestion(market, buyer, { start: { rule: 'quorum', offers: 50 } })
    await market.settle()
    const late = await liveBot(seller)
    await applyMatcherOfBot(database.db, market.deps, late)
    await market.settle()
    const runs = await database.db.select().from(botRuns)
    expect(runs.map(({ botId }) => botId).sort()).toEqual([...many].sort())
  })
})

describe('the states of items', () => {
  type Action = {
    do: 'seen' | 'ignored' | 'new' | 'offer' | 'withdraw' | 'end' | 'all-seen' | 'wait'
    on: number
  }
  const action = fc.record({
    do: fc.constantFrom<Action['do']>(
      'seen',
      'ignored',
      'new',
      'offer',
      'withdraw',
      'end',
      'all-seen',
      'wait',
    ),
    on: fc.nat(5),
  })

  it('follow what happened, and each count is the length of its list, under random actions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        await database.truncate()
        market = testMarket(database)
        const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
        await matcher(seller, { anyOf: ['bridge'], ageHoursMax: 30 })
        const model = new Map<
          string,
          { seen: boolean; ignored: boolean; offer: string | null; ended: boolean }
        >()
        const closes = new Map<string, number>()
        for (let index = 0; index < 6; index += 1) {
          const hours = [10, 20, 40][index % 3] ?? 10
          const id = await askQuestion(market, buyer, {
            deadlineMinutes: hours * 60,
            start: { rule: 'manual' },
          })
          model.set(id, { seen: false, ignored: false, offer: null, ended: false })
          // A deadline is sharp; the matcher's age holds to its last moment.
          closes.set(id, market.clock.now().getTime() + Math.min(hours * HOUR_MS, 30 * HOUR_MS + 1))
        }
        // Matched, but left alone by the engine from here on.
        await market.settle()
        market.waiting.length = 0
        const ids = [...model.keys()]
        for (const { do: what, on } of actions) {
          const id = ids[on] ?? ''
          const item = model.get(id)
          if (!item) continue
          if (what === 'seen' || what === 'ignored' || what === 'new')
            await markItems(market.deps, seller, { contextIds: [id], as: what })
          if (what === 'seen') item.seen = true
          if (what === 'ignored') item.ignored = true
          if (what === 'new') Object.assign(item, { seen: false, ignored: false })
          if (what === 'all-seen') {
            await markAllSeen(market.deps, seller)
            for (const each of model.values()) if (!each.ignored) each.seen = true
          }
          if (what === 'wait') market.clock.forward(5 * HOUR_MS)
          const isOpen = !item.ended && market.clock.now().getTime() < (closes.get(id) ?? 0)
          if (what === 'offer' && isOpen && item.offer === null) {
            const text = { teaser: 'What I know of it.', privateInfo: 'It holds.', price: 1 }
            item.offer = await sell(market, seller, { contextId: id, ...text })
          }
          if (what === 'withdraw' && item.offer) {
            await withdrawOffer(market.deps, seller, item.offer)
            item.offer = null
          }
          if (what === 'end') {
            await database.db.update(contexts).set({ phase: 'cancelled' }).where(eq(contexts.id, id))
            item.ended = true
          }
        }
        const now = market.clock.now().getTime()
        const expected = Object.fromEntries(INBOX_STATES.map((state) => [state, [] as string[]]))
        for (const [id, item] of model) {
          const isOver = item.ended || now >= (closes.get(id) ?? 0)
          const state = item.offer
            ? 'answered'
            : isOver
              ? 'expired'
              : item.ignored
                ? 'ignored'
                : item.seen
                  ? 'seen'
                  : 'new'
          expected[state]?.push(id)
        }
        const counts = await countItems(market.deps, seller)
        for (const state of INBOX_STATES) {
          const list = await listed(seller, state)
          expect([...list].sort()).toEqual(expected[state]?.sort())
          expect(counts[state]).toBe(list.length)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('page through long lists without gaps or repeats, and tell what a seller wants to know', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    await matcher(seller)
    for (let index = 0; index < 35; index += 1) {
      await askQuestion(market, buyer, { budgetMicros: credits(1), tags: ['roads'] })
      if (index % 4 === 0) market.clock.forward(1_000)
    }
    await market.settle()
    const ids = await listed(seller, 'new')
    expect(ids).toHaveLength(35)
    expect(new Set(ids).size).toBe(35)
    const { items } = await listItems(market.deps, seller, { state: 'new', cursor: null })
    expect(items[0]).toMatchObject({
      isRoot: true,
      tags: ['roads'],
      asker: { name: 'ada' },
      record: { ended: 0, inspectedPercent: null },
      budgetMicros: credits(1),
      offers: 0,
      matcher: { name: 'Bridges' },
      state: 'new',
    })
    expect(items[0]?.closesAt).toBeInstanceOf(Date)
    expect(await listed(buyer, 'new')).toEqual([])
  })

  it('show nothing of a sub-question that its viewer may no longer see', async () => {
    const [buyer, seller] = [await person(market, 'ada'), await person(market, 'sol')]
    await matcher(seller, { anyOf: ['report'] })
    for (const isTreePublic of [true, false]) {
      const rootId = await askQuestion(market, buyer, { isTreePublic, start: { rule: 'manual' } })
      const sub = await subQuestion(rootId)
      await market.settle()
      for (const phase of ['collecting', 'settled'] as const) {
        await database.db.update(contexts).set({ phase }).where(eq(contexts.id, sub))
        const facts = {
          parentId: rootId,
          buyerId: buyer,
          isSealed: false,
          isOpen: phase === 'collecting',
          isTreePublic,
          about: [],
        }
        const isSeen = sightOfContext(seller, facts, () => false).see === 'all'
        const states = await Promise.all(INBOX_STATES.map((state) => listed(seller, state)))
        expect(states.flat().includes(sub)).toBe(isSeen)
      }
    }
  })
})

describe('a person’s matchers', () => {
  it('are their own, so many at most, made once per form, and leave their finds when they go', async () => {
    const [seller, other, buyer] = [
      await person(market, 'sol'),
      await person(market, 'eve'),
      await person(market, 'ada'),
    ]
    const requestKey = newKey()
    const input = { name: 'Bridges', query: matcherQuerySchema.parse(bridges), requestKey }
    const { matcherId } = await createMatcher(market.deps, seller, input)
    expect(await createMatcher(market.deps, seller, input)).toEqual({ matcherId })
    const empty = { ...input, requestKey: newKey(), query: { ...input.query, anyOf: ['to be or not to be'] } }
    await expect(createMatcher(market.deps, seller, empty)).rejects.toMatchObject({
      code: 'market.matcher_empty',
    })
    await askQuestion(market, buyer)
    await market.settle()

    const change = { matcherId, name: 'Rice', query: matcherQuerySchema.parse({ anyOf: ['rice'] }) }
    const missing = { code: 'market.matcher_not_found' }
    await expect(updateMatcher(market.deps, other, change)).rejects.toMatchObject(missing)
    await expect(deleteMatcher(market.deps, other, matcherId)).rejects.toMatchObject(missing)
    await updateMatcher(market.deps, seller, change)
    expect(await listMatchers(market.deps, seller)).toMatchObject([
      { id: matcherId, name: 'Rice', query: change.query },
    ])
    expect(await listMatchers(market.deps, other)).toEqual([])

    for (let made = 1; made < MATCHERS_PER_PERSON_MAX; made += 1) await matcher(seller)
    await expect(matcher(seller)).rejects.toMatchObject({ code: 'market.too_many_matchers' })
    await deleteMatcher(market.deps, seller, matcherId)
    expect(await itemsOf(seller)).toMatchObject([{ matcherId: null }])
    expect((await countItems(market.deps, seller)).new).toBe(1)
  })

  it('are previewed over what is public, as when it was new', async () => {
    const [seller, buyer] = [await person(market, 'sol'), await person(market, 'ada')]
    const bridge = await askQuestion(market, buyer)
    await askQuestion(market, buyer, { title: 'Which rice should I cook today?' })
    await askQuestion(market, seller)
    const open = await subQuestion(bridge)
    await subQuestion(bridge, { isSealed: true })
    await subQuestion(bridge, { phase: 'settled' })
    market.clock.forward(HOUR_MS)
    const query = matcherQuerySchema.parse({ ...bridges, ageHoursMax: 1 })
    market.clock.forward(5 * HOUR_MS)
    const preview = await previewMatcher(market.deps, seller, query)
    expect(preview).toMatchObject({ looked: 3, matched: 2 })
    expect(preview.examples.map(({ contextId }) => contextId).sort()).toEqual([bridge, open].sort())
  })
})
