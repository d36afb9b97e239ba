import type { MarketState } from '@/components/status/status'
import {
  DOCUMENT_FAILURE_WORDS,
  type DocumentFailure,
  type DocumentList,
  type DocumentView,
  FILE_BYTES_MAX,
  mediaTypeOf,
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

/** Why a file need not be sent at all, as the server would say it; null when it may be read. */
export function refusalOf(file: { name: string; size: number }): string | null {
  const failure: DocumentFailure | null =
    mediaTypeOf(file.name) === null
      ? 'unsupported'
      : file.size === 0
        ? 'empty'
        : file.size > FILE_BYTES_MAX
          ? 'too-large'
          : null
  return failure && DOCUMENT_FAILURE_WORDS[failure]
}

/** How passages are found, said plainly. */
export const MEANING_WORDS = {
  off: 'Passages are found by their words.',
  used: 'Passages are found by their words; among those, an imagined answer is compared with them by meaning.',
  unavailable:
    'Passages are found by their words only: comparing by meaning is switched on, but there is no model for it, or it did not answer.',
} as const satisfies Record<DocumentList['meaning'], string>
