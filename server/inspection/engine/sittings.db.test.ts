import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ledgerTransfers } from '@/db/schema'
import { viewContext } from '../../market/context-view'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { cancelByBuyer, sayEnough } from './control'
import { askQuestion, buyAll, credits, NOTHING, newKey, person, scriptedModel, sell } from './testing'
import { engineScene, eventsOf } from './testing-engine'

const scene = engineScene()
const GAP_SECONDS = 60
const SITTINGS = 4
const policy = { ...DEFAULT_POLICY, maxSittings: SITTINGS, sittingGapSeconds: GAP_SECONDS }

/** A question that may be read four times, after its first sitting: the first offer is bought, and answered from. */
async function answered() {
  const model = scriptedModel(buyAll)
  const { buyer, seller, rootId } = await scene.bridge(model, { policy })
  await scene.market.settle()
  const offer = (n: number) =>
    sell(scene.market, seller, {
      contextId: rootId,
      teaser: `A later report on the bridge, ${n}.`,
      privateInfo: `The bridge was painted ${n} times.`,
      price: 1,
    })
  return { model, buyer, seller, rootId, offer, tree: () => scene.treeOf(buyer, rootId) }
}

/** After the first sitting; the gap doubles with each. */
const afterTheGap = (sitting = 1) => scene.market.clock.forward(GAP_SECONDS * 1_000 * 2 ** (sitting - 1))
const HOUR_MS = 3_600_000

