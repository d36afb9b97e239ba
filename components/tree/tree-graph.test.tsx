// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { layoutOf, type Place } from '@/components/tree/graph-layout'
import { TreeGraph, type TreeGraphProps } from '@/components/tree/tree-graph'
import { foldTree } from '@/server/tree/replay'
import { changedMind, History } from '@/server/tree/testing'

const hrefOf = (id: string) => `#${id}`
/** What a page of 1280 pixels leaves for a picture. */
const DESKTOP = 1_150
const story = { outcome: 'Heat pump', changes: new Map([['a', 'gas → heat pump']]) }

function graph(over: Partial<TreeGraphProps> = {}) {
  const tree = foldTree(changedMind(), null)
  return <TreeGraph tree={tree} newest={tree} story={story} hrefOf={hrefOf} {...over} />
}

/** Trees of questions with offers, some of which were checked by further questions. */
const trees = fc
  .array(
    fc.record({ offers: fc.integer({ min: 0, max: 12 }), above: fc.nat(), about: fc.nat(), kept: fc.nat() }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((questions) => {
    const history = new History()
    for (const [index, { offers, above, about, kept }] of questions.entries()) {
      const id = `q${index}`
      const parent = index === 0 ? null : `q${above % index}`
      const checked = history.offers.filter((offer) => offer.contextId === parent)
      const on = checked[about % Math.max(1, checked.length)]
      history.open(id, parent, on ? [on.id] : [])
      for (let n = 0; n < offers; n++) {
        history.post(`${id}-o${n}`, id)
        if (n % 3 === kept % 3) history.buy(`${id}-o${n}`, 0)
        else history.pass(`${id}-o${n}`, 0)
      }
    }
    return foldTree(history.view(), null)
  })

const overlap = (one: Place, other: Place) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

describe('the places of the overview', () => {
  it('never lie over each other, each to the right of what it belongs to or below it, the root at the upper left', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { places, folded, parents, width, height } = layoutOf(tree)
        const all = [...places.values(), ...[...folded.values()].map(({ place }) => place)]
        for (const [index, one] of all.entries()) {
          expect(all.slice(index + 1).some((other) => overlap(one, other))).toBe(false)
          expect(one.x + one.width <= width && one.y + one.height <= height).toBe(true)
        }
        for (const [id, parentId] of parents) {
          const [at, above] = [places.get(id), places.get(parentId)]
          if (!at || !above) continue
          const isBelow = at.x > above.x && at.y >= above.y + above.height
          expect((at.x > above.x + above.width && at.y >= above.y) || isBelow).toBe(true)
        }
        const root = places.get('q0')
        expect([...places.values()].every(({ x, y }) => root && x >= root.x && y >= root.y)).toBe(true)
      }),
    )
  })

  it('put a check of a check beside its question on a desktop, with nothing cut off', () => {
    const history = new History()
    history.open('root', null)
    history.post('a', 'root')
    history.open('check', 'root', ['a'])
    history.post('b', 'check')
    history.open('again', 'check', ['b'])
    history.post('c', 'again')
    const { places, width } = layoutOf(foldTree(history.view(), null))
    expect(width).toBeLessThanOrEqual(DESKTOP)
    expect(places.get('check')?.y).toBeGreaterThan(places.get('a')?.y ?? Number.POSITIVE_INFINITY)
  })

  it('have a box for each question and each purchase; offers that were left are boxed or counted', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { places, folded } = layoutOf(tree)
        const rows = [...tree.nodes.values()].filter(({ kind }) => kind !== 'verdict')
        const counted = [...folded.values()].reduce((sum, { count }) => sum + count, 0)
        expect(places.size + counted).toBe(rows.length)
        for (const row of rows) {
          if (row.kind === 'context' || (row.kind === 'offer' && row.state === 'bought'))
            expect(places.has(row.id)).toBe(true)
        }
      }),
    )
  })
})

describe('the overview', () => {
  it('is there before any script: questions, offers, what was changed and what came of it', () => {
    const html = renderToString(graph())
    for (const words of [
      'About root?',
      'Teaser a',
      'Teaser b',
      'gas → heat pump',
      'Heat pump',
      'a check whether',
    ])
      expect(html).toContain(words)
    expect(html).toContain('href="#check"')
    expect(html).toContain('<path')
  })

  it('has no words below 12 pixels, whatever its size', () => {
    // 12 pixels are `text-xs`; anything smaller would be written out.
    for (const [, size] of renderToString(graph()).matchAll(/text-\[([\d.]+)rem\]/g))
      expect(Number(size) * 16).toBeGreaterThanOrEqual(12)
  })

  it('is walked with the arrow keys: right to what belongs to a box, left back, up and down among siblings', () => {
    const onSelect = vi.fn()
    render(graph({ onSelect, selectedId: 'root' }))
    const at = () => document.activeElement?.getAttribute('data-id')
    const press = (key: string) =>
      document.activeElement && fireEvent.keyDown(document.activeElement, { key })
    screen.getByRole('link', { name: /About root/ }).focus()
    press('ArrowRight')
    expect(at()).toBe('a')
    press('ArrowDown')
    expect(at()).toBe('b')
    press('ArrowUp')
    press('ArrowRight')
    expect(at()).toBe('check')
    press('ArrowLeft')
    expect(at()).toBe('a')
    press(' ')
    expect(onSelect).toHaveBeenLastCalledWith('a')
  })

  it('grows and never shrinks below the size at which it can be read', () => {
    render(graph())
    expect(screen.getByRole('button', { name: 'Smaller' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Larger' }))
    expect(screen.getByRole('button', { name: 'Smaller' })).toHaveProperty('disabled', false)
  })

  it('says what came of the question only when that is told', () => {
    const { rerender } = render(graph({ story: { ...story, outcome: null } }))
    expect(screen.queryByText('Heat pump')).toBeNull()
    rerender(graph())
    expect(screen.getByText('Heat pump')).toBeDefined()
  })
})
