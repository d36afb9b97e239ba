import type { MarketState } from '@/components/status/status'
import {
  DOCUMENT_FAILURE_WORDS,
  type DocumentList,
  type DocumentView,
  FILE_BYTES_MAX,
  refusalOfFile,
  TEXT_BYTES_MAX,
} from '@/server/contract/corpus'

/** Documents of a bot in words. Pure text: no picture, no React. */

const BYTES_PER_KB = 1_000

/** "12 kB", "1.4 MB". */
export function bytesInWords(bytes: number): string {
  if (bytes < BYTES_PER_KB) return `${bytes} B`
  if (bytes < BYTES_PER_KB ** 2) return `${Math.round(bytes / BYTES_PER_KB)} kB`
  return `${(bytes / BYTES_PER_KB ** 2).toFixed(1)} MB`
}

export function passagesInWords(passages: number): string {
  return passages === 1 ? '1 passage' : `${passages.toLocaleString('en')} passages`
}

/** How a document stands, as a chip. */
export function documentStanding({ state }: Pick<DocumentView, 'state'>): {
  state: MarketState
  word: string
} {
  switch (state) {
    case 'waiting':
      return { state: 'waiting', word: 'waiting to be read' }
    case 'reading':
      return { state: 'inspecting', word: 'being read' }
    case 'ready':
      return { state: 'open', word: 'for sale' }
    case 'failed':
      return { state: 'failed', word: 'could not be read' }
  }
}

/** How far reading is: "120 of 400 passages". */
export function readingInWords({
  passagesDone,
  passagesTotal,
}: Pick<DocumentView, 'passagesDone' | 'passagesTotal'>) {
  if (passagesTotal === null) return 'Reading the file…'
  return `${passagesDone.toLocaleString('en')} of ${passagesInWords(passagesTotal)}`
}

/** The setting that makes titles public, as its box is labelled. */
export const NAME_DOCUMENTS_LABEL = 'Name the document in teasers'

/** What can be dropped, and who reads what of it. */
export const DROP_HINT = `Or drop files or a folder here: PDF and HTML up to ${FILE_BYTES_MAX / BYTES_PER_KB ** 2} MB each, Markdown and text up to ${TEXT_BYTES_MAX / BYTES_PER_KB ** 2} MB. Their texts, headings and titles are kept sealed, and the search goes by digests of their words. Offers show the bot’s name and the length of a passage, and its document’s title only with “${NAME_DOCUMENTS_LABEL}”.`

/** Why a file need not be sent at all, as the server would say it; null when it may be read. */
export function refusalOf(file: { name: string; size: number }): string | null {
  const failure = refusalOfFile(file.name, file.size)
  return failure && DOCUMENT_FAILURE_WORDS[failure]
}

/** How passages are found, said plainly. */
export const MEANING_WORDS = {
  off: 'Passages are found by their words.',
  used: 'Passages are found by their words; among those, an imagined answer is compared with them by meaning.',
  unavailable:
    'Passages are found by their words only: comparing by meaning is switched on, but there is no model for it, or it did not answer.',
} as const satisfies Record<DocumentList['meaning'], string>
