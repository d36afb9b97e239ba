import { spawn } from 'node:child_process'
import { buildWhenNeeded } from '@/server/cli/build'
import { browserPath, wholeBrowserPath } from './browser'

/**
 * `npm run test:e2e [-- arguments of Playwright]`: finds or installs a browser, makes sure that the production build is of
 * these sources, then runs the journeys against it.
 */
async function main(): Promise<number> {
  const browser = browserPath()
  const whole = wholeBrowserPath()
  const built = await buildWhenNeeded()
  if (built !== 0) return built
  const child = spawn(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: browser, CHROMIUM_WHOLE_PATH: whole },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  },
)
