// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AnswerLine } from '@/components/answer/answer-line'
import { BUILT_IN_AGENT } from '@/server/words/by-ai'

it('says of a card of extracts that it is made of them, and how many sources it has for what', () => {
  const answer = {
    verdict: null,
    probability: null,
    lead: '“Run REINDEX INDEX CONCURRENTLY.”',
    writtenBy: BUILT_IN_AGENT,
    sources: 4,
    costMicros: 5_550_000n,
  }
  const { container } = render(<AnswerLine answer={answer} />)
  expect(container.textContent).toContain('“Run REINDEX INDEX CONCURRENTLY.”')
  expect(container.textContent).toContain(
    '4 sources for 5.55 credits. Put together from extracts by AI, not written (Built-in agent).',
  )
})
