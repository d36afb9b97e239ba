import { PAGES_MAX } from '../contract/limits'

type Citation = { number: number; offerId: string }

/** The address of a citation inside the answer's Markdown. */
const CITATION_HREF = '#purchase-'

/** The same of a page that the question is about. */
const PAGE_HREF = '#page-'

/**
 * "[2]" in an answer becomes a link that the page draws as a citation, and "[P1]" one to what was read of a page; numbers that cite
 * nothing stay text.
 */
export function withCitationLinks({
  markdown,
  citations,
  pages = PAGES_MAX,
}: {
  markdown: string
  citations: readonly Pick<Citation, 'number'>[]
  /** How many pages the question is about. */
  pages?: number
}): string {
  const known = new Set(citations.map((citation) => citation.number))
  return markdown
    .replace(/\[(\d+)\](?![(:])/g, (whole, digits: string) =>
      known.has(Number(digits)) ? `[\\[${digits}\\]](${CITATION_HREF}${digits})` : whole,
    )
    .replace(/\[P(\d+)\](?![(:])/g, (whole, digits: string) =>
      Number(digits) >= 1 && Number(digits) <= pages ? `[\\[P${digits}\\]](${PAGE_HREF}${digits})` : whole,
    )
}

/** Where what was read of a page stands on its question's page, by the handle that an answer cites it by. */
export function pagePlace(handle: string): string {
  return `${PAGE_HREF}${handle.slice(1)}`.slice(1)
}

/** The number of the page that a link made by `withCitationLinks` stands for. */
export function pageAt(href: string): number | null {
  return href.startsWith(PAGE_HREF) ? Number(href.slice(PAGE_HREF.length)) : null
}

/** The citation that a link made by `withCitationLinks` stands for. */
export function citationAt<C extends Citation>(answer: { citations: readonly C[] }, href: string): C | null {
  if (!href.startsWith(CITATION_HREF)) return null
  const number = Number(href.slice(CITATION_HREF.length))
  return answer.citations.find((citation) => citation.number === number) ?? null
}
