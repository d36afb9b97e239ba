import { ask, fixedBot, offer, start } from './deeds'
import { expect, test } from './fixtures'
import { AskPage } from './pages/ask-page'
import { QuestionPage } from './pages/question-page'
import { movementsOf, requestKey, walletOf } from './person'

const LONG = 'long '.repeat(40_000)
/** The shortest deadline there is, and a little. */
const DEADLINE_MS = 62_000

test('each budget that cannot be is refused at its field, and nothing moves', async ({
  join,
  open,
  word,
}) => {
  const asker = await join('Ada Asks')
  const asking = new AskPage(await open(asker, { path: '/ask' }))
  await asking.fill({ title: `What is wrong with this ${word}?` })
  const cases = [
    { budget: '-3', says: 'An amount cannot be negative.' },
    { budget: '0', says: 'A budget is at least 0.10 credits.' },
    { budget: '0.0999999', says: 'Credits have at most six decimals' },
    { budget: '1.2345678', says: 'Credits have at most six decimals' },
    { budget: '1e3', says: '“1e3” is not an amount.' },
    { budget: '1,000', says: '“1,000” can be read in two ways. Write 1000 or 1.00.' },
    { budget: '', says: 'Enter an amount in credits' },
    { budget: '100000.000001', says: 'A budget is at most 100 000.00 credits.' },
    { budget: '999999999999', says: 'A budget is at most 100 000.00 credits.' },
  ]
  for (const { budget, says } of cases) {
    await asking.fill({ title: `What is wrong with this ${word}?`, budget })
    await asking.submit()
    await expect(asking.budget).toHaveAccessibleDescription(new RegExp(escaped(says)))
    await expect(asking.budget).toHaveAttribute('aria-invalid', 'true')
  }
  await asking.budget.fill('100.000001')
  const tooFew = /You have 100\.00 credits available, 0\.000001 too few\. Lower the budget to 100\.00 or less/
  await expect(asking.budget).toHaveAccessibleDescription(tooFew)
  await asking.submit()
  await expect(asking.budget).toBeFocused()
  await expect(asking.budget).toHaveAccessibleDescription(tooFew)
  await expect(asking.page.getByRole('dialog')).toHaveCount(0)
  await expect(asking.title).toHaveValue(`What is wrong with this ${word}?`)
  expect(await movementsOf(asker)).toEqual(['grant 100.00'])
})

test('an empty question and one of 200 kB are refused at their fields', async ({ join, open }) => {
  const asker = await join('Ada Asks')
  const asking = new AskPage(await open(asker, { path: '/ask' }))
  await asking.submit()
  await expect(asking.title).toHaveAccessibleDescription(/Ask in at least 8 characters\./)
  await expect(asking.title).toBeFocused()
  await asking.fill({ title: LONG, body: LONG })
  await asking.submit()
  await expect(asking.title).toHaveAccessibleDescription(/Keep the question under 200 characters/)
  await expect(asking.page.getByRole('textbox', { name: /^Details/ })).toHaveAccessibleDescription(
    /Keep the details under 20000 characters/,
  )
  await expect(asking.page.getByRole('dialog')).toHaveCount(0)
})

test('each price and text that cannot be is refused at its field', async ({ join, open, word }) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, { title: `What does the ${word} weigh?`, budget: '5' })
  const selling = new QuestionPage(await open(seller))
  await selling.goto(id)
  const field = (name: string) => selling.composer.getByRole('textbox', { name })
  const post = () => selling.composer.getByRole('button', { name: 'Post the offer' }).click()

  await post()
  await expect(field('Teaser')).toHaveAccessibleDescription(
    /Say in at least 10 characters what you are selling\./,
  )
  await expect(field('Full text')).toHaveAccessibleDescription(/Write the information you are selling\./)
  const prices = [
    { price: '-1', says: 'An amount cannot be negative.' },
    { price: '0', says: 'A price is at least 0.01 credits.' },
    { price: '0.009999', says: 'A price is at least 0.01 credits.' },
    { price: '0.0100001', says: 'Credits have at most six decimals' },
    { price: '5.000001', says: 'This question has 5.00 credits left.' },
    { price: '99999999999', says: 'This question has 5.00 credits left.' },
  ]
  for (const { price, says } of prices) {
    await selling.fillOffer({ teaser: 'I have weighed it', privateInfo: 'Three stone.', price })
    await post()
    await expect(field('Price')).toHaveAccessibleDescription(new RegExp(says))
  }
  await selling.fillOffer({ teaser: LONG, privateInfo: LONG, price: '1' })
  await post()
  await expect(field('Teaser')).toHaveAccessibleDescription(/Keep the teaser under 400 characters\./)
  await expect(field('Full text')).toHaveAccessibleDescription(
    /Keep the information under 20000 characters\./,
  )
  expect(await seller.api.offers.list.query({ contextId: id })).toEqual([])
})

