import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ask, offer, start } from './deeds'
import { expect, test } from './fixtures'

/** A page of another site, under a policy that lets in this market's script and frames and nothing else. */
async function host(body: string, market: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (request.url !== '/article') return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': 'host=secret; SameSite=Lax',
      'content-security-policy': `default-src 'none'; script-src ${market}; frame-src ${market}; require-trusted-types-for 'script'`,
    })
    response.end(`<!doctype html><title>Bridges</title><h1>Lindow bridge</h1>${body}<p>What follows.</p>`)
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
  const { url, server } = await host(`<p>${CLAIM}</p>${line(site.url, 'data-caveat="thread"')}`, site.url)
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

test('no page of the market but its frames stands in one', async ({ open, site }) => {
  const { url, server } = await host('<p>Nothing yet.</p>', site.url)
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
  // A phone has room for one pane of the tree, also before any script.
  await expect(page.locator('#tree-details')).toBeVisible()
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(page.locator('#tree-details')).toBeHidden()
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
