import { describe, expect, it } from 'vitest'
import { inspectionSteps } from '@/db/schema'
import { buyUnseen } from '../../market/buy-unseen'
import { changeOffer, withdrawOffer } from '../../market/post-offer'
import { REOPEN_WITHIN_DAYS } from '../../market/reopening'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { cancelByBuyer, startInspection } from './control'
import { askAbout, askQuestion, buyAll, credits, NOTHING, newKey, scriptedModel, sell } from './testing'
import { changesItsMind, engineScene } from './testing-engine'

const scene = engineScene()

describe('the buyer’s hands', () => {
  it('cancel in the middle keeps what is bought and returns the rest; a late verdict changes nothing', async () => {
    const model = scriptedModel(async (task) => {
      if (task.questions.length === 1 && task.known.length === 0)
        return askAbout(task, 'Is the report on the bridge true?')
      if (task.questions.length === 2) return buyAll(task)
      await cancelByBuyer(scene.market.deps, task.questions.length > 0 ? buyerOf : '', {
        rootId: rootOf,
        requestKey: newKey(),
      })
      return buyAll(task)
    })
    let buyerOf = ''
    let rootOf = ''
    const { buyer, rootId, expert, seller } = await scene.bridge(model)
    buyerOf = buyer
    rootOf = rootId
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('cancelled')
    // Nobody's any more: its lease is not renewed, so a call under way is stopped.
    const steps = await scene.database.db.select({ state: inspectionSteps.state }).from(inspectionSteps)
    expect(steps.map(({ state }) => state).sort()).toEqual(['done', 'done', 'dropped'])
    expect(await scene.available(buyer)).toBe(credits(99.5))
    expect(await scene.available(expert)).toBe(credits(100) + 475_000n)
    expect(await scene.available(seller)).toBe(credits(100))
    await expect(
      cancelByBuyer(scene.market.deps, buyer, { rootId, requestKey: newKey() }),
    ).rejects.toMatchObject({
      code: 'inspection.not_running',
    })
  })

  it('two clicks on cancel have one effect', async () => {
    const { buyer, rootId } = await scene.bridge(
      scriptedModel(() => NOTHING),
      { start: { rule: 'manual' } },
    )
    const requestKey = newKey()
    const first = await cancelByBuyer(scene.market.deps, buyer, { rootId, requestKey })
    expect(await cancelByBuyer(scene.market.deps, buyer, { rootId, requestKey })).toEqual(first)
    expect(first.returnedMicros).toBe(credits(10))
  })

  it('starts on the buyer’s word over the chosen offers only', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, rootId, seller, offerId } = await scene.bridge(model, { start: { rule: 'manual' } })
    await sell(scene.market, seller, {
      contextId: rootId,
      teaser: 'A second report.',
      privateInfo: 'Nothing.',
      price: 1,
    })
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('collecting')
    await startInspection(scene.market.deps, buyer, {
      contextId: rootId,
      offerIds: [offerId],
      requestKey: newKey(),
    })
    await scene.market.settle()
    expect(model.seen[0]?.offers).toHaveLength(1)
    expect((await scene.treeOf(buyer, rootId)).offers.map((offer) => offer.state).sort()).toEqual([
      'bought',
      'passed',
    ])
  })

  it('inspects at the deadline whatever is there, and settles without a call when nothing is', async () => {
    const model = scriptedModel(buyAll)
    const { buyer, rootId } = await scene.bridge(model, { start: { rule: 'deadline' } })
    const empty = await askQuestion(scene.market, buyer, { start: { rule: 'now' } })
    await scene.market.settle()
    expect(model.seen).toHaveLength(0)
    scene.market.clock.forward(3_600_000)
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    const nothing = await scene.treeOf(buyer, empty)
    expect(nothing.status).toBe('settled')
    expect(nothing.answer?.markdown).toContain('Nobody made an offer')
    expect(model.seen).toHaveLength(1)
  })

  it('a sub-question waits for people as long as the policy says, as a row and no process', async () => {
    const model = scriptedModel((task) => (task.questions.length > 1 ? buyAll(task) : changesItsMind(task)))
    const { buyer, rootId, seller } = await scene.bridge(model, {
      policy: { ...DEFAULT_POLICY, peopleWaitSeconds: 7 * 24 * 3600 },
    })
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    const child = tree.contexts.find((context) => context.parentId === rootId)
    expect(child?.phase).toBe('collecting')
    expect(model.seen).toHaveLength(1)
    // What is sold there is the inspector's to read: the buyer buys no part of it beside.
    const sold = tree.offers.find((offer) => offer.contextId === child?.id)
    await expect(
      buyUnseen(scene.market.deps, buyer, {
        offerId: sold?.id ?? '',
        version: 1,
        priceMicros: sold?.priceMicros ?? 0n,
        requestKey: newKey(),
      }),
    ).rejects.toMatchObject({ code: 'market.offer_not_found' })
    expect(sold?.state).toBe('open')
    await sell(scene.market, seller, {
      contextId: child?.id ?? '',
      teaser: 'I was there on Tuesday.',
      privateInfo: 'The bridge was closed.',
      price: 1,
    })
    scene.market.clock.forward(7 * 24 * 3_600_000)
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    expect(model.seen[1]?.offers).toHaveLength(2)
  })

  it('an offer is frozen once it is read, and may change or go before', async () => {
    const { rootId, seller, offerId } = await scene.bridge(
      scriptedModel(() => NOTHING),
      { start: { rule: 'manual' } },
    )
    const change = {
      offerId,
      version: 1,
      teaser: 'A newer report on the bridge.',
      privateInfo: 'Sound.',
      priceMicros: credits(2),
      requestKey: newKey(),
    }
    expect(await changeOffer(scene.market.deps, seller, change)).toEqual({ offerId, version: 2 })
    await expect(changeOffer(scene.market.deps, seller, change)).rejects.toMatchObject({
      code: 'market.offer_changed',
    })
    scene.market.clock.forward(3_600_000)
    await scene.market.settle()
    await expect(changeOffer(scene.market.deps, seller, { ...change, version: 2 })).rejects.toMatchObject({
      code: 'market.offer_frozen',
    })
    await expect(withdrawOffer(scene.market.deps, seller, offerId)).rejects.toMatchObject({
      code: 'market.offer_frozen',
    })
    // Until then it would be a counter-offer.
    scene.market.clock.forward(REOPEN_WITHIN_DAYS * 24 * 3_600_000)
    await expect(
      sell(scene.market, seller, {
        contextId: rootId,
        teaser: 'Too late a report.',
        privateInfo: 'x',
        price: 1,
      }),
    ).rejects.toMatchObject({ code: 'market.context_closed' })
  })

  it('an offer that was changed is bought in the version that was read', async () => {
    const { buyer, rootId, seller, offerId } = await scene.bridge(scriptedModel(buyAll), {
      start: { rule: 'manual' },
    })
    await changeOffer(scene.market.deps, seller, {
      offerId,
      version: 1,
      teaser: 'A newer report on the bridge.',
      privateInfo: 'It is sound after all.',
      priceMicros: credits(2),
      requestKey: newKey(),
    })
    await startInspection(scene.market.deps, buyer, {
      contextId: rootId,
      offerIds: null,
      requestKey: newKey(),
    })
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.offers).toMatchObject([{ state: 'bought', privateInfo: 'It is sound after all.' }])
    expect(await scene.available(buyer)).toBe(credits(98))
    // When it ended stands with the question and with its tree.
    expect(tree.endedAt).not.toBeNull()
    expect(tree.contexts[0]?.endedAt).toEqual(tree.endedAt)
  })

  it('starts over no offer of another question', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(buyAll), { start: { rule: 'manual' } })
    const other = await scene.bridge(scriptedModel(buyAll), { start: { rule: 'manual' } })
    const start = { contextId: rootId, offerIds: [other.offerId], requestKey: newKey() }
    await expect(startInspection(scene.market.deps, buyer, start)).rejects.toMatchObject({
      code: 'market.offer_not_found',
    })
  })

  it('buys unseen from the wallet, once, at the version and price that were seen', async () => {
    const { buyer, seller, rootId, offerId } = await scene.bridge(scriptedModel(buyAll), {
      start: { rule: 'manual' },
    })
    const order = { offerId, version: 1, priceMicros: credits(3), requestKey: newKey() }
    await expect(buyUnseen(scene.market.deps, seller, order)).rejects.toMatchObject({
      code: 'market.offer_not_found',
    })
    await expect(
      buyUnseen(scene.market.deps, buyer, { ...order, version: 2, requestKey: newKey() }),
    ).rejects.toMatchObject({
      code: 'market.offer_changed',
    })
    const first = await buyUnseen(scene.market.deps, buyer, order)
    expect(await buyUnseen(scene.market.deps, buyer, order)).toEqual(first)
    expect(await scene.available(buyer)).toBe(credits(87))
    const [offer] = (await scene.treeOf(buyer, rootId)).offers
    expect(offer).toMatchObject({
      state: 'bought',
      way: 'unseen',
      privateInfo: expect.stringContaining('crack'),
    })
  })
})
