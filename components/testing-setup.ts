import { afterEach } from 'vitest'

/** Files share their modules and their page (`vitest.config.ts`): what a test has drawn goes with it. */
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
  })
}
