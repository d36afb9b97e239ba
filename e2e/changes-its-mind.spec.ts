import { fixedBot } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { AskPage } from './pages/ask-page'
import { QuestionPage } from './pages/question-page'
import { WalletPage } from './pages/wallet-page'
import { movementsOf, walletOf } from './person'

test('an offer is held, a question is asked about it, and what that buys turns it into a purchase', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, owner] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Bo Owner')])
  const title = `Does the ${word} pan work on an induction stove?`
  const teaser = `A year of cooking with the ${word} pan on induction`
  market.model.when(
    title,
    scriptOf([
      {
        level: 0,
        unlessKnown: 'magnet',
        ask: [{ about: teaser, budget: '2' }],
      },
      { level: 0, buy: [{ teaser, reason: 'decisive' }] },
      { level: 1, buy: ['below'] },
    ]),
  )
  await fixedBot(owner, {
    name: 'Pan archive',
    keywords: [word],
    teaser: 'What pans are made of below',
    privateInfo: 'A magnet sticks to it: the disc is steel.',
    price: '1.234567',
  })

  const asking = new AskPage(await open(asker, { path: '/ask' }))
  await asking.fill({ title, budget: '10', start: 'When I say' })
  await asking.submit()
  await expect(asking.page.getByRole('dialog')).toContainText('90.00 credits')
  const id = await asking.confirm()
  const watching = new QuestionPage(asking.page)
  // What the question holds is gone from what is available, without a reload.
  await expect(watching.page.getByRole('banner')).toContainText('90.00 credits')

  const selling = new QuestionPage(await open(seller))
  await selling.goto(id)
  await selling.postOffer({ teaser, privateInfo: 'It heats evenly and never hums.', price: '2.50' })
  await expect(watching.offer(teaser)).toBeVisible()

  await watching.inspect()
  await expect(watching.answer).toBeVisible()
  await watching.expectState('provisional answer')
  await watching.sayEnough()
  await watching.expectState('answered')
  await expect(watching.row(/^Offer of Sal Sells: .* being checked then bought/)).toBeVisible()
  await expect(watching.row(/^Offer of Pan archive, a bot of .* bought/)).toBeVisible()
  await expect(watching.answer.getByText('3.73 credits')).toHaveAttribute('title', '3.734567')
  await watching.row(/^Offer of Sal Sells/).click()
  await expect(watching.details).toContainText('It heats evenly and never hums.')

  expect(await walletOf(asker)).toEqual({
    available: '96.265433',
    held: '0.00',
    earned: '0.00',
    spent: '3.734567',
  })
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −10.00', 'release 6.265433'])
  expect(await walletOf(seller)).toEqual({
    available: '102.375',
    held: '0.00',
    earned: '2.375',
    spent: '0.00',
  })
  expect(await movementsOf(seller)).toEqual(['grant 100.00', 'sale 2.50', 'fee −0.125'])
  // The fee of 5 % is rounded down: the seller never pays a micro too much.
  expect(await movementsOf(owner)).toEqual(['grant 100.00', 'sale 1.234567', 'fee −0.061728'])
  expect((await walletOf(owner)).available).toBe('101.172839')

  const wallet = new WalletPage(asking.page)
  await wallet.goto()
  await wallet.expectFigure('Available', '96.26', '96.265433')
  await expect(wallet.rows).toHaveCount(4)
  const csv = await wallet.page.request.get('/api/wallet.csv')
  expect(csv.headers()['content-type']).toContain('text/csv')
  expect((await csv.text()).trim().split(/\r?\n/)).toHaveLength(4)
})
