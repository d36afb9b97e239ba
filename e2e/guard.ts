import type { BrowserContext, ConsoleMessage } from '@playwright/test'
import { countShifts, Shifts } from './shifts'
import { retiredWordIn, watchWords } from './words'

/**
 * Watches the pages of a test: an error that nobody expected, in the console or thrown by a script, fails it; so does a page that moves by
 * itself, or that says a retired word.
 */
export class Guard {
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []
  readonly #shifts = new Shifts()

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => {
      const word = retiredWordIn(message)
      if (message.type() === 'error') this.#note(inWords(message))
      else if (word !== null) this.#note(word)
      else this.#shifts.note(message)
    })
    context.on('weberror', (thrown) =>
      this.#note(`Thrown: ${thrown.error().stack ?? thrown.error().message}`),
    )
    await countShifts(context)
    await watchWords(context)
  }

  /** Errors of this kind belong to the test: a refused call leaves a line in the console. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** What nobody expected. */
  problems(): string[] {
    return [...this.#problems, ...this.#shifts.problems()].filter(
      (problem) => !this.#expected.some((pattern) => pattern.test(problem)),
    )
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}

function inWords(message: ConsoleMessage): string {
  const { url } = message.location()
  return `${message.text()} (${url})`
}
