import { type BrowserContextOptions, devices, type Page, type ViewportSize } from '@playwright/test'
import { expectAccessible } from './axe'
import { ask } from './deeds'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { type Person, stepIn } from './person'
import type { Site } from './site'

const PHONE = devices['Pixel 7']
/** Each page is looked at on both, by day and by night. */
const DEVICES: { name: string; options: BrowserContextOptions; narrowest: ViewportSize }[] = [
  {
    name: 'desktop',
    options: { viewport: { width: 1280, height: 900 } },
    // At 200 % zoom.
    narrowest: { width: 640, height: 450 },
  },
  {
    name: 'phone',
    options: { ...PHONE, viewport: { width: 375, height: 812 } },
    narrowest: { width: 320, height: 640 },
  },
]

/** What the page is about, then whose page it is. */
const TITLE = /^\S.* · Caveat$/

/** Pages that anybody sees, and those of somebody signed in. */
async function pagesOf(site: Site, person: Person | null): Promise<string[]> {
  const api = (person ?? (await stepIn(site.url))).api
  const rootId = (await api.demo.showcase.query())?.rootId ?? ''
  const tree = await api.inspection.tree.query({ rootId })
  const child = tree.contexts.find((context) => context.level > 0 && context.title !== null)?.id ?? ''
  const bought = tree.offers.find((offer) => offer.state === 'bought')?.id ?? ''
  const room = `/questions/${rootId}`
  if (person) {
    const { items } = await api.contexts.list.query({ tab: 'mine' })
    const own = items.map(({ id }) => `/questions/${id}`).slice(0, 2)
    if (own.length === 0)
      own.push(`/questions/${await ask(person, { title: 'Which bicycle lock lasts longest?' })}`)
    const [bot] = await api.bots.list.query({ mine: true })
    return [
      '/',
      '/ask',
      '/wallet',
      '/inbox',
      '/selling/to-answer',
      '/selling/alerts/new',
      '/selling',
      '/bots',
      '/bots/new',
      ...(bot ? [`/bots/${bot.id}`, `/bots/${bot.id}?tab=runs`] : []),
      '/settings',
      `/people/${person.handle}`,
      ...own,
    ]
  }
  return [
    '/',
    '/questions',
    '/questions?q=nothing-is-called-this',
    '/ask',
    `${room}?tab=offers`,
    `${room}?tab=inspection&node=${bought}`,
    `${room}?tab=inspection&look=overview`,
    `/questions/${child}`,
    '/bots',
    '/sign-in',
    '/register',
    '/register/finish',
    '/forgot-password',
    '/how-it-works',
    '/lab',
    '/leaderboards',
    '/leaderboards?by=bits',
    '/market-health',
    '/games',
    '/lab/oversight-game',
    '/there-is-no-such-page',
  ]
}

/** A dialog that the address opens takes the page behind it, heading and all, out of what is read. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
}

/** Nothing is wider than the narrowest window; the page has then its own size again. */
async function expectNoWider(page: Page, narrowest: ViewportSize, path: string): Promise<void> {
  const own = page.viewportSize()
  await page.setViewportSize(narrowest)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.soft.poll(width, { message: path }).toBeLessThanOrEqual(narrowest.width)
  if (own) await page.setViewportSize(own)
}

test.use({ site: async ({ demo }, use) => use(demo) })

for (const { narrowest, ...device } of DEVICES) {
  for (const who of ['a visitor', 'somebody signed in'] as const) {
    test(`axe finds nothing on the pages of ${who} on a ${device.name}, by day and by night, and nothing is wider than ${narrowest.width} px`, async ({
      site,
      open,
      guard,
    }) => {
      test.setTimeout(240_000)
      guard.expect(/status of 404/)
      const person = who === 'a visitor' ? null : await stepIn(site.url)
      const page = await open(person, { ...device.options, reducedMotion: 'reduce' })
      for (const path of await pagesOf(site, person)) {
        await page.goto(path)
        await untilShown(page)
        await untilLive(page)
        await expect.soft(page, path).toHaveTitle(TITLE)
        if ((path === '/' && !person) || path.includes('look=overview')) {
          // On a phone the first page has the rows instead of the picture.
          await expect(page.locator('.tree-graph a, [role=treeitem]').first()).toBeVisible()
        }
        await expectAccessible(page, path)
        await expectNoWider(page, narrowest, path)
      }
    })
  }
}
