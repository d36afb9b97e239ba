import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page, ViewportSize } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './fixtures'

export const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** By night a page differs in its colours alone, so only these are asked again. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** Enough of an element to find it. */
const HTML_CHARS_MAX = 160

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rows out of sight take up a theme when they are looked at: what axe objects to must be there when it looks once more. */
const softly = expect.configure({ soft: true })

/**
 * Checks that axe finds nothing on a page, by day and by night; what it finds does not end the test. axe runs in the page itself and is
 * sent there once: `@axe-core/playwright` sends it at each look and gathers the results in a page of its own, for frames of other
 * sites, which we have none of: seven times as long.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(SOURCE)
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await softly
      .poll(() => violationsOn(page, colorScheme), { message: `${name}, ${colorScheme}` })
      .toEqual([])
  }
}

/** What axe objects to, one line each. */
async function violationsOn(page: Page, colorScheme: Scheme): Promise<string[]> {
  // Part of WCAG 2.2 AA, and off unless it is asked for.
  const options: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }
  if (colorScheme === 'dark') options.runOnly = RULES_OF_COLOUR
  const { violations } = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return axe.run(given)
  }, options)
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.help} (${violation.id}): ${node.html.slice(0, HTML_CHARS_MAX)}`,
    ),
  )
}

/** Nothing is wider than the narrowest window; the page has then its own size again. */
export async function expectNoWider(page: Page, narrowest: ViewportSize, path: string): Promise<void> {
  const own = page.viewportSize()
  await page.setViewportSize(narrowest)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await softly.poll(width, { message: path }).toBeLessThanOrEqual(narrowest.width)
  if (own) await page.setViewportSize(own)
}
