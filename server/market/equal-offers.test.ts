import { describe, expect, it } from 'vitest'
import { undercut } from './equal-offers'

const offer = (id: string, priceMicros: bigint, contentHash: string | null = 'same') => ({
  id,
  contentHash,
  priceMicros,
})
const idsOf = (offers: readonly { id: string }[]) => offers.map(({ id }) => id)

describe('offers of the same words', () => {
  it('leave the cheapest, of equal prices the earlier', () => {
    expect(idsOf(undercut([offer('dear', 3n), offer('cheap', 1n), offer('middle', 2n)]))).toEqual([
      'middle',
      'dear',
    ])
    expect(idsOf(undercut([offer('early', 1n), offer('late', 1n)]))).toEqual(['late'])
  })

  it('are those with the same digest, and not those without one', () => {
    const others = [offer('other', 3n, 'other'), offer('old', 3n, null), offer('as old', 3n, null)]
    expect(undercut([offer('cheap', 1n), ...others])).toEqual([])
  })
})
