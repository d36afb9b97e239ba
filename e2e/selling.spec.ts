import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { micros } from './amounts'
import { ask, fixedBot, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { QuestionPage } from './pages/question-page'
import { movementsOf, requestKey } from './person'

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }

test('a bot made of documents answers a new question with the right passage and is bought', async ({
  join,
  open,
  word,
}) => {
  const [asker, owner] = await Promise.all([join('Ada Asks'), join('Lia Librarian')])
  const { botId } = await owner.api.bots.create.mutate({
    bot: {
      kind: 'corpus',
      name: 'County archive',
      matcher: { anyOf: [word] },
      price: { rule: 'fixed', priceMicros: micros('0.50') },
    },
    isLive: false,
    requestKey: requestKey(),
  })

  const page = await open(owner, { path: `/bots/${botId}?tab=documents` })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      file(
        'load.md',
        `# The ${word} bridge\n\n## Load limit\n\nThe ${word} bridge carries at most 3.5 tonnes since March.`,
      ),
      file('paint.md', '# Paint\n\n## Colours\n\nThe town hall was painted green in 1998 by two brothers.'),
      file('scan.pdf', 'no PDF at all'),
    ])
  const documents = page.getByRole('list', { name: 'Documents' })
  await expect(documents.getByRole('listitem')).toHaveCount(3)
  await expect
    .poll(async () =>
      (await owner.api.documents.list.query({ botId })).documents.map((one) => one.state).sort(),
    )
    .toEqual(['failed', 'ready', 'ready'])
  await owner.api.bots.pause.mutate({ botId, isPaused: false })

  const id = await ask(asker, { title: `What load does the ${word} bridge carry?` })
  await expect.poll(async () => (await asker.api.offers.list.query({ contextId: id })).length).toBe(1)
  await start(asker, id)
  const tree = await untilTree(asker, id)
  const [sold] = tree.offers
  expect(sold).toMatchObject({ state: 'bought', botName: 'County archive' })
  expect(sold?.privateInfo).toContain('3.5 tonnes')
  expect(await movementsOf(owner)).toEqual(['grant 100.00', 'sale 0.50', 'fee −0.025'])
})

test('a bot on a server of its owner sells an offer', async ({ join, word }) => {
  const [asker, owner] = await Promise.all([join('Ada Asks'), join('Bo Owner')])
  let secret = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    const { question } = new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers) as {
      question: { title: string }
    }
    const offers = question.title.includes(word)
      ? [{ teaser: `The load limit of the ${word} bridge`, privateInfo: `The ${word} bridge: 3.5 tonnes.` }]
      : []
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ offers }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const made = await owner.api.bots.create.mutate({
    bot: {
      kind: 'webhook',
      name: 'Own server',
      matcher: { anyOf: [word] },
      price: { rule: 'fixed', priceMicros: micros('0.50') },
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
    isLive: true,
    requestKey: requestKey(),
  })
  secret = made.secret ?? ''

  const id = await ask(asker, { title: `What load does the ${word} bridge carry?` })
  await expect.poll(async () => (await asker.api.offers.list.query({ contextId: id })).length).toBe(1)
  await start(asker, id)
  const tree = await untilTree(asker, id)
  expect(tree.offers[0]).toMatchObject({ state: 'bought', botName: 'Own server' })
  server.close()
})

