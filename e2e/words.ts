import type { BrowserContext, ConsoleMessage } from '@playwright/test'
import { retiredWords } from '@/app/testing-retired-words'

/** What a page says of itself, in its console. */
const MARK = 'retired-word '

/**
 * Looks through all that pages show, a second after they change, for words that docs/words.md has retired, and says each in the console.
 * What people of journeys and of the demo write is looked through too: they write none.
 */
export async function watchWords(context: BrowserContext): Promise<void> {
  const retired = retiredWords().map(({ pattern: { source, flags } }) => ({ source, flags }))
  await context.addInitScript(
    ({ mark, retired }) => {
      const LOOK_AFTER_MS = 1_000
      const AROUND_CHARS = 25
      const patterns = retired.map(({ source, flags }) => new RegExp(source, `${flags}g`))
      const said = new Set<string>()
      const look = () => {
        // biome-ignore lint/performance/useDomNodeTextContent: textContent has scripts in it, and what is not shown.
        const text = document.body?.innerText.replace(/\s+/g, ' ') ?? ''
        for (const { index, 0: word } of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
          const around = text.slice(Math.max(0, index - AROUND_CHARS), index + word.length + AROUND_CHARS)
          if (said.has(around)) continue
          said.add(around)
          console.debug(`${mark}${location.pathname} says “${word}”: …${around}…`)
        }
      }
      let isDue = false
      new MutationObserver(() => {
        if (isDue) return
        isDue = true
        setTimeout(() => {
          isDue = false
          look()
        }, LOOK_AFTER_MS)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    },
    { mark: MARK, retired },
  )
}

/** What the console said, where it is a retired word. */
export function retiredWordIn(message: ConsoleMessage): string | null {
  return message.text().startsWith(MARK) ? message.text().slice(MARK.length) : null
}
