import { describe, expect, it } from 'vitest'
import { citationAt, withCitationLinks } from './citations'

describe('citations', () => {
  const markdown = 'Iron lasts.[1][2] See [9] and [1](https://x.example).'
  const answer = {
    citations: [1, 2, 3].map((number) => ({
      number,
      offerId: `off_${number}`,
      contextId: 'bc_root',
      priceMicros: 1_000_000n,
      value: null,
    })),
  }

  it('become links, but only where they cite a purchase', () => {
    expect(withCitationLinks({ markdown, citations: answer.citations })).toBe(
      'Iron lasts.[\\[1\\]](#purchase-1)[\\[2\\]](#purchase-2) See [9] and [1](https://x.example).',
    )
  })

  it('are found again by their address', () => {
    expect(citationAt(answer, '#purchase-2')?.offerId).toBe('off_2')
    expect(citationAt(answer, '#purchase-7')).toBeNull()
    expect(citationAt(answer, 'https://x.example')).toBeNull()
  })
})
