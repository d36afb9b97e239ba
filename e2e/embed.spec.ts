import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { eachAccountOlder } from './age'
import { ask, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { type Person, register, withLogin } from './person'
import { newDataDir, removeDataDir, startSite } from './site'

/** A page of another site, under a policy that lets in this market's script and frames and nothing else. */
async function host(body: () => string, market: () => string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url !== '/article') return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': 'host=secret; SameSite=Lax',
      'content-security-policy': `default-src 'none'; script-src ${market()}; frame-src ${market()}; require-trusted-types-for 'script'`,
    })
    response.end(`<!doctype html><title>Bridges</title><h1>Lindow bridge</h1>${body()}<p>What follows.</p>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Another name is another site, so the browser sends no cookie of the market's.
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/article`, server }
}

const CLAIM = 'The bridge at Lindow carries 5 tonnes since May.'
const line = (market: string, attributes: string) =>
  `<script src="${market}/embed.js" ${attributes}></script>`

async function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )
}

test('an article of another site shows a thread whose claim settles live, and can do nothing with it', async ({
  guard,
  join,
  open,
  site,
}) => {
  // What the frame tries to send is refused.
  guard.expect(/contexts\.cancel/)
  const { url, server } = await host(
    () => `<p>${CLAIM}</p>${line(site.url, 'data-caveat="thread"')}`,
    () => site.url,
  )
  try {
    const [asker, seller] = [await join('Asker'), await join('Seller')]
    const contextId = await ask(asker, {
      title: 'Do 5 tonnes cross Lindow bridge?',
      decision: { kind: 'belief', claim: CLAIM },
      pages: [`${url}?utm_source=mail`],
    })
    // Signed in at the market, in the same browser.
    const page = await open(asker)
    await page.goto(url)
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('heading', { name: '1 question about this page' })).toBeVisible()
    await expect(frame.getByText('collecting offers')).toBeVisible()
    await offer(seller, contextId, {
      teaser: 'What the county surveyor wrote in May',
      privateInfo: `The surveyor wrote: ${CLAIM}`,
      price: '1',
    })
    await start(asker, contextId)
    await expect(frame.getByText(/answered|likely to be true/)).toBeVisible({ timeout: 60_000 })
    expect(await shiftsOf(page)).toBe(0)

    // Neither reads the other, and what the frame sends is a stranger's.
    const inside = page.frames().find((one) => one.url().includes('/embed/thread'))
    if (!inside) throw new Error('There is no frame')
    expect(await inside.evaluate(() => window.origin)).toBe('null')
    await expect(inside.evaluate(() => document.cookie)).rejects.toThrow(/sandbox/)
    await expect(inside.evaluate(() => window.parent.document.title)).rejects.toThrow()
    expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument)).toBeNull()
    const sent = await inside.evaluate(async () => {
      const target = new URL('/api/trpc/contexts.cancel', location.href)
      return fetch(target, { method: 'POST', body: '{}', credentials: 'include' }).then(
        ({ status }) => status,
        () => 'refused',
      )
    })
    expect(sent).toBe('refused')
    expect((await asker.api.contexts.view.query({ id: contextId })).phase).toBe('settled')

    // A link opens a window of the market's own, where the reader is signed in.
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: 'Ask about this page' }).click(),
    ])
    await expect(opened.getByRole('button', { name: 'Ask', exact: true })).toBeVisible()
    expect(await opened.evaluate(() => window.opener)).toBeNull()
  } finally {
    server.close()
  }
})

/** What each note is to raters of the one camp and of the other. */
const CAMPS = { left: [true, false], right: [false, true], both: [true, true], none: [false, false] } as const
const NOTES = ['left', 'left', 'right', 'right', 'both', 'none', 'none'] as const
const NOTE = 'The county’s sign of 2024 says 3 tonnes: https://county.example/sign.'

