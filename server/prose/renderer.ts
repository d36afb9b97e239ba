import { MARKDOWN_CHARS_MAX, type Prose, plainProse } from '../contract/prose'
import { boundedProcesses } from '../shared/processes'
import layOutHere, { type ProseReply } from './child'

/** Two, so that one slow text does not hold up everybody else's. */
const PROCESSES = 2
/** The loader and the libraries take about 60; a text of the largest size a few more. */
const HEAP_MEGABYTES = 256
/** An honest text of 20 000 characters takes 100 ms, a second on a machine with ten times too much to do; attacks take more. */
export const RENDER_MS_MAX = 3_000
/** More than wait in an honest minute: past it texts are shown as they were typed, and posts are asked to wait. */
const WAITING_MAX = 200
/** All sealed texts of one page together; those after it are shown as they were typed. */
export const PAGE_MS_MAX = 3_000

/** Takes milliseconds, and its process, which has to be started anew, under a second. */
const ORDINARY = 'A *plain* text, with [a source](https://example.org).'

export interface ProseRenderer {
  /** Lays out a text in Markdown, or says why it cannot be. Never throws for what the text is. */
  layOut(markdown: string): Promise<ProseReply>
  close(): Promise<void>
}

/** In processes of their own with limits of time and memory, so that no text holds up the event loop that serves pages. */
export function boundedRenderer({ timeoutMs = RENDER_MS_MAX }: { timeoutMs?: number } = {}): ProseRenderer {
  const processes = boundedProcesses<string, ProseReply>({
    file: 'server/prose/child.ts',
    processes: PROCESSES,
    megabytes: HEAP_MEGABYTES,
    timeoutMs,
    first: '',
  })
  /** Whether even an ordinary text is not read in time now: then it was not the text. */
  async function isStarved(): Promise<boolean> {
    const began = performance.now()
    const read = await processes.run(ORDINARY)
    return read === null || performance.now() - began > timeoutMs
  }
  return {
    async layOut(markdown) {
      if (markdown.length > MARKDOWN_CHARS_MAX) return { ok: false, why: 'too-many-parts' }
      if (processes.waiting() >= WAITING_MAX) return { ok: false, why: 'busy' }
      const reply = await processes.run(markdown)
      return reply ?? { ok: false, why: (await isStarved()) ? 'busy' : 'too-slow' }
    },
    close: () => processes.close(),
  }
}

/** Without a process: for tests and commands whose texts are their own. */
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
