import { type DocumentFailure, type MediaType, UnreadableError } from '../../../contract/corpus'
import { type CutDocument, readAndCut } from './read-document'

export type ReadTask = { bytes: Uint8Array; name: string; mediaType: MediaType }
export type ReadReply = { ok: true; document: CutDocument } | { ok: false; failure: DocumentFailure }

/** What the child does with one file: its passages, or why it cannot be read. Without a file it only says that it has started. */
export default async function readFile(task: ReadTask | null): Promise<ReadReply | null> {
  if (task === null) return null
  const { bytes, ...file } = task
  try {
    return { ok: true, document: await readAndCut(bytes, file) }
  } catch (error) {
    // Libraries stumble over damaged files in many ways (stack depth, missing parts); to the owner they are one.
    return { ok: false, failure: error instanceof UnreadableError ? error.failure : 'broken' }
  }
}
