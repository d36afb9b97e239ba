import type { z } from 'zod'
import { BOT_NAME_CHARS_MAX, type createBotSchema } from '@/server/contract/bots'
import type { LicenceTerms } from '@/server/contract/licence'
import { bySubject } from '@/server/shared/subjects'
import { contentWordsOf, termsOf } from '@/server/shared/words'

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

/** What a pasted text of one subject is called as a document. */
const PASTED_FILE = 'pasted.md'
/** More subjects than anybody pastes at one go: then it is one text whose words change a lot. */
const SUBJECTS_MAX = 8
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
  // Passages of several subjects need a teaser each: that of their own document.
  const namesDocuments = pastedDocuments(quick).length > 1
  return { kind: 'corpus', name, matcher, price, licence, ...(namesDocuments ? { namesDocuments } : {}) }
}

/** What it may be called: of an address its host, of files the first one's name, of a text what it is about. */
export function suggestedTitle({ text, files }: Pick<Quick, 'text' | 'files'>): string {
  const [first] = files
  if (first) return named(titleOf(first.name))
  const address = addressIn(text.trim())
  if (address) return named(address.host)
  const [one, ...others] = pastedDocuments({ text, files }).map(({ title }) => title)
  const all = [one, ...others].join(', ')
  if (one === undefined || all.length <= BOT_NAME_CHARS_MAX) return all || named('')
  return named(`${one} and ${others.length} more`)
}

/** A document that a pasted text becomes. */
export type Pasted = { file: string; title: string; text: string }

/**
 * The documents of what is pasted: one for each subject, where nothing else says what it is about; with headings, or beside files, it is one.
 * Each is called by words of its own.
 */
export function pastedDocuments({ text, files }: Pick<Quick, 'text' | 'files'>): Pasted[] {
  const whole = text.trim()
  if (whole === '') return []
  const groups = files.length > 0 || HEADING.test(whole) ? [] : bySubject(whole.split(BLANK_LINES))
  if (groups.length < 2 || groups.length > SUBJECTS_MAX)
    return [{ file: PASTED_FILE, title: named(whole), text: whole }]
  return groups.map((paragraphs) => {
    const own = paragraphs.join('\n\n')
    const title = named(own)
    return { file: `${title.replace(/[/\\]/g, ' ')}.md`, title, text: own }
  })
}

const BLANK_LINES = /\n[^\S\n]*\n\s*/
/** As Markdown has them, with marks before or a line below. */
const HEADING = /^ {0,3}#{1,6}\s|^[^\n]+\n {0,3}(?:=+|-+)[^\S\n]*$/m

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

/** What a text is about, in words of its own: its beginning as far as the first stop where that is short, else what it names most. */
function named(text: string): string {
  const line = text.split('\n').find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const start = line.replace(/^[^\p{L}\p{N}]+/u, '')
  const [clause = ''] = start.split(/[:;.!?](?=\s|$)|\s[–—-]\s/)
  // "Bread: it rises": one word is too short to call anything by.
  const words = (clause.trim().includes(' ') ? clause.trim() : start).split(/\s+/)
  const said = words.length <= NAME_WORDS ? words.join(' ') : (namedOften(text) ?? wholeWords(words))
  const name = said.slice(0, BOT_NAME_CHARS_MAX).replace(/[^\p{L}\p{N})]+$/u, '')
  return name.length < NAME_CHARS_MIN ? 'My notes' : name
}

/** The first words, up to the last that says something by itself: never "Bread rises because of a". */
function wholeWords(words: readonly string[]): string {
  const first = words.slice(0, NAME_WORDS)
  const last = first.findLastIndex((word) => contentWordsOf(word).length > 0)
  return (last > 0 ? first.slice(0, last + 1) : first).join(' ')
}

/** "Cast iron pan": two or three words that stand side by side more than once, as they stand there first; null where none do. */
function namedOften(text: string): string | null {
  const counts = new Map<string, { words: readonly string[]; times: number }>()
  for (const phrase of text.split(/[^\p{L}\p{N}\p{M}\s'’-]+|\n/u).flatMap(phrasesIn)) {
    for (const size of [2, 3]) {
      for (let at = 0; at + size <= phrase.length; at += 1) {
        const words = phrase.slice(at, at + size)
        const key = words.flatMap(termsOf).join(' ')
        counts.set(key, { words: counts.get(key)?.words ?? words, times: (counts.get(key)?.times ?? 0) + 1 })
      }
    }
  }
  const repeated = [...counts.values()].filter(({ times }) => times > 1)
  const [most] = repeated.toSorted((a, b) => b.times * b.words.length - a.times * a.words.length)
  const said = most?.words.join(' ')
  return said === undefined ? null : `${said.charAt(0).toUpperCase()}${said.slice(1)}`
}

/** Words that say something and stand side by side. */
function phrasesIn(clause: string): string[][] {
  const phrases: string[][] = [[]]
  for (const word of clause.split(/\s+/).filter(Boolean)) {
    if (contentWordsOf(word).length === 0) phrases.push([])
    else phrases.at(-1)?.push(word)
  }
  return phrases
}
