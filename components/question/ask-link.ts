import { type AskDraft, emptyAskDraft } from '@/components/question/ask-draft'
import { CLAIM_CHARS_MAX, TITLE_CHARS_MAX } from '@/server/contract/market'

/** What a link to the form of asking may fill in: `/ask?title=…&page=…&quote=…`. */
export type AskLink = { title: string; page: string; quote: string }

/** Null for a link that fills nothing in. Of a parameter that comes twice the first counts; what is too long is cut. */
export function askLinkOf(params: Record<string, string | string[] | undefined>): AskLink | null {
  const textOf = (name: string, charsMax: number) =>
    ([params[name]].flat()[0] ?? '').replace(/\s+/g, ' ').trim().slice(0, charsMax)
  const page = textOf('page', URL_CHARS_MAX)
  const link = {
    title: textOf('title', TITLE_CHARS_MAX),
    page: /^https?:\/\//i.test(page) ? page : '',
    quote: textOf('quote', CLAIM_CHARS_MAX),
  }
  return Object.values(link).some((text) => text !== '') ? link : null
}

/** As long an address as browsers and servers agree on. */
const URL_CHARS_MAX = 2_000
/** Of a passage, as much as tells which one it is. */
const QUOTE_IN_TITLE_CHARS = 80

/** The form that a link opens: a passage is a claim to be checked. */
export function draftOfLink({ title, page, quote }: AskLink): AskDraft {
  const short =
    quote.length > QUOTE_IN_TITLE_CHARS ? `${quote.slice(0, QUOTE_IN_TITLE_CHARS).trimEnd()}…` : quote
  return {
    ...emptyAskDraft(),
    title: title || (quote ? `Is this true: “${short}”?` : ''),
    kind: quote ? 'belief' : 'open',
    claim: quote,
    pages: page ? [{ url: page }] : [],
  }
}

/** The address of the form with what a link fills in. */
export function askHref(link: AskLink | null): string {
  if (link === null) return '/ask'
  const filled = Object.entries(link).filter(([, text]) => text !== '')
  return `/ask?${new URLSearchParams(filled)}`
}
