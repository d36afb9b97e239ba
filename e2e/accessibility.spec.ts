import { readFileSync } from 'node:fs'
import { type BrowserContextOptions, devices, type Page, type ViewportSize } from '@playwright/test'
import { expectAccessible, expectNoWider } from './axe'
import { ask, fixedBot } from './deeds'
import { LOOKED_AT, routeOf, routes } from './every-page'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { type Person, requestKey, stepIn } from './person'
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
  if (person) return pagesOfMember(person, rootId)
  const tree = await api.inspection.tree.query({ rootId })
  const child = tree.contexts.find((context) => context.level > 0 && context.title !== null)?.id ?? ''
  const bought = tree.offers.find((offer) => offer.state === 'bought')?.id ?? ''
  const { items } = await api.contexts.list.query({ tab: 'newest' })
  const tag = items.flatMap(({ tags }) => tags)[0] ?? ''
  const room = `/questions/${rootId}`
  return [
    '/',
    '/questions',
    '/questions?q=nothing-is-called-this',
    '/ask',
    `${room}?tab=offers`,
    `${room}?tab=inspection&node=${bought}`,
    `${room}?tab=inspection&look=overview`,
    `${room}/receipt`,
    `/questions/${child}`,
    `/offers/${bought}/receipt`,
    '/tags',
    `/tags/${tag}`,
    '/pages',
    '/bots',
    '/sign-in',
    '/register',
    '/register/finish',
    '/forgot-password',
    '/reset-password',
    '/verify-email',
    '/connect/refused',
    '/how-it-works',
    '/developers',
    '/notes',
    '/lab',
    '/leaderboards',
    '/leaderboards?by=bits',
    '/market-health',
    '/moderation/log',
    '/games',
    '/lab/oversight-game',
    '/there-is-no-such-page',
  ]
}

async function pagesOfMember(person: Person, rootId: string): Promise<string[]> {
  const { api } = person
  const { items } = await api.contexts.list.query({ tab: 'mine' })
  const own = items.map(({ id }) => `/questions/${id}`).slice(0, 2)
  if (own.length === 0)
    own.push(`/questions/${await ask(person, { title: 'Which bicycle lock lasts longest?' })}`)
  const [alert] = await api.matchers.list.query()
  const alertId =
    alert?.id ??
    (
      await api.matchers.create.mutate({
        name: 'Locks',
        query: { anyOf: ['lock'] },
        requestKey: requestKey(),
      })
    ).matcherId
  const [bot] = await api.bots.list.query({ mine: true })
  const botId =
    bot?.id ??
    (await fixedBot(person, {
      name: 'Locks',
      keywords: ['lock'],
      teaser: 'Which lock was still there after a year',
      privateInfo: 'The heavy one.',
      price: '1',
    }))
  return [
    '/',
    '/ask',
    '/wallet',
    '/wallet/bought',
    '/inbox',
    '/selling/to-answer',
    '/selling/alerts',
    `/selling/alerts/${alertId}`,
    '/selling/alerts/new',
    '/selling',
    '/bots',
    '/bots/new',
    `/bots/${botId}`,
    `/bots/${botId}?tab=runs`,
    '/games/new',
    '/agents/a-link-of-nobody',
    `/moderation/flag?kind=question&id=${rootId}`,
    '/settings',
    '/settings/data',
    '/settings/following',
    '/settings/log',
    '/settings/requests',
    '/settings/rules',
    '/settings/sites',
    '/settings/webhooks',
    `/people/${person.handle}`,
    ...own,
  ]
}

/** A dialog that the address opens takes the page behind it, heading and all, out of what is read. */
async function untilShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
}

test.use({ site: async ({ demo }, use) => use(demo) })

test('every page that there is, is looked at', async ({ site }) => {
  expect(Object.keys(LOOKED_AT).sort()).toEqual(routes())
  for (const who of ['visitor', 'member'] as const) {
    const paths = await pagesOf(site, who === 'member' ? await stepIn(site.url) : null)
    const seen = new Set(paths.map(routeOf))
    expect(
      Object.keys(LOOKED_AT).filter((route) => LOOKED_AT[route] === who && !seen.has(route)),
      who,
    ).toEqual([])
  }
  for (const journey of new Set(Object.values(LOOKED_AT)))
    if (journey.endsWith('.spec.ts'))
      expect(readFileSync(`e2e/${journey}`, 'utf8'), journey).toContain('expectAccessible(')
})

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
