import { expect, type Page } from '@playwright/test'

/**
 * How far a page may move by itself, as Chromium counts it: the sum of its shifts, none of them after somebody's click or key. 0.1 is
 * what web vitals still call good.
 */
const SHIFT_MAX = 0.02

type Shift = { value: number; of: string[] }
type Counting = { shifts: Shift[] }
type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Counts from the page's next opening on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const of = entry.sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.slice(0, 40) ?? ''
          return `“${text}” from ${previousRect.y} to ${currentRect.y}`
        })
        shifts.push({ value: entry.value, of })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Expects that hardly anything has moved since the page was opened, and says what did. */
export async function expectStill(page: Page, path = page.url()): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as Counting).shifts)
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  const moved = shifts.flatMap(({ value, of }) => of.map((one) => `${value.toFixed(4)} ${one}`))
  expect.soft(sum, `${path} moved:\n${moved.join('\n')}`).toBeLessThan(SHIFT_MAX)
}
