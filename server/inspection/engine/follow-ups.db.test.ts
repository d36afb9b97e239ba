import { expect, it } from 'vitest'
import type { AnswerTask, InspectTask, Model } from '../../llm/model'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { testMarket } from '../../testing'
import { eventInWords } from '../../tree/event-words'
import { foldTree } from '../../tree/replay'
import { askQuestion, buyAll, credits, NOTHING, person, scriptedModel, sell, subBot } from './testing'
import { engineScene, eventsOf } from './testing-engine'

const scene = engineScene()

/** Buys what bears on the question: not the rumour, and below the root only what speaks of what is asked. */
function inspects(task: InspectTask) {
  const level = task.questions.length - 1
  const wanted = [/report/, /frost/i, /^salt/i][level] ?? /nothing/
  const buy = task.offers.filter(({ teaser }) => wanted.test(teaser))
  return { ...NOTHING, buy: buy.map(({ handle }) => ({ handle, reason: 'worth-its-price' as const })) }
}

/** What an answer of this market cites, and what it names as missing. */
function answering(lacks: RegExp): { model: Model; tasks: AnswerTask[] } {
  const tasks: AnswerTask[] = []
  const model: Model = {
    ...scriptedModel(inspects),
    answer: async (task) => {
      tasks.push(task)
      const cited = task.dossier.map(({ handle }) => `[${handle}]`).join('')
      const parts = task.lacks?.parts ?? []
      const missing = parts.flatMap((text, part) =>
        lacks.test(text) ? [{ part, budgetMicros: credits(5) }] : [],
      )
      const says = task.refines ? 'Refined' : 'First'
      return {
        ok: true,
        value: { markdown: `${says}: ${task.question.title} ${cited}`, missing },
        usage: { calls: 1, promptTokens: 50, completionTokens: 10 },
      }
    },
  }
  return { model, tasks }
}

async function bridge(model: Model, followUpDepth: number) {
  const market = testMarket(scene.database, { site: model, isSiteBuiltIn: false })
  const [buyer, seller, expert] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  const bots = [
    {
      keyword: 'winter',
      teaser: 'Frost and road salt.',
      knowledge: 'Below minus ten its joints are closed.',
    },
    { keyword: 'salt', teaser: 'Salt on steel.', knowledge: 'Its steel is galvanised against salt.' },
  ]
  for (const bot of bots) await subBot(market, expert, { ...bot, price: 0.5 })
  const before = await scene.available(buyer)
  const rootId = await askQuestion(market, buyer, {
    body: 'We would cross it daily. Does it hold in winter?',
    start: { rule: 'quorum', offers: 2 },
    isTreePublic: true,
    policy: { ...DEFAULT_POLICY, followUpDepth },
  })
  const offer = (teaser: string, privateInfo: string, price: number) =>
    sell(market, seller, { contextId: rootId, teaser, privateInfo, price })
  await offer('A report on the bridge.', 'Ockham measured a crack of 17 millimetres in the east pier.', 3)
  await offer('A rumour on the bridge.', 'The ferryman hates the mayor.', 1)
  await market.settle()
  return { market, before, buyer, seller, rootId }
}