test('a bot is rehearsed on a past question for its owner alone, and then put to work', async ({
  join,
  open,
  word,
}) => {
  const [asker, owner, stranger] = await Promise.all([
    join('Ada Asks'),
    join('Rea Rehearses'),
    join('Sam Stranger'),
  ])
  const past = await ask(asker, { title: `What load did the ${word} bridge carry?` })
  const theirs = await offer(stranger, past, {
    teaser: 'What a sign beside the road says',
    privateInfo: `The ${word} bridge carried four tonnes in May.`,
    price: '1',
  })
  await start(asker, past)
  await untilTree(asker, past)

  const page = await open(owner, { path: '/bots/new?all' })
  await page.getByText('A text', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bridge book')
  await page.getByRole('textbox', { name: 'Teaser' }).fill('The limit after the last inspection')
  await page
    .getByRole('textbox', { name: 'Full text' })
    .fill(`The ${word} bridge carries at most 3.5 tonnes.`)
  await page.getByRole('textbox', { name: 'Any of these words' }).fill(`${word},`)
  await page.getByRole('textbox', { name: 'Price' }).fill('0.5')
  await page.getByRole('button', { name: 'Make it and try it first' }).click()
  await page.waitForURL(/\/bots\/bot_\w+\?tab=rehearse/)
  const botId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const tried = page.getByRole('listitem').filter({ hasText: `What load did the ${word} bridge carry?` })
  await tried.getByRole('button', { name: /^Try it/ }).click()
  await expect(tried).toContainText('Would have offered:')
  await expect(tried).toContainText('The limit after the last inspection')
  await expect(tried).toContainText('0.50 credits')
  await expect(page.getByText('It would have answered 1 of 1.')).toBeVisible()
  // Nobody else has seen anything of it.
  expect(await asker.api.offers.list.query({ contextId: past })).toMatchObject([{ id: theirs }])
  await expect(stranger.api.bots.view.query({ botId })).rejects.toThrow()
  const during = await ask(asker, { title: `Is the ${word} bridge open?` })
  await expect.poll(() => owner.api.bots.runs.query({ botId })).toEqual([])

  await page.getByRole('button', { name: 'Put it to work' }).click()
  await expect.poll(async () => (await asker.api.offers.list.query({ contextId: during })).length).toBe(1)
  const visitor = await open(null, { path: `/bots/${botId}` })
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Bridge book')
  await start(asker, during)
  const [sold] = (await untilTree(asker, during)).offers
  expect(sold).toMatchObject({ state: 'bought', botId, priceMicros: micros('0.50') })
})

test('of a text that two bots sell the cheaper is bought, and lists tell nobody that they are equal', async ({
  join,
  word,
}) => {
  const [asker, dear, cheap] = await Promise.all([join('Ada Asks'), join('Dee Dear'), join('Che Cheap')])
  const text = {
    keywords: [word],
    scope: 'both' as const,
    teaser: `The load limit of the ${word} bridge`,
    privateInfo: `The ${word} bridge carries at most 3.5 tonnes.`,
  }
  await fixedBot(dear, { ...text, name: 'Dear shelf', price: '2' })
  const id = await ask(asker, { title: `What load does the ${word} bridge carry?` })
  await expect.poll(async () => (await asker.api.offers.list.query({ contextId: id })).length).toBe(1)
  // The other bot comes later, and is let loose on what is open; capitals and spaces make no other text of it.
  await fixedBot(cheap, {
    ...text,
    privateInfo: ` the ${word} bridge carries  at most 3.5 Tonnes.`,
    name: 'Cheap shelf',
    price: '0.5',
  })
  for (const viewer of [asker, dear, cheap])
    await expect.poll(async () => (await viewer.api.offers.list.query({ contextId: id })).length).toBe(2)

  await start(asker, id)
  const tree = await untilTree(asker, id)
  expect(tree.offers.filter(({ state }) => state === 'bought')).toMatchObject([
    { botName: 'Cheap shelf', priceMicros: micros('0.50') },
  ])
  expect(await movementsOf(cheap)).toEqual(['grant 100.00', 'sale 0.50', 'fee −0.025'])
  expect(await movementsOf(dear)).toEqual(['grant 100.00'])
})

test('a person answers what an alert found, on a phone', async ({ join, open, word }) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  await seller.api.matchers.create.mutate({
    name: 'Bridges',
    query: { anyOf: [word] },
    requestKey: requestKey(),
  })
  const title = `What load does the ${word} bridge carry?`
  const id = await ask(asker, { title })
  await expect.poll(async () => (await seller.api.inbox.counts.query()).toAnswer).toBe(1)

  // The first page says so, and each badge opens the list that it counts.
  const page = await open(seller, { ...PHONE, path: '/' })
  await expect(page.getByRole('region', { name: 'Waiting for your answer' })).toContainText(title)
  const { forYou } = await seller.api.inbox.counts.query()
  await page.getByRole('link', { name: `Inbox ${forYou} new` }).click()
  await expect(page.getByRole('main').getByText('Unread:')).toHaveCount(forYou)
  await page.getByRole('link', { name: 'Sell 1 new' }).click()
  await expect(page).toHaveURL('/selling/to-answer')
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Bridges')).toBeVisible()
  await row.getByRole('link', { name: 'Answer' }).click()
  await new QuestionPage(page).postOffer({
    teaser: 'The limit after the last inspection',
    privateInfo: `The ${word} bridge carries 3.5 tonnes.`,
    price: '0.5',
  })

  const counts = await seller.api.inbox.counts.query()
  expect(counts).toMatchObject({ toAnswer: 0, states: { answered: 1 } })
  expect(await asker.api.offers.list.query({ contextId: id })).toHaveLength(1)
})

function file(name: string, text: string) {
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'text/markdown'
  return { name, mimeType, buffer: Buffer.from(text) }
}
