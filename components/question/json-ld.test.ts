import { expect, it } from 'vitest'
import type { ContextView } from '@/server/contract/market-view'
import type { TreeView } from '@/server/tree/contract'
import { jsonLdOf, scriptOf } from './json-ld'

const view = {
  parentId: null,
  title: 'Does it carry 5 tonnes?',
  body: '',
  decision: { kind: 'belief', claim: 'The bridge carries 5 tonnes.' },
  pages: ['https://news.example/a'],
  asker: { handle: 'ann', name: 'Ann' },
  createdAt: new Date('2026-03-01'),
} as unknown as ContextView
const answerOf = (revision: number, probability: number) => ({
  revision,
  markdown: 'The private words that were bought.',
  citations: [],
  trail: [{ kind: 'belief', probability }],
})
const treeOf = (standing: object | null) =>
  ({
    published: { standing, earlier: [] },
    answer: answerOf(2, 0.9),
    earlierAnswers: [answerOf(1, 0.14)],
  }) as unknown as TreeView
const url = 'https://market.example/questions/bc_1'
const PUBLISHED = {
  revision: 1,
  markdown: 'The surveyor says **no**.',
  withheld: 1,
  writtenBy: 'gpt-x',
  publishedAt: new Date('2026-03-02'),
}

it('is told of a published answer alone, in its public words and with its own verdict', () => {
  const [page, review] = jsonLdOf({ view, tree: treeOf(PUBLISHED), url })
  expect(page).toMatchObject({
    '@type': 'QAPage',
    mainEntity: { name: view.title, acceptedAnswer: { text: 'The surveyor says **no**.' } },
  })
  expect(review).toMatchObject({
    '@type': 'ClaimReview',
    claimReviewed: 'The bridge carries 5 tonnes.',
    itemReviewed: { appearance: [{ url: 'https://news.example/a' }] },
    reviewRating: { ratingValue: 14, bestRating: 100, worstRating: 0 },
  })
  expect(JSON.stringify([page, review])).not.toContain('private words')
  expect(jsonLdOf({ view, tree: treeOf(null), url })).toEqual([])
  expect(jsonLdOf({ view, tree: null, url })).toEqual([])
})

it('ends no element, whatever stands in it', () => {
  const [page] = jsonLdOf({ view: { ...view, title: '</script><b>' }, tree: treeOf(PUBLISHED), url })
  if (!page) throw new Error('It is published')
  expect(scriptOf(page)).not.toContain('</script')
  expect(JSON.parse(scriptOf(page))).toEqual(page)
})