test('a reader’s note that people who usually disagree find helpful stands beside the claim, apart from the verdict', async ({
  open,
}) => {
  test.slow()
  const dataDir = await newDataDir()
  const env = { DEMO: 'off', VERIFY_EMAIL: 'off' }
  const first = await startSite({ dataDir, env })
  let address = ''
  const { url, server } = await host(
    () => `<p>${CLAIM}</p>${line(address, 'data-caveat="thread"')}`,
    () => address,
  )
  try {
    const join = (name: string) => register(first.url, name)
    const [asker, seller, author, other] = await Promise.all(
      ['Ada Asks', 'Sal Sells', 'Nora Notes', 'Olaf Other'].map(join),
    )
    if (!asker || !seller || !author || !other) throw new Error('Somebody is missing')
    const raters = await Promise.all(Array.from({ length: 10 }, (_, n) => join(`Rater ${'abcdefghij'[n]}`)))
    const claims = await Promise.all(
      NOTES.map((_, n) =>
        ask(asker, {
          title: n === 4 ? 'Do 5 tonnes cross Lindow bridge?' : `Do ${n + 10} tonnes cross Lindow bridge?`,
          decision: {
            kind: 'belief',
            claim: n === 4 ? CLAIM : `The bridge at Lindow carries ${n + 10} tonnes.`,
          },
          pages: [n === 4 ? url : `https://bridge.example/${n}`],
          budget: '2',
        }),
      ),
    )
    const claim = claims[4] ?? ''
    await offer(seller, claim, {
      teaser: 'What the county surveyor wrote in May',
      privateInfo: `The surveyor wrote: ${CLAIM}`,
      price: '1',
    })
    await start(asker, claim)
    await untilTree(asker, claim)

    const page = await open(author, { url: first.url, path: `/notes?question=${claim}` })
    await page.getByLabel('Your note').fill(NOTE)
    await page.getByRole('button', { name: 'Publish the note' }).click()
    await expect(page.getByText('Needs more ratings')).toBeVisible()
    const { notes } = await author.api.notes.list.query({ questionId: claim })
    const written = await Promise.all(
      claims.map(async (questionId, n) => {
        if (n === 4) return notes[0]?.id ?? ''
        const { noteId } = await (n < 4 ? other : author).api.notes.write.mutate({ questionId, text: NOTE })
        return noteId
      }),
    )
    const rate = async ({ api }: Person, camp: 0 | 1, skipped: string) => {
      for (const [n, kind] of NOTES.entries())
        if (written[n] !== skipped)
          await api.notes.rate.mutate({
            noteId: written[n] ?? '',
            reason: CAMPS[kind][camp] ? 'clear' : 'wrong',
          })
    }
    // One of them by the page.
    const own = written[4] ?? ''
    await Promise.all(raters.map((rater, n) => rate(rater, n < 6 ? 0 : 1, n === 0 ? own : '')))
    const [rater] = raters
    if (!rater) throw new Error('Nobody rates')
    const rating = await open(rater, { url: first.url, path: `/notes?question=${claim}` })
    await rating.getByRole('button', { name: 'Helpful', exact: true }).click()
    await rating.getByRole('radio', { name: 'It cites good sources' }).click()
    await rating.getByRole('button', { name: 'Rate it helpful' }).click()
    await expect(rating.getByText('You said: helpful.')).toBeVisible()
    await Promise.all([page, rating].map((one) => one.context().close()))
    await first.stop()
    expect(first.faults()).toEqual([])

    // A week later, for accounts of a day publish nothing.
    await eachAccountOlder(dataDir, 8)
    const second = await startSite({ dataDir, env })
    address = second.url
    try {
      const again = withLogin(author, second.url, author.cookie)
      const events = async () => (await again.api.notices.list.query({})).items.map(({ event }) => event)
      await expect.poll(events, { timeout: 60_000 }).toContain('note.shown')
      const stranger = await open(null, { url: second.url })
      await stranger.goto(url)
      const frame = stranger.frameLocator('iframe')
      const beside = frame.getByRole('complementary', { name: 'Public notes' })
      await expect(beside).toContainText('The county’s sign of 2024 says 3 tonnes')
      await expect(beside).toContainText('Readers’ notes, apart from the verdict.')
      await stranger.goto(`${second.url}/pages?url=${encodeURIComponent(url)}`)
      const thread = stranger.getByRole('complementary', { name: 'Public notes' })
      await expect(thread).toContainText('The county’s sign of 2024 says 3 tonnes')
      await expect(thread).toContainText('Nora Notes')
      await expect(thread).not.toContainText('Rests on')
      await expect(stranger.locator('main')).toContainText('Rests on 1 purchase')
      // One camp's notes stand nowhere.
      await stranger.goto(`${second.url}/pages?url=${encodeURIComponent('https://bridge.example/0')}`)
      await expect(stranger.locator('main')).toContainText('Do 10 tonnes cross')
      await expect(stranger.getByRole('complementary', { name: 'Public notes' })).toHaveCount(0)
      const inbox = await open(again, { url: second.url, path: '/inbox' })
      await expect(inbox.locator('main')).toContainText(
        'Your public note on “Do 5 tonnes cross Lindow bridge?” is shown',
      )
      // A page that is open when its market ends logs that.
      await Promise.all([stranger, inbox].map((one) => one.context().close()))
    } finally {
      await second.stop()
    }
    expect(second.faults()).toEqual([])
  } finally {
    server.close()
    await removeDataDir(dataDir)
  }
})

