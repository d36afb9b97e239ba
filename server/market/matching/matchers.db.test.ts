import { describe, expect, it } from 'vitest'
import { MATCHERS_PER_PERSON_MAX, matcherQuerySchema } from '../../contract/matching'
import { askQuestion, newKey, person } from '../../inspection/engine/testing'
import { countItems } from '../inbox/items'
import { bridges, HOUR_MS, matcherScene } from '../inbox/testing-matchers'
import { createMatcher, deleteMatcher, listMatchers, updateMatcher } from './matchers'
import { previewMatcher } from './preview'

const scene = matcherScene()
const { matcher, itemsOf, subQuestion } = scene

describe('a person’s matchers', () => {
  it('are their own, so many at most, made once per form, and leave their finds when they go', async () => {
    const [seller, other, buyer] = [
      await person(scene.market, 'sol'),
      await person(scene.market, 'eve'),
      await person(scene.market, 'ada'),
    ]
    const requestKey = newKey()
    const input = { name: 'Bridges', query: matcherQuerySchema.parse(bridges), requestKey }
    const { matcherId } = await createMatcher(scene.market.deps, seller, input)
    expect(await createMatcher(scene.market.deps, seller, input)).toEqual({ matcherId })
    const empty = { ...input, requestKey: newKey(), query: { ...input.query, anyOf: ['to be or not to be'] } }
    await expect(createMatcher(scene.market.deps, seller, empty)).rejects.toMatchObject({
      code: 'market.matcher_empty',
    })
    await askQuestion(scene.market, buyer)
    await scene.market.settle()

    const change = { matcherId, name: 'Rice', query: matcherQuerySchema.parse({ anyOf: ['rice'] }) }
    const missing = { code: 'market.matcher_not_found' }
    await expect(updateMatcher(scene.market.deps, other, change)).rejects.toMatchObject(missing)
    await expect(deleteMatcher(scene.market.deps, other, matcherId)).rejects.toMatchObject(missing)
    await updateMatcher(scene.market.deps, seller, change)
    expect(await listMatchers(scene.market.deps, seller)).toMatchObject([
      { id: matcherId, name: 'Rice', query: change.query },
    ])
    expect(await listMatchers(scene.market.deps, other)).toEqual([])

    for (let made = 1; made < MATCHERS_PER_PERSON_MAX; made += 1) await matcher(seller)
    await expect(matcher(seller)).rejects.toMatchObject({ code: 'market.too_many_matchers' })
    await deleteMatcher(scene.market.deps, seller, matcherId)
    expect(await itemsOf(seller)).toMatchObject([{ matcherId: null }])
    expect((await countItems(scene.market.deps, seller)).new).toBe(1)
  })

  it('are previewed over what is public, as when it was new', async () => {
    const [seller, buyer] = [await person(scene.market, 'sol'), await person(scene.market, 'ada')]
    const bridge = await askQuestion(scene.market, buyer)
    await askQuestion(scene.market, buyer, { title: 'Which rice should I cook today?' })
    await askQuestion(scene.market, seller)
    const open = await subQuestion(bridge)
    await subQuestion(bridge, { isSealed: true })
    await subQuestion(bridge, { phase: 'settled' })
    scene.market.clock.forward(HOUR_MS)
    const query = matcherQuerySchema.parse({ ...bridges, ageHoursMax: 1 })
    scene.market.clock.forward(5 * HOUR_MS)
    const preview = await previewMatcher(scene.market.deps, seller, query)
    expect(preview).toMatchObject({ looked: 3, matched: 2 })
    expect(preview.examples.map(({ contextId }) => contextId).sort()).toEqual([bridge, open].sort())
  })
})
