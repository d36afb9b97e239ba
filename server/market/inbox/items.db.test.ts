import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contexts } from '@/db/schema'
import { INBOX_STATES, type InboxState } from '../../contract/inbox'
import { askQuestion, credits, person, sell } from '../../inspection/engine/testing'
import { withdrawOffer } from '../post-offer'
import { sightOfContext } from '../private/sight'
import { countItems, listItems, markAllSeen, markItems } from './items'
import { HOUR_MS, matcherScene } from './testing-matchers'

const scene = matcherScene()
const { matcher, subQuestion } = scene

async function listed(personId: string, state: InboxState): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = await listItems(scene.market.deps, personId, { state, cursor })
    ids.push(...page.items.map((item) => item.contextId))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

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
        await scene.renew()
        const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
        await matcher(seller, { anyOf: ['bridge'], ageHoursMax: 30 })
        const model = new Map<
          string,
          { seen: boolean; ignored: boolean; offer: string | null; ended: boolean }
        >()
        const closes = new Map<string, number>()
        for (let index = 0; index < 6; index += 1) {
          const hours = [10, 20, 40][index % 3] ?? 10
          const id = await askQuestion(scene.market, buyer, {
            deadlineMinutes: hours * 60,
            start: { rule: 'manual' },
          })
          model.set(id, { seen: false, ignored: false, offer: null, ended: false })
          // A deadline is sharp; the matcher's age holds to its last moment.
          closes.set(id, scene.market.clock.now().getTime() + Math.min(hours * HOUR_MS, 30 * HOUR_MS + 1))
        }
        // Matched, but left alone by the engine from here on.
        await scene.market.settle()
        scene.market.waiting.length = 0
        const ids = [...model.keys()]
        for (const { do: what, on } of actions) {
          const id = ids[on] ?? ''
          const item = model.get(id)
          if (!item) continue
          if (what === 'seen' || what === 'ignored' || what === 'new')
            await markItems(scene.market.deps, seller, { contextIds: [id], as: what })
          if (what === 'seen') item.seen = true
          if (what === 'ignored') item.ignored = true
          if (what === 'new') Object.assign(item, { seen: false, ignored: false })
          if (what === 'all-seen') {
            await markAllSeen(scene.market.deps, seller)
            for (const each of model.values()) if (!each.ignored) each.seen = true
          }
          if (what === 'wait') scene.market.clock.forward(5 * HOUR_MS)
          const isOpen = !item.ended && scene.market.clock.now().getTime() < (closes.get(id) ?? 0)
          if (what === 'offer' && isOpen && item.offer === null) {
            const text = { teaser: 'What I know of it.', privateInfo: 'It holds.', price: 1 }
            item.offer = await sell(scene.market, seller, { contextId: id, ...text })
          }
          if (what === 'withdraw' && item.offer) {
            await withdrawOffer(scene.market.deps, seller, item.offer)
            item.offer = null
          }
          if (what === 'end') {
            await scene.database.db.update(contexts).set({ phase: 'cancelled' }).where(eq(contexts.id, id))
            item.ended = true
          }
        }
        const now = scene.market.clock.now().getTime()
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
        const counts = await countItems(scene.market.deps, seller)
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
    const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    await matcher(seller)
    for (let index = 0; index < 35; index += 1) {
      await askQuestion(scene.market, buyer, { budgetMicros: credits(1), tags: ['roads'] })
      if (index % 4 === 0) scene.market.clock.forward(1_000)
    }
    await scene.market.settle()
    const ids = await listed(seller, 'new')
    expect(ids).toHaveLength(35)
    expect(new Set(ids).size).toBe(35)
    const { items } = await listItems(scene.market.deps, seller, { state: 'new', cursor: null })
    expect(items[0]).toMatchObject({
      isRoot: true,
      tags: ['roads'],
      asker: { name: 'ada' },
      record: { ended: 0, inspected: 0, bought: 0 },
      budgetMicros: credits(1),
      offers: 0,
      matcher: { name: 'Bridges' },
      state: 'new',
    })
    expect(items[0]?.closesAt).toBeInstanceOf(Date)
    expect(await listed(buyer, 'new')).toEqual([])
  })

  it('show nothing of a sub-question that its viewer may no longer see', async () => {
    const [buyer, seller] = [await person(scene.market, 'ada'), await person(scene.market, 'sol')]
    await matcher(seller, { anyOf: ['report'] })
    for (const isTreePublic of [true, false]) {
      const rootId = await askQuestion(scene.market, buyer, { isTreePublic, start: { rule: 'manual' } })
      const sub = await subQuestion(rootId)
      await scene.market.settle()
      for (const phase of ['collecting', 'settled'] as const) {
        await scene.database.db.update(contexts).set({ phase }).where(eq(contexts.id, sub))
        const facts = {
          parentId: rootId,
          buyerId: buyer,
          isSealed: false,
          isOpen: phase === 'collecting',
          isTreePublic,
          isAllBought: false,
          isHidden: false,
        }
        const isSeen = sightOfContext(seller, facts).see === 'all'
        const states = await Promise.all(INBOX_STATES.map((state) => listed(seller, state)))
        expect(states.flat().includes(sub)).toBe(isSeen)
      }
    }
  })
})
