import type { Outbound } from '../outbound/outbound'
import { boundedProcesses } from '../shared/processes'
import { cleanLine, cleanText } from '../shared/text'
import type { PageFailure } from '../words/pages'
import readTaskHere from './child'
import { fetchPage } from './fetch-page'
import type { PageTask, PageText, TextReply } from './page-text'

/** Pages are few; one that is slow holds up the next, not the market. */
const PROCESSES = 1
/** The loader and the libraries take about 100; a page of the largest size some twenty times its bytes. */
const HEAP_MEGABYTES = 384
/** A large article takes 300 ms, three seconds on a machine with ten times too much to do; attacks take more. */
export const EXTRACT_MS_MAX = 4_000

export type PageReading =
  | ({ ok: true; url: string; hash: string } & PageText)
  | { ok: false; failure: PageFailure }

/** Fetches a page that somebody named, and reads its main text. */
export interface PageReader {
  /** Never throws for what the page is, or its server does. */
  read(page: string, signal: AbortSignal): Promise<PageReading>
  close(): Promise<void>
}

/** Runs a task; null when it takes too long, or more memory than it may. */
export type RunTask = { run(task: PageTask): Promise<TextReply | boolean | null>; close(): Promise<void> }

/** Nobody else reads strangers' bytes on the event loop that serves pages, and neither does this. */
export function boundedTasks({ timeoutMs = EXTRACT_MS_MAX }: { timeoutMs?: number } = {}): RunTask {
  return boundedProcesses<PageTask | null, TextReply | boolean | null>({
    file: 'server/pages/child.ts',
    processes: PROCESSES,
    megabytes: HEAP_MEGABYTES,
    timeoutMs,
    first: null,
  })
}

/** Without a process: for tests whose texts are their own. */
export const plainTasks: RunTask = { run: async (task) => readTaskHere(task), close: async () => undefined }

export function createPageReader({
  outbound,
  tasks = boundedTasks(),
}: {
  outbound: Outbound
  tasks?: RunTask
}): PageReader {
  return {
    async read(page, signal) {
      const mayRead = async (robots: { url: string; text: string; page: string }) =>
        // Rules that nobody can read in time are taken to forbid.
        (await tasks.run({ kind: 'robots', ...robots })) === true
      const fetched = await fetchPage(outbound, { page, mayRead, signal })
      if (!fetched.ok) return fetched
      const { bytes, isHtml, charset, url, hash } = fetched
      const read = await tasks.run({ kind: 'text', bytes, isHtml, charset, url })
      if (read === null || typeof read === 'boolean') return { ok: false, failure: 'unreadable' }
      if (!read.ok) return read
      const { canonical } = read
      const product = cleanLine(read.product)
      return {
        ok: true,
        title: cleanLine(read.title),
        text: cleanText(read.text),
        canonical,
        product,
        facts: read.facts ?? null,
        url,
        hash,
      }
    },
    close: () => tasks.close(),
  }
}
