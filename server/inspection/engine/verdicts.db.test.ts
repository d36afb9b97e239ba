import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { inspectionEvents, inspections } from '@/db/schema'
import { describeMultiConnection } from '@/db/testing'
import { DEFAULT_POLICY, type Protocol, TREE_CONTEXTS_MAX } from '../../protocol/policy'
import {
  askAbout,
  askQuestion,
  buyAll,
  credits,
  NOTHING,
  person,
  scriptedModel,
  sell,
  subBot,
} from './testing'
import { changesItsMind, engineScene } from './testing-engine'

const scene = engineScene()

describe('the paper’s legume example (section 3.1), on the built-in inspector', () => {
  async function legumes(protocol: Protocol) {
    const [buyer, tox, diet, cook] = [
      await person(scene.market, 'ada'),
      await person(scene.market, 'tom'),
      await person(scene.market, 'dee'),
      await person(scene.market, 'cai'),
    ]
    await subBot(scene.market, cook, {
      keyword: 'legumes',
      teaser: 'What happens to legume toxins in the kitchen.',
      knowledge: 'The toxins in legumes can be removed by boiling; boiled legumes are safe and nutritious.',
      price: 0.4,
    })
    const rootId = await askQuestion(scene.market, buyer, {
      title: 'What should I eat: raw legumes, rice or boiled legumes?',
      decision: { kind: 'choice', options: ['Raw legumes', 'Rice', 'Boiled legumes'] },
      start: { rule: 'quorum', offers: 2 },
      policy: { ...DEFAULT_POLICY, protocol },
    })
    await sell(scene.market, tox, {
      contextId: rootId,
      teaser: 'What legumes do to your body.',
      privateInfo: 'Legumes are toxic: they contain lectins that make people ill.',
      price: 2,
    })
    await sell(scene.market, diet, {
      contextId: rootId,
      teaser: 'What living on rice does to your health.',
      privateInfo: 'Rice is unhealthy: it raises blood sugar.',
      price: 1,
    })
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    const last = tree.answer?.trail.at(-1)
    const utilities = last?.kind === 'choice' ? last.utilities : []
    return { tree, buyer, cook, best: utilities.indexOf(Math.max(...utilities)) }
  }

  it('ends with boiled legumes under `recursive`: what was bought below reaches the root decision', async () => {
    const { tree, buyer, cook, best } = await legumes('recursive')
    expect(tree).toMatchObject({ status: 'settled', inspectorName: 'Built-in agent' })
    expect(best).toBe(2)
    expect(tree.answer?.markdown).toContain('boil')
    expect(await scene.available(buyer)).toBe(credits(100) - credits(3.4))
    expect(await scene.available(cook)).toBe(credits(100.38))
  })

  it('ends with rice under `successive`: the root decision never hears what was bought below', async () => {
    expect((await legumes('successive')).best).toBe(1)
  })
})

