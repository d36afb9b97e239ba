import type { z } from 'zod'
import { BOT_NAME_CHARS_MAX, type createBotSchema } from '@/server/contract/bots'
import type { LicenceTerms } from '@/server/contract/licence'

/** What somebody has pasted or dropped, how it is called for everybody, for how much it is sold and what its buyers may do with it. */
export type Quick = {
  text: string
  files: readonly { name: string }[]
  /** As typed; empty leaves what is suggested. */
  title: string
  priceMicros: bigint
  licence: LicenceTerms
}

type NewBot = z.input<typeof createBotSchema>['bot']

/** What the pasted text is called as a document. */
export const PASTED_FILE = 'pasted.md'
const NAME_WORDS = 6
const NAME_CHARS_MIN = 2

/**
 * The bot that sells it, everything else as it is usual: an address alone is a server that answers; a text and files are documents, whose
 * passages are sold to the questions that they answer. It reads every question that its price fits. Null while there is nothing.
 */
export function quickBotOf(quick: Quick): NewBot | null {
  const text = quick.text.trim()
  const price = { rule: 'fixed' as const, priceMicros: quick.priceMicros }
  const matcher = { budgetMicrosMin: quick.priceMicros }
  const { licence } = quick
  const name = quick.title.trim() || suggestedTitle(quick)
  const address = quick.files.length === 0 ? addressIn(text) : null
  if (address) return { kind: 'webhook', name, matcher, price, licence, url: address.href }
  if (text === '' && quick.files.length === 0) return null
  return { kind: 'corpus', name, matcher, price, licence }
}

/** What it may be called: of an address its host, of files the first one's name, of a text its first words. */
export function suggestedTitle({ text, files }: Pick<Quick, 'text' | 'files'>): string {
  const [first] = files
  const address = first ? null : addressIn(text.trim())
  return named(address?.host ?? (first ? titleOf(first.name) : text))
}

/** An address and nothing else. */
function addressIn(text: string): URL | null {
  if (!/^https?:\/\/\S+$/i.test(text)) return null
  return URL.canParse(text) ? new URL(text) : null
}

const titleOf = (file: string) =>
  file
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[-_]+/g, ' ')

/** The first words of a text as far as its first stop, without what Markdown marks headings and lists with. */
function named(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const start = line.replace(/^[^\p{L}\p{N}]+/u, '')
  const [clause = ''] = start.split(/[:;.!?](?=\s|$)|\s[–—-]\s/)
  // "Bread: it rises": one word is too short to call anything by.
  const words = (clause.trim().includes(' ') ? clause.trim() : start).split(/\s+/).slice(0, NAME_WORDS)
  const name = words
    .join(' ')
    .slice(0, BOT_NAME_CHARS_MAX)
    .replace(/[^\p{L}\p{N})]+$/u, '')
  return name.length < NAME_CHARS_MIN ? 'My notes' : name
}
