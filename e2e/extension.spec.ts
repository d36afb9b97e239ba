/// <reference types="chrome" />
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildExtension } from '@/extension/build'
import { ask, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'

const CLAIM = 'The bridge at Lindow carries 5 tonnes since May.'
const ARTICLE = `<h1>Lindow bridge</h1><p>The county council met again last week. ${CLAIM} Lorries take the by-pass, as before.</p><p>What follows.</p>`

/** An article of another site, whose words may be changed, under a policy that lets nothing else in. */
async function host() {
  let body = ARTICLE
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/article')) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    })
    response.end(`<!doctype html><title>Bridges</title><body>${body}</body>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/article`,
    edit: (from: string, to: string) => {
      body = body.replace(from, to)
    },
    close: () => server.close(),
  }
}

/** A browser with the extension, which is on for the article's site as a team's own build has it: no test presses a browser's own prompt. */
async function browserWith(market: string): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caveat-extension-'))
  const { folders } = await buildExtension({ into: folder, market, sites: ['http://localhost/*'] })
  const built = folders.chromium
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath: process.env.CHROMIUM_WHOLE_PATH,
    args: ['--no-sandbox', `--disable-extensions-except=${built}`, `--load-extension=${built}`],
  })
  return {
    context,
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What is marked on a page, by how. */
const marked = (page: Page) =>
  page.evaluate(() =>
    [...CSS.highlights].flatMap(([name, ranges]) => [...ranges].map((range) => `${name}: ${range}`)),
  )

test('marks a claim on the page one reads, asks about what is selected, and detaches what was edited', async ({
  guard,
  join,
  site,
}) => {
  const article = await host()
  const { context, close } = await browserWith(site.url)
  await guard.watch(context)
  try {
    const [asker, seller] = [await join('Asker'), await join('Seller')]
    const title = 'Do 5 tonnes cross Lindow bridge?'
    // The same article on a site that nobody switched it on for.
    const elsewhere = article.url.replace('localhost', '127.0.0.1')
    const contextId = await ask(asker, {
      title,
      decision: { kind: 'belief', claim: CLAIM },
      pages: [article.url, elsewhere],
    })
    const privateInfo = `The surveyor wrote: ${CLAIM}`
    await offer(seller, contextId, {
      teaser: 'What the county surveyor wrote in May',
      privateInfo,
      price: '1',
    })
    await start(asker, contextId)
    await untilTree(asker, contextId)

    const page = await context.newPage()
    await page.goto(`${article.url}?utm_source=mail`)
    await expect.poll(() => marked(page)).toEqual([expect.stringMatching(`^caveat-\\w+: ${CLAIM}$`)])
    // The page itself has nothing of it.
    expect(await page.locator('body').innerHTML()).toBe(ARTICLE)

    // The panel, in a window of its own: no test opens the browser's.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const [panel] = await Promise.all([
      context.waitForEvent('page'),
      worker.evaluate(() => chrome.windows.create({ url: 'panel.html', type: 'popup' }).then(() => null)),
    ])
    const marks = panel.getByRole('list')
    await expect(panel.getByRole('heading', { name: 'Marked on the page' })).toBeVisible()
    await expect(marks.getByRole('link', { name: title })).toHaveAttribute(
      'href',
      `${site.url}/questions/${contextId}`,
    )

    const off = await context.newPage()
    await off.goto(elsewhere)
    await expect(panel.getByText('Press the button of Caveat in the toolbar on a page')).toBeVisible()
    expect(await marked(off)).toEqual([])
    const scripts = await worker.evaluate(() => chrome.scripting.getRegisteredContentScripts())
    expect(scripts.flatMap(({ matches }) => matches)).toEqual(['http://localhost/*'])
    await off.close()
    await page.bringToFront()

    await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelectorAll('p')[1] as Element))
    const [asking] = await Promise.all([
      context.waitForEvent('page'),
      panel.getByRole('button', { name: 'Ask about what is selected' }).click(),
    ])
    await expect(asking.getByLabel('Your question')).toHaveValue('Is this true: “What follows.”?')
    const asked = new URL(asking.url()).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      page: `${article.url}?utm_source=mail`,
      quote: 'What follows.',
    })
    await asking.close()

    article.edit('5 tonnes', '3 tonnes')
    await page.reload()
    await expect(panel.getByRole('heading', { name: /^Detached/ })).toBeVisible()
    await expect(marks.getByText(CLAIM)).toBeVisible()
    expect(await marked(page)).toEqual([])
  } finally {
    await close()
    article.close()
  }
})