describe('a question that stays open', () => {
  it('has a provisional answer at once, and keeps the rest of its budget', async () => {
    const { buyer, tree } = await answered()
    const first = await tree()
    expect(first.status).toBe('provisional')
    expect(first.answer).toMatchObject({ revision: 1 })
    expect(first.answer?.citations).toHaveLength(1)
    expect(eventsOf(first)).toContain('sitting.ended')
    expect(await scene.available(buyer)).toBe(credits(90))
  })

  it('reads later offers together in another sitting, knowing what was bought, and revises its answer', async () => {
    const { model, buyer, offer, tree } = await answered()
    await offer(1)
    await offer(2)
    await scene.market.settle()
    expect((await tree()).status).toBe('provisional')
    expect(model.seen).toHaveLength(1)
    afterTheGap()
    await scene.market.settle()
    expect(model.seen).toHaveLength(2)
    const [, second] = model.seen
    expect(second).toMatchObject({ round: 0, budgetMicros: credits(7) })
    expect(second?.offers).toHaveLength(2)
    expect(second?.known).toHaveLength(1)
    const revised = await tree()
    expect(revised.status).toBe('provisional')
    expect(revised.answer).toMatchObject({ revision: 2 })
    expect(revised.answer?.citations).toHaveLength(3)
    expect(revised.earlierAnswers.map(({ citations }) => citations.length)).toEqual([1])
    expect(await scene.available(buyer)).toBe(credits(90))
  })

  it('has its last sitting at its deadline, reads what came until then, and returns the rest', async () => {
    const { model, buyer, offer, tree } = await answered()
    for (let n = 1; n < SITTINGS - 1; n += 1) {
      await offer(n)
      // Half of the gap is not enough.
      afterTheGap(n - 1)
      await scene.market.settle()
      expect(model.seen).toHaveLength(n)
      afterTheGap(n - 1)
      await scene.market.settle()
      expect(model.seen).toHaveLength(n + 1)
    }
    await offer(SITTINGS - 1)
    afterTheGap(SITTINGS)
    await scene.market.settle()
    expect((await tree()).status).toBe('provisional')
    expect(model.seen).toHaveLength(SITTINGS - 1)
    scene.market.clock.forward(HOUR_MS)
    await scene.market.settle()
    const last = await tree()
    expect(last.status).toBe('settled')
    expect(last.answer).toMatchObject({ revision: SITTINGS })
    expect(await scene.available(buyer)).toBe(credits(94))
  })

  it('waits on with no answer while nothing was worth its price, and says at its end that nothing was bought', async () => {
    const model = scriptedModel((task) => (task.offers.length > 1 ? buyAll(task) : NOTHING))
    const { buyer, seller, rootId } = await scene.bridge(model, { policy })
    await scene.market.settle()
    const seen = await scene.treeOf(buyer, rootId)
    expect(seen).toMatchObject({ status: 'provisional', answer: null, isAnswerDue: false })
    const view = () => viewContext(scene.market.deps, buyer, rootId)
    const nextSittingAt = new Date(scene.market.clock.now().getTime() + GAP_SECONDS * 1_000)
    expect(await view()).toMatchObject({ state: 'collecting', phase: 'provisional', nextSittingAt })
    await sell(scene.market, seller, {
      contextId: rootId,
      teaser: 'A later report on the bridge.',
      privateInfo: 'The bridge was painted twice.',
      price: 1,
    })
    afterTheGap()
    await scene.market.settle()
    expect(await view()).toMatchObject({ state: 'provisional', heldMicros: credits(6) })
    expect((await scene.treeOf(buyer, rootId)).answer).toMatchObject({ revision: 1 })

    const other = await askQuestion(scene.market, buyer, { policy })
    await sell(scene.market, seller, {
      contextId: other,
      teaser: 'A word on bridges.',
      privateInfo: 'Bridges cross rivers.',
      price: 1,
    })
    await scene.market.settle()
    await sayEnough(scene.market.deps, buyer, { rootId: other, requestKey: newKey() })
    await scene.market.settle()
    const ended = await scene.treeOf(buyer, other)
    expect(ended.status).toBe('settled')
    expect(ended.answer).toMatchObject({ revision: 1, citations: [] })
  })

  it('cannot be enough before anything was read, and then what can be done instead is said', async () => {
    const { buyer } = await answered()
    const early = await askQuestion(scene.market, buyer, { policy })
    for (let time = 0; time < 2; time += 1) {
      const said = sayEnough(scene.market.deps, buyer, { rootId: early, requestKey: newKey() })
      await expect(said).rejects.toMatchObject({ code: 'inspection.not_begun' })
    }
    await cancelByBuyer(scene.market.deps, buyer, { rootId: early, requestKey: newKey() })
    const late = sayEnough(scene.market.deps, buyer, { rootId: early, requestKey: newKey() })
    await expect(late).rejects.toMatchObject({ code: 'inspection.not_running' })
  })

  it('ends when its buyer has heard enough, once; its answer stays as it is', async () => {
    const { buyer, rootId, tree } = await answered()
    const requestKey = newKey()
    await sayEnough(scene.market.deps, buyer, { rootId, requestKey })
    await sayEnough(scene.market.deps, buyer, { rootId, requestKey })
    await scene.market.settle()
    const ended = await tree()
    expect(ended).toMatchObject({ status: 'settled', isAnswerDue: false, earlierAnswers: [] })
    expect(ended.answer).toMatchObject({ revision: 1 })
    expect(await scene.available(buyer)).toBe(credits(97))
    const again = sayEnough(scene.market.deps, buyer, { rootId, requestKey: newKey() })
    await expect(again).rejects.toMatchObject({ code: 'inspection.not_running' })
    const stranger = await person(scene.market, 'stranger')
    const strange = sayEnough(scene.market.deps, stranger, { rootId, requestKey: newKey() })
    await expect(strange).rejects.toMatchObject({ code: 'market.context_not_found' })
  })

  it.each(['enough', 'cancel'] as const)('has ended when its buyer ended it: %s', async (how) => {
    const { buyer, rootId, tree } = await answered()
    scene.market.clock.forward(7 * 60_000)
    const end = how === 'enough' ? sayEnough : cancelByBuyer
    await end(scene.market.deps, buyer, { rootId, requestKey: newKey() })
    const { endedAt, contexts } = await tree()
    expect(endedAt).toEqual(scene.market.clock.now())
    expect(contexts[0]?.endedAt).toEqual(endedAt)
    const [returned] = await scene.database.db
      .select({ at: ledgerTransfers.createdAt })
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.key, `${rootId}:release`))
    expect(returned?.at).toEqual(endedAt)
  })

  it('ends at its deadline, and is found by the sweeper when all its jobs are lost', async () => {
    const { buyer, offer, tree } = await answered()
    await offer(1)
    afterTheGap()
    scene.market.waiting.splice(0)
    await scene.market.sweep()
    scene.market.waiting.splice(0)
    await scene.market.sweep()
    expect((await tree()).answer).toMatchObject({ revision: 2 })
    scene.market.clock.forward(HOUR_MS)
    scene.market.waiting.splice(0)
    await scene.market.sweep()
    expect((await tree()).status).toBe('settled')
    expect(await scene.available(buyer)).toBe(credits(96))
  })

  it('can be stopped between two sittings: what is bought stays, the rest returns', async () => {
    const { buyer, rootId, tree } = await answered()
    const { returnedMicros } = await cancelByBuyer(scene.market.deps, buyer, { rootId, requestKey: newKey() })
    expect(returnedMicros).toBe(credits(7))
    expect((await tree()).status).toBe('cancelled')
  })

  it('goes on where it was when its worker dies in a later sitting', async () => {
    let dies = true
    const model = scriptedModel((task) => {
      if (task.known.length > 0 && dies) {
        dies = false
        scene.market.kill()
      }
      return buyAll(task)
    })
    const { buyer, seller, rootId } = await scene.bridge(model, { policy })
    await scene.market.settle()
    await sell(scene.market, seller, {
      contextId: rootId,
      teaser: 'A later report on the bridge.',
      privateInfo: 'The bridge was painted twice.',
      price: 1,
    })
    afterTheGap()
    await scene.market.settle()
    scene.market.clock.forward(60_000)
    await scene.market.sweep()
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.offers.map(({ state }) => state)).toEqual(['bought', 'bought'])
    expect(tree.answer).toMatchObject({ revision: 2 })
  })

  it('is answered once where its policy says so', async () => {
    const { rootId, buyer } = await scene.bridge(scriptedModel(buyAll), {
      policy: { ...policy, maxSittings: 1 },
    })
    await scene.market.settle()
    expect((await scene.treeOf(buyer, rootId)).status).toBe('settled')
    const late = await askQuestion(scene.market, buyer, { policy, start: { rule: 'deadline' } })
    await sell(scene.market, await person(scene.market, 'lea'), {
      contextId: late,
      teaser: 'A report on the bridge.',
      privateInfo: 'It was painted.',
      price: 1,
    })
    const other = await askQuestion(scene.market, buyer, { policy, start: { rule: 'deadline' } })
    scene.market.clock.forward(HOUR_MS)
    await scene.market.settle()
    // Read at the deadline, when nothing can follow: one sitting, never provisional.
    expect(eventsOf(await scene.treeOf(buyer, late))).not.toContain('sitting.ended')
    // Nobody answered, and nobody can any more.
    expect((await scene.treeOf(buyer, other)).status).toBe('settled')
  })
})