describe('verdicts', () => {
  it('changes from held to bought because of a bought sub-answer, money exact at every account', async () => {
    const { buyer, seller, expert, rootId, offerId } = await scene.bridge(scriptedModel(changesItsMind))
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    const story = tree.events.filter((event) => event.offerId === offerId).map((event) => event.type)
    expect(story).toEqual(['offer.posted', 'offer.held', 'offer.bought'])
    expect(await scene.available(buyer)).toBe(credits(96.5))
    expect(await scene.available(seller)).toBe(credits(102.85))
    expect(await scene.available(expert)).toBe(credits(100) + 475_000n)
    expect(tree.answer?.citations.map(({ number }) => number).toSorted()).toEqual([1, 2])
  })

  it('buying nothing is an ordinary verdict: everything returns and the answer says why', async () => {
    const model = scriptedModel((task) => ({
      ...NOTHING,
      pass: task.offers.map(({ handle }) => ({ handle, reason: 'unconvincing' as const })),
    }))
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.offers[0]).toMatchObject({ state: 'passed', reason: 'unconvincing', privateInfo: null })
    expect(tree.answer?.markdown).toContain('did not convince')
    expect(await scene.available(buyer)).toBe(credits(100))
  })

  it('offers that do not exist, and more than the escrow, are never bought', async () => {
    const model = scriptedModel((task) => ({
      ...NOTHING,
      buy: [{ handle: 'Z', reason: 'decisive' }, ...buyAll(task).buy, ...buyAll(task).buy],
    }))
    const { buyer, rootId, seller } = await scene.bridge(model, { budgetMicros: credits(4) })
    const warned = vi.spyOn(scene.market.deps.log, 'warn')
    await sell(scene.market, seller, {
      contextId: rootId,
      teaser: 'A second report.',
      privateInfo: 'Nothing new.',
      price: 3,
    })
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.offers.filter((offer) => offer.state === 'bought')).toHaveLength(1)
    expect(tree.offers.find((offer) => offer.state === 'passed')).toMatchObject({ reason: 'over-budget' })
    expect(await scene.available(buyer)).toBe(credits(97))
    expect(warned).toHaveBeenCalledWith(
      { contextId: rootId, round: 0, unknownOffers: 1, overBudget: 1, asks: 0 },
      'parts of a verdict were refused',
    )
  })

  it.each([1, 9])(
    'an inspector that asks for ever, %s at once, is stopped by depth, breadth and rounds',
    async (asks) => {
      const model = scriptedModel((task) => ({
        ...NOTHING,
        ask: Array.from({ length: asks }, () => askAbout(task, 'Is that true?', 0.5).ask).flat(),
      }))
      const { buyer, rootId } = await scene.bridge(model)
      await scene.market.settle()
      const tree = await scene.treeOf(buyer, rootId)
      expect(tree.status).toBe('settled')
      expect(Math.max(...tree.contexts.map((context) => context.level))).toBe(DEFAULT_POLICY.maxDepth)
      for (const { id } of tree.contexts) {
        expect(tree.contexts.filter((child) => child.parentId === id).length).toBeLessThanOrEqual(
          DEFAULT_POLICY.maxChildren,
        )
      }
      expect(await scene.available(buyer)).toBe(credits(100))
    },
  )

  it('a tree that has used up its tokens ends with what it has', async () => {
    const { buyer, rootId } = await scene.bridge(scriptedModel(changesItsMind), {
      policy: { ...DEFAULT_POLICY, tokenCap: 1_000 },
    })
    await scene.database.db.execute('update inspection set tokens_used = 1000')
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.status).toBe('settled')
    expect(tree.offers[0]).toMatchObject({ state: 'passed', reason: 'no-verdict' })
    await scene.database.db.execute('update inspection set tokens_used = 0')
  })
})

describe('events', () => {
  it('are numbered per tree without gaps and hold no text', async () => {
    const { rootId } = await scene.bridge(scriptedModel(changesItsMind))
    await scene.market.settle()
    const rows = await scene.database.db
      .select()
      .from(inspectionEvents)
      .where(eq(inspectionEvents.rootId, rootId))
      .orderBy(inspectionEvents.seq)
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1))
    const text = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const secret of ['crack', 'Ockham', 'county', 'report']) expect(text).not.toContain(secret)
  })
})

describeMultiConnection('siblings whose verdicts come at once', () => {
  it('never make the tree larger than it may be', async () => {
    let waiting = 0
    let go = () => {}
    const both = new Promise<void>((resolve) => {
      go = resolve
    })
    const model = scriptedModel(async (task) => {
      if (task.questions.length === 1 && task.round === 0) {
        const [first] = askAbout(task, 'Is the report on the bridge true?').ask
        return { ...NOTHING, ask: first ? [first, { ...first, kind: 'source' as const }] : [] }
      }
      if (task.questions.length !== 2 || task.round > 0) return NOTHING
      waiting += 1
      if (waiting === 2) {
        // One more fits.
        await scene.database.db.update(inspections).set({ treeContexts: TREE_CONTEXTS_MAX - 1 })
        go()
      }
      await both
      return askAbout(task, 'Is the bridge sound?', 0.5)
    })
    const { buyer, rootId } = await scene.bridge(model)
    await scene.market.settle()
    const tree = await scene.treeOf(buyer, rootId)
    expect(tree.contexts.filter(({ level }) => level === 2)).toHaveLength(1)
    expect(tree.status).toBe('settled')
    await scene.database.db.update(inspections).set({ treeContexts: tree.contexts.length })
  })
})
