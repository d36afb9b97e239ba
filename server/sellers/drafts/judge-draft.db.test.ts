import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts, draftJudgements } from '@/db/schema'
import { describeMultiConnection, openTestDb, type TestDatabase } from '@/db/testing'
import { JUDGEMENTS_PER_DAY, type JudgeDraftInput } from '../../contract/selling'
import {
  askAbout,
  askQuestion,
  credits,
  NOTHING,
  person,
  scriptedModel,
  sell,
} from '../../inspection/engine/testing'
import type { InspectTask } from '../../llm/model'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { type TestMarket, testMarket } from '../../testing'
import { judgeDraft, judgementsLeft } from './judge-draft'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const DAY_MS = 24 * 60 * 60 * 1_000
const never = new AbortController().signal
const SECRET = 'The bolts of the third span were replaced in 1998 by Harrow and Sons.'

/** Pays at most this for anything, and asks first where it may. */
const paysUpTo = (limitMicros: bigint) =>
  scriptedModel((task: InspectTask) => {
    if (task.asksAllowed > 0) return askAbout(task, 'Which year is the data from?')
    return {
      ...NOTHING,
      buy: task.offers
        .filter((offer) => offer.priceMicros <= limitMicros)
        .map(({ handle }) => ({ handle, reason: 'decisive' })),
      pass: task.offers
        .filter((offer) => offer.priceMicros > limitMicros)
        .map(({ handle }) => ({ handle, reason: 'too-expensive' })),
    }
  })

async function question(market: TestMarket, over: Parameters<typeof askQuestion>[2] = {}) {
  const buyer = await person(market, 'ann')
  const seller = await person(market, 'sue')
  const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' }, ...over })
  await market.settle()
  const draft: JudgeDraftInput = {
    contextId,
    teaser: 'What the last survey of the bridge found',
    privateInfo: SECRET,
    priceMicros: credits(0.8),
  }
  return { buyer, seller, contextId, draft }
}

