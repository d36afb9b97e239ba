// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LockedInfo } from '@/components/tree/locked-block'
import { foldTree } from '@/server/tree/replay'
import { History } from '@/server/tree/testing'

it('a passage that was chosen by what is checked is said to be one of several, and its seller not to know which', () => {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root')
  const view = history.view()
  const offers = view.offers.map((offer) => ({ ...offer, seal: 'chosen' as const, chosenAmong: 4 }))
  const node = foldTree({ ...view, offers }, null).nodes.get('a')
  if (node?.kind !== 'offer') throw new Error('No offer')
  render(<LockedInfo node={node} />)
  expect(screen.getByText('One of several passages, at most 120 words')).toBeDefined()
  expect(screen.getByText(/Its seller learns which one if it is bought/)).toBeDefined()
  expect(screen.queryByText(/Only Mira can read it/)).toBeNull()
})
