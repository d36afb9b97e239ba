import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractInWords } from '@/server/words/extracts'
import {
  asNumbered,
  byNumber,
  citationAt,
  numberAt,
  numberedAsCited,
  pageAt,
  pagePlace,
  withCitationLinks,
} from './citations'

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

describe('numbers of citations', () => {
  it('count in the order in which the text has them, what it does not cite last', () => {
    expect(numberedAsCited('It is [3]. So [1][3], says [1](x) of [P2] and [9].', 4)).toEqual({
      markdown: 'It is [1]. So [2][1], says [1](x) of [P2] and [9].',
      numbers: [2, 3, 1, 4],
    })
    expect(asNumbered({ citations: ['a', 'b', 'c', 'd'], numbers: [2, 3, 1, 4] })).toEqual([
      'c',
      'a',
      'b',
      'd',
    ])
    expect(byNumber([{ number: 2 }, { number: 1 }])).toEqual([{ number: 1 }, { number: 2 }])
  })

  it('are places in answers of before', () => {
    expect(asNumbered({ citations: ['a', 'b'], numbers: [] })).toEqual(['a', 'b'])
    expect([numberAt([], 1), numberAt([2, 1], 1)]).toEqual([2, 1])
  })

  it('cite after that what they cited before, whatever is written', () => {
    const part = fc.oneof(
      fc.integer({ min: 0, max: 8 }).map((number) => `[${number}]`),
      fc.constantFrom('a', ' ', '(', '[P1]', '.'),
    )
    fc.assert(
      fc.property(fc.array(part), fc.nat(6), (parts, sources) => {
        const before = parts.join('')
        const citations = Array.from({ length: sources }, (_, place) => `off_${place}`)
        const { markdown, numbers } = numberedAsCited(before, sources)
        const cited = (text: string, order: readonly string[]) =>
          [...text.matchAll(/\[(\d+)\](?![(:])/g)].flatMap(([, digits]) => order[Number(digits) - 1] ?? [])
        const order = asNumbered({ citations, numbers })
        expect(cited(markdown, order)).toEqual(cited(before, citations))
        expect(order.toSorted()).toEqual(citations)
        expect([...new Set(cited(markdown, order))]).toEqual(
          order.slice(0, new Set(cited(markdown, order)).size),
        )
      }),
    )
  })
})
