// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EarlierAnswers } from '@/components/answer/earlier-answers'
import { exampleAnswer } from '@/components/question/testing'

const all = exampleAnswer()
const withPurchases = (count: number, revision: number) =>
  exampleAnswer({
    revision,
    citations: all.citations.slice(0, count),
    prose: [{ tag: 'p', children: [`Answer from ${count}.`] }],
  })
const TEASERS: Record<string, string> = { off_2: 'Pans in the kitchen' }
const teaserOf = (offerId: string) => TEASERS[offerId] ?? null

describe('the history of an answer', () => {
  it('has each earlier answer with what was bought after it', () => {
    render(
      <EarlierAnswers
        answers={[withPurchases(1, 1), withPurchases(2, 2)]}
        current={withPurchases(3, 3)}
        decision={{ kind: 'open' }}
        teaserOf={teaserOf}
      />,
    )
    fireEvent.click(screen.getByText('History: 2 earlier answers'))
    const [first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('Answer from 1.')
    expect(first?.textContent).toContain('Then “Pans in the kitchen” was bought, and it was revised.')
    expect(second?.textContent).toContain('Answer from 2.')
    expect(second?.textContent).toContain('Then a sealed offer was bought')
  })

  it('says what a purchase made of the recommendation', () => {
    const choice = { kind: 'choice', options: ['Steel', 'Iron'] } as const
    const trail = (option: number) => [
      { kind: 'choice' as const, utilities: [option === 0 ? 1 : 0, option === 1 ? 1 : 0] },
    ]
    render(
      <EarlierAnswers
        answers={[{ ...withPurchases(1, 1), trail: trail(0) }]}
        current={{ ...withPurchases(2, 2), trail: trail(1) }}
        decision={{ ...choice, options: [...choice.options] }}
        teaserOf={teaserOf}
      />,
    )
    fireEvent.click(screen.getByText('History: 1 earlier answer'))
    expect(screen.getByRole('listitem').textContent).toContain('It then said: Iron.')
  })

  it('is not there while there is only one', () => {
    const { container } = render(
      <EarlierAnswers answers={[]} current={all} decision={{ kind: 'open' }} teaserOf={teaserOf} />,
    )
    expect(container.textContent).toBe('')
  })
})
