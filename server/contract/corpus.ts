import * as z from 'zod'
import { idSchema, lineSchema } from '../shared/text'
import { DOCUMENT_STATES } from '../words/sellers'
import { priceMicrosSchema } from './market'

/** A thousand printed pages with pictures; a reading process holds a few copies of it. */
export const FILE_BYTES_MAX = 10_000_000
/** Of plain text and Markdown: as many letters of one byte as are read of a file (`TEXT_CHARS_MAX`), about a thousand printed pages. */
export const TEXT_BYTES_MAX = 5_000_000
/** One request is held in memory until its files are sealed: room for one of the largest, as pages send them, or for many small ones. */
export const UPLOAD_BYTES_MAX = FILE_BYTES_MAX + 500_000
export const FILES_PER_UPLOAD_MAX = 50
/** What one person can keep in order; a larger collection is several bots. */
export const DOCUMENTS_PER_BOT_MAX = 500
/** The size search is measured at (bench `corpus_search`). */
export const PASSAGES_PER_BOT_MAX = 100_000
/** Three quarters of a million words: longer than the longest novels. */
export const PASSAGES_PER_DOCUMENT_MAX = 5_000
/** Longer ones are archives; each page takes some ten milliseconds. */
export const PDF_PAGES_MAX = 2_000
/** Characters read out of one file: a PDF of ten megabytes can unpack to a hundred times as many. */
export const TEXT_CHARS_MAX = 5_000_000
/** The slowest honest file (2 000 pages) takes about half of it; a job is given up after 120 s. */
export const READ_MS_MAX = 45_000
export const FILE_NAME_CHARS_MAX = 200
export const TITLE_CHARS_MAX = 150
/** Of a typed question in “What would it find?”. */
export const TRIAL_CHARS_MAX = 500

/** What can be read. The first ending is the one to name. */
export const MEDIA_TYPES = {
  'text/markdown': { word: 'Markdown', endings: ['md', 'markdown', 'mdx'] },
  'text/plain': { word: 'text', endings: ['txt', 'text', 'rst', 'log', 'csv'] },
  'text/html': { word: 'HTML', endings: ['html', 'htm', 'xhtml'] },
  'application/pdf': { word: 'PDF', endings: ['pdf'] },
} as const
export type MediaType = keyof typeof MEDIA_TYPES

/** For a file dialog. */
export const ACCEPTED_ENDINGS = Object.values(MEDIA_TYPES)
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(',')

/**
 * What a file is by the ending of its name. Browsers guess the type from it too, each in its own way (Markdown is often
 * nameless), and what is inside is looked at when it is read.
 */
export function mediaTypeOf(fileName: string): MediaType | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  for (const [type, { endings }] of Object.entries(MEDIA_TYPES)) {
    if (endings.some((one) => one === ending)) return type as MediaType
  }
  return null
}

/** Why a file cannot be read, by its name and size alone; null when it may be. */
export function refusalOfFile(name: string, bytes: number): DocumentFailure | null {
  const mediaType = mediaTypeOf(name)
  if (mediaType === null) return 'unsupported'
  if (bytes === 0) return 'empty'
  if (bytes > FILE_BYTES_MAX) return 'too-large'
  const isText = mediaType === 'text/plain' || mediaType === 'text/markdown'
  return isText && bytes > TEXT_BYTES_MAX ? 'too-much-text' : null
}

/** Why a document could not be read. */
export const DOCUMENT_FAILURES = [
  'empty',
  'too-large',
  'unsupported',
  'mismatched',
  'not-text',
  'bad-encoding',
  'encrypted',
  'broken',
  'no-text',
  'too-many-pages',
  'too-much-text',
  'too-slow',
  'bot-full',
  'gave-up',
] as const
export type DocumentFailure = (typeof DOCUMENT_FAILURES)[number]

