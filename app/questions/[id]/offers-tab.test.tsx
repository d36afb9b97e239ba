// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ComposerSectionProps } from '@/app/questions/[id]/composer-section'
import { OffersTab } from '@/app/questions/[id]/offers-tab'
import { exampleOffer, exampleView } from '@/components/question/testing'
import { TimeProvider } from '@/components/time/time'
import { FOR_ASKER } from '@/server/contract/licence'
import type { ContextView, OfferView } from '@/server/contract/market-view'

vi.mock('@/app/questions/[id]/composer-section', () => ({
  ComposerSection: ({ isClosed, hasOwn, onPosted }: ComposerSectionProps) => (
    <form aria-label={isClosed ? 'ended' : hasOwn ? 'another' : 'first'}>
      <input />
      <button type="button" onClick={() => onPosted('off_mine')}>
        Post
      </button>
    </form>
  ),
}))

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
const MINE = exampleOffer({ id: 'off_mine', isYours: true })
const CAN = exampleView().can
const ENDED: Partial<ContextView> = {
  phase: 'settled',
  state: 'answered',
  can: { ...CAN, offer: 'closed' },
}
const AGAIN = { until: new Date('2026-04-05T12:00:00Z'), counters: 0, changedPages: [] }

const tab = (view: Partial<ContextView>, offers: readonly OfferView[]) => (
  <TimeProvider now="2026-03-04T13:00:00Z">
    <OffersTab
      handle="ben"
      view={exampleView(view)}
      offers={offers}
      availableMicros={null}
      usualLicence={FOR_ASKER}
      offerWishes={0}
      chosen={[]}
      onChoose={() => {}}
    />
  </TimeProvider>
)
const formNamed = (name: string) => screen.findByRole('form', { name })

it('who has posted sees the offer, and the form of another on a press', async () => {
  const { rerender } = render(tab({}, []))
  await formNamed('first')
  fireEvent.click(screen.getByRole('button', { name: 'Post' }))
  // The form goes when the card comes.
  expect(screen.getByRole('form')).toBeTruthy()
  rerender(tab({}, [MINE]))
  expect(screen.queryByRole('form')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Make another offer' }))
  await formNamed('another')
  cleanup()
  render(tab({}, [MINE]))
  expect(screen.queryByRole('form')).toBeNull()
})

it('who writes when the question ends keeps what they typed', async () => {
  const { rerender } = render(tab({}, []))
  await formNamed('first')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'It is iron.' } })
  rerender(tab(ENDED, []))
  await formNamed('ended')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('It is iron.')
  cleanup()
  render(tab(ENDED, []))
  expect(screen.queryByRole('form')).toBeNull()
})

it('what they typed may become a counter-offer', async () => {
  const { rerender } = render(tab({}, []))
  await formNamed('first')
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'It is iron.' } })
  rerender(tab({ ...ENDED, reopening: AGAIN, can: { ...CAN, offer: null } }, []))
  await formNamed('ended')
  fireEvent.click(screen.getByRole('button', { name: 'Make a counter-offer' }))
  await formNamed('first')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('It is iron.')
})

it('nothing changes places under who looks on when the question ends', () => {
  const early = exampleOffer({ id: 'off_1', teaser: 'Early' })
  const late = exampleOffer({ id: 'off_2', teaser: 'Late', createdAt: new Date('2026-03-04T12:40:00Z') })
  const settled = [early, { ...late, state: 'bought' as const }]
  const order = () => screen.getAllByText(/^(Early|Late)$/).map((shown) => shown.textContent)
  const { rerender } = render(tab({}, [early, late]))
  rerender(tab(ENDED, settled))
  expect(order()).toEqual(['Early', 'Late'])
  cleanup()
  render(tab(ENDED, settled))
  expect(order()).toEqual(['Late', 'Early'])
})
