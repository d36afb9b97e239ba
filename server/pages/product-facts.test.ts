import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { productFacts } from './product-facts'

const factsOf = (html: string) => productFacts(parseHTML(`<html><body>${html}</body></html>`).document)
const jsonLd = (thing: unknown) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`

const KETTLE = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Lindow kettle\n 1.7 l',
  brand: { '@type': 'Brand', name: 'Lindow' },
  description: 'Boils a litre in three minutes.',
  offers: {
    '@type': 'Offer',
    price: 49.9,
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.3', reviewCount: 120 },
}

describe('what a page tells programs of its product', () => {
  it('is read from JSON-LD', () => {
    expect(factsOf(jsonLd(KETTLE))).toEqual({
      name: 'Lindow kettle 1.7 l',
      brand: 'Lindow',
      description: 'Boils a litre in three minutes.',
      price: '49.9',
      currency: 'EUR',
      availability: 'InStock',
      rating: '4.3 of 5, 120 ratings',
    })
  })

  it('is found in a graph, before what the page only recommends', () => {
    const page = {
      '@graph': [
        { '@type': 'WebPage', isRelatedTo: { '@type': 'Product', name: 'Another' } },
        { '@type': ['Product', 'Thing'], name: 'The kettle' },
      ],
    }
    expect(factsOf(jsonLd(page))?.name).toBe('The kettle')
  })

  it('is read from microdata where there is no JSON-LD', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Kettle</h1>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="name">Not its name</span>
      <meta itemprop="price" content="49.90"><meta itemprop="priceCurrency" content="EUR"></div></div>`
    expect(factsOf(html)).toMatchObject({ name: 'Kettle', price: '49.90', currency: 'EUR', rating: null })
  })

  it('is nothing where the page says nothing, or nothing that can be read', () => {
    for (const html of [
      '<p>A kettle.</p>',
      jsonLd({ '@type': 'Article', name: 'On kettles' }),
      jsonLd({ '@type': 'Product' }),
      jsonLd({ '@type': 'Product', name: { '@value': 'x' } }),
      '<script type="application/ld+json">{"@type": "Product", </script>',
      '<div itemscope itemtype="https://schema.org/Product"></div>',
    ])
      expect(factsOf(html)).toBeNull()
  })

  it('is bounded, however much a page says', () => {
    const long = 'x'.repeat(10_000)
    expect(factsOf(jsonLd({ ...KETTLE, name: long, description: long }))?.description).toHaveLength(300)
    let deep: unknown = KETTLE
    for (let depth = 0; depth < 50; depth += 1) deep = { part: deep }
    expect(factsOf(jsonLd(deep))).toBeNull()
    const wide = Array.from({ length: 10_000 }, () => ({ '@type': 'Thing' }))
    expect(factsOf(jsonLd([...wide, KETTLE]))).toBeNull()
  })
})
