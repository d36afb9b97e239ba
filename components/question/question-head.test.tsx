// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OfferBar } from '@/components/question/offer-bar'
import { QuestionHead } from '@/components/question/question-head'
import { exampleView } from '@/components/question/testing'
import type { ContextView } from '@/server/contract/market-view'

const FORECAST = {
  kind: 'forecast',
  event: 'The bridge opens this year',
  closesAt: new Date('2026-03-06T12:00:00Z'),
  resolvesAt: new Date('2026-03-07T12:00:00Z'),
  resolver: 'asker',
  source: 'the town’s page',
} as const

const draw = (view: Partial<ContextView>, told?: { outcome: 'yes' | 'no' | 'void'; resolvedAt: Date }) => {
  render(
    <QuestionHead
      view={exampleView({ decision: FORECAST, ...view })}
      above={[]}
      actions={null}
      answer={null}
      told={told ?? null}
    />,
  )
  return screen.getByText(/^Forecast/).textContent
}

describe('an answered question', () => {
  const view = exampleView({
    state: 'answered',
    decision: { kind: 'choice', options: ['Iron', 'Steel'] },
    body: 'For a camp fire.',
    bodyProse: [{ tag: 'p', children: ['For a camp fire.'] }],
    tags: ['kitchen'],
  })
  const order = (isAnswered: boolean) => {
    const { container } = render(
      <QuestionHead
        view={view}
        above={[]}
        actions={null}
        answer={<p>It is iron.</p>}
        isAnswered={isAnswered}
      />,
    )
    const text = container.textContent ?? ''
    return ['Which pan lasts longest?', 'It is iron.', 'For a camp fire.', 'Steel', 'kitchen'].map((part) =>
      text.indexOf(part),
    )
  }

  it('has its answer right below it, and what was asked in detail after that', () => {
    const places = order(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(-1)
  })

  it('is not asked shorter while it has none', () => {
    const [, answer = 0, body = 0] = order(false)
    expect(body).toBeLessThan(answer)
  })
})

describe('a sub-question', () => {
  it('says in plain words why it is asked', () => {
    render(
      <QuestionHead
        view={exampleView({ parentId: 'bc_top', askKind: 'verify', about: [{ teaser: 'A count of pans' }] })}
        above={[]}
        actions={null}
        answer={null}
      />,
    )
    expect(screen.getByText('Why it is asked').parentElement?.textContent).toContain(
      'The agent wants to know whether “A count of pans” can be believed, before it pays for it.',
    )
  })
})

describe('the line of a forecast', () => {
  it('says when its outcome is due while there is none', () => {
    expect(draw({})).toMatch(/outcome due: the asker tells the outcome \(the town’s page\)/)
  })

  it.each([
    ['yes', 'It came so'],
    ['no', 'It did not'],
    ['void', 'Void'],
  ] as const)(
    'says that the outcome is %s, and when that was told, and not that it is due',
    (outcome, words) => {
      const resolvedAt = new Date('2026-03-08T12:00:00Z')
      const line = draw({ state: 'resolved' }, { outcome, resolvedAt })
      expect(line).toContain(`${words}, told`)
      expect(line).not.toContain('due')
      expect(document.querySelector(`time[datetime="${resolvedAt.toISOString()}"]`)).not.toBeNull()
    },
  )

  it('says no more than that it was told to whoever may not watch', () => {
    const line = draw({ state: 'resolved' })
    expect(line).toContain('its outcome was told')
    expect(line).not.toContain('due')
  })
})

it('has the way to the form of an offer above all that may be long, for who may make one', () => {
  render(
    <QuestionHead
      view={exampleView({ tags: ['pans'] })}
      above={[]}
      actions={null}
      answer={<p>The answer</p>}
      offer={<OfferBar view={exampleView()} onOffer={() => {}} />}
    />,
  )
  const button = screen.getByRole('button', { name: 'Make an offer' })
  const isBefore = (other: Element) =>
    (button.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  expect(isBefore(screen.getByText('The answer'))).toBe(true)
  expect(isBefore(screen.getByRole('list', { name: 'Tags' }))).toBe(true)
  expect(isBefore(screen.getByRole('heading', { level: 1 }))).toBe(false)
  expect(button.parentElement?.textContent).toMatch(/left, ends in|left, about to end|left, .*UTC/)
})
