import { describe, expect, it } from 'vitest'
import { extractInWords } from '@/server/words/extracts'
import { citationAt, pageAt, pagePlace, withCitationLinks } from './citations'

describe('citations', () => {
  const markdown = 'Iron lasts.[1][2] See [9] and [1](https://x.example).'
  const answer = {
    citations: [1, 2, 3].map((number) => ({
      number,
      offerId: `off_${number}`,
      contextId: 'bc_root',
      priceMicros: 1_000_000n,
      value: null,
      rating: null,
    })),
  }

  it('become links, but only where they cite a purchase', () => {
    expect(withCitationLinks({ markdown, citations: answer.citations, pages: 0 })).toBe(
      'Iron lasts.[\\[1\\]](#purchase-1)[\\[2\\]](#purchase-2) See [9] and [1](https://x.example).',
    )
  })

  it('in front of an extract are links too', () => {
    const said = withCitationLinks({
      markdown: extractInWords(['1', '3'], 'Iron lasts.'),
      citations: answer.citations,
    })
    expect(said).toContain('(#purchase-1)')
    expect(said).toContain('(#purchase-3)')
  })

  it('of a page lead to what was read of it', () => {
    const cited = withCitationLinks({ markdown: 'It says so. [P1] [P9] [P1](x)', citations: [], pages: 2 })
    expect(cited).toBe('It says so. [\\[P1\\]](#page-1) [P9] [P1](x)')
    expect([pageAt('#page-1'), pageAt('#purchase-1')]).toEqual([1, null])
    expect(`#${pagePlace('P1')}`).toBe('#page-1')
  })

  it('are found again by their address', () => {
    expect(citationAt(answer, '#purchase-2')?.offerId).toBe('off_2')
    expect(citationAt(answer, '#purchase-7')).toBeNull()
    expect(citationAt(answer, 'https://x.example')).toBeNull()
  })
})
