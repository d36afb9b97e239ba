// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TourDialog } from '@/components/tour/tour-dialog'
import { TourInvitation } from '@/components/tour/tour-invitation'
import { TOUR_COOKIE } from '@/components/tour/tour-seen'

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the tour writes it.
  document.cookie = `${TOUR_COOKIE}=; path=/; max-age=0`
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

it('has three steps, each with a place to go, and remembers that it was seen', () => {
  const closed: boolean[] = []
  render(<TourDialog open onOpenChange={(open) => closed.push(open)} />)
  const places = []
  for (const step of ['1 of 3', '2 of 3', '3 of 3']) {
    expect(screen.getByRole('heading', { level: 3 }).textContent).toContain(step)
    places.push(screen.getByRole('link').getAttribute('href'))
    if (step !== '3 of 3') press('Next')
  }
  expect(places).toEqual(['/ask', '/how-it-works', '/questions?tab=active'])
  press('Back')
  expect(screen.getByRole('heading', { level: 3 }).textContent).toContain('2 of 3')
  press('Skip')
  expect(closed).toEqual([false])
  expect(document.cookie).toContain(TOUR_COOKIE)
})

it('is skipped for good, and says where it is found again', () => {
  render(<TourInvitation />)
  expect(document.cookie).not.toContain(TOUR_COOKIE)
  press('Skip the tour')
  expect(screen.getByText(/The tour is at the end of every page/)).toBe(document.activeElement)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.cookie).toContain(TOUR_COOKIE)
})
