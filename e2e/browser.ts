import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

/**
 * Names under which systems install a browser that Playwright can drive. The first draws no windows, which is what Playwright's own does
 * too; a page takes it a third of the time that a whole browser takes.
 */
const INSTALLED = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
/** Those that load an extension: whole browsers, and none of Google's own, which take no `--load-extension` since 137. */
const WHOLE = ['chromium', 'chromium-browser']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const WHAT_TO_DO = `No browser was found for the end-to-end tests, and none could be installed. Do one of these, then run them again:
  - npx playwright install --with-deps chromium   (downloads one)
  - apt-get install chromium                      (Debian)
  - CHROMIUM_PATH=/path/to/chromium npm run test:e2e`

/**
 * The browser to test with: `CHROMIUM_PATH`, one that the system has, Playwright's own, or one installed now.
 *
 * @throws Error that says what to do when there is none.
 */
export function browserPath(): string {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, where there is nothing.`)
  }
  const found = findBrowser()
  if (found) return found
  console.log('There is no browser yet: installing one for the tests.')
  for (const install of [installPlaywrights, () => installDebians(['chromium-headless-shell', 'chromium'])]) {
    const installed = install() ? findBrowser() : null
    if (installed) return installed
  }
  throw new Error(WHAT_TO_DO)
}

/**
 * A browser that loads an extension: the one to test with where that is a whole one, one that the system has, Playwright's own, or one
 * installed now.
 *
 * @throws Error that says what to do when there is none.
 */
export function wholeBrowserPath(): string {
  const given = process.env.CHROMIUM_PATH
  if (given && WHOLE.includes(path.basename(given)) && existsSync(given)) return given
  const find = () => [...placesOf(WHOLE), chromium.executablePath()].find((place) => existsSync(place))
  const found = find()
  if (found) return found
  console.log('There is no browser yet that loads extensions: installing one for the tests.')
  for (const install of [installPlaywrights, () => installDebians(WHOLE)]) {
    const installed = install() ? find() : undefined
    if (installed) return installed
  }
  throw new Error(WHAT_TO_DO)
}

function placesOf(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/snap/bin')
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

function findBrowser(): string | null {
  const places = [...placesOf(INSTALLED), MAC_CHROME, chromium.executablePath()]
  return places.find((place) => existsSync(place)) ?? null
}

function installPlaywrights(): boolean {
  return isDone(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
}

/** Needs to be root, and apt. */
function installDebians(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return (
    isDone('apt-get', ['update', '-q']) &&
    // Ubuntu has the second one alone.
    names.some((name) => isDone('apt-get', ['install', '-y', '-q', '--no-install-recommends', name]))
  )
}

function isDone(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}
