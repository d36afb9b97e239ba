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
/** Fonts, and a tree that has stopped moving. */
const REST_MS = 600

async function shoot(page: Page, file: string, fullPage = true): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(REST_MS)
  await page.screenshot({ path: file, fullPage })
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
  const readme = await open(browser, site, null, { ...DEVICES.desktop, colorScheme: 'light' })
  await readme.goto(`/questions/${settled}?tab=inspection`)
  await readme.waitForLoadState('networkidle')
  await readme.getByRole('tabpanel').screenshot({ path: README_PICTURE })
  console.log(README_PICTURE)

  held.open()
  await browser.close()
  await site.stop()
  await model.close()
  await removeDataDir(dataDir)
}

const [folder] = process.argv.slice(2)
if (folder) await main(folder)
else console.error('Say where the pictures go: tsx e2e/screenshots.ts <folder>')
