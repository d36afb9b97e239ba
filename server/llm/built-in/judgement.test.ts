import { describe, expect, it } from 'vitest'
import { inspectTask, offer, question } from '../testing'
import { inspectBuiltIn } from './inspect'
import { COMPATIBLE, type JudgementCase, KEPT, WRITTEN } from './judgement-cases'

/** What is bought of offers of the same price, and which are left because they contradict each other. */
function judged(title: string, offers: ReturnType<typeof offer>[]) {
  const { buy, pass } = inspectBuiltIn(inspectTask({ questions: [question(title)], offers }))
  return {
    bought: buy.map(({ handle }) => handle),
    disputed: pass.filter(({ reason }) => reason === 'contradicted').map(({ handle }) => handle),
  }
}

function marksOf(cases: readonly JudgementCase[]) {
  const verdicts = cases.map(({ title, right, bait, wrong }) =>
    judged(title, [
      offer('R', 'What I know', right),
      offer('B', title, bait),
      offer('W', 'What is known', wrong),
    ]),
  )
  const count = (isSo: (verdict: (typeof verdicts)[number]) => boolean) => verdicts.filter(isSo).length
  return {
    rightOrDisputed: count(({ bought, disputed }) => bought.includes('R') || disputed.length === 2),
    bait: count(({ bought }) => bought.includes('B')),
    wrong: count(({ bought }) => bought.includes('W')),
  }
}

describe.each([
  ['written with', WRITTEN],
  ['kept apart', KEPT],
])('the built-in agent on cases that it was %s', (_, cases) => {
  it('buys the right offer, or neither where two disagree; never the bait, seldom what is wrong', () => {
    const { rightOrDisputed, bait, wrong } = marksOf(cases)
    expect(rightOrDisputed).toBeGreaterThanOrEqual(10)
    expect(bait).toBe(0)
    expect(wrong).toBeLessThanOrEqual(3)
  })
})

it('takes no two offers for contradictory that are both right', () => {
  const disputed = COMPATIBLE.filter(({ title, texts: [one, other] }) => {
    const verdict = judged(title, [offer('P', 'What I know', one), offer('Q', 'What I know', other)])
    return verdict.disputed.length > 0
  })
  expect(disputed.map(({ title }) => title)).toEqual([])
})
