import type { Page } from '@playwright/test'

/**
 * Waits until scripts have taken over what the server drew: a click before that is lost. React marks each element it has
 * taken over.
 */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [
      ...document.querySelectorAll('#main button, #main input, #main textarea, header button'),
    ]
    return (
      controls.length > 0 &&
      controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
    )
  })
}
