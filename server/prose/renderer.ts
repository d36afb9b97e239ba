import { setTimeout as sleep } from 'node:timers/promises'
import { MARKDOWN_CHARS_MAX, type Prose, plainProse } from '../contract/prose'
import { NoTurnError } from '../shared/fair-turns'
import { boundedProcesses, type Run } from '../shared/processes'
import layOutHere, { type ProseReply } from './child'

/** Two, so that one slow text does not hold up everybody else's. */
const PROCESSES = 2
/** What stands was laid out in time when it was posted. */
const READING_PROCESSES = 1
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
/** All texts that a page lays out, with the wait for their turn; those after it are shown as they were typed. */
export const PAGE_MS_MAX = 3_000
/** A text shorter than this that takes three seconds is on a machine with too much to do: what attacks cost grows with their length. */
const BLAMED_CHARS_MIN = 2_000

/** Takes milliseconds, and its process, which has to be started anew, under a second. */
const ORDINARY = 'A *plain* text, with [a source](https://example.org).'

export interface ProseRenderer {
  /**
   * Lays out a text in Markdown, or says why it cannot be. Never throws for what the text is. `who` waits for it behind their own
   * texts, not before those of others; the market itself when left out.
   */
  layOut(markdown: string, who?: string): Promise<ProseReply>
  /** One that stands already, for whoever reads a page: it never waits behind what is posted, and `msMax` at most. */
  layOutForPage(markdown: string, msMax: number, who?: string): Promise<ProseReply>
  close(): Promise<void>
}

/** The same, of which somebody takes their share. */
export const inTurnOf = (who: string, renderer: ProseRenderer): ProseRenderer => ({
  ...renderer,
  layOut: (markdown) => renderer.layOut(markdown, who),
  layOutForPage: (markdown, msMax) => renderer.layOutForPage(markdown, msMax, who),
})

const THE_MARKET = 'market'

/** In processes of their own with limits of time and memory, so that no text holds up the event loop that serves pages. */
export function boundedRenderer({ timeoutMs = RENDER_MS_MAX }: { timeoutMs?: number } = {}): ProseRenderer {
  const start = (processes: number) =>
    boundedProcesses<string, ProseReply>({
      file: 'server/prose/child.ts',
      processes,
      turns: TURNS,
      megabytes: HEAP_MEGABYTES,
      timeoutMs,
      first: '',
    })
  const [posting, reading] = [start(PROCESSES), start(READING_PROCESSES)]
  /** Why a text was not read in time: an ordinary one is read beside it, to see whether it was the text. */
  async function whyNot(run: Run<string, ProseReply>, { length }: string): Promise<ProseReply> {
    const began = performance.now()
    const read = await run(ORDINARY)
    return blameOf({ length, ordinaryMs: read && performance.now() - began, timeoutMs })
  }
  return {
    async layOut(markdown, who = THE_MARKET) {
      if (markdown.length > MARKDOWN_CHARS_MAX) return { ok: false, why: 'too-many-parts' }
      return unlessTooMany(
        posting.inTurn(who, async (run) => {
          const reply = await run(markdown)
          return reply ?? whyNot(run, markdown)
        }),
      )
    },
    async layOutForPage(markdown, msMax, who = THE_MARKET) {
      if (markdown.length > MARKDOWN_CHARS_MAX) return { ok: false, why: 'too-many-parts' }
      const timer = new AbortController()
      const late = sleep(msMax, BUSY, { signal: timer.signal, ref: false })
      let isLate = false
      const laidOut = unlessTooMany(
        reading.inTurn(who, async (run) => (isLate ? BUSY : ((await run(markdown)) ?? BUSY))),
      )
      const reply = await Promise.race([laidOut, late])
      isLate = true
      timer.abort()
      return reply
    },
    close: async () => {
      await Promise.all([posting.close(), reading.close()])
    },
  }
}

const BUSY: ProseReply = { ok: false, why: 'busy' }

type OutOfTime = {
  /** Of the text, in characters. */
  length: number
  /** How long an ordinary text took then; null when it was not read in time either. */
  ordinaryMs: number | null
  timeoutMs: number
}

/** What a text that was not read in time is refused with: itself, or the machine, which has too much to do for any text. */
export function blameOf({ length, ordinaryMs, timeoutMs }: OutOfTime): ProseReply {
  const isStarved = length < BLAMED_CHARS_MIN || ordinaryMs === null || ordinaryMs > timeoutMs
  return isStarved ? BUSY : { ok: false, why: 'too-slow' }
}

async function unlessTooMany(reply: Promise<ProseReply>): Promise<ProseReply> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof NoTurnError) return BUSY
    throw error
  }
}

/** Without a process: for tests and commands whose texts are their own. */
export const plainRenderer: ProseRenderer = {
  layOut: async (markdown) => layOutHere(markdown),
  layOutForPage: async (markdown) => layOutHere(markdown),
  close: async () => undefined,
}

/** For a page: the text laid out, or as it was typed. */
export async function proseOf(
  renderer: ProseRenderer,
  markdown: string,
  msMax = PAGE_MS_MAX,
): Promise<Prose> {
  if (markdown === '') return []
  const reply = msMax > 0 ? await renderer.layOutForPage(markdown, msMax) : BUSY
  return reply.ok ? reply.prose : plainProse(markdown)
}

/** Sealed texts are laid out whenever they are opened, so that nothing of them is kept outside their seal. */
export async function prosesOf(
  renderer: ProseRenderer,
  texts: readonly (string | null)[],
): Promise<(Prose | null)[]> {
  const until = performance.now() + PAGE_MS_MAX
  const proses: (Prose | null)[] = []
  for (const text of texts)
    proses.push(text === null ? null : await proseOf(renderer, text, until - performance.now()))
  return proses
}
