import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contexts, inspectionEvents, ledgerTransfers, matchers } from '@/db/schema'
import { delegate, NO_CAPS, personActor } from '../../actors/actor'
import { testMe } from '../../api/testing'
import { NO_QUERY } from '../../contract/matching'
import { listNotices } from '../../market/inbox/notices'
import { createMatcher } from '../../market/matching/matchers'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { cancelByBuyer } from './control'
import { raiseBudget } from './raise-budget'
import { askQuestion, credits, NOTHING, newKey, person, scriptedModel, sell } from './testing'
import { engineScene } from './testing-engine'

const scene = engineScene()

const raise = (buyerId: string, rootId: string, amount: number, requestKey = newKey()) =>
  raiseBudget(scene.market.deps, buyerId, { rootId, amountMicros: credits(amount), requestKey })
const budgetOf = async (rootId: string) =>
  (await scene.database.db.select().from(contexts).where(eq(contexts.id, rootId)))[0]?.budgetMicros
const eventsOf = async (rootId: string) =>
  (await scene.database.db.select().from(inspectionEvents).where(eq(inspectionEvents.rootId, rootId))).map(
    ({ type }) => type,
  )
const newsOf = async (who: string) =>
  (await listNotices(scene.database.db, who, { cursor: null })).items.map(({ event }) => event)

describe('a budget that is raised', () => {
  it('is held like the first, told in the tree, and comes back with what is left', async () => {
    const buyer = await person(scene.market, 'bea')
    const rootId = await askQuestion(scene.market, buyer)
    const requestKey = newKey()
    for (let i = 0; i < 2; i += 1) await raise(buyer, rootId, 5, requestKey)
    await raise(buyer, rootId, 1)
    expect(await budgetOf(rootId)).toBe(credits(16))
    expect(await scene.available(buyer)).toBe(credits(84))
    expect((await eventsOf(rootId)).filter((type) => type === 'budget.raised')).toHaveLength(2)
    const ended = await cancelByBuyer(scene.market.deps, buyer, { rootId, requestKey: newKey() })
    expect(ended.returnedMicros).toBe(credits(16))
    expect(await scene.available(buyer)).toBe(credits(100))
    await expect(raise(buyer, rootId, 1)).rejects.toMatchObject({ code: 'market.context_closed' })
  })

  it('is refused to strangers, without credits, past the deadline, and to a key beyond its caps', async () => {
    const buyer = await person(scene.market, 'bea')
    const rootId = await askQuestion(scene.market, buyer)
    const stranger = await person(scene.market, 'sam')
    await expect(raise(stranger, rootId, 1)).rejects.toMatchObject({ code: 'market.context_not_found' })
    await expect(raise(buyer, rootId, 91)).rejects.toMatchObject({ code: 'ledger.insufficient_funds' })
    const caps = { ...NO_CAPS, spendPerQuestionMicros: credits(3) }
    const actor = delegate(personActor(testMe(buyer)), {
      kind: 'key',
      id: 'key_1',
      scopes: ['ask', 'spend'],
      caps,
    })
    const byKey = (amount: number) =>
      raiseBudget({ ...scene.market.deps, actor }, buyer, {
        rootId,
        amountMicros: credits(amount),
        requestKey: newKey(),
      })
    await byKey(2)
    await expect(byKey(2)).rejects.toMatchObject({ code: 'actor.over_cap' })
    await scene.market.settle()
    scene.market.clock.forward(60 * 60_000)
    await expect(raise(buyer, rootId, 1)).rejects.toMatchObject({ code: 'market.deadline_passed' })
    expect(await budgetOf(rootId)).toBe(credits(12))
    await scene.market.settle()
  })

  it('and an end at the same moment: one comes first, and nothing stays held', async () => {
    for (let i = 0; i < 8; i += 1) {
      const buyer = await person(scene.market, 'bea')
      const rootId = await askQuestion(scene.market, buyer)
      const both = [
        () => raise(buyer, rootId, 5),
        () => cancelByBuyer(scene.market.deps, buyer, { rootId, requestKey: newKey() }),
      ]
      const [first, second] = i % 2 === 0 ? both : both.reverse()
      await Promise.allSettled([first?.(), second?.(), raise(buyer, rootId, 3)])
      expect(await scene.available(buyer)).toBe(credits(100))
      const held = await scene.database.db
        .select()
        .from(ledgerTransfers)
        .where(eq(ledgerTransfers.rootId, rootId))
      const sum = (kinds: string[]) =>
        held
          .filter(({ kind }) => kinds.includes(kind))
          .reduce((all, { amountMicros }) => all + amountMicros, 0n)
      expect(sum(['hold'])).toBe((await budgetOf(rootId)) ?? 0n)
      expect(sum(['refund', 'release'])).toBe(sum(['hold']))
    }
  })

  it('is told to who knows of it as a seller, and finds alerts that it was too small for', async () => {
    const { market } = scene
    const [buyer, knows, looks] = [
      await person(market, 'bea'),
      await person(market, 'kim'),
      await person(market, 'lou'),
    ]
    const alert = (who: string, budgetMicrosMin: bigint) =>
      createMatcher(market.deps, who, {
        name: 'Bridges',
        query: { ...NO_QUERY, anyOf: ['bridge'], budgetMicrosMin },
        requestKey: newKey(),
      })
    await alert(knows, credits(1))
    await alert(looks, credits(12))
    expect(await scene.database.db.$count(matchers)).toBe(2)
    const rootId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    await market.settle()
    expect(await newsOf(knows)).toEqual(['question.matched'])
    expect(await newsOf(looks)).toEqual([])
    market.clock.forward(1_000)
    await raise(buyer, rootId, 5)
    await market.settle()
    expect((await newsOf(knows)).sort()).toEqual(['question.matched', 'question.raised'])
    expect(await newsOf(looks)).toEqual(['question.matched'])
    expect(await newsOf(buyer)).toEqual([])
  })

  it('has what was too dear read again, and bought', async () => {
    const model = scriptedModel((task) => ({
      ...NOTHING,
      buy: [...task.offers]
        .sort((a, b) => (a.teaser < b.teaser ? -1 : 1))
        .map(({ handle }) => ({ handle, reason: 'worth-its-price' as const })),
    }))
    const { buyer, seller, rootId } = await scene.bridge(model, {
      start: { rule: 'quorum', offers: 2 },
      budgetMicros: credits(4),
      policy: { ...DEFAULT_POLICY, maxSittings: 3 },
    })
    await sell(scene.market, seller, {
      contextId: rootId,
      teaser: 'B report on the bridge.',
      privateInfo: 'The bridge was painted twice.',
      price: 3,
    })
    await scene.market.settle()
    expect((await eventsOf(rootId)).filter((type) => type === 'offer.bought')).toHaveLength(1)
    await raise(buyer, rootId, 5)
    scene.market.clock.forward(10 * 60_000)
    await scene.market.sweep()
    await scene.market.settle()
    expect((await eventsOf(rootId)).filter((type) => type === 'offer.bought')).toHaveLength(2)
  })
})
