import { Readability } from '@mozilla/readability'
import htmlEncodingSniffer from 'html-encoding-sniffer'
import { convert, type HtmlToTextOptions } from 'html-to-text'
import { parseHTML } from 'linkedom'
import { parse, serialize } from 'parse5'
import robotsParser from 'robots-parser'
import type { ProductFacts } from '../contract/product'
import type { PageFailure } from '../words/pages'
import { PAGE_AGENT } from './fetch-page'
import { productFacts } from './product-facts'
import { type Signs, wallOf } from './walls'

/**
 * What the child does with strangers' bytes. All of it takes as long as the text wants: call it through `reader.ts`.
 */
export type PageTask =
  | { kind: 'text'; bytes: Uint8Array; isHtml: boolean; charset: string | null; url: string }
  | { kind: 'robots'; url: string; text: string; page: string }

export type PageText = {
  title: string
  text: string
  /** What the page gives as its own address; empty when it gives none. */
  canonical: string
  /** The name of what it sells, by its schema.org data; empty when it says none. */
  product: string
  /** What it says of the product that it sells; left out, or null, where it says nothing. */
  facts?: ProductFacts | null
}
export type TextReply = ({ ok: true } & PageText) | { ok: false; failure: PageFailure }

/** A long book's chapter. What is beyond is not kept: no prompt would hold it. */
export const PAGE_CHARS_MAX = 100_000
const TITLE_CHARS_MAX = 300
/** As long an address as browsers and servers agree on. */
const CANONICAL_CHARS_MAX = 2_000
/** Names in shops are stuffed with what people search for; the beginning tells. */
const PRODUCT_CHARS_MAX = 150
/** An article has a few thousand; what has more is made to be read by nobody. */
const ELEMENTS_MAX = 100_000

/** The main text of a page, paragraphs apart by an empty line; Mozilla's Readability tells it from menus and footers. */
export function pageText(task: Extract<PageTask, { kind: 'text' }>): TextReply {
  const text = decoded(task)
  if (text === null) return { ok: false, failure: 'wrong-type' }
  const read = task.isHtml
    ? readHtml(text, task.url)
    : { title: '', text, canonical: '', product: '', facts: null, signs: null }
  const kept = shortened(tidied(read.text))
  if (!/[\p{L}\p{N}]/u.test(kept)) return { ok: false, failure: 'no-text' }
  const wall = read.signs && wallOf(kept, read.signs)
  if (wall) return { ok: false, failure: wall }
  return {
    ok: true,
    title: lineOf(read.title, TITLE_CHARS_MAX),
    text: kept,
    canonical: read.canonical.length <= CANONICAL_CHARS_MAX ? read.canonical : '',
    product: lineOf(read.product, PRODUCT_CHARS_MAX),
    facts: read.facts ?? null,
  }
}

/** Whether a text of robots.txt lets us read a page. */
export function mayRead({ url, text, page }: Extract<PageTask, { kind: 'robots' }>): boolean {
  return robotsParser(url, text).isAllowed(page, PAGE_AGENT) !== false
}

/** By its byte order mark, by what its server said, or by what the page says of itself, in the order of the HTML standard. */
function decoded({ bytes, charset }: Extract<PageTask, { kind: 'text' }>): string | null {
  const encoding = htmlEncodingSniffer(Buffer.from(bytes), {
    ...(charset === null ? {} : { transportLayerEncodingLabel: charset }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  const text = new TextDecoder(encoding).decode(bytes)
  // A program wrote it, whatever its server calls it.
  return text.includes('\u0000') ? null : text
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const AS_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
}

/** schema.org/isAccessibleForFree, as publishers who sell their articles have to write it for search engines. */
const NOT_FREE = /"isAccessibleForFree"\s{0,9}:\s{0,9}"?false/i

function readHtml(html: string, url: string): PageText & { signs: Signs } {
  // Made whole first, as browsers make it: what follows takes a page without `html` and `body` for something else.
  const { document } = parseHTML(serialize(parse(html)))
  const title = document.title
  const { hostname } = new URL(url)
  // Readability takes the page apart.
  const signs: Signs = {
    host: hostname,
    hasPassword: document.querySelector('input[type=password]') !== null,
    buttons: [...document.querySelectorAll('button, [role=button]')]
      .map(({ textContent }) => textContent)
      .join(' '),
    hasScript: document.querySelector('script[src], script[type=module]') !== null,
    isPaid: NOT_FREE.test(html),
  }
  const canonical = document.querySelector('head > link[rel~="canonical"]')?.getAttribute('href') ?? ''
  const facts = productFacts(document)
  const main = new Readability(document as unknown as Document, {
    maxElemsToParse: ELEMENTS_MAX,
    serializer: (node) => (node as Element).innerHTML,
  }).parse()
  return {
    title: main?.title || title || hostname,
    // A page of a few words has no main part; then all of it is.
    text: convert(main?.textContent?.trim() ? (main.content ?? '') : html, AS_TEXT),
    signs,
    canonical: canonical !== '' && URL.canParse(canonical, url) ? new URL(canonical, url).href : '',
    facts,
    product: facts?.name ?? '',
  }
}

function lineOf(text: string, charsMax: number): string {
  return tidied(text).replace(/\s+/g, ' ').slice(0, charsMax).toWellFormed()
}

function tidied(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .toWellFormed()
      .trim()
  )
}

/** Cut between paragraphs where one ends in time. */
function shortened(text: string): string {
  if (text.length <= PAGE_CHARS_MAX) return text
  const cut = text.slice(0, PAGE_CHARS_MAX)
  const end = cut.lastIndexOf('\n\n')
  return (end > 0 ? cut.slice(0, end) : cut).toWellFormed()
}
