import { ask, offer } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'
import { WalletPage } from './pages/wallet-page'
import { movementsOf, walletOf } from './person'

test('nothing is worth its price: the answer says so and why, and everything returns', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, other] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Otto Offers')])
  const title = `Which ${word} paint lasts longest outside?`
  market.model.when(
    title,
    scriptOf([
      {
        pass: [
          { teaser: 'ten years', reason: 'unconvincing' },
          { teaser: 'colours', reason: 'irrelevant' },
        ],
      },
    ]),
  )
  const id = await ask(asker, { title, budget: '7.5' })
  await offer(seller, id, {
    teaser: 'The paint that lasted ten years on my fence',
    privateInfo: 'Everybody says that it is simply the best.',
    price: '2',
  })
  await offer(other, id, {
    teaser: 'All colours that it comes in',
    privateInfo: 'Moss, slate and amber.',
    price: '0.01',
  })

  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.inspect()
  await expect(room.answer).toContainText('bought nothing')
  await expect(room.answer).toContainText('1 offer did not convince')
  await expect(room.answer).toContainText('1 offer did not bear on the question')
  await expect(room.row(/^Verdict 1: bought nothing/)).toBeVisible()

  await room.show('Offers')
  const passed = room.offer('ten years')
  await expect(passed).toContainText(/read \d\d:\d\d.*forgotten \d\d:\d\d.*8 words/)
  await expect(passed).toContainText('Only Sal Sells can read it.')

  expect(await walletOf(asker)).toEqual({ available: '100.00', held: '0.00', earned: '0.00', spent: '0.00' })
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −7.50', 'release 7.50'])
  for (const person of [seller, other]) expect(await movementsOf(person)).toEqual(['grant 100.00'])
  const wallet = new WalletPage(room.page)
  await wallet.goto()
  await expect(wallet.rows.filter({ hasText: 'nothing was bought' })).toBeVisible()
})

test('with nobody to ask, a sub-question is settled at once and the verdict falls without it', async ({
  market,
  join,
  word,
}) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const title = `Is the ${word} bridge open to lorries?`
  market.model.when(
    title,
    scriptOf([
      {
        round: 0,
        ask: [{ about: 'bridge', budget: '2' }],
      },
      { pass: [{ teaser: 'bridge', reason: 'unconvincing' }] },
    ]),
  )
  const id = await ask(asker, { title, start: { rule: 'quorum', offers: 1 } })
  await offer(seller, id, { teaser: 'I crossed that bridge today', privateInfo: 'It was open.', price: '1' })
  await expect.poll(async () => (await asker.api.contexts.view.query({ id })).state).toBe('expired')
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −10.00', 'release 10.00'])
})
