import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ask, offer } from './deeds'
import { expect, test } from './fixtures'
import { AskPage } from './pages/ask-page'
import { QuestionPage } from './pages/question-page'
import { stepIn } from './person'

/** What a stranger has patience for, on a busy machine. */
const PATIENCE_MS = 30_000

test.use({ site: async ({ demo }, use) => use(demo) })

test('a stranger’s everyday question gets an answer with its source, while they look on', async ({
  open,
  site,
}) => {
  const page = await open(await stepIn(site.url))
  const form = new AskPage(page)
  await form.goto()
  await form.fill({ title: 'How do I get limescale out of my kettle?' })
  await form.submit()
  await form.confirm()
  const room = new QuestionPage(page)
  await expect(room.answer).toContainText(/vinegar|citric/i, { timeout: PATIENCE_MS })
  await expect(room.answer.getByRole('link', { name: 'Purchase 1' }).first()).toBeVisible()
  await expect(room.answer).toContainText('Matched by words, not understood')
})

test('a claim about a page that says otherwise is refused, with the passage cited', async ({
  open,
  site,
}) => {
  const web = await serve(
    '<article><h1>Lindow bridge</h1><p>Lindow bridge was built in 1890 of stone from the quarry above the village, and has been mended twice since.</p><p>The bridge at Lindow carries at most 3.5 tonnes since 2021.</p></article>',
  )
  const asker = await stepIn(site.url)
  const rootId = await ask(asker, {
    title: 'Do 5 tonnes cross Lindow bridge?',
    decision: { kind: 'belief', claim: 'The bridge at Lindow carries 5 tonnes.' },
    pages: [web.url],
    start: { rule: 'now' },
    policy: { maxSittings: 1 },
  })
  await offer(await stepIn(site.url), rootId, {
    teaser: 'What the keeper of the bridge says',
    privateInfo: 'The keeper says that the bridge at Lindow carries at most 3.5 tonnes since 2021.',
    price: '1',
  })
  const page = await open(asker, { path: `/questions/${rootId}` })
  const { answer } = new QuestionPage(page)
  await expect(answer).toContainText('The page seems to say otherwise', { timeout: PATIENCE_MS })
  await expect(answer).toContainText('carries at most 3.5 tonnes since 2021')
  // The citation leads to what was read of the page.
  await answer.getByRole('link', { name: 'Page 1 that the question is about' }).first().click()
  await expect(page.locator(':target')).toContainText('carries at most 3.5 tonnes since 2021')
  await web.close()
})

/** A page of the web, on this machine. */
async function serve(html: string): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/limits`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
