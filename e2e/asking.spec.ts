import { ask, offer } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { AskPage } from './pages/ask-page'
import { QuestionPage } from './pages/question-page'
import { movementsOf, walletOf } from './person'

test('a draft is there again after a reload, and one begun signed out is there after signing in', async ({
  join,
  open,
  word,
}) => {
  const asker = await join('Ada Asks')
  const title = `How do I tune a ${word} harp?`
  const asking = new AskPage(await open(null, { path: '/ask' }))
  await asking.fill({ title, body: 'It has twelve strings.', budget: '4.5' })
  await asking.page.getByRole('link', { name: 'Sign in to ask' }).click()
  await expect(asking.page).toHaveURL(/\/sign-in/)
  await asking.page.getByLabel('E-mail').fill(asker.email)
  await asking.page.getByLabel('Password').fill(asker.password)
  await asking.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(asking.page).toHaveURL(/\/ask$/)
  await expect(asking.page.getByText('Draft restored.')).toBeVisible()
  await expect(asking.title).toHaveValue(title)
  await expect(asking.budget).toHaveValue('4.5')

  await asking.title.fill(`${title} By ear?`)
  await expect
    .poll(() => asking.page.evaluate(() => JSON.stringify(localStorage)), { message: 'The draft is kept' })
    .toContain('By ear?')
  await asking.page.reload()
  await expect(asking.title).toHaveValue(`${title} By ear?`)

  await asking.submit()
  await asking.confirm()
  await expect(asking.page.getByRole('heading', { level: 1, name: `${title} By ear?` })).toBeVisible()
  await asking.goto()
  await expect(asking.title).toHaveValue('')
})

test('two clicks at once ask one question and hold its budget once', async ({ join, open, word }) => {
  const asker = await join('Ada Asks')
  const asking = new AskPage(await open(asker, { path: '/ask' }))
  await asking.fill({ title: `Who built the ${word} tower?`, budget: '6', start: 'When I say' })
  await asking.submit()
  await asking.confirmButton.dblclick()
  await asking.untilAsked()
  const { items } = await asker.api.contexts.list.query({ tab: 'mine' })
  expect(items).toHaveLength(1)
  expect(await walletOf(asker)).toEqual({ available: '94.00', held: '6.00', earned: '0.00', spent: '0.00' })
})

test('buy or not: the form wants the product, its price and the needs, and the answer says whether to buy it', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const title = `Is the ${word} kettle worth it?`
  const told = { none: [2, 1], bought: [-4, 5] }
  market.model.when(
    title,
    scriptOf([{ buy: ['kettle'] }], {
      recommendation: ({ dossier }) => ({
        reply: { utilities: dossier.length === 0 ? told.none : told.bought },
      }),
    }),
  )
  const asking = new AskPage(await open(asker, { path: '/ask' }))
  const { page } = asking
  const purchase = {
    product: `${market.url}/how-it-works`,
    price: '€ 249 with delivery',
    needs: 'It boils a litre in three minutes.',
  }
  await asking.fill({ title, start: 'When I say', purchase: { ...purchase, price: '' } })
  await asking.submit()
  await expect(page.getByText('Write what it costs, as its page says.').first()).toBeVisible()
  await asking.fill({ title, purchase })
  await asking.submit()
  const id = await asking.confirm()
  await offer(seller, id, {
    teaser: 'I measured that kettle',
    privateInfo: 'It takes eight minutes for a litre.',
    price: '1',
  })

  const room = new QuestionPage(page)
  await room.goto(id)
  await expect(page.locator('#main')).toContainText('Should it be bought?')
  await expect(page.locator('#main')).toContainText(`for ${purchase.price}`)
  await expect(page.locator('#main')).toContainText(purchase.needs)
  await room.inspect()
  await expect(room.answer).toContainText('Do not buy it')
  await expect(room.answer).toContainText('Buy it → Do not buy it')
})

test('the same form sent twice has one effect, and with other content it is refused', async ({
  join,
  word,
}) => {
  const asker = await join('Ada Asks')
  const form = { title: `Who owns the ${word} island?`, budget: '3', requestKey: `once-${word}-once` }
  const [first, second] = await Promise.all([ask(asker, form), ask(asker, form)])
  expect(second).toBe(first)
  expect(await ask(asker, form)).toBe(first)
  await expect(ask(asker, { ...form, budget: '4' })).rejects.toThrow(
    'This was sent before with other content',
  )
  expect((await walletOf(asker)).held).toBe('3.00')
})

test('before offers an edit is free; afterwards it is marked and shows what changed', async ({
  join,
  open,
  word,
}) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, { title: `Is the ${word} road steep?` })
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  const edit = async (title: string) => {
    await room.page.getByRole('button', { name: 'Edit' }).click()
    await room.page.getByRole('dialog').getByLabel('Your question').fill(title)
    await room.page.getByRole('button', { name: 'Save the edit' }).click()
    await expect(room.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  await edit(`Is the ${word} road too steep?`)
  await expect(room.page.getByText('view changes')).toBeHidden()

  await offer(seller, id, { teaser: 'I walk it every day', privateInfo: 'Nine percent.', price: '1' })
  await room.goto(id)
  await edit(`Is the ${word} road too steep for a bicycle?`)
  await room.page.getByRole('button', { name: 'view changes' }).click()
  await expect(room.page.getByRole('dialog')).toContainText('for a bicycle')
})

test('cancelling a question returns all that was held', async ({ join, open, word }) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, { title: `Where grows the ${word} plum?`, budget: '12.000001' })
  await offer(seller, id, { teaser: 'I know a garden', privateInfo: 'Behind the church.', price: '1' })
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.page.getByRole('button', { name: 'Cancel the question' }).click()
  const confirm = room.page.getByRole('alertdialog')
  await expect(confirm).toContainText('12.000001 credits')
  await confirm.getByRole('button', { name: 'Cancel the question' }).click()
  await room.expectState('cancelled')
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −12.000001', 'refund 12.000001'])
  await expect(
    offer(seller, id, { teaser: 'I know another', privateInfo: 'By the river.', price: '1' }),
  ).rejects.toThrow('This question is closed')
})

test('questions are found by their words, and similar ones are shown while typing', async ({
  join,
  open,
  word,
}) => {
  const asker = await join('Ada Asks')
  const title = `How old is the ${word} oak?`
  await ask(asker, { title, tags: ['trees'] })
  const page = await open(null, { path: `/questions?q=${word}` })
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await page.goto('/ask')
  await new AskPage(page).title.fill(`How old is that ${word} tree?`)
  await expect(
    page.getByRole('complementary').getByRole('link', { name: new RegExp(title.slice(0, 12)) }),
  ).toBeVisible()
})