it('asks on what its first answer lacks, with a share of the budget, and refines from the leaves up', async () => {
  const { model, tasks } = answering(/winter|road salt/)
  const { before, buyer, seller, rootId } = await bridge(model, 2)
  const tree = await scene.treeOf(buyer, rootId)
  const [root, follow, deeper] = tree.contexts

  expect(tree.contexts.map(({ title, askKind, level }) => [level, askKind, title])).toEqual([
    [0, null, 'Is the bridge at Lindow safe to cross?'],
    [
      1,
      'follow-up',
      'What else should one know about “Does it hold in winter” (on “Is the bridge at Lindow safe to cross”)?',
    ],
    [
      2,
      'follow-up',
      'What else should one know about “Frost and road salt” (on “Is the bridge at Lindow safe to cross”)?',
    ],
  ])
  // Five were wished for: 30 per cent of 10, and then of 2, in one of the few sizes that a budget has.
  expect([follow?.budgetMicros, deeper?.budgetMicros]).toEqual([credits(2), credits(0.5)])

  expect(root?.onTheWay.map(({ writtenAs, markdown }) => [writtenAs, markdown])).toEqual([
    ['first', 'First: Is the bridge at Lindow safe to cross? [1]'],
  ])
  expect(follow?.onTheWay.map(({ writtenAs, markdown }) => [writtenAs, markdown])).toEqual([
    ['first', `First: ${follow?.title} [1]`],
    ['refined', `Refined: ${follow?.title} [1][2]`],
  ])
  expect(deeper?.onTheWay.map(({ writtenAs }) => writtenAs)).toEqual(['first'])

  // The last answer refines the first one by the follow-up's refined one, which cites what it cites.
  const last = tasks.at(-1)
  expect(last?.refines).toEqual({
    first: 'First: Is the bridge at Lindow safe to cross? [1]',
    followUps: [{ question: follow?.title, answer: `Refined: ${follow?.title} [2] [3]` }],
  })
  expect(tree.answer?.markdown).toBe('Refined: Is the bridge at Lindow safe to cross? [1][2][3]')
  expect(tree.answer?.citations.map(({ contextId }) => contextId)).toEqual([root?.id, follow?.id, deeper?.id])
  // Nothing that was not bought lies before an answer.
  expect(
    JSON.stringify(tasks, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toMatch(/ferryman|mayor/)

  expect(
    eventsOf(tree).filter((type) => type.startsWith('context.') && type !== 'context.inspecting'),
  ).toEqual([
    'context.opened',
    ...['context.answering', 'context.answered', 'context.waiting', 'context.opened'],
    ...['context.answering', 'context.answered', 'context.waiting', 'context.opened'],
    ...['context.answering', 'context.answered', 'context.settled'],
    ...['context.answering', 'context.answered', 'context.settled'],
    'context.settled',
  ])
  const words = tree.events.map((event) => eventInWords(event, tree))
  expect(words.filter((line) => line.includes('because the first answer lacks it'))).toHaveLength(2)
  const rows = [...foldTree(tree, null).nodes.values()]
  expect(rows.flatMap((row) => (row.kind === 'verdict' ? [row.answer] : []))).toEqual([
    ...[null, 'first', null, 'first', null, 'first', 'refined'],
  ])

  // Whoever else may watch sees that, and none of the words.
  const seen = await scene.treeOf(seller, rootId)
  expect(seen.contexts.map(({ title, onTheWay }) => [title !== null, onTheWay])).toEqual([
    [true, []],
    [true, []],
    [true, []],
  ])
  expect(await scene.available(buyer)).toBe(before - credits(4))
})

it('asks no deeper than its policy says, and writes no answer on the way where nothing is bought or none is wanted', async () => {
  const { model, tasks } = answering(/winter|road salt/)
  const { buyer, rootId } = await bridge(model, 1)
  const tree = await scene.treeOf(buyer, rootId)
  expect(tree.contexts.map(({ level }) => level)).toEqual([0, 1])
  expect(tasks.map(({ lacks, refines }) => [lacks !== undefined, refines !== undefined])).toEqual([
    ...[
      [true, false],
      [false, false],
      [false, true],
    ],
  ])

  const none = answering(/winter/)
  const off = await bridge(none.model, 0)
  expect((await scene.treeOf(off.buyer, off.rootId)).contexts).toHaveLength(1)
  expect(none.tasks.map(({ lacks }) => lacks)).toEqual([undefined])
})

it('goes on without follow-ups when the model fails to write its first answer', async () => {
  const failing: Model = {
    ...scriptedModel(buyAll),
    answer: async () => ({
      ok: false,
      failure: 'timeout',
      isTransient: true,
      usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
    }),
  }
  const { market, buyer, rootId } = await bridge(failing, 2)
  const tree = await scene.treeOf(buyer, rootId)
  expect(tree.contexts).toHaveLength(1)
  expect(tree.contexts[0]?.phase).toBe('settled')
  expect(tree.contexts[0]?.onTheWay.map(({ writtenBy }) => writtenBy)).toEqual([
    market.deps.models.builtIn.name,
  ])
})
