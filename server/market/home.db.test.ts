import { describe, expect, it } from 'vitest'
import { createBotSchema } from '../contract/bots'
import { HOME_ROWS_MAX, homeSchema } from '../contract/home'
import { listSchema } from '../contract/market'
import { cancelByBuyer } from '../inspection/engine/control'
import { askQuestion, credits, newKey, person, sell } from '../inspection/engine/testing'
import { createBot } from '../sellers/bots/bots'
import { readHome } from './home'
import { countItems, listItems, markItems } from './inbox/items'
import { countForYou, markRead, unreadAt } from './inbox/notices'
import { tellTree } from './inbox/tell'
import { matcherScene } from './inbox/testing-matchers'
import { listQuestions } from './question-cards'
import { readReach } from './reach'

const scene = matcherScene()
const homeOf = async (personId: string) => homeSchema.parse(await readHome(scene.market.deps, personId))

describe('the home of a member', () => {
  it('is empty for a newcomer, with nothing of anybody else', async () => {
    const [ada, sol] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    await askQuestion(scene.market, ada, { start: { rule: 'manual' } })
    await scene.market.settle()
    expect(await homeOf(sol)).toEqual({
      questions: [],
      openQuestions: 0,
      news: [],
      unread: 0,
      toAnswer: [],
      waiting: 0,
      hasAlerts: false,
      sales: 0,
      earnedMicros: 0n,
      pendingMicros: 0n,
      pendingFrom: null,
      pendingUntil: null,
      bots: [],
      ownBots: 0,
      following: [],
      followed: 0,
    })
  })

  it('has the asker’s open questions with what is unread about them, and the seller’s by credits left', async () => {
    const [ada, sol] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    await scene.matcher(sol)
    const ask = (budget: number) => {
      scene.market.clock.forward(1_000)
      return askQuestion(scene.market, ada, { budgetMicros: credits(budget), start: { rule: 'manual' } })
    }
    const [small, large, middle] = [await ask(2), await ask(9), await ask(5)]
    await scene.market.settle()

    expect(await readReach(scene.market.deps, ada, large)).toEqual({
      botsLooking: 0,
      botsLooked: 0,
      botsAnswered: 0,
      peopleTold: 1,
    })
    await expect(readReach(scene.market.deps, sol, large)).rejects.toMatchObject({
      code: 'market.context_not_found',
    })

    const seller = await homeOf(sol)
    expect(seller.toAnswer.map(({ contextId }) => contextId)).toEqual([large, middle, small])
    expect(seller.toAnswer[0]?.leftMicros).toBe(credits(9))
    expect(seller.waiting).toBe((await countItems(scene.market.deps, sol)).new)
    expect(seller.hasAlerts).toBe(true)

    await sell(scene.market, sol, {
      contextId: large,
      teaser: 'What the inspector of bridges wrote.',
      privateInfo: 'It holds.',
      price: 1,
    })
    await scene.market.settle()
    await tellTree(scene.market.deps, large)
    const asker = await homeOf(ada)
    expect(asker.openQuestions).toBe(3)
    expect(asker.questions.map(({ id, newOffers }) => [id, newOffers])).toEqual([
      [middle, 0],
      [large, 1],
      [small, 0],
    ])
    // Said beside the question, and not a second time.
    expect(asker.news).toEqual([])
    expect(asker.unread).toBeGreaterThan(0)
    expect(asker.unread).toBe(await countForYou(scene.database.db, ada))
    expect(asker.toAnswer).toEqual([])

    const asOf = await unreadAt(scene.database.db, ada, large)
    if (asOf === null) throw new Error('nothing is unread')
    expect(await unreadAt(scene.database.db, ada, middle)).toBeNull()
    // What comes after the page was drawn was not on it.
    await markRead(scene.market.deps, ada, { questionId: large, asOf: new Date(asOf.getTime() - 1) })
    expect((await homeOf(ada)).questions.some(({ newOffers }) => newOffers > 0)).toBe(true)
    await markRead(scene.market.deps, ada, { questionId: large, asOf })
    expect(await countForYou(scene.database.db, ada)).toBe(0)
    const after = await homeOf(ada)
    expect(after.news).toEqual([])
    expect(after.questions.every(({ newOffers }) => newOffers === 0)).toBe(true)
  })

  it('has beside each list the number of what its link opens', async () => {
    const [ada, sol] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    await scene.matcher(sol)
    const { deps } = scene.market
    const asked: string[] = []
    for (let index = 0; index < HOME_ROWS_MAX + 3; index += 1) {
      scene.market.clock.forward(1_000)
      asked.push(await askQuestion(scene.market, ada, { start: { rule: 'manual' } }))
    }
    await scene.market.settle()
    const [stopped = '', ignored = ''] = asked
    await cancelByBuyer(deps, ada, { rootId: stopped, requestKey: newKey() })
    await markItems(deps, sol, { contextIds: [ignored], as: 'ignored' })

    // The lists that app/home/member-home.test.tsx sees the numbers lead to.
    const list = listSchema.parse({ tab: 'mine', state: 'open' })
    const own = await listQuestions(deps.db, ada, list, deps.clock.now())
    const asker = await homeOf(ada)
    expect(asker.openQuestions).toBe(own.items.length)
    expect(asker.questions.length).toBe(HOME_ROWS_MAX)
    const toAnswer = await listItems(deps, sol, { state: 'new', cursor: null })
    expect((await homeOf(sol)).waiting).toBe(toAnswer.items.length)
  })

  it('tells what was earned in the last week, by hand and by each bot', async () => {
    const [ada, sol] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    const input = createBotSchema.parse({
      bot: {
        kind: 'fixed',
        name: 'Bridges',
        matcher: { anyOf: ['bridge'], scope: 'roots' },
        teaser: 'What the survey of the bridge at Lindow says.',
        knowledge: 'The bridge at Lindow is safe to cross on foot and by car since the survey of May.',
        price: { rule: 'fixed', priceMicros: credits(1) },
      },
      isLive: true,
      requestKey: newKey(),
    })
    await createBot(scene.market.deps, sol, input)
    const asked = await askQuestion(scene.market, ada, { start: { rule: 'now' } })
    await scene.market.settle()

    const { sales, earnedMicros, bots, ownBots } = await homeOf(sol)
    expect({ sales, ownBots, bots: bots.length }).toEqual({ sales: 1, ownBots: 1, bots: 1 })
    expect(earnedMicros).toBeGreaterThan(0n)
    expect(bots[0]).toMatchObject({ name: 'Bridges', asked: 1, offers: 1, bought: 1, earnedMicros })
    expect((await homeOf(ada)).bots).toEqual([])
    expect(await readReach(scene.market.deps, ada, asked)).toMatchObject({ botsLooked: 1, botsAnswered: 1 })

    scene.market.clock.forward(8 * 24 * 3_600_000)
    const later = await homeOf(sol)
    expect({ sales: later.sales, earned: later.earnedMicros, did: later.bots[0]?.offers }).toEqual({
      sales: 0,
      earned: 0n,
      did: 0,
    })
  })
})
