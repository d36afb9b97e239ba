// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { TreeOutline, type TreeOutlineProps } from '@/components/tree/tree-outline'
import type { TreeView } from '@/server/tree/contract'
import { foldTree } from '@/server/tree/replay'
import { CREDIT, changedMind, History } from '@/server/tree/testing'

function draw(view: TreeView = changedMind(), over: Partial<TreeOutlineProps> = {}) {
  const onSelect = vi.fn()
  const outline = (props: Partial<TreeOutlineProps> = {}) => (
    <TreeOutline tree={foldTree(view, null)} selectedId={null} onSelect={onSelect} {...over} {...props} />
  )
  const { rerender } = render(outline())
  return { onSelect, draw: (props: Partial<TreeOutlineProps>) => rerender(outline(props)) }
}

const rows = () => screen.getAllByRole('treeitem')
const row = (name: RegExp) => screen.getByRole('treeitem', { name })
const names = () => rows().map((item) => item.textContent)

function press(key: string) {
  const on = screen.getByRole('tree')
  fireEvent.keyDown(on, { code: key, key })
  fireEvent.keyUp(on, { code: key, key })
}

/** A question with a sealed sub-question on its one offer, unbought. */
function sealed(): TreeView {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root')
  history.read('root', 0)
  history.hold('a', 0)
  history.open('check', 'root', ['a'], null)
  history.wait('root', 0)
  history.post('c', 'check', 400_000n)
  history.offer('c').teaser = null
  history.offer('c').seal = 'about-unbought'
  return history.view()
}

