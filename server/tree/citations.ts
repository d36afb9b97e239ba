import type { AnswerView } from './contract'

type Citation = AnswerView['citations'][number]

/** The address of a citation inside the answer's Markdown. */
const CITATION_HREF = '#purchase-'

/** "[2]" in an answer becomes a link that the page draws as a citation; numbers that cite nothing stay text. */
export function withCitationLinks({
  markdown,
  citations,
}: {
  markdown: string
  citations: AnswerView['citations']
}): string {
  const known = new Set(citations.map((citation) => citation.number))
  return markdown.replace(/\[(\d+)\](?![(:])/g, (whole, digits: string) =>
    known.has(Number(digits)) ? `[\\[${digits}\\]](${CITATION_HREF}${digits})` : whole,
  )
}

/** The citation that a link made by `withCitationLinks` stands for. */
export function citationAt(answer: Pick<AnswerView, 'citations'>, href: string): Citation | null {
  if (!href.startsWith(CITATION_HREF)) return null
  const number = Number(href.slice(CITATION_HREF.length))
  return answer.citations.find((citation) => citation.number === number) ?? null
}
