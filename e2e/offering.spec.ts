import { ask, fixedBot, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'
import { movementsOf, walletOf } from './person'

const SECOND = { teaser: 'I have the maker’s manual', privateInfo: 'See page twelve of it.', price: '1.00' }

const OFFER = {
  teaser: 'I have repaired three of them',
  privateInfo: 'It is always the second valve.',
  price: '2.50',
}

test('the first offer of somebody else appears live; the next wait behind a button, and the page does not jump', async ({
  join,
  open,
  word,
}) => {
  const [asker, seller, other] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Ola Other')])
  const id = await ask(asker, { title: `Why does the ${word} engine stall?` })
  const watching = new QuestionPage(await open(asker))
  const selling = new QuestionPage(await open(seller))
  await watching.goto(id)
  await selling.goto(id)
  await selling.postOffer(OFFER)
  await expect(selling.offer(OFFER.teaser), 'The seller is brought to what was posted').toBeFocused()

  await expect(watching.offer(OFFER.teaser)).toBeVisible()
  await offer(other, id, SECOND)
  await expect(watching.page.getByRole('button', { name: '1 new offer · show' })).toBeVisible()
  await expect(watching.offer(SECOND.teaser)).toBeHidden()
  await watching.page.getByRole('button', { name: '1 new offer · show' }).click()
  await expect(watching.offer(SECOND.teaser)).toBeVisible()
  await expect(watching.offer(OFFER.teaser)).toContainText('Full text · 6 words')
  await expect(watching.page.getByText(OFFER.privateInfo)).toBeHidden()
})

test('a draft of an offer is kept, and two clicks at once post one offer', async ({ join, open, word }) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, { title: `Why does the ${word} pump leak?` })
  const selling = new QuestionPage(await open(seller))
  await selling.goto(id)
  await selling.fillOffer(OFFER)
  await expect(selling.composer.getByText('You get 2.37 of 2.50 credits')).toBeVisible()
  await expect
    .poll(() => selling.page.evaluate(() => JSON.stringify(localStorage)), { message: 'The draft is kept' })
    .toContain(OFFER.price)
  await selling.page.reload()
  await expect(selling.page.getByText('Draft restored.')).toBeVisible()
  await expect(selling.composer.getByRole('textbox', { name: 'Teaser' })).toHaveValue(OFFER.teaser)
  await selling.composer.getByRole('button', { name: 'Post the offer' }).dblclick()
  await expect(selling.page.getByText('Your offer is posted.')).toBeVisible()
  expect(await seller.api.offers.list.query({ contextId: id })).toHaveLength(1)
})

test('an offer can be changed and withdrawn until it is read, and is frozen then', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, other] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Otto Offers')])
  const title = `Why does the ${word} clock stop?`
  market.model.when(title, scriptOf([{ buy: ['spring'] }]))
  const id = await ask(asker, { title })
  await offer(seller, id, OFFER)
  const selling = new QuestionPage(await open(seller))
  await selling.goto(id)

  await selling.offer(OFFER.teaser).getByRole('button', { name: 'Change' }).click()
  const form = selling.page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Price' }).fill('3')
  await form.getByRole('button', { name: 'Save the new version' }).click()
  await expect(selling.offer(OFFER.teaser)).toContainText('3.00 credits')
  await expect(selling.offer(OFFER.teaser)).toContainText('changed')

  await selling.offer(OFFER.teaser).getByRole('button', { name: 'Withdraw' }).click()
  await selling.page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click()
  await expect(selling.page.getByText('The offer is withdrawn.')).toBeVisible()
  await expect(selling.offer(OFFER.teaser)).toHaveCount(0)

  const offerId = await offer(other, id, {
    teaser: 'It is the spring',
    privateInfo: 'Tired steel.',
    price: '1',
  })
  await start(asker, id)
  const tree = await untilTree(asker, id)
  expect(tree.offers.map((made) => made.state)).toEqual(['bought'])
  await expect(other.api.offers.withdraw.mutate({ offerId })).rejects.toThrow(
    'An agent has taken up this offer',
  )
  expect(await movementsOf(seller)).toEqual(['grant 100.00'])
})

