import { MARKDOWN_CHARS_MAX, type Prose, plainProse } from '../contract/prose'
import { boundedProcesses, NoTurnError, type Run } from '../shared/processes'
import layOutHere, { type ProseReply } from './child'

/** Two, so that one slow text does not hold up everybody else's. */
const PROCESSES = 2
/** The loader and the libraries take about 60; a text of the largest size a few more. */
const HEAP_MEGABYTES = 256
/** An honest text of 20 000 characters takes 100 ms, a second on a machine with ten times too much to do; attacks take more. */
export const RENDER_MS_MAX = 3_000
/**
 * Of one person one at once, so that a slow text of theirs leaves a process to others; and as many wait as a program sends side by side,
 * which take a tenth of a second when they are honest. More than wait in an honest minute in all. Past either, texts are shown as they
 * were typed, and posts are asked to wait.
 */
export const TURNS = { ofOneAtOnce: 1, ofOneWaitingMax: 16, waitingMax: 200 } as const
/** All sealed texts of one page together; those after it are shown as they were typed. */
export const PAGE_MS_MAX = 3_000

/** Takes milliseconds, and its process, which has to be started anew, under a second. */
const ORDINARY = 'A *plain* text, with [a source](https://example.org).'

export interface ProseRenderer {
  /**
   * Lays out a text in Markdown, or says why it cannot be. Never throws for what the text is. `who` waits for it behind their own
   * texts, not before those of others; the market itself when left out.
   */
  layOut(markdown: string, who?: string): Promise<ProseReply>
  close(): Promise<void>
}

/** The same, of which somebody takes their share. */
export const inTurnOf = (who: string, renderer: ProseRenderer): ProseRenderer => ({
  ...renderer,
  layOut: (markdown) => renderer.layOut(markdown, who),
})

const THE_MARKET = 'market'

/** In processes of their own with limits of time and memory, so that no text holds up the event loop that serves pages. */
export function boundedRenderer({ timeoutMs = RENDER_MS_MAX }: { timeoutMs?: number } = {}): ProseRenderer {
  const processes = boundedProcesses<string, ProseReply>({
    file: 'server/prose/child.ts',
    processes: PROCESSES,
    turns: TURNS,
    megabytes: HEAP_MEGABYTES,
    timeoutMs,
    first: '',
  })
  /** Whether even an ordinary text is not read in time now: then it was not the text. */
  async function isStarved(run: Run<string, ProseReply>): Promise<boolean> {
    const began = performance.now()
    const read = await run(ORDINARY)
    return read === null || performance.now() - began > timeoutMs
  }
  return {
    async layOut(markdown, who = THE_MARKET) {
      if (markdown.length > MARKDOWN_CHARS_MAX) return { ok: false, why: 'too-many-parts' }
      try {
        return await processes.inTurn(who, async (run) => {
          const reply = await run(markdown)
          return reply ?? { ok: false, why: (await isStarved(run)) ? 'busy' : 'too-slow' }
        })
      } catch (error) {
        if (error instanceof NoTurnError) return { ok: false, why: 'busy' }
        throw error
      }
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
