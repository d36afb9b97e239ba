import { type AskDraft, emptyAskDraft } from '@/components/question/ask-draft'
import { CLAIM_CHARS_MAX, PAGE_CHARS_MAX } from '@/server/contract/decision'
import { ADDRESSEE_CHARS_MAX, QUOTED_CHARS_MAX, TITLE_CHARS_MAX } from '@/server/contract/market'
import type { AddresseeView } from '@/server/contract/market-view'
import { AROUND_CHARS_MAX } from '@/server/shared/anchor'

/**
 * What a link to the form of asking may fill in: `/ask?title=…&page=…&quote=…&to=…`. `prefix` and `suffix` are what stands around the
 * quote on its page; `to` is somebody to ask by name, a handle or the id of a bot.
 */
export type AskLink = {
  title: string
  page: string
  quote: string
  prefix: string
  suffix: string
  to: string
}

/** Null for a link that fills nothing in. Of a parameter that comes twice the first counts; what is too long is cut. */
export function askLinkOf(params: Record<string, string | string[] | undefined>): AskLink | null {
  const spaced = (name: string) => ([params[name]].flat()[0] ?? '').replace(/\s+/g, ' ')
  const textOf = (name: string, charsMax: number) => spaced(name).trim().slice(0, charsMax)
  const page = textOf('page', PAGE_CHARS_MAX)
  const quote = textOf('quote', QUOTED_CHARS_MAX)
  const isPassage = quote !== '' && /^https?:\/\//i.test(page)
  const link = {
    title: textOf('title', TITLE_CHARS_MAX),
    page: /^https?:\/\//i.test(page) ? page : '',
    quote,
    prefix: isPassage ? spaced('prefix').slice(-AROUND_CHARS_MAX) : '',
    suffix: isPassage ? spaced('suffix').slice(0, AROUND_CHARS_MAX) : '',
    to: textOf('to', ADDRESSEE_CHARS_MAX),
  }
  return Object.values(link).some((text) => text !== '') ? link : null
}

/** Of a passage, as much as tells which one it is. */
const QUOTE_IN_TITLE_CHARS = 80

/** The form that a link opens: a passage is a claim to be checked. */
export function draftOfLink(
  { title, page, quote, prefix, suffix }: AskLink,
  named: AddresseeView | null = null,
): AskDraft {
  const short =
    quote.length > QUOTE_IN_TITLE_CHARS ? `${quote.slice(0, QUOTE_IN_TITLE_CHARS).trimEnd()}…` : quote
  return {
    ...emptyAskDraft(),
    title: title || (quote ? `Is this true: “${short}”?` : ''),
    kind: quote ? 'belief' : 'open',
    claim: quote.slice(0, CLAIM_CHARS_MAX),
    pages: page ? [{ url: page }] : [],
    addressees: named ? [{ to: named.to, name: named.name }] : [],
    passage: page && quote ? { page, exact: quote, prefix, suffix } : null,
  }
}

/** The address of the form with what a link fills in. */
export function askHref(link: Partial<AskLink> | null): string {
  const filled = Object.entries(link ?? {}).filter(([, text]) => text !== '')
  return filled.length === 0 ? '/ask' : `/ask?${new URLSearchParams(filled)}`
}
