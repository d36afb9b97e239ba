// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NothingYet, ProvisionalNote, StillOpen } from '@/components/question/still-open'
import { exampleView } from '@/components/question/testing'
import { TimeProvider } from '@/components/time/time'
import type { ContextView } from '@/server/contract/market-view'

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const CAN = { ...exampleView().can, seeTree: true }

function between(changes: Partial<ContextView> = {}): ContextView {
  const moments = { deadlineAt: inHours(20), nextSittingAt: inHours(2) }
  const state = { phase: 'provisional', state: 'provisional' } as const
  return exampleView({ ...state, ...moments, heldMicros: 9_000_000n, can: CAN, ...changes })
}

function textOf(shown: React.ReactNode): string {
  const { container } = render(<TimeProvider now={new Date().toISOString()}>{shown}</TimeProvider>)
  return container.textContent ?? ''
}

describe('a question between two readings', () => {
  it('says that its answer is provisional, what is still in play and until when, and how its asker ends it', () => {
    const text = textOf(<ProvisionalNote view={between({ can: { ...CAN, enough: true } })} />)
    expect(text).toContain('This answer is provisional')
    expect(text).toContain('9.00 credits are still in play; the question ends in 20 h.')
    expect(text).toContain('say that it is enough')
    expect(textOf(<ProvisionalNote view={between()} />)).not.toContain('enough')
  })

  it('tells sellers that it is open, why, and when an offer is read', () => {
    const text = textOf(<StillOpen view={between()} />)
    expect(text).toContain('What adds to it, or shows that it is wrong, can still be bought')
    const always = 'A new offer is read at once, or when the pause after the last reading is over'
    expect(text).toContain(`${always} (in 2 h).`)
    expect(textOf(<StillOpen view={between({ nextSittingAt: inHours(-1) })} />)).toContain(
      `${always} (it is).`,
    )
    expect(textOf(<StillOpen view={between({ nextSittingAt: null })} />)).toContain(`${always}.`)
    expect(textOf(<StillOpen view={between({ state: 'collecting' })} />)).toContain('has no answer yet')
  })

  it('names no credits to whoever may not watch', () => {
    const text = textOf(<StillOpen view={between({ can: exampleView().can })} />)
    expect(text).not.toContain('credits')
  })

  it('says that it waits on where nothing was bought, and nothing of that once there is an answer', () => {
    const text = textOf(<NothingYet view={between({ state: 'collecting' })} offersRead={3} />)
    expect(text).toContain('No answer yet')
    expect(text).toContain('3 offers were read, and none was worth its price.')
    expect(text).toContain('still in play')
    expect(textOf(<NothingYet view={between()} offersRead={3} />)).toBe('')
    expect(textOf(<NothingYet view={exampleView()} offersRead={0} />)).toBe('')
    expect(textOf(<StillOpen view={exampleView()} />)).toBe('')
  })
})
