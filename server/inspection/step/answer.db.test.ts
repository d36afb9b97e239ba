import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { AskInput } from '../../contract/market'
import { builtInModel } from '../../llm/built-in/built-in'
import type { AnswerTask, Model, RecommendTask } from '../../llm/model'
import { testMarket } from '../../testing'
import {
  askAbout,
  askQuestion,
  buyAll,
  NOTHING,
  person,
  scriptedModel,
  sell,
  subBot,
} from '../engine/testing'
import { viewTree } from '../views/tree-view'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())
beforeEach(() => database.truncate())

const SECRET = 'Ockham and Sons measured a crack of 17 millimetres in the east pier of the bridge.'
const CLAIM = 'The bridge at Lindow is safe to cross.'

type Answers = (task: AnswerTask, seen: readonly AnswerTask[]) => string

/** Says of every purchase whatever it was shown of it, and whatever it was ever shown. */
const copies: Answers = (task) =>
  task.dossier.map((info) => `${info.privateInfo} [${info.handle}]`).join('\n\n')
const remembers: Answers = (_task, seen) =>
  seen.flatMap(({ dossier }) => dossier.map((info) => info.privateInfo)).join('\n\n')

/**
 * One offer on the question that is not bought, and one on a sub-question that repeats it word for word and is bought; with
 * `honest`, a second one on the sub-question that says something of its own.
 */
async function quotingTree({
  answers,
  honest,
  decision = { kind: 'belief', claim: CLAIM },
}: {
  answers?: Answers
  honest?: string
  decision?: AskInput['decision']
} = {}) {
  const model = scriptedModel((task) => {
    if (task.questions.length > 1) return buyAll(task)
    return task.round === 0 ? askAbout(task, 'Is the report on the bridge true?') : NOTHING
  })
  const shown: AnswerTask[] = []
  const weighed: RecommendTask[] = []
  const recommend: Model['recommend'] = (task, signal) => {
    weighed.push(task)
    return model.recommend(task, signal)
  }
  const answerer: Model['answer'] = async (task, signal) => {
    shown.push(task)
    const written = await builtInModel.answer(task, signal)
    if (!answers || !written.ok) return written
    return { ...written, value: { ...written.value, markdown: answers(task, shown) || 'Nothing.' } }
  }
  const market = testMarket(database, {
    site: { ...model, recommend, answer: answerer },
    isSiteBuiltIn: false,
  })
  const [buyer, seller, expert] = [
    await person(market, 'ada'),
    await person(market, 'sol'),
    await person(market, 'eve'),
  ]
  for (const knowledge of [SECRET, ...(honest ? [honest] : [])]) {
    await subBot(market, expert, {
      keyword: 'bridge',
      teaser: 'Who inspected the bridge.',
      knowledge,
      price: 0.5,
    })
  }
  const rootId = await askQuestion(market, buyer, { decision })
  const offerId = await sell(market, seller, {
    contextId: rootId,
    teaser: 'A report on the bridge.',
    privateInfo: SECRET,
    price: 3,
  })
  await market.settle()
  return { buyer, rootId, offerId, shown, weighed, tree: await viewTree(market.deps, buyer, rootId) }
}

describe('the written answer', () => {
  it.each([
    ['the built-in inspector', undefined],
    ['a model that copies its dossier', copies],
    ['a model that remembers every call', remembers],
  ])('does not quote a purchase that the tree seals, with %s', async (_name, answers) => {
    const { tree, offerId } = await quotingTree(answers ? { answers } : {})
    const sealed = tree.offers.find((offer) => offer.state === 'bought')
    expect(sealed).toMatchObject({ seal: 'quotes-unbought', privateInfo: null, teaser: null })
    expect(tree.offers.find((offer) => offer.id === offerId)).toMatchObject({ state: 'passed' })
    expect(tree.answer?.citations.map((citation) => citation.offerId)).toEqual([sealed?.id])
    for (const word of ['Ockham', '17', 'crack', 'pier']) expect(tree.answer?.markdown).not.toContain(word)
    expect(tree.answer?.markdown).toContain('[1]')
  })

  it('quotes what is open, cites what is sealed, and lets both weigh', async () => {
    const honest = 'The county engineer inspected the bridge in spring and found it safe to cross.'
    const { tree, shown, weighed } = await quotingTree({ answers: copies, honest })
    expect(tree.offers.filter((offer) => offer.state === 'bought')).toHaveLength(2)
    expect(tree.answer?.markdown).toContain(honest)
    expect(tree.answer?.markdown).not.toContain('Ockham')
    expect(tree.answer?.citations).toHaveLength(2)
    expect(tree.answer?.trail).toHaveLength(3)
    const [all, ...less] = weighed.map(({ dossier }) => dossier.map((info) => info.privateInfo))
    expect(all?.toSorted()).toEqual([honest, SECRET].toSorted())
    // What was known at first, and after the first purchase: no more than that, and no word of the rest.
    expect(less).toEqual([[], all?.slice(0, 1)])
    const [writing] = shown
    expect(shown).toHaveLength(1)
    expect(writing?.dossier.map((info) => info.privateInfo)).toEqual([honest])
    expect(writing?.recommended).toEqual(tree.answer?.trail.at(-1))
  })

  it('shows the sealed text to no call when the question has nothing to recommend', async () => {
    const { tree, shown } = await quotingTree({ decision: { kind: 'open' } })
    expect(JSON.stringify(shown.map(({ dossier }) => dossier.map((info) => info.privateInfo)))).toBe('[[]]')
    expect(tree.answer?.trail).toEqual([{ kind: 'open' }, { kind: 'open' }])
    expect(tree.answer?.markdown).toContain('1 purchase is not quoted here')
  })
})
