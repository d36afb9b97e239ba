import path from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { MARKDOWN_CHARS_MAX, type Prose, plainProse } from '../contract/prose'
import layOutHere, { type ProseReply } from './thread'

/**
 * From the folder the process was started in, which is the project's for every script (as with the migrations). A production
 * build does not know of threads, so this file is loaded as it is, by the loader that the commands run with.
 */
const THREAD_FILE = path.join(process.cwd(), 'server/prose/thread.ts')
/** Two, so that one slow text does not hold up everybody else's. */
const THREADS = 2
/** The loader and the libraries take about 60; a text of the largest size a few more. */
const THREAD_MEGABYTES = 256
/** An honest text of 20 000 characters takes 100 ms, a second on a machine with ten times too much to do; attacks take more. */
export const RENDER_MS_MAX = 3_000
/** Starting a thread counts towards the first text it lays out; loading takes a second on a slow machine. */
export const START_MS_MAX = 15_000
/** Kept for the next text; loading takes half a second. */
const IDLE_MS = 60_000
/** More than wait in an honest minute: past it texts are shown as they were typed, and posts are asked to wait. */
const WAITING_MAX = 200
/** All sealed texts of one page together; those after it are shown as they were typed. */
export const PAGE_MS_MAX = 3_000

export interface ProseRenderer {
  /** Lays out a text in Markdown, or says why it cannot be. Never throws for what the text is. */
  layOut(markdown: string): Promise<ProseReply>
  close(): Promise<void>
}

/** In threads of their own with limits of time and memory, so that no text holds up the event loop that serves pages. */
export function threadRenderer({ timeoutMs = RENDER_MS_MAX }: { timeoutMs?: number } = {}): ProseRenderer {
  const limit = pLimit(THREADS)
  const pool = new Piscina({
    filename: THREAD_FILE,
    execArgv: ['--import', 'tsx'],
    minThreads: 0,
    maxThreads: THREADS,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
  })
  // A thread that dies at rest is replaced; without a listener its error would end the process.
  pool.on('error', () => undefined)
  return {
    async layOut(markdown) {
      if (markdown.length > MARKDOWN_CHARS_MAX) return { ok: false, why: 'too-many-parts' }
      if (limit.pendingCount >= WAITING_MAX) return { ok: false, why: 'busy' }
      return limit(async () => {
        try {
          // The clock runs while the text is read, not while its thread is started.
          if (pool.threads.length < THREADS && pool.idleThreads === 0) {
            await pool.run('', { signal: AbortSignal.timeout(START_MS_MAX) })
          }
          return await pool.run(markdown, { signal: AbortSignal.timeout(timeoutMs) })
        } catch {
          // Too slow, or more memory than the thread has: either way the thread has ended and the next text gets a new one.
          return { ok: false, why: 'too-slow' }
        }
      })
    },
    close: () => pool.destroy(),
  }
}

/** Without a thread: for tests and commands whose texts are their own. */
export const plainRenderer: ProseRenderer = {
  layOut: async (markdown) => layOutHere(markdown),
  close: async () => undefined,
}

/** For a page: the text laid out, or as it was typed. */
export async function proseOf(renderer: ProseRenderer, markdown: string): Promise<Prose> {
  if (markdown === '') return []
  const reply = await renderer.layOut(markdown)
  return reply.ok ? reply.prose : plainProse(markdown)
}

/** Sealed texts are laid out whenever they are opened, so that nothing of them is kept outside their seal. */
export async function prosesOf(
  renderer: ProseRenderer,
  texts: readonly (string | null)[],
): Promise<(Prose | null)[]> {
  const until = performance.now() + PAGE_MS_MAX
  const proses: (Prose | null)[] = []
  for (const text of texts) {
    if (text === null) proses.push(null)
    else proses.push(performance.now() < until ? await proseOf(renderer, text) : plainProse(text))
  }
  return proses
}
