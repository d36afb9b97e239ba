// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { offerStatusOf } from '@/components/offer/offer-words'
import { exampleOffer } from '@/components/question/testing'
import { TreeOutline } from '@/components/tree/tree-outline'
import { TreeStrip } from '@/components/tree/tree-strip'
import { TreeText } from '@/components/tree/tree-text'
import { foldTree } from '@/server/tree/replay'
import { History, readingTwo } from '@/server/tree/testing'

/** One bought, one left; since its end two counter-offers, of which one lapsed. */
function ended(): History {
  const history = readingTwo()
  history.buy('a', 0)
  history.pass('b', 0)
  history.end('root')
  history.counter('c', 'root')
  history.counter('d', 'root')
  history.lapse('d')
  return history
}

it('a counter-offer that waits is said to wait, in the strip, to screen readers, in rows, lists and text', () => {
  const view = ended().view()
  const { container } = render(<TreeStrip view={view} hrefOf={(id) => `#${id}`} />)
  expect(screen.getByText(/^4 offers/).textContent).toBe(
    '4 offers: 1 bought, 2 not bought, 1 counter-offer waits',
  )
  expect(screen.getByText('1 bought, 2 not bought, 1 counter-offer waits')).toBeDefined()
  expect(
    [...container.querySelectorAll('[data-tone]')].map((mark) => mark.getAttribute('data-tone')),
  ).toEqual(['bought', 'passed', 'passed', 'waiting'])
  cleanup()
  render(<TreeOutline tree={foldTree(view, null)} selectedId={null} onSelect={() => {}} />)
  expect(screen.getByRole('treeitem', { name: /Teaser c/ }).textContent).toContain('counter-offer waits')
  expect(screen.getByRole('treeitem', { name: /Teaser d/ }).textContent).not.toContain('waits')
  cleanup()
  render(<TreeText view={view} />)
  expect(screen.getByText(/Teaser c/).textContent).toContain('a counter-offer waits')
  expect(offerStatusOf(exampleOffer({ isCounter: true }))?.word).toBe('counter-offer waits')
})

it('says that its offers are those of the whole tree', () => {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root')
  history.open('check', 'root', ['a'])
  history.post('b', 'check')
  history.buy('b', 0)
  render(<TreeStrip view={history.view()} hrefOf={(id) => `#${id}`} />)
  expect(screen.getByText(/^2 offers/).textContent).toBe(
    '2 offers on the question and 1 sub-question: 1 bought, 1 not decided',
  )
})

it('of a question that is still open what is not decided is not called left', () => {
  const history = readingTwo()
  history.buy('a', 0)
  render(<TreeStrip view={history.view()} hrefOf={(id) => `#${id}`} />)
  expect(screen.getByText(/^2 offers/).textContent).toBe('2 offers: 1 bought, 1 not decided')
})
