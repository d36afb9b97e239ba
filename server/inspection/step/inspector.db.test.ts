import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contexts } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import type { AnswerTask, Model } from '../../llm/model'
import { DEFAULT_POLICY } from '../../protocol/policy'
import { type TestMarket, testMarket } from '../../testing'
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

const OFFERS = 6
const READ_MAX = 2

/** The settled tree of a question with a report on it, and a bot that knows something about what is asked below. */
async function settled(
  site: Model,
  { knowledge, privateInfo, price = 0.5 }: { knowledge: string; privateInfo: string; price?: number },
) {
  const market = testMarket(database, { site, isSiteBuiltIn: false })
  const [buyer, seller, expert] = await people(market)
  await subBot(market, expert, { keyword: 'bridge', teaser: 'Who inspected the bridge.', knowledge, price })
  const contextId = await askQuestion(market, buyer)
  await sell(market, seller, { contextId, teaser: 'A report on the bridge.', privateInfo, price: 3 })
  await market.settle()
  return viewTree(market.deps, buyer, contextId)
}

const people = async (market: TestMarket): Promise<[string, string, string]> => [
  await person(market, 'ada'),
  await person(market, 'sol'),
  await person(market, 'eve'),
]

/** The same model; what it is told for the answer is put into `told`. */
const answerer = (model: Model, told: AnswerTask[]): Model => ({
  ...model,
  answer: (task, signal) => {
    told.push(task)
    return model.answer(task, signal)
  },
})

describe('what is read', () => {
  it('is no more than `readMax` offers of each question, in every prompt of the tree, and never what was not read', async () => {
    const model = scriptedModel((task) =>
      task.round === 0 && task.questions.length < 3
        ? askAbout(task, 'Is the report on the bridge true?')
        : NOTHING,
    )
    const market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const [buyer, seller, expert] = await people(market)
    for (let n = 0; n < OFFERS; n += 1) {
      await subBot(market, expert, {
        keyword: 'bridge',
        teaser: `Inspection ${n} of the bridge.`,
        knowledge: `Text of sub-offer ${n}.`,
        price: 0.5,
      })
    }
    const rootId = await askQuestion(market, buyer, {
      start: { rule: 'quorum', offers: OFFERS },
      policy: { ...DEFAULT_POLICY, readMax: READ_MAX },
    })
    for (let n = 0; n < OFFERS; n += 1) {
      await sell(market, seller, {
        contextId: rootId,
        teaser: `Report ${n} on the bridge.`,
        privateInfo: `Text of root offer ${n}.`,
        price: 1,
      })
    }
    await market.settle()
    const { offers } = await viewTree(market.deps, buyer, rootId)
    const teasersRead = offers.filter((offer) => offer.firstReadAt !== null).map((offer) => offer.teaser)
    expect(offers.length).toBeGreaterThan(2 * READ_MAX)
    expect(Math.max(...model.seen.map((task) => task.questions.length))).toBe(3)
    for (const task of model.seen) {
      expect(task.offers.length).toBeLessThanOrEqual(READ_MAX)
      expect(task.above.length).toBeLessThanOrEqual(READ_MAX * (task.questions.length - 1))
      for (const { teaser } of [...task.offers, ...task.above]) expect(teasersRead).toContain(teaser)
    }
  })
})

describe('what was bought below', () => {
  const QUESTION = 'Is this true: “A report on the bridge” (on “Is the bridge at Lindow safe to cross”)?'

  it('reaches later verdicts and the answer with the question that it answers, its kind and the offers it is about', async () => {
    const model = scriptedModel((task) => {
      if (task.questions.length > 1) return buyAll(task)
      return task.round === 0 ? askAbout(task, 'Is it so?') : buyAll(task)
    })
    const told: AnswerTask[] = []
    await settled(answerer(model, told), {
      knowledge: 'It is not so.',
      privateInfo: 'The east pier is sound.',
    })
    const last = model.seen.findLast((task) => task.questions.length === 1)
    const [report] = last?.offers ?? []
    expect(last?.known).toMatchObject([
      {
        privateInfo: 'It is not so.',
        level: 1,
        answers: { question: QUESTION, kind: 'verify', about: [report?.handle] },
      },
    ])
    const dossier = told[0]?.dossier ?? []
    const denial = dossier.find(({ privateInfo }) => privateInfo === 'It is not so.')
    const pier = dossier.find(({ privateInfo }) => privateInfo === 'The east pier is sound.')
    expect(denial?.answers).toEqual({ question: QUESTION, kind: 'verify', about: [pier?.handle] })
    expect(pier?.answers).toBeNull()
  })

  it('tells of a question that an earlier version sealed only what it was for, where an offer that it is about is not known', async () => {
    const told: AnswerTask[] = []
    const model = scriptedModel(async (task) => {
      if (task.questions.length === 1) return task.round === 0 ? askAbout(task, 'Is it so?') : NOTHING
      await database.db.update(contexts).set({ isSealed: true }).where(eq(contexts.level, 1))
      return buyAll(task)
    })
    await settled(answerer(model, told), {
      knowledge: 'The county engineer did.',
      privateInfo: 'A surveyor found the east pier sound.',
    })
    expect(told[0]?.dossier.map(({ answers }) => answers)).toEqual([
      { question: null, kind: 'verify', about: [] },
    ])
  })
})

describe('a sub-question', () => {
  const SECRET = 'Ockham and Sons measured a crack of 17 millimetres in the east pier.'

  const asked = (model: Model) =>
    settled(model, { knowledge: SECRET, privateInfo: 'The county engineer found it sound.', price: 0.1 })

  it('is worded from its kind and public teasers on every level, and everybody who may watch reads it', async () => {
    const tree = await asked(
      scriptedModel((task) =>
        task.questions.length < 3 && task.round === 0
          ? askAbout(task, 'Who certified the surveyor Ockham?', 1)
          : NOTHING,
      ),
    )
    const below = tree.contexts.filter((context) => context.parentId !== null)
    const on = '(on “Is the bridge at Lindow safe to cross”)?'
    expect(below.map(({ level, title, seal }) => ({ level, title, seal }))).toEqual([
      { level: 1, title: `Is this true: “A report on the bridge” ${on}`, seal: null },
      { level: 2, title: `Is this true: “Who inspected the bridge” ${on}`, seal: null },
    ])
  })

  it('gives away nothing of an unbought offer that it knows from a purchase that repeats it', async () => {
    const model = scriptedModel((task) => {
      if (task.questions.length === 3) return buyAll(task)
      if (task.questions.length === 2)
        return task.known.length === 0 && task.round === 0
          ? askAbout(task, 'Who inspected the bridge?', 0.5)
          : NOTHING
      if (task.round === 0) return askAbout(task, 'Is the report on the bridge true?')
      if (task.round > 1) return NOTHING
      const again = askAbout(task, 'Did Ockham measure 17 millimetres in the east pier?')
      return { ...again, ask: again.ask.map((one) => ({ ...one, kind: 'source' as const })) }
    })
    const tree = await asked(model)
    const known = model.seen.filter((task) => task.questions.length === 1 && task.round === 1)
    expect(known[0]?.known.map((info) => info.privateInfo)).toEqual([SECRET])
    expect(tree.offers.filter((offer) => offer.state === 'bought')).toMatchObject([
      { seal: 'quotes-unbought' },
    ])
    const children = tree.contexts.filter((context) => context.parentId === tree.rootId)
    expect(children).toHaveLength(2)
    expect(children.map((context) => context.title).join()).not.toMatch(/ockham|17/i)
  })
})
