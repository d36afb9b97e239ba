import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { buildWhenNeeded } from '@/server/cli/build'
import { type Person, stepIn } from './person'
import { newDataDir, removeDataDir, type Site, startSite } from './site'

/**
 * `npm run test:firefox`: three journeys in the Firefox that the system has (Debian's `firefox-esr`), on the demo market and the production
 * build, on a desktop and a phone. By command only, for not every machine that runs the tests has a Firefox; Playwright drives a build of its own
 * alone, so Puppeteer drives this one, over WebDriver BiDi.
 */

const INSTALLED = ['firefox-esr', 'firefox']
const WIDTHS = [1280, 375] as const
const HEIGHT = 812
/** What a stranger has patience for, on a busy machine. */
const PATIENCE_MS = 30_000
/** As in `shifts.ts`, which counts what Firefox does not: here nothing may be wider than the window. */
const OVERFLOW_MAX = 0

/** zod tries once whether it may make code, catches that it may not, and does without; Firefox tells of it all the same. */
const ZOD_ASKS = 'blocked a JavaScript eval'

type Journey = { name: string; walk: (page: Page, site: Site) => Promise<void> }

const JOURNEYS: readonly Journey[] = [
  {
    name: 'a visitor comes from the first page to a published answer and to one of its citations',
    async walk(page, site) {
      await page.goto(site.url)
      const answers = 'section[aria-labelledby=published]'
      await page.locator(`${answers} li a`).click()
      await page.waitForFunction(() => window.location.pathname.startsWith('/questions/bc_'))
      await see(page, 'The answer')
      await page.locator('a[aria-label="Purchase 1"]').click()
      await page.waitForFunction(() => window.location.search.includes('node=off_'))
      await see(page, 'Full text')
      await see(page, 'May be quoted in public')
    },
  },
  {
    name: 'a first question is asked, and answered with its source',
    async walk(page, site) {
      await signIn(page, site, await stepIn(site.url))
      await page.goto(`${site.url}/ask`)
      await page.waitForSelector('form:not([inert]) textarea')
      await page.locator('form textarea').fill('How do I get limescale out of my kettle?')
      await page.locator('form button[type=submit]').click()
      await page.locator('::-p-xpath(//*[@role="dialog"]//button[contains(., "Ask and hold")])').click()
      await page.waitForFunction(() => window.location.pathname.startsWith('/questions/bc_'))
      await see(page, 'Matched by words, not understood')
      await page.waitForSelector('a[aria-label="Purchase 1"]')
    },
  },
  {
    name: 'a sceptic goes through how an answer came about, from its first event to its last',
    async walk(page, site) {
      const someone = await stepIn(site.url)
      const rootId = (await someone.api.demo.showcase.query())?.rootId ?? ''
      const { events } = await someone.api.inspection.tree.query({ rootId })
      await page.goto(`${site.url}/questions/${rootId}?tab=inspection#inspection`)
      await untilLive(page, 'section[aria-label=Replay] button')
      const rows = () => page.$$eval('[role=treeitem]', (items) => items.length)
      await page.waitForSelector('[role=treeitem]')
      const all = await rows()
      const slider = await page.waitForSelector('[role=slider][aria-label="Moment of the reading"]')
      assert.ok(slider)
      await slider.focus()
      await page.keyboard.press('Home')
      await page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length === 1)
      for (let step = 1; step < events.length; step++) await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        (count) => document.querySelectorAll('[role=treeitem]').length === count,
        {},
        all,
      )
      await press(page, 'button[aria-label="Replay from the beginning"]')
      await page.waitForSelector('button[aria-label="Pause the replay"]')
    },
  },
]

/** Puppeteer takes what lies under the navigation of a phone for visible; a person scrolls. */
async function press(page: Page, selector: string): Promise<void> {
  await page.$eval(selector, (element) => element.scrollIntoView({ block: 'center' }))
  await page.locator(selector).click()
}

/** Waits until a page says this somewhere. */
async function see(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-text(${text})`, { visible: true })
}

/** A click before scripts have taken over is lost. */
async function untilLive(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const element = document.querySelector(wanted)
      return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
    },
    {},
    selector,
  )
}

async function signIn(page: Page, site: Site, { cookie }: Person): Promise<void> {
  await page.browserContext().setCookie({ ...cookie, domain: new URL(site.url).hostname, path: '/' })
}

/** One journey at one width, in a browser profile of its own; says what went wrong, or null. */
async function walked(
  browser: Browser,
  site: Site,
  { walk }: Journey,
  width: number,
): Promise<string | null> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const faults: string[] = []
  page.on('pageerror', (error) => {
    if (!String(error).includes(ZOD_ASKS)) faults.push(String(error))
  })
  try {
    await page.setViewport({ width, height: HEIGHT })
    await walk(page, site)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    assert.ok(overflow <= OVERFLOW_MAX, `The page is ${overflow} px wider than the window.`)
    assert.deepEqual(faults, [])
    return null
  } catch (error) {
    return `${page.url()}: ${error instanceof Error ? error.message : error}`
  } finally {
    await context.close()
  }
}

function firefoxPath(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/snap/bin')
  const places = INSTALLED.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const found = [process.env.FIREFOX_PATH, ...places].find((place) => place && existsSync(place))
  if (!found)
    throw new Error(
      'There is no Firefox: apt-get install firefox-esr (Debian), or say FIREFOX_PATH=/path/to/firefox.',
    )
  return found
}

async function main(): Promise<number> {
  const executablePath = firefoxPath()
  const built = await buildWhenNeeded()
  if (built !== 0) return built
  const dataDir = await newDataDir()
  const site = await startSite({ dataDir })
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath })
  let failed = 0
  for (const journey of JOURNEYS)
    for (const width of WIDTHS) {
      const problem = await walked(browser, site, journey, width)
      if (problem !== null) failed += 1
      console.log(
        `${problem === null ? 'ok' : 'FAILED'}  ${width} px  ${journey.name}${problem === null ? '' : `\n  ${problem}`}`,
      )
    }
  await browser.close()
  await site.stop()
  await removeDataDir(dataDir)
  return failed === 0 ? 0 : 1
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
