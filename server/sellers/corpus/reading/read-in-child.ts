import { type MediaType, READ_MS_MAX, UnreadableError } from '../../../contract/corpus'
import { boundedProcesses } from '../../../shared/processes'
import type { ReadReply, ReadTask } from './child'
import type { CutDocument } from './read-document'

/** A file of the largest size that unpacks to a hundred times as much ends its process, and nothing else. */
const HEAP_MEGABYTES = 768

/** One file at a time: a large PDF takes seconds of computing. */
const readers = boundedProcesses<ReadTask | null, ReadReply | null>({
  file: 'server/sellers/corpus/reading/child.ts',
  processes: 1,
  megabytes: HEAP_MEGABYTES,
  timeoutMs: READ_MS_MAX,
  first: null,
})

/**
 * Reads and cuts a file in a process of its own. One that takes longer than `timeoutMs`, or more memory than it may, is given up.
 *
 * @throws UnreadableError
 */
export async function readInChild(
  bytes: Uint8Array,
  file: { name: string; mediaType: MediaType },
  timeoutMs: number = READ_MS_MAX,
): Promise<CutDocument> {
  const reply = await readers.run({ bytes, ...file }, timeoutMs)
  if (reply === null) throw new UnreadableError('too-slow')
  if (!reply.ok) throw new UnreadableError(reply.failure)
  return reply.document
}
