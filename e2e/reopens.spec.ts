import { expectAccessible } from './axe'
import { ask, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'
import { movementsOf, walletOf } from './person'

test('a question that has ended is taken up again, and its verdict changes', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, other] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Otto Other')])
  const title = `Do lorries cross the ${word} bridge?`
  const claim = `Lorries of ten tonnes cross the ${word} bridge.`
  const first = 'What the keeper says'
  const counter = `The keeper of the ${word} bridge is wrong`
  market.model.when(
    title,
    scriptOf([{ level: 0, buy: [first, counter] }], {
      recommendation: ({ dossier }) => ({
        reply:
          dossier.length < 2
            ? { verdict: 'true', probability: dossier.length === 0 ? 0.5 : 0.9 }
            : { verdict: 'false', probability: 0.1 },
      }),
    }),
  )
  const id = await ask(asker, { title, decision: { kind: 'belief', claim }, policy: { maxSittings: 1 } })
  await offer(seller, id, { teaser: first, privateInfo: 'They cross it daily.', price: '1' })
  await start(asker, id)
  await untilTree(asker, id)
  const watching = new QuestionPage(await open(asker))
  await watching.goto(id)
  await watching.expectState('answered')
  await expect(watching.answer).toContainText('90 %')
  await expect(watching.page.getByText('Nothing is new since this question ended.')).toBeVisible()

  const selling = new QuestionPage(await open(other))
  await selling.goto(id, '?tab=offers')
  await selling.page.getByRole('button', { name: 'Make a counter-offer' }).click()
  await expect(selling.page.getByText('This is a counter-offer')).toBeVisible()
  const composer = selling.page.getByRole('region', { name: 'Make a counter-offer' })
  await selling.fillOffer(
    { teaser: counter, privateInfo: 'They are barred since the flood.', price: '2' },
    composer,
  )
  await expectAccessible(selling.page, 'the form of a counter-offer')
  await composer.getByRole('button', { name: 'Post the offer' }).click()
  await expect(selling.page.getByText('Your offer is posted.')).toBeVisible()

  const { page } = watching
  await page.reload()
  await untilLive(page)
  const again = page.getByRole('region', { name: 'There is something new' })
  await expect(again).toContainText('1 counter-offer waits to be read.')
  await expect(again.getByRole('textbox', { name: 'New budget' })).toHaveValue('2.00')
  await expectAccessible(page, 'a question that may be taken up again')
  await again.getByRole('textbox', { name: 'New budget' }).fill('5')
  await again.getByRole('button', { name: 'Take the question up again' }).click()
  await expect(watching.answer).toContainText('10 %', { timeout: 30_000 })
  await watching.expectState('answered')
  await expect(page.getByText('History: 1 earlier answer')).toBeVisible()
  expect((await untilTree(asker, id)).answer).toMatchObject({ revision: 2 })
  expect(await walletOf(asker)).toMatchObject({ available: '97.00', held: '0.00', spent: '3.00' })
  expect(await movementsOf(asker)).toEqual([
    'grant 100.00',
    'hold −10.00',
    'release 9.00',
    'hold −5.00',
    'release 3.00',
  ])
  const { events } = await untilTree(asker, id)
  expect(events.filter(({ type }) => type === 'tree.reopened')).toMatchObject([{ code: 'offers' }])
  await watching.show('Tree')
  await expect(watching.row(new RegExp(counter))).toBeVisible()
})