test('no page of the market but its frames stands in one', async ({ open, site }) => {
  const { url, server } = await host(
    () => '<p>Nothing yet.</p>',
    () => site.url,
  )
  try {
    const page = await open(null)
    for (const path of [
      '/',
      '/ask',
      '/pages',
      '/wallet',
      '/embed.js',
      '/share?text=x',
      '/embed/x/y',
      '/api/oembed',
    ]) {
      const { headers } = await fetch(new URL(path, site.url), { redirect: 'manual' })
      expect(headers.get('x-frame-options'), path).toBe('DENY')
      const policy = headers.get('content-security-policy')
      if (policy || path === '/embed/x/y') expect(policy, path).toContain("frame-ancestors 'none'")
    }
    const frame = await page.request.get(`/embed/thread?url=${encodeURIComponent(url)}`)
    expect(frame.headers()['x-frame-options']).toBeUndefined()
    expect(frame.headers()['content-security-policy']).toContain('sandbox allow-scripts')
    expect(frame.headers()['content-security-policy']).not.toContain('allow-same-origin')
    expect(frame.headers()['set-cookie']).toBeUndefined()
  } finally {
    server.close()
  }
})

test('a published answer and a public question with its tree are read without scripts', async ({
  guard,
  join,
  open,
}) => {
  const [asker, seller] = [await join('Asker'), await join('Seller')]
  const contextId = await ask(asker, {
    title: 'Do 5 tonnes cross Lindow bridge?',
    decision: { kind: 'belief', claim: CLAIM },
    pages: ['https://bridge.example/limits'],
    publishWhenDone: true,
  })
  await offer(seller, contextId, {
    teaser: 'What the county surveyor wrote in May',
    privateInfo: `The surveyor wrote: ${CLAIM}`,
    price: '1',
    licence: { kind: 'quotable' },
  })
  await start(asker, contextId)
  await expect
    .poll(
      async () => (await asker.api.inspection.tree.query({ rootId: contextId })).published.standing !== null,
      {
        timeout: 60_000,
      },
    )
    .toBe(true)
  const page = await open(null, { javaScriptEnabled: false })
  await page.goto(`/questions/${contextId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Do 5 tonnes cross')
  await expect(page.getByRole('region', { name: 'The answer' })).toBeVisible()
  await expect(page.getByText('What the county surveyor wrote in May').first()).toBeVisible()
  const tree = page.getByRole('region', { name: 'How it was read' })
  await expect(
    tree.getByText('“What the county surveyor wrote in May”, by Seller, 1.00 credits: bought'),
  ).toBeVisible()
  // Nothing can be pressed for it to show.
  await expect(page.locator('#tree-details')).toBeHidden()
  // A phone has room for one pane of the tree, also before its scripts have come.
  guard.expect(/ERR_FAILED/)
  const early = await open(null)
  await early.route('**/_next/static/**/*.js', (route) => route.abort())
  await early.goto(`/questions/${contextId}?tab=inspection`)
  await expect(early.locator('#tree-details')).toBeVisible()
  await early.setViewportSize({ width: 375, height: 812 })
  await expect(early.locator('#tree-details')).toBeHidden()
  await early.close()
  const [answer, review] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(answer ?? '')).toMatchObject({ '@type': 'QAPage' })
  expect(JSON.parse(review ?? '')).toMatchObject({ '@type': 'ClaimReview', claimReviewed: CLAIM })
  const oEmbed = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
  const told = await (
    await page.request.get(new URL(oEmbed ?? '').pathname + new URL(oEmbed ?? '').search)
  ).json()
  expect(told).toMatchObject({ version: '1.0', type: 'rich', title: 'Do 5 tonnes cross Lindow bridge?' })

  await page.goto(`/pages?url=${encodeURIComponent('https://bridge.example/limits?utm_source=x')}`)
  await expect(page.getByRole('link', { name: 'Do 5 tonnes cross Lindow bridge?' })).toBeVisible()
  await expect(page.getByText('What the county surveyor wrote in May')).toHaveCount(1)
})
