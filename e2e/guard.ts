import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/**
 * How far what is read may move by itself, as Chromium counts it: the largest sum of shifts that follow each other within a second, in
 * five. 0.1 is what web vitals still call good. What somebody did moves the page for some seconds afterwards: the answer to a click may be
 * late on a busy machine, where Chromium allows half a second.
 */
const SHIFT_MAX = 0.02

/** Watches the pages of a test: an error that nobody expected, in the console or thrown by a script, fails it, and so does a page that moves. */
export class Guard {
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []

  async watch(context: BrowserContext): Promise<void> {
    await context.exposeBinding('tellShift', (_source, { score, path, moved }: Shift) => {
      if (score > SHIFT_MAX)
        this.#note(`Moved by itself: ${score.toFixed(3)} on ${path}: ${moved.join(', ')}`)
    })
    await context.addInitScript(watchShifts)
    context.on('console', (message) => {
      if (message.type() === 'error') this.#note(inWords(message))
    })
    context.on('weberror', (thrown) =>
      this.#note(`Thrown: ${thrown.error().stack ?? thrown.error().message}`),
    )
  }

  /** Errors of this kind belong to the test: a refused call leaves a line in the console. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** What nobody expected. */
  problems(): string[] {
    return this.#problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}

function inWords(message: ConsoleMessage): string {
  const { url } = message.location()
  return `${message.text()} (${url})`
}

type Shift = { score: number; path: string; moved: string[] }

/** Runs in the page, before its own scripts. */
function watchShifts(): void {
  const tellShift = (window as unknown as { tellShift(shift: Shift): void }).tellShift
  let [score, first, last] = [0, 0, 0]
  const moved = new Set<string>()
  let touched = Number.NEGATIVE_INFINITY
  for (const kind of ['pointerdown', 'keydown', 'input'])
    addEventListener(kind, () => (touched = performance.now()), { capture: true })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      if (entry.hadRecentInput || entry.startTime - touched < 5_000) continue
      const isNew = entry.startTime - last > 1_000 || entry.startTime - first > 5_000
      if (isNew) {
        ;[score, first] = [0, entry.startTime]
        moved.clear()
      }
      last = entry.startTime
      score += entry.value
      for (const { node } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        if (element)
          moved.add(`${element.tagName}.${element.className} "${element.textContent?.slice(0, 30)}"`)
      }
      tellShift({ score, path: location.pathname, moved: [...moved].slice(0, 5) })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}
