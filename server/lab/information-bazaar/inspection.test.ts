import { describe, expect, it } from 'vitest'
import { type InspectionRules, inspect, type OptionOffer, policyOf } from './inspection'
import type { Choice, Mind, VerdictSight } from './mind'
import { NO_COMPAT, PAPER_COMPAT } from './parameters'
import { microsOfCredits } from './price-display'
import { buyAll } from './scripted'
import { passage } from './testing'

const offer = (id: string, price: number): OptionOffer => ({
  id,
  passage: passage(`content of ${id}`, `Title ${id}`),
  vendorId: 'vendor',
  relevance: 1,
  priceMicros: microsOfCredits(price),
})

const single: InspectionRules = {
  inspection: 'content',
  protocol: 'single',
  inspectionDepthMax: 2,
  compat: NO_COMPAT,
}

/** An agent that chooses by a function and keeps what it is shown. */
function scripted(choose: (sight: VerdictSight) => Choice): { mind: Mind; sights: VerdictSight[] } {
  const sights: VerdictSight[] = []
  const verdict = (sight: VerdictSight) => {
    sights.push(sight)
    return choose(sight)
  }
  return { mind: { ...buyAll, mayErr: true, verdict }, sights }
}

const table = (
  mind: Mind,
  options: readonly OptionOffer[],
  rules: InspectionRules = single,
  credit = 100,
) => ({
  question: 'Root?',
  options,
  creditMicros: microsOfCredits(credit),
  rules,
  mind,
  answerSubQuestion: async () => [],
})

const ids = (offers: readonly OptionOffer[]) => offers.map(({ id }) => id)

describe('one inspection', () => {
  it('is one of the market’s protocols by its policy', () => {
    expect(policyOf(single)).toMatchObject({ protocol: 'single', maxDepth: 0, maxRounds: 1, maxChildren: 0 })
    expect(policyOf({ ...single, protocol: 'recursive' })).toMatchObject({
      protocol: 'recursive',
      maxDepth: 2,
    })
  })

  it('buys in the agent’s order while it fits the credit, and skips what does not', async () => {
    const { mind } = scripted(() => ({ buy: [2, 1, 3, 9, 2], ask: [] }))
    const bought = await inspect(table(mind, [offer('a', 60), offer('b', 50), offer('c', 40)]))
    expect(ids(bought.bought)).toEqual(['b', 'c'])
    expect(bought.overBudget).toBe(1)
  })

  it('lets a verdict overspend by the published code’s rule alone', async () => {
    const { mind } = scripted(() => ({ buy: [1, 2, 3], ask: [] }))
    const options = [offer('a', 60), offer('b', 50), offer('c', 40)]
    const bought = await inspect(table(mind, options, { ...single, compat: PAPER_COMPAT }))
    expect(ids(bought.bought)).toEqual(['a', 'b', 'c'])
  })

  it('shows contents, or titles alone, and prices as shares of the credit', async () => {
    const { mind, sights } = scripted(() => ({ buy: [], ask: [] }))
    await inspect(table(mind, [offer('a', 10)], single, 50))
    await inspect(table(mind, [offer('a', 10)], { ...single, inspection: 'metadata' }, 50))
    expect(sights.map(({ options }) => options)).toEqual([
      [{ number: 1, title: 'Title a › A section', content: 'content of a', price: 20 }],
      [{ number: 1, title: 'Title a › A section', content: null, price: 20 }],
    ])
  })

  it('calls nobody when there is nothing on the table', async () => {
    const { mind, sights } = scripted(() => ({ buy: [1], ask: [] }))
    expect((await inspect(table(mind, []))).bought).toEqual([])
    expect(sights).toEqual([])
  })
})

describe('an inspection that asks before it buys', () => {
  const asks = ({ asksAllowed, questionsAbove }: VerdictSight): Choice =>
    asksAllowed > 0
      ? { buy: [], ask: [{ about: [1], question: `Check ${questionsAbove.length + 1}?`, share: 0.5 }] }
      : { buy: [1], ask: [] }
  const answers = (mind: Mind, protocol: 'successive' | 'recursive') => ({
    ...table(mind, [offer('root', 30)], { ...single, protocol }),
    answerSubQuestion: async ({ level }: { level: number }) => [offer(`answer ${level}`, 10)],
  })

  it('sees below what recursive inspection lets it see, and uses all that was bought', async () => {
    const { mind, sights } = scripted(asks)
    const inspected = await inspect(answers(mind, 'recursive'))
    const deepest = sights.find(({ questionsAbove }) => questionsAbove.length === 2)
    expect(deepest?.questionsAbove).toEqual(['Root?', 'Check 1?'])
    expect(deepest?.readAbove.map(({ content }) => content)).toEqual([
      'content of root',
      'content of answer 1',
    ])
    expect(sights.at(-1)?.bought.map(({ content }) => content)).toEqual([
      'content of answer 1',
      'content of answer 2',
    ])
    expect(ids(inspected.bought)).toEqual(['answer 2', 'answer 1', 'root'])
    expect(ids(inspected.usable).sort()).toEqual(['answer 1', 'answer 2', 'root'])
    expect(inspected.contexts).toBe(3)
  })

  it('sees one level and decides by the first level’s purchases under successive inspection', async () => {
    const { mind, sights } = scripted(asks)
    const inspected = await inspect(answers(mind, 'successive'))
    expect(
      sights.every(({ readAbove, questionsAbove }) => readAbove.length === 0 && questionsAbove.length <= 1),
    ).toBe(true)
    expect(sights.at(-1)?.bought.map(({ content }) => content)).toEqual(['content of answer 1'])
    expect(ids(inspected.usable)).toEqual(['root'])
  })

  it('finds a passage on one table only', async () => {
    const { mind } = scripted(asks)
    const same = offer('root', 30)
    const inspected = await inspect({
      ...answers(mind, 'recursive'),
      answerSubQuestion: async () => [{ ...same, id: 'the same again' }],
    })
    expect(ids(inspected.bought)).toEqual(['root'])
  })
})
