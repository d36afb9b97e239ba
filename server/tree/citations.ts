import { PAGES_MAX } from '../contract/limits'

type Citation = { number: number; offerId: string }

/** The address of a citation inside the answer's Markdown. */
const CITATION_HREF = '#purchase-'

/** "[2]"; with an address or a definition after it, it is a link. */
const CITATION = /\[(\d+)\](?![(:])/g

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
    .replace(CITATION, (whole, digits: string) =>
      known.has(Number(digits)) ? `[\\[${digits}\\]](${CITATION_HREF}${digits})` : whole,
    )
    .replace(/\[P(\d+)\](?![(:])/g, (whole, digits: string) =>
      Number(digits) >= 1 && Number(digits) <= pages ? `[\\[P${digits}\\]](${PAGE_HREF}${digits})` : whole,
    )
}

/**
 * A text whose citations count in the order in which it first has them, of one that counted so many sources otherwise; and the new number of each
 * of these, those that it does not cite last.
 */
export function numberedAsCited(markdown: string, sources: number): { markdown: string; numbers: number[] } {
  const all = Array.from({ length: sources }, (_, place) => place + 1)
  const cited = [...markdown.matchAll(CITATION)].map(([, digits]) => Number(digits))
  const order = [...new Set([...cited.filter((number) => all.includes(number)), ...all])]
  const numbers = all.map((number) => order.indexOf(number) + 1)
  return {
    markdown: markdown.replace(CITATION, (whole, digits: string) => {
      const number = numbers[Number(digits) - 1]
      return number === undefined ? whole : `[${number}]`
    }),
    numbers,
  }
}

/** What an answer rests on, as its text counts it. */
export function asNumbered({ citations, numbers }: NumberedAnswer): string[] {
  return citations
    .map((offerId, place) => ({ offerId, number: numberAt(numbers, place) }))
    .toSorted((a, b) => a.number - b.number)
    .map(({ offerId }) => offerId)
}

/** By which number the text cites what was bought at this place. */
export function numberAt(numbers: readonly number[], place: number): number {
  return numbers[place] ?? place + 1
}

/** As a row of an answer has them. */
export type NumberedAnswer = { citations: readonly string[]; numbers: readonly number[] }

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

/** Citations as their text has them, and not as they were bought. */
export function byNumber<C extends { number: number }>(citations: readonly C[]): C[] {
  return citations.toSorted((a, b) => a.number - b.number)
}
