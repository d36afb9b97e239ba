import { describe, expect, it } from 'vitest'
import { type ArrowStep, arrowStep } from '@/components/tree/outline-keys'

const OPEN = { isFolder: true, isExpanded: true }
const FOLDED = { isFolder: true, isExpanded: false }
const LEAF = { isFolder: false, isExpanded: false }
/** Its children are hidden by a filter. */
const EMPTIED = { isFolder: false, isExpanded: true }

describe('the arrow to the right', () => {
  it.each<[string, typeof OPEN, ArrowStep]>([
    ['unfolds a folded row', FOLDED, 'expand'],
    ['goes from an open row to its first child', OPEN, 'to-first-child'],
    ['does nothing on a leaf', LEAF, null],
    ['does nothing on a row whose children are hidden', EMPTIED, null],
  ])('%s, at the top and below', (_, row, step) => {
    for (const isTop of [true, false]) expect(arrowStep('ArrowRight', { ...row, isTop })).toBe(step)
  })
})

describe('the arrow to the left', () => {
  it('folds an open row, at the top and below', () => {
    for (const isTop of [true, false]) expect(arrowStep('ArrowLeft', { ...OPEN, isTop })).toBe('collapse')
  })

  it('goes to the parent from every row that is not open', () => {
    for (const row of [FOLDED, LEAF, EMPTIED])
      expect(arrowStep('ArrowLeft', { ...row, isTop: false })).toBe('to-parent')
  })

  it('stays at the top', () => {
    for (const row of [FOLDED, LEAF, EMPTIED])
      expect(arrowStep('ArrowLeft', { ...row, isTop: true })).toBe(null)
  })
})
