import type { Passage, Quote } from './entities'
import { microsOfCredits } from './price-display'

/** Short hands for tests of the Information Bazaar. */

export function passage(content: string, title = 'A title', section = 'A section'): Passage {
  return {
    documentId: title.toLowerCase().replaceAll(' ', '-'),
    documentTitle: title,
    sectionTitle: section,
    publishedOn: '2023-05-01',
    tokenStart: 0,
    tokenEnd: content.split(' ').length,
    content,
  }
}

/** `price` in credits. */
export function quote(content: string, price: number, over: Partial<Quote> = {}): Quote {
  const vendorId = over.vendorId ?? 'author'
  return {
    id: `${vendorId}/${content}`,
    tenderId: 'tender',
    vendorId,
    passage: passage(content),
    priceMicros: microsOfCredits(price),
    relevance: 0.9,
    createdAt: 0,
    ...over,
  }
}
