import {
  type MediaType,
  PASSAGES_PER_DOCUMENT_MAX,
  type Passage,
  type ReadDocument,
  TEXT_CHARS_MAX,
  TITLE_CHARS_MAX,
  UnreadableError,
} from '../../../contract/corpus'
import { cut } from '../cut'
import { decodeText } from './decode-text'
import { readHtml } from './read-html'
import { readMarkdown } from './read-markdown'
import { readText } from './read-text'
import { titleOfName } from './title-of-name'

export type CutDocument = { title: string; passages: Passage[] }

/**
 * Reads a file and cuts it into passages. Takes as long as the file wants; `read-in-child.ts` keeps it off the event loop
 * and ends it.
 *
 * @throws UnreadableError with what the owner can do.
 */
export async function readAndCut(
  bytes: Uint8Array,
  { name, mediaType }: { name: string; mediaType: MediaType },
): Promise<CutDocument> {
  if (bytes.length === 0) throw new UnreadableError('empty')
  const { title, blocks } = await read(bytes, mediaType, titleOfName(name))
  const passages = cut(blocks)
  if (passages.length === 0) throw new UnreadableError('no-text')
  if (passages.length > PASSAGES_PER_DOCUMENT_MAX) throw new UnreadableError('too-much-text')
  return { title: title.replace(/\s+/g, ' ').trim().slice(0, TITLE_CHARS_MAX).trim(), passages }
}

async function read(bytes: Uint8Array, mediaType: MediaType, nameTitle: string): Promise<ReadDocument> {
  if (mediaType === 'application/pdf') {
    if (!isPdf(bytes)) throw new UnreadableError('mismatched')
    const { readPdf } = await import('./read-pdf')
    return readPdf(bytes, nameTitle)
  }
  // A PDF, zip or picture with the ending of a text has control characters or zeros in its head.
  if (isPdf(bytes)) throw new UnreadableError('not-text')
  const text = decodeText(bytes, { isHtml: mediaType === 'text/html' })
  if (text.length > TEXT_CHARS_MAX) throw new UnreadableError('too-much-text')
  if (mediaType === 'text/html') return readHtml(text, nameTitle)
  if (mediaType === 'text/markdown') return readMarkdown(text, nameTitle)
  return readText(text, nameTitle)
}

/** The mark may stand a little way in; readers look for it in the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1_024)).includes('%PDF-')
}