test('the server refuses what no form would send', async ({ market, join, word }) => {
  const [asker, stranger] = await Promise.all([join('Ada Asks'), join('Stan Strange')])
  const title = `What is behind the ${word} door?`
  for (const budget of ['0', '0.099999', '100000.000001']) {
    await expect(ask(asker, { title, budget })).rejects.toThrow('Something in the form is not right')
  }
  await expect(ask(asker, { title, budget: '100.000001' })).rejects.toThrow(
    'You do not have that many credits available.',
  )
  await expect(ask(asker, { title, body: LONG })).rejects.toThrow('Something in the form is not right')
  await expect(ask(asker, { title, body: LONG.repeat(10) })).rejects.toThrow('That is more text than fits.')
  await expect(ask(asker, { title, pages: ['javascript:alert(1)'] })).rejects.toThrow(
    'Something in the form is not right',
  )
  const id = await ask(asker, { title, budget: '5' })
  const texts = { teaser: 'I have looked behind it', privateInfo: 'A broom.' }
  await expect(offer(stranger, id, { ...texts, price: '0.009999' })).rejects.toThrow(
    'Something in the form is not right',
  )
  await expect(offer(stranger, id, { ...texts, price: '5.000001' })).rejects.toThrow(
    'The price is above what is left',
  )
  await expect(offer(stranger, 'bc_nowhere', { ...texts, price: '1' })).rejects.toThrow(
    'There is no such question',
  )
  await expect(start(asker, id)).rejects.toThrow('There is nothing to read yet.')
  await expect(
    fixedBot(stranger, {
      name: 'Empty',
      keywords: [],
      teaser: 'Nothing at all',
      privateInfo: 'x',
      price: '1',
    }),
  ).rejects.toThrow('Something in the form is not right')
  await stranger.api.contexts.cancel
    .mutate({ id, requestKey: requestKey() })
    .then(() => expect('a stranger').toBe('refused'))
    .catch((error: unknown) => expect(String(error)).toContain('There is no such question'))

  // A page of another site, and a form that is not JSON.
  const call = (headers: Record<string, string>) =>
    fetch(`${market.url}/api/trpc/people.signOutEverywhere`, {
      method: 'POST',
      headers: { cookie: `${asker.cookie.name}=${asker.cookie.value}`, ...headers },
      body: '{"json":null}',
    })
  const elsewhere = await call({ origin: 'https://elsewhere.example', 'content-type': 'application/json' })
  expect(elsewhere.status).toBe(400)
  const form = await call({ origin: market.url, 'content-type': 'text/plain' })
  expect(form.ok).toBe(false)
  // next-auth's door has its own parser.
  for (const door of ['callback/credentials', 'signin/credentials', 'signout', 'session']) {
    const broken = await fetch(`${market.url}/api/auth/${door}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email": ',
    })
    expect(broken.status, door).toBe(400)
  }
  expect((await walletOf(asker)).held).toBe('5.00')
})

test('an address with a broken escape is no page, whatever the route', async ({ market, guard, open }) => {
  guard.expect(/status of 404/)
  const page = await open(null)
  for (const room of ['', '/questions', '/people', '/bots', '/lab', '/selling/alerts']) {
    for (const broken of ['%ff', '50%', '%e2%82']) {
      const { status } = await fetch(`${market.url}${room}/${broken}`, { redirect: 'manual' })
      // Signed out, somebody's own rooms ask for a login first.
      expect([307, 404], `${room}/${broken}`).toContain(status)
    }
  }
  expect((await fetch(`${market.url}/api/trpc/%ff`)).status).toBe(404)
  expect((await fetch(`${market.url}/questions?query=%ff`)).status).toBe(200)
  // The picture of a question, which links to it ask for.
  for (const noId of ['%20', 'a%00b', 'a,b'])
    expect((await fetch(`${market.url}/questions/${noId}/opengraph-image`)).status, noId).toBe(404)
  await page.goto('/questions/%ff')
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
})

test('an offer after the deadline is refused in words and its draft is kept', async ({
  join,
  open,
  word,
  guard,
}) => {
  test.setTimeout(DEADLINE_MS + 90_000)
  guard.expect(/status of 412/)
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, {
    title: `When does the ${word} ferry leave?`,
    deadlineMinutes: 1,
    start: { rule: 'deadline' },
  })
  const late = Date.now() + DEADLINE_MS
  const selling = new QuestionPage(await open(seller))
  await selling.goto(id)
  const teaser = 'I have the timetable here'
  await selling.fillOffer({ teaser, privateInfo: 'At nine.', price: '1' })
  await expect(offer(seller, id, { teaser, privateInfo: 'At nine.', price: '1' })).resolves.toBeTruthy()
  // Nothing to wait on but the clock: the deadline itself is what is tested.
  await selling.page.waitForTimeout(late - Date.now())
  await expect(offer(seller, id, { teaser, privateInfo: 'At nine.', price: '1' })).rejects.toThrow(
    /The deadline of this question has passed|This question is closed/,
  )
  await expect
    .poll(async () => (await asker.api.contexts.view.query({ id })).state)
    .toMatch(/^(answered|expired)$/)
  await expect(
    selling.page
      .getByText('This question takes no more offers.')
      .or(selling.page.getByRole('button', { name: /Watch it being read|See how it was read/ })),
  ).toBeVisible()
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
