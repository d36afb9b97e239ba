import { ask, fixedBot, offer, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { AskPage } from './pages/ask-page'
import { QuestionPage } from './pages/question-page'
import { WalletPage } from './pages/wallet-page'
import { movementsOf, walletOf } from './person'
import { expectStill } from './shifts'

test('a bot answers at once, a person does better, the answer is revised, and its asker says enough', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, owner] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Bo Owner')])
  const title = `How high may a lorry be under the ${word} bridge?`
  const early = 'What the sign at the bridge says'
  const better = `I measured the ${word} bridge last week`
  market.model.when(title, scriptOf([{ level: 0, buy: [early, better] }]))
  await fixedBot(owner, {
    name: 'Signs',
    keywords: [word],
    scope: 'roots',
    teaser: early,
    privateInfo: 'The sign says four metres.',
    price: '1',
  })

  const asking = new AskPage(await open(asker, { path: '/ask' }))
  const { page } = asking
  await asking.fill({ title, budget: '10' })
  await asking.more()
  await expect(page.getByRole('radio', { name: 'At once, and again as offers come' })).toBeChecked()
  await page.getByRole('button', { name: /^Advanced/ }).click()
  await page.getByLabel('Time between sittings').fill('1')
  await asking.submit()
  const id = await asking.confirm()

  const watching = new QuestionPage(page)
  await watching.expectState('provisional answer')
  await expect(watching.answer).toContainText('The sign says four metres.')
  await expect(watching.answer.getByText('provisional', { exact: true })).toBeVisible()
  await expect(page.getByText('This answer is provisional')).toBeVisible()
  await expect(page.locator('#main')).toContainText('9.00 credits are still in play')
  expect(await walletOf(asker)).toMatchObject({ available: '90.00', held: '9.00', spent: '1.00' })

  const selling = new QuestionPage(await open(seller))
  await selling.goto(id)
  await selling.show('Offers')
  await expect(selling.page.getByText('Still open for offers')).toBeVisible()
  await expect(selling.page.locator('#main')).toContainText('What adds to it, or shows that it is wrong')
  await selling.postOffer({
    teaser: better,
    privateInfo: 'It is three metres and eighty: the road was raised.',
    price: '2',
  })

  await expect(watching.answer).toContainText('three metres and eighty', { timeout: 30_000 })
  await watching.expectState('provisional answer')
  await page.getByText('History: 1 earlier answer').click()
  await expect(page.locator('#main')).toContainText(`Then “${better}” was bought, and it was revised.`)
  // Told by a job of its own, after the answer is on the page.
  await expect
    .poll(async () => (await asker.api.notices.list.query({})).items.map(({ event }) => event))
    .toEqual(expect.arrayContaining(['question.answered', 'question.revised']))
  // Who looks on has read them.
  await expect.poll(async () => (await asker.api.inbox.counts.query()).forYou).toBe(0)
  await expect(page.getByRole('link', { name: 'Inbox', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'That is enough' }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('The answer stands as it is.')
  await expect(confirm).toContainText('7.00 credits')
  await confirm.getByRole('button', { name: 'That is enough' }).click()
  await watching.expectState('answered')
  await expect(page.getByText('This answer is provisional')).toBeHidden()
  const tree = await untilTree(asker, id)
  expect(tree.answer).toMatchObject({ revision: 2 })
  expect(await walletOf(asker)).toEqual({ available: '97.00', held: '0.00', earned: '0.00', spent: '3.00' })
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −10.00', 'release 7.00'])
  const wallet = new WalletPage(page)
  await wallet.goto()
  await wallet.expectFigure('Available', '97.00')
})

test('“Answer me once, now” ends with its first answer', async ({ market, join, open, word }) => {
  const [asker, owner] = await Promise.all([join('Ada Asks'), join('Bo Owner')])
  const title = `How wide is the ${word} gate?`
  market.model.when(title, scriptOf([{ level: 0, buy: ['gate'] }]))
  await fixedBot(owner, {
    name: 'Gates',
    keywords: [word],
    scope: 'roots',
    teaser: 'The width of the gate',
    privateInfo: 'Two metres.',
    price: '1',
  })
  const asking = new AskPage(await open(asker, { path: '/ask' }))
  await asking.fill({ title, budget: '5', start: 'Answer me once, now' })
  await asking.submit()
  const id = await asking.confirm()
  const watching = new QuestionPage(asking.page)
  await watching.expectState('answered')
  await expect(watching.answer).toContainText('Two metres.')
  await untilTree(asker, id)
  expect(await walletOf(asker)).toMatchObject({ available: '99.00', held: '0.00' })
})

for (const width of [1280, 375])
  test(`nothing moves at ${width} px under whoever waits for the answer`, async ({
    market,
    join,
    open,
    word,
  }) => {
    const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
    const title = `How deep is the ${word} well?`
    const teaser = 'I let a line down yesterday'
    market.model.when(title, scriptOf([{ level: 0, buy: [teaser] }]))
    const id = await ask(asker, { title, start: { rule: 'now' } })
    const page = await open(asker, { viewport: { width, height: 900 } })
    const waiting = new QuestionPage(page)
    await waiting.goto(id)
    await offer(seller, id, { teaser, privateInfo: 'It is nineteen metres deep.', price: '1' })
    await waiting.expectState('answered')
    await expect(waiting.answer).toContainText('nineteen metres')
    await expect(waiting.answer).toBeInViewport()
    await expectStill(page)
    await page.getByRole('button', { name: 'Show the whole answer' }).click()
    await expect(page.getByRole('button', { name: 'Show the whole answer' })).toHaveCount(0)
    const place = await waiting.answer.boundingBox()
    // Opened anew, it is where it was.
    await waiting.goto(id)
    await expect(waiting.answer).toBeInViewport()
    expect((await waiting.answer.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, -1)
  })
