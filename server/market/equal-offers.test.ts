import { describe, expect, it } from 'vitest'
import { undercutOffers } from './equal-offers'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const offer = (
  id: string,
  priceMicros: bigint,
  over: Partial<Parameters<typeof undercutOffers>[0][number]> = {},
) => ({
  id,
  contextId: 'bc_a',
  state: 'open' as const,
  contentHash: 'same',
  priceMicros,
  createdAt: at(0),
  ...over,
})

describe('offers of the same words', () => {
  it('leave the cheapest, of equal prices the earlier', () => {
    expect(undercutOffers([offer('dear', 3n), offer('cheap', 1n), offer('middle', 2n)])).toEqual(
      new Set(['middle', 'dear']),
    )
    expect(
      undercutOffers([offer('late', 1n, { createdAt: at(2) }), offer('early', 1n, { createdAt: at(1) })]),
    ).toEqual(new Set(['late']))
  })

  it('are compared on their own context only, and while they are open', () => {
    const others = [
      offer('elsewhere', 3n, { contextId: 'bc_b' }),
      offer('bought', 3n, { state: 'bought' }),
      offer('other words', 3n, { contentHash: 'other' }),
      offer('from before', 3n, { contentHash: null }),
      offer('also from before', 3n, { contentHash: null }),
    ]
    expect(undercutOffers([offer('cheap', 1n), ...others])).toEqual(new Set())
    expect(undercutOffers([offer('gone', 1n, { state: 'withdrawn' }), offer('stays', 2n)])).toEqual(new Set())
  })
})
