import { type BrowserContext, type ConsoleMessage, expect, type Page } from '@playwright/test'

/**
 * How far a page may move by itself, as Chromium counts it: the sum of its shifts within a few seconds, none of them after somebody's
 * click or key. 0.1 is what web vitals still call good.
 */
const SHIFT_MAX = 0.02
/** Web vitals add up shifts that follow each other within a second, for at most five. */
const PAUSE_MS = 1_000
const WINDOW_MS = 5_000

/** What may move, by what is in it, and why; keep it short. */
const MAY_MOVE: readonly { what: RegExp; why: string }[] = [
  {
    what: /“What was bought for it/,
    why: 'An answer that is revised in front of its asker is longer than before: what stands in it moves, and nothing below it.',
  },
  {
    what: /“Does the matter stand otherwise/,
    why: 'Below the offers of a question that has ended stands the way to make another: the card of a counter-offer comes above it.',
  },
]

/** What a page says of itself, in its console. */
const MARK = 'layout-shift '

export type Shift = { value: number; at: number; of: string[] }
type Counting = { shifts: Shift[] }
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Counts on every page of a context from its opening on, and says each shift in its console, which outlives the page. What answers a
 * click, a key or a letter is no shift, however long the market takes for the answer; a busy machine then draws it within a second.
 */
export async function countShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript((mark) => {
    const FORGIVEN_MS = 1_000
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    let actedAt = Number.NEGATIVE_INFINITY
    let pending = 0
    const isAnswer = (at: number) => pending > 0 || at - actedAt < FORGIVEN_MS
    for (const act of ['pointerdown', 'keydown', 'input', 'resize'])
      addEventListener(act, () => (actedAt = performance.now()), { capture: true })
    const send = window.fetch
    window.fetch = async (...request) => {
      if (!isAnswer(performance.now())) return send(...request)
      pending += 1
      const isOver = () => {
        pending -= 1
        actedAt = performance.now()
      }
      try {
        const answer = await send(...request)
        // A page comes in pieces.
        void answer.clone().text().then(isOver, isOver)
        return answer
      } catch (error) {
        isOver()
        throw error
      }
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput || isAnswer(entry.startTime)) continue
        const of = entry.sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.slice(0, 40) ?? ''
          return `${node?.nodeName} “${text}” from ${previousRect.y} to ${currentRect.y}`
        })
        const shift = { value: entry.value, at: entry.startTime, of }
        shifts.push(shift)
        const page = `${location.pathname} opened at ${performance.timeOrigin}`
        console.debug(`${mark}${JSON.stringify({ ...shift, page })}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, MARK)
}

/** The pages of a test, and how they moved. */
export class Shifts {
  readonly #pages = new Map<string, Shift[]>()

  note(message: ConsoleMessage): void {
    if (!message.text().startsWith(MARK)) return
    const { page, ...shift } = JSON.parse(message.text().slice(MARK.length))
    if (MAY_MOVE.some(({ what }) => shift.of.some((text: string) => what.test(text)))) return
    this.#pages.set(page, [...(this.#pages.get(page) ?? []), shift])
  }

  /** Pages that moved further than they may. */
  problems(): string[] {
    return [...this.#pages].flatMap(([page, shifts]) => {
      const sum = worst(shifts)
      return sum < SHIFT_MAX ? [] : [`${page} moved by ${sum.toFixed(3)}:\n${inWords(shifts)}`]
    })
  }
}

/** The largest sum of shifts that follow each other. */
function worst(shifts: readonly Shift[]): number {
  let most = 0
  let sum = 0
  let began = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { value, at } of shifts) {
    if (at - last > PAUSE_MS || at - began > WINDOW_MS) {
      sum = 0
      began = at
    }
    sum += value
    last = at
    most = Math.max(most, sum)
  }
  return most
}

const inWords = (shifts: readonly Shift[]) =>
  shifts
    .flatMap(({ value, at, of }) => of.map((one) => `${value.toFixed(4)} at ${Math.round(at)} ${one}`))
    .join('\n')

/** Expects that hardly anything has moved since the page was opened, and says what did. */
export async function expectStill(page: Page, path = page.url()): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as Counting).shifts)
  expect.soft(worst(shifts), `${path} moved:\n${inWords(shifts)}`).toBeLessThan(SHIFT_MAX)
}