describe('the outline of a tree', () => {
  it('is a tree to a screen reader: rows with their depth, in the order they are drawn', () => {
    draw()
    expect(screen.getByRole('tree', { name: 'What was read' })).toBeDefined()
    const levels = rows().map((item) => [item.getAttribute('aria-level'), item.getAttribute('aria-expanded')])
    expect(levels).toEqual([
      ['1', 'true'],
      ['2', null],
      ['2', null],
      ['2', 'true'],
      ['3', 'true'],
      ['4', null],
      ['4', null],
      ['2', null],
    ])
    const titles = [
      'About root?',
      'Teaser a',
      'Teaser b',
      'Verdict 1',
      'About check?',
      'Teaser c',
      'Verdict 1',
      'Verdict 2',
    ]
    for (const [index, title] of titles.entries()) expect(names()[index]).toContain(title)
  })

  it('says what each row is, whose, what became of it, why, and at what price', () => {
    draw()
    const bought = row(/Teaser a/)
    expect(bought.textContent).toMatch(/^Offer of Mira: Teaser a/)
    expect(bought.textContent).toContain('bought')
    expect(within(bought).getByText('3.00')).toBeDefined()
    expect(row(/Teaser b/).textContent).toMatch(/not bought.*: .*2\.00/)
    expect(row(/About root/).textContent).toMatch(/^Question: .*Spent below: 3\.40 of 10\.00/)
    expect(row(/About check/).textContent).toMatch(/^Sub-question: .*Spent below: 0\.40 of 10\.00/)
    expect(row(/Verdict 1.*being checked/).textContent).toContain(
      'asked 1 question, 1 being checked, 1 not bought',
    )
  })

  it('names what is sealed by what it is, and writes no private information into a row', () => {
    draw(sealed())
    expect(row(/Sealed question/).textContent).toMatch(/^Sub-question: /)
    expect(row(/Sealed offer/).textContent).toMatch(/^Offer of Mira: /)
    cleanup()
    draw()
    expect(document.body.textContent).not.toContain('Private')
  })

  it('says of a purchase what it changed, and of nothing else', () => {
    const changes = new Map([
      ['a', 'gas → heat pump'],
      ['b', 'heat pump → gas'],
    ])
    draw(changedMind(), { changes })
    expect(document.body.textContent).toContain(', which changed: gas → heat pump')
    expect(document.body.textContent).not.toContain('heat pump → gas')
  })

  it('is whole on the server already', () => {
    const html = renderToString(
      <TreeOutline tree={foldTree(changedMind(), null)} selectedId="a" onSelect={() => {}} />,
    )
    expect(html.match(/role="treeitem"/g)).toHaveLength(8)
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1)
  })

  it('folds: what lies below is counted and its spending said, and unfolds again', () => {
    draw()
    fireEvent.click(row(/About check/))
    press('ArrowLeft')
    expect(row(/About check/).getAttribute('aria-expanded')).toBe('false')
    expect(row(/About check/).textContent).toContain('2 rows, 0.40 spent')
    expect(screen.queryByText('Teaser c')).toBeNull()

    press('ArrowRight')
    expect(screen.getByText('Teaser c')).toBeDefined()

    fireEvent.click(screen.getByRole('button', { name: 'Collapse all' }))
    expect(rows()).toHaveLength(1)
    expect(row(/About root/).textContent).toContain('7 rows, 3.40 spent')
    fireEvent.click(screen.getByRole('button', { name: 'Expand all' }))
    expect(rows()).toHaveLength(8)
  })

  it('shows only what was bought and the way to it, and says how much is hidden', () => {
    draw()
    fireEvent.click(screen.getByRole('radio', { name: 'Only bought' }))
    expect(screen.queryByText('Teaser b')).toBeNull()
    expect(screen.getByText('Teaser c')).toBeDefined()
    expect(screen.getByRole('status').textContent).toMatch(/^1 row hidden/)
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(screen.getByText('Teaser b')).toBeDefined()
  })

  it('shows only what was left, or the rows with the words one looks for', () => {
    draw()
    fireEvent.click(screen.getByRole('radio', { name: 'Not bought' }))
    expect(screen.queryByText('Teaser a')).toBeNull()
    expect(screen.getByText('Teaser b')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search in the tree' }), {
      target: { value: 'TEASER c' },
    })
    expect(names().join()).toContain('Teaser c')
    expect(screen.queryByText('Teaser b')).toBeNull()
    // The question it belongs to, and the one above.
    expect(screen.getByText('About check?')).toBeDefined()
    expect(screen.getByRole('status').textContent).toMatch(/^\d rows hidden/)
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(rows()).toHaveLength(8)
  })

  it('says when nothing is found, and how to see everything again, in a place that is there before', () => {
    draw()
    const status = screen.getByRole('status')
    expect(status.textContent?.trim()).toBe('')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search in the tree' }), {
      target: { value: 'zeppelin' },
    })
    expect(screen.getByRole('status')).toBe(status)
    expect(status.textContent).toMatch(/^Nothing found\. Show all/)
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(rows()).toHaveLength(8)
  })

  it('puts its filter behind a button where there is little room', () => {
    draw()
    const filter = screen.getByRole('button', { name: 'Filter' })
    expect(filter.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(filter)
    expect(filter.getAttribute('aria-expanded')).toBe('true')
  })

  it('has room for more than one line of a name at any width', () => {
    draw()
    expect(row(/Teaser a/).querySelector('.line-clamp-3')).not.toBeNull()
    expect(document.body.innerHTML).not.toContain('line-clamp-1')
  })

  it('chooses the row that is pressed, and marks that one alone', () => {
    const { onSelect, draw: again } = draw()
    fireEvent.click(row(/Teaser b/))
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('b')
    again({ selectedId: 'b' })
    expect(rows().filter((item) => item.getAttribute('aria-selected') === 'true')).toEqual([row(/Teaser b/)])
  })

  it('is walked with the arrows and chosen from with Enter', () => {
    const { onSelect } = draw()
    fireEvent.click(row(/About root/))
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) press(key)
    expect(onSelect).toHaveBeenLastCalledWith('b')
  })

  it('unfolds what lies above a row that is chosen elsewhere', () => {
    const { draw: again } = draw()
    fireEvent.click(screen.getByRole('button', { name: 'Collapse all' }))
    again({ selectedId: 'c', revealedId: 'c' })
    expect(row(/Teaser c/)).toBeDefined()
  })

  it('draws what comes while it is shown', () => {
    const history = new History()
    history.open('root', null)
    const { draw: again } = draw(history.view())
    expect(rows()).toHaveLength(1)
    history.post('late', 'root', 2n * CREDIT)
    again({ tree: foldTree(history.view(), null), freshIds: new Set(['late']) })
    expect(row(/Teaser late/).querySelector('.tree-row-fresh')).not.toBeNull()
    expect(row(/About root/).querySelector('.tree-row-fresh')).toBeNull()
  })
})
