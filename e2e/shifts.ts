import type { Page } from '@playwright/test'

/**
 * How far a page may move by itself, as Chromium counts it: the sum of its shifts, none of them after somebody's click or key. 0.1 is
 * what web vitals still call good.
 */
export const SHIFT_MAX = 0.02

type Counting = { shifts: number[] }

/** Counts from the page's next opening on. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of the shifts since the page was opened. */
export async function shiftsOf(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (window as unknown as Counting).shifts)
  return shifts.reduce((sum, shift) => sum + shift, 0)
}
