import { parentPort } from 'node:worker_threads'
import { type MediaType, UnreadableError } from '../../../contract/corpus'
import { readAndCut } from './read-document'

/** The reading thread: one file after another, each answered with its passages or with why it cannot be read. */
export type ReadRequest = { bytes: Uint8Array; name: string; mediaType: MediaType }

parentPort?.on('message', async ({ bytes, name, mediaType }: ReadRequest) => {
  try {
    parentPort?.postMessage({ ok: true, document: await readAndCut(bytes, { name, mediaType }) })
  } catch (error) {
    // Libraries stumble over damaged files in many ways (stack depth, missing parts); to the owner they are one.
    parentPort?.postMessage({
      ok: false,
      failure: error instanceof UnreadableError ? error.failure : 'broken',
    })
  }
})