test('an offer bought unseen is paid from the wallet and opens at once', async ({ join, open, word }) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, { title: `Why does the ${word} bell crack?`, budget: '5' })
  await offer(seller, id, OFFER)
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.offer(OFFER.teaser).getByRole('button', { name: 'Buy unseen' }).click()
  const confirm = room.page.getByRole('alertdialog')
  await expect(confirm).toContainText('It cannot be returned.')
  await confirm.getByRole('button', { name: 'Buy it unseen' }).dblclick()
  await expect(room.offer(OFFER.teaser)).toContainText(OFFER.privateInfo)
  await expect(room.offer(OFFER.teaser)).toContainText('bought unseen')
  expect(await walletOf(asker)).toEqual({ available: '92.50', held: '5.00', earned: '0.00', spent: '2.50' })
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −5.00', 'purchase −2.50'])
  expect(await movementsOf(seller)).toEqual(['grant 100.00', 'sale 2.50', 'fee −0.125'])
})

test('a bot answers everybody but its owner', async ({ join, word }) => {
  const [asker, other] = await Promise.all([join('Ada Asks'), join('Bo Owner')])
  for (const owner of [asker, other]) {
    await fixedBot(owner, {
      name: `Bot of ${owner.name}`,
      keywords: [word],
      scope: 'both',
      teaser: 'Why such things break',
      privateInfo: 'It is the gasket.',
      price: '1',
    })
  }
  const id = await ask(asker, { title: `Why does the ${word} valve break?` })
  const made = () => asker.api.offers.list.query({ contextId: id })
  await expect.poll(async () => (await made()).map((one) => one.botName)).toEqual(['Bot of Bo Owner'])
})

test('an offer begun signed out is there after signing in', async ({ join, open, word }) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const id = await ask(asker, { title: `Why does the ${word} hinge creak?` })
  const selling = new QuestionPage(await open(null))
  await selling.goto(id)
  await selling.fillOffer(OFFER)
  await selling.composer.getByRole('link', { name: 'Sign in to offer' }).click()
  await selling.page.getByLabel('E-mail').fill(seller.email)
  await selling.page.getByLabel('Password').fill(seller.password)
  await selling.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(selling.page.getByText('Draft restored.')).toBeVisible()
  await expect(selling.composer.getByRole('textbox', { name: 'Price' })).toHaveValue(OFFER.price)
  await selling.composer.getByRole('button', { name: 'Post the offer' }).click()
  await expect(selling.offer(OFFER.teaser)).toContainText('Only you can read it.')
})

test('nobody sells to themselves, and only the asker starts, stops or buys', async ({ join, open, word }) => {
  const [asker, stranger, seller] = await Promise.all([
    join('Ada Asks'),
    join('Stan Strange'),
    join('Sal Sells'),
  ])
  const id = await ask(asker, { title: `Why does the ${word} kettle sing?` })
  const offerId = await offer(seller, id, OFFER)
  await expect(offer(asker, id, OFFER)).rejects.toThrow('You cannot sell to yourself')
  await expect(start(stranger, id)).rejects.toThrow('There is no such question, or it is not yours to see.')
  await expect(
    stranger.api.offers.buyUnseen.mutate({
      offerId,
      version: 1,
      priceMicros: 2_500_000n,
      requestKey: `steal-${word}`,
    }),
  ).rejects.toThrow('There is no such offer, or it is not yours to see.')
  const room = new QuestionPage(await open(stranger))
  await room.goto(id)
  await expect(room.page.getByRole('button', { name: 'Make an offer' })).toBeVisible()
  for (const name of [/^Inspect/, 'Buy unseen', 'Cancel the question', 'Edit', 'Withdraw']) {
    await expect(room.page.getByRole('button', { name })).toHaveCount(0)
  }
})
