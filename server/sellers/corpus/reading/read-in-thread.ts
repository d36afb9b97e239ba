import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { type DocumentFailure, type MediaType, READ_MS_MAX, UnreadableError } from '../../../contract/corpus'
import type { CutDocument } from './read-document'

/**
 * From the folder the process was started in, which is the project's for every script (as with the migrations). A
 * production build does not know of threads, so this file is loaded as it is, by the loader that the commands run with.
 */
const THREAD_FILE = path.join(process.cwd(), 'server/sellers/corpus/reading/thread.ts')
/** A file of the largest size that unpacks to a hundred times as much ends its thread and not the process. */
const THREAD_MEGABYTES = 768
/** Loading the readers takes about half a second; kept for the next file of a folder. */
const IDLE_MS = 30_000

type Reply = { ok: true; document: CutDocument } | { ok: false; failure: DocumentFailure }

let idle: Worker | null = null
let lane: Promise<unknown> = Promise.resolve()

/**
 * Reads and cuts a file in a thread of its own, one file at a time: a large PDF takes seconds of computing, and the event
 * loop that serves pages must not wait for it. A file that takes longer than `READ_MS_MAX`, or more memory than the thread
 * has, is given up and its thread with it.
 *
 * @throws UnreadableError
 */
export function readInThread(
  bytes: Uint8Array,
  file: { name: string; mediaType: MediaType },
  timeoutMs: number = READ_MS_MAX,
): Promise<CutDocument> {
  const turn = lane.then(() => readNow(bytes, file, timeoutMs))
  lane = turn.catch(() => undefined)
  return turn
}

async function readNow(
  bytes: Uint8Array,
  file: { name: string; mediaType: MediaType },
  timeoutMs: number,
): Promise<CutDocument> {
  const worker = idle ?? startThread()
  idle = null
  worker.ref()
  const reply = await replyOf(worker, { bytes, ...file }, timeoutMs)
  if (reply === 'too-slow' || reply === 'broken') {
    await worker.terminate()
    throw new UnreadableError(reply)
  }
  rest(worker)
  if (!reply.ok) throw new UnreadableError(reply.failure)
  return reply.document
}

function replyOf(worker: Worker, request: object, timeoutMs: number): Promise<Reply | 'too-slow' | 'broken'> {
  return new Promise((resolve) => {
    const onError = (error: unknown) => end(isOutOfMemory(error) ? 'too-slow' : 'broken')
    const onExit = () => end('broken')
    const timer = setTimeout(() => end('too-slow'), timeoutMs)
    const end = (reply: Reply | 'too-slow' | 'broken') => {
      clearTimeout(timer)
      worker.off('message', end).off('error', onError).off('exit', onExit)
      resolve(reply)
    }
    worker.on('message', end).on('error', onError).on('exit', onExit)
    worker.postMessage(request)
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function startThread(): Worker {
  const worker = new Worker(/* turbopackIgnore: true */ THREAD_FILE, {
    execArgv: ['--import', 'tsx'],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
    // Libraries write warnings that quote what they read.
    stdout: true,
    stderr: true,
  })
  // Whoever waits for a reply is told; without a listener a thread that dies at rest would end the process.
  worker.on('error', () => {
    if (idle === worker) idle = null
  })
  return worker
}

function rest(worker: Worker): void {
  idle = worker
  worker.unref()
  setTimeout(() => {
    if (idle !== worker) return
    idle = null
    void worker.terminate()
  }, IDLE_MS).unref()
}