describe('judging a draft', () => {
  it('says whether it would be bought, up to what price, and what would be asked first', async () => {
    const site = paysUpTo(credits(1.2))
    const market = testMarket(database, { site })
    const { seller, draft } = await question(market)
    const judged = await judgeDraft(market.deps, seller, draft, never)
    expect(judged).toMatchObject({
      outcome: 'judged',
      inspector: 'Scripted',
      buys: true,
      reason: 'decisive',
      ask: { kind: 'verify', question: 'Which year is the data from?' },
      left: JUDGEMENTS_PER_DAY - 1,
    })
    if (judged.outcome !== 'judged' || judged.upToMicros === null) throw new Error('It was not judged')
    expect(judged.upToMicros >= credits(0.8) && judged.upToMicros <= credits(1.2)).toBe(true)
    expect(site.seen.length).toBeLessThanOrEqual(7)
    expect(site.seen[0]?.asksAllowed).toBeGreaterThan(0)
    expect(site.seen[0]?.offers[0]?.priceMicros).toBe(credits(0.8))
    expect(
      site.seen.every(({ offers, budgetMicros }) =>
        offers.every((offer) => offer.priceMicros <= budgetMicros),
      ),
    ).toBe(true)
  })

  it('says why not, and at which price after all', async () => {
    const market = testMarket(database, { site: paysUpTo(credits(0.3)) })
    const { seller, draft } = await question(market)
    const judged = await judgeDraft(market.deps, seller, draft, never)
    expect(judged).toMatchObject({ outcome: 'judged', buys: false, reason: 'too-expensive' })
    if (judged.outcome !== 'judged' || judged.upToMicros === null) throw new Error('It was not judged')
    expect(judged.upToMicros > 0n && judged.upToMicros <= credits(0.3)).toBe(true)
    const useless = testMarket(database, {
      site: scriptedModel(({ offers }) => ({
        ...NOTHING,
        pass: offers.map(({ handle }) => ({ handle, reason: 'irrelevant' })),
      })),
    })
    const other = await question(useless)
    expect(await judgeDraft(useless.deps, other.seller, other.draft, never)).toMatchObject({
      buys: false,
      reason: 'irrelevant',
      upToMicros: null,
      ask: null,
    })
  })

  it('works with the built-in inspector, also where each offer is read alone', async () => {
    for (const appraisal of ['joint', 'isolated'] as const) {
      const market = testMarket(database)
      const { seller, draft } = await question(market, {
        title: 'Is the bridge at Lindow safe to cross?',
        policy: { ...DEFAULT_POLICY, inspector: 'built-in', appraisal },
      })
      const judged = await judgeDraft(
        market.deps,
        seller,
        {
          ...draft,
          privateInfo:
            'The bridge at Lindow is safe to cross: the county engineer measured the deck in March and found no cracks in any span.',
        },
        never,
      )
      expect(judged).toMatchObject({ outcome: 'judged', inspector: 'Built-in agent', buys: true })
    }
  })

  it('shows the inspector the draft and public text, nothing of another offer', async () => {
    const site = paysUpTo(credits(1))
    const market = testMarket(database, { site })
    const { seller, contextId, draft } = await question(market)
    const rival = await person(market, 'bob')
    await sell(market, rival, {
      contextId,
      teaser: 'A rival teaser',
      privateInfo: 'RIVAL SECRET',
      price: 0.5,
    })
    await judgeDraft(market.deps, seller, draft, never)
    const shown = JSON.stringify(site.seen, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    expect(shown).not.toMatch(/rival/i)
    for (const task of site.seen) {
      expect([task.above, task.known, task.offers.length]).toEqual([[], [], 1])
      expect(task.questions.map(({ title }) => title)).toEqual(['Is the bridge at Lindow safe to cross?'])
    }
  })

  it('shows, for a sub-question, the root and the public teasers it is about', async () => {
    const site = scriptedModel((task) =>
      task.questions.length === 1 && task.round === 0 && task.asksAllowed > 0
        ? askAbout(task, 'Is what the teaser says about the bridge true?')
        : NOTHING,
    )
    const market = testMarket(database, { site })
    const { contextId, draft } = await question(market, {
      policy: { ...DEFAULT_POLICY, peopleWaitSeconds: 3_600 },
    })
    const rival = await person(market, 'bob')
    await sell(market, rival, {
      contextId,
      teaser: 'The deck is sound',
      privateInfo: 'RIVAL SECRET',
      price: 0.5,
    })
    market.clock.forward(61 * 60_000)
    await market.settle()
    const child = await market.deps.db.query.contexts.findFirst({ where: eq(contexts.parentId, contextId) })
    if (!child) throw new Error('Nothing was asked')
    site.seen.length = 0
    const stranger = await person(market, 'eve')
    const price = { priceMicros: credits(0.2) }
    await judgeDraft(market.deps, stranger, { ...draft, ...price, contextId: child.id }, never)
    expect(site.seen[0]?.subject).toEqual({ kind: 'verify', teasers: ['The deck is sound'] })
    expect(site.seen[0]?.questions).toHaveLength(2)
    expect(JSON.stringify(site.seen[0]?.offers.map((offer) => offer.privateInfo))).not.toContain('RIVAL')
  })

  it('is refused for own, closed, late and unknown questions and above the budget, and uses nothing up', async () => {
    const market = testMarket(database, { site: paysUpTo(credits(1)) })
    const { buyer, seller, draft } = await question(market)
    const refused = async (personId: string, over: Partial<JudgeDraftInput>, code: string) =>
      expect(judgeDraft(market.deps, personId, { ...draft, ...over }, never)).rejects.toMatchObject({ code })
    await refused(buyer, {}, 'market.own_context')
    await refused(seller, { contextId: 'bc_nowhere' }, 'market.context_not_found')
    await refused(seller, { priceMicros: credits(11) }, 'market.offer_over_budget')
    market.clock.forward(61 * 60_000)
    await refused(seller, {}, 'market.deadline_passed')
    await market.settle()
    await refused(seller, {}, 'market.context_closed')
    expect(await judgementsLeft(market.deps, seller)).toMatchObject({ left: JUDGEMENTS_PER_DAY })
  })

  it('is a few times a day, by UTC', async () => {
    const market = testMarket(database, { site: paysUpTo(credits(1)) })
    const { seller, draft } = await question(market, { deadlineMinutes: 3 * 24 * 60 })
    for (let index = 1; index <= JUDGEMENTS_PER_DAY; index += 1) {
      const { left } = await judgeDraft(market.deps, seller, draft, never)
      expect(left).toBe(JUDGEMENTS_PER_DAY - index)
    }
    await expect(judgeDraft(market.deps, seller, draft, never)).rejects.toMatchObject({
      code: 'sellers.judgements_used_up',
    })
    market.clock.forward(DAY_MS - (market.clock.now().getTime() % DAY_MS))
    expect(await judgementsLeft(market.deps, seller)).toMatchObject({ left: JUDGEMENTS_PER_DAY })
  })

  it('costs nothing while the model cannot be reached, and a try when it makes nothing of the draft', async () => {
    const failing = (failure: 'unavailable' | 'refused') => {
      const usage = { calls: 1, promptTokens: 0, completionTokens: 0 }
      return scriptedModel(() => ({ ok: false, failure, isTransient: failure === 'unavailable', usage }))
    }
    const down = testMarket(database, { site: failing('unavailable') })
    const { seller, draft } = await question(down)
    expect(await judgeDraft(down.deps, seller, draft, never)).toEqual({
      outcome: 'failed',
      isCounted: false,
      left: JUDGEMENTS_PER_DAY,
      perDay: JUDGEMENTS_PER_DAY,
    })
    const refusing = testMarket(database, { site: failing('refused') })
    expect(await judgeDraft(refusing.deps, seller, draft, never)).toMatchObject({
      outcome: 'failed',
      isCounted: true,
      left: JUDGEMENTS_PER_DAY - 1,
    })
  })

  it('keeps nothing but that it happened, in no table, log or error', async () => {
    const market = testMarket(database, { site: paysUpTo(credits(1)) })
    const { seller, draft } = await question(market)
    const lines: unknown[] = []
    const write = (...line: unknown[]) => void lines.push(line)
    const deps = { ...market.deps, log: { debug: write, info: write, warn: write, error: write } }
    await judgeDraft(deps, seller, draft, never)
    const refusal = await judgeDraft(deps, seller, { ...draft, priceMicros: credits(99) }, never).catch(
      (error: unknown) => error,
    )
    const rows = await market.deps.db.select().from(draftJudgements)
    expect(rows.map(({ personId, contextId }) => [personId, contextId])).toEqual([[seller, draft.contextId]])
    const kept = JSON.stringify([lines, rows, refusal, refusal instanceof Error ? refusal.stack : ''])
    expect(kept).not.toContain('Harrow')
    expect(kept).not.toContain(draft.teaser)
  })
})

describeMultiConnection('judging drafts at once', () => {
  it('takes no more tries than a day has', async () => {
    const market = testMarket(database, { site: paysUpTo(credits(1)) })
    const { seller, draft } = await question(market)
    const calls = Array.from({ length: 12 }, () => judgeDraft(market.deps, seller, draft, never))
    const settled = await Promise.allSettled(calls)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(JUDGEMENTS_PER_DAY)
    expect(await market.deps.db.select().from(draftJudgements)).toHaveLength(JUDGEMENTS_PER_DAY)
  })
})
