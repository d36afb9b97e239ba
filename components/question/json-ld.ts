import { recommendationOf } from '@/components/answer/trail'
import type { ContextView } from '@/server/contract/market-view'
import type { TreeView } from '@/server/tree/contract'
import { AI_SOURCE_TYPE } from '@/server/words/by-ai'

/** schema.org data for search engines, as trees of plain values. */
export type JsonLd = { '@context': 'https://schema.org'; '@type': string; [name: string]: unknown }

/** Of a probability in percent. */
const BEST = 100

/**
 * What search engines are told of a question: its published answer in the words that everybody may read, and of a claim how likely it is
 * true. Nothing of a question whose answer is not published.
 *
 * @param url of the question's page.
 */
export function jsonLdOf({
  view,
  tree,
  url,
}: {
  view: ContextView
  tree: TreeView | null
  url: string
}): JsonLd[] {
  const standing = tree?.published.standing
  if (!tree || !standing || view.parentId !== null) return []
  const answer = [...tree.earlierAnswers, ...(tree.answer ? [tree.answer] : [])].find(
    ({ revision }) => revision === standing.revision,
  )
  const verdict = answer ? recommendationOf(answer, view.decision) : null
  const text = standing.markdown || (verdict ?? '')
  // Its sources can be bought, and nothing of it is read.
  if (text === '') return []
  const site = { '@type': 'Organization', name: 'Caveat', url: new URL('/', url).href }
  const page: JsonLd = {
    '@context': 'https://schema.org',
    '@type': 'QAPage',
    url,
    mainEntity: {
      '@type': 'Question',
      name: view.title,
      text: view.body || view.title,
      dateCreated: view.createdAt.toISOString(),
      author: {
        '@type': 'Person',
        name: view.asker.name,
        url: new URL(`/people/${view.asker.handle}`, url).href,
      },
      answerCount: 1,
      acceptedAnswer: {
        '@type': 'Answer',
        text,
        dateCreated: standing.publishedAt.toISOString(),
        url: `${url}#answer`,
        // Whoever shows it can say that a program wrote it.
        author: { '@type': 'SoftwareApplication', name: standing.writtenBy },
        publisher: site,
        digitalSourceType: AI_SOURCE_TYPE,
      },
    },
  }
  const last = answer?.trail.at(-1)
  if (view.decision.kind !== 'belief' || last?.kind !== 'belief') return [page]
  const percent = Math.round(last.probability * BEST)
  return [
    page,
    {
      '@context': 'https://schema.org',
      '@type': 'ClaimReview',
      url,
      claimReviewed: view.decision.claim,
      datePublished: standing.publishedAt.toISOString(),
      author: site,
      itemReviewed: {
        '@type': 'Claim',
        appearance: view.pages.map((address) => ({ '@type': 'CreativeWork', url: address })),
      },
      reviewRating: {
        '@type': 'Rating',
        ratingValue: percent,
        worstRating: 0,
        bestRating: BEST,
        alternateName: `${percent} % likely to be true`,
      },
    },
  ]
}

/** As it stands in a page: no text of anybody ends the element that it is in. */
export function scriptOf(data: JsonLd): string {
  return JSON.stringify(data).replace(/</g, '\\u003c')
}
