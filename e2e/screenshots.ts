import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { browserPath } from './browser'
import { ask, fixedBot, offer } from './deeds'
import { gate } from './gate'
import { builtInScript } from './model-script'
import { startModelServer } from './model-server'
import { type Person, register, stepIn } from './person'
import { newDataDir, removeDataDir, type Site, startSite } from './site'

/**
 * `tsx e2e/screenshots.ts <folder>`: pictures of the main pages on a desktop and a phone, light and dark, and the picture of
 * a tree in the README. Needs a production build.
 */

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const
const SCHEMES = ['light', 'dark'] as const
const README_PICTURE = 'public/readme-tree.png'
const README_MARGIN_PX = 16
/** Fonts, what is fetched once the page is live, and a tree that has stopped moving. */
const REST_MS = 1_500

async function shoot(page: Page, file: string): Promise<void> {
  await page.waitForLoadState('load')
  // A window as high as the page: what sticks to its edges is then at the edges of the picture, and rows are drawn that
  // are left out while nobody sees them.
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size) await page.setViewportSize({ ...size, height })
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForTimeout(REST_MS)
  await page.screenshot({ path: file })
  if (size) await page.setViewportSize(size)
  console.log(file)
}

async function open(browser: Browser, site: Site, person: Person | null, options: object): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  })
  if (person) await context.addCookies([{ ...person.cookie, url: site.url }])
  return context.newPage()
}

/** A question whose inspection is held half way: read, one sub-question open. */
async function growing(site: Site): Promise<{ asker: Person; id: string }> {
  const [asker, seller, owner] = await Promise.all(
    ['Ada Lind', 'Sal Moreno', 'Bo Tanaka'].map((name) => register(site.url, name)),
  )
  if (!asker || !seller || !owner) throw new Error('Nobody came')
  await fixedBot(owner, {
    name: 'Kitchen notes',
    keywords: ['legumes'],
    teaser: 'How legumes are prepared',
    privateInfo: 'The toxins in legumes can be removed by boiling.',
    price: '1',
  })
  const id = await ask(asker, {
    title: 'What should I eat for lunch: raw legumes, rice or boiled legumes?',
    body: 'I have a sack of each and a stove.',
    decision: { kind: 'choice', options: ['Raw legumes', 'Rice', 'Boiled legumes'] },
    tags: ['food', 'health'],
    start: { rule: 'quorum', offers: 2 },
  })
  await offer(seller, id, {
    teaser: 'Something about legumes',
    privateInfo: 'Legumes are toxic.',
    price: '2',
  })
  await offer(owner, id, { teaser: 'Something about rice', privateInfo: 'Rice is unhealthy.', price: '1' })
  return { asker, id }
}

/** The tree of a settled question, at the offer that was held, checked and bought. */
async function shootReadme(page: Page, viewer: Person, rootId: string): Promise<void> {
  const tree = await viewer.api.inspection.tree.query({ rootId })
  const held = tree.events.find((event) => event.type === 'offer.held' && event.contextId === rootId)
  await page.goto(`/questions/${rootId}?tab=inspection&node=${held?.offerId ?? rootId}`)
  await page.waitForLoadState('load')
  await page.waitForTimeout(REST_MS)
  const box = await page.getByRole('tabpanel').boundingBox()
  if (!box) throw new Error('The tree is not there')
  const y = box.y + (await page.evaluate(() => window.scrollY)) - README_MARGIN_PX
  const clip = { x: 0, y, width: DEVICES.desktop.viewport.width, height: box.height + 2 * README_MARGIN_PX }
  await page.screenshot({ path: README_PICTURE, clip, fullPage: true })
  console.log(README_PICTURE)
}

async function main(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const dataDir = await newDataDir()
  const held = gate()
  const model = await startModelServer(async (call) => {
    if (call.kind === 'verdict' && call.data.questions.length > 1) await held.isOpen
    return builtInScript(call)
  })
  const site = await startSite({
    dataDir,
    env: { DEMO: 'on', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'a model' },
  })
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const person = await stepIn(site.url)
  const settled = (await person.api.demo.showcase.query())?.rootId ?? ''
  const live = await growing(site)

  for (const [device, options] of Object.entries(DEVICES)) {
    for (const colorScheme of SCHEMES) {
      const file = (name: string) => path.join(folder, `${name}-${device}-${colorScheme}.png`)
      const visitor = await open(browser, site, null, { ...options, colorScheme })
      await visitor.goto('/')
      await shoot(visitor, file('home'))
      await visitor.goto('/questions')
      await shoot(visitor, file('questions'))
      await visitor.goto(`/questions/${settled}?tab=inspection`)
      await shoot(visitor, file('tree-settled'))
      await visitor.goto(`/questions/${settled}?tab=inspection&look=overview`)
      await shoot(visitor, file('tree-overview'))
      const asker = await open(browser, site, live.asker, { ...options, colorScheme })
      await asker.goto(`/questions/${live.id}?tab=inspection`)
      await shoot(asker, file('tree-live'))
      await asker.goto('/ask')
      await shoot(asker, file('ask'))
      const member = await open(browser, site, person, { ...options, colorScheme })
      await member.goto('/wallet')
      await shoot(member, file('wallet'))
      for (const page of [visitor, asker, member]) await page.context().close()
    }
  }
  await shootReadme(
    await open(browser, site, null, { ...DEVICES.desktop, colorScheme: 'light' }),
    person,
    settled,
  )

  held.open()
  await browser.close()
  await site.stop()
  await model.close()
  await removeDataDir(dataDir)
}

const [folder] = process.argv.slice(2)
if (folder) await main(folder)
else console.error('Say where the pictures go: tsx e2e/screenshots.ts <folder>')