/** What happened and what to do, for the owner. */
export const DOCUMENT_FAILURE_WORDS = {
  empty: 'The file is empty. Check that it was saved, and upload it again.',
  'too-large': `The file is larger than ${FILE_BYTES_MAX / 1_000_000} MB. Split it into parts, or save it without pictures.`,
  unsupported: 'This kind of file cannot be read. Save it as Markdown, text, HTML or PDF.',
  mismatched:
    'The file is not a PDF, though its name says so. Open it with its own program and export it as PDF.',
  'not-text': 'The file is not text, though its name says so. Save it as Markdown, text, HTML or PDF.',
  'bad-encoding': 'The letters of the file are in an encoding that is not known. Save it as UTF-8.',
  encrypted: 'The PDF asks for a password. Save a copy without one.',
  broken: 'The file is damaged. Export it anew and upload that.',
  'no-text': 'There is no text in it; a scan is only pictures. Run text recognition (OCR) over it first.',
  'too-many-pages': `It has more than ${PDF_PAGES_MAX.toLocaleString('en')} pages. Split it into parts.`,
  'too-much-text': 'It has more text than one document can have. Split it into parts.',
  'too-slow': 'Reading it took too long. Split it into parts, or export it as plain text.',
  'bot-full': `The bot has ${PASSAGES_PER_BOT_MAX.toLocaleString('en')} passages, which is all it can hold. Remove a document first, or make another bot.`,
  'gave-up':
    'Something on the market’s side kept it from being read, several times. Try again; the file is still here.',
} as const satisfies Record<DocumentFailure, string>

/** A file that could not be read; expected, so it is told to the owner and not logged as a fault. */
export class UnreadableError extends Error {
  readonly failure: DocumentFailure

  constructor(failure: DocumentFailure, options?: ErrorOptions) {
    super(DOCUMENT_FAILURE_WORDS[failure], options)
    this.name = 'UnreadableError'
    this.failure = failure
  }
}

/** A stretch of a document that is never cut across: a paragraph, a list, a table, a block of code. */
export type Block = {
  /** Headings above it, outermost first, without the document's title. */
  headings: readonly string[]
  text: string
}

export type ReadDocument = { title: string; blocks: Block[] }

/** What is sold. */
export type Passage = {
  /** Headings above it, joined by " › "; empty without headings. */
  section: string
  text: string
  words: number
}

/** A document as its owner sees it. */
export const documentViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  state: z.enum(DOCUMENT_STATES),
  failure: z.enum(DOCUMENT_FAILURES).nullable(),
  passagesDone: z.int(),
  /** Null until the document is cut. */
  passagesTotal: z.int().nullable(),
  /** Its own price; null for the bot's. */
  priceMicros: z.bigint().nullable(),
  createdAt: z.date(),
})
export type DocumentView = z.infer<typeof documentViewSchema>

export const documentListSchema = z.object({
  documents: z.array(documentViewSchema),
  passages: z.int(),
  /** True when the bot's price rule gives each document its own price. */
  hasPrices: z.boolean(),
  /** The bot's price, for documents without their own. */
  priceMicros: z.bigint(),
  /** How passages are found: by their words only, or also by meaning; `unavailable` when meaning is wanted and nothing offers it. */
  meaning: z.enum(['off', 'used', 'unavailable']),
})
export type DocumentList = z.infer<typeof documentListSchema>

export const setDocumentPriceSchema = z.object({
  documentId: idSchema(),
  /** Null for the bot's price. */
  priceMicros: priceMicrosSchema.nullable(),
})

export const trySearchSchema = z.object({
  botId: idSchema(),
  question: lineSchema().trim().min(1, 'Type a question.').max(TRIAL_CHARS_MAX),
})

/** A passage that a typed question would find, for the bot's owner. */
export const foundPassageSchema = z.object({
  passageId: z.string(),
  title: z.string(),
  section: z.string(),
  text: z.string(),
  words: z.int(),
  /** The share of the question's words that it has, rare ones counting more: from 0 to 1. */
  fit: z.number(),
  priceMicros: z.bigint(),
  /** It fits as well as the bot asks for and is among the best: it would be offered. */
  isOffered: z.boolean(),
})
export type FoundPassage = z.infer<typeof foundPassageSchema>
export const trySearchResultSchema = z.object({
  found: z.array(foundPassageSchema),
  /** What the question was searched by. */
  terms: z.array(z.string()),
  /** Whether meaning was used as well, or could not be. */
  meaning: documentListSchema.shape.meaning,
})
export type TrySearchResult = z.infer<typeof trySearchResultSchema>

/** What the upload route answers for one file. */
export const uploadedSchema = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      /** Null when it was not taken; then there is an error. */
      documentId: z.string().nullable(),
      failure: z.enum(DOCUMENT_FAILURES).nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type Uploaded = z.infer<typeof uploadedSchema>
