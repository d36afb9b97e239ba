import { micros } from './amounts'
import { expectAccessible, expectNoWider } from './axe'
import { ask, fixedBot, offer } from './deeds'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { requestKey, walletOf } from './person'

test('an operator stops bots, takes a payment back, suspends a right, and reads it all in the log', async ({
  join,
  open,
  site,
  word,
}) => {
  test.slow()
  const [operator, asker, seller] = [
    await join('Olga Operates'),
    await join('Ada Asks'),
    await join('Sal Sells'),
  ]
  const teaser = `What the last flood of the ${word} did`
  const id = await ask(asker, { title: `Is the bridge over the ${word} safe to cross?` })
  const offerId = await offer(seller, id, { teaser, privateInfo: 'It took the railing.', price: '2' })
  await asker.api.offers.buyUnseen.mutate({
    ...{ offerId, version: 1, priceMicros: micros('2') },
    requestKey: requestKey(),
  })
  expect(await walletOf(asker)).toMatchObject({ available: '88.00' })

  // A new market prints a code; whoever has it runs the market.
  const [, code = ''] = /"code":"([^"]+)"/.exec(site.output()) ?? []
  const page = await open(operator, { path: '/operate/first' })
  await expectAccessible(page, '/operate/first')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page.getByRole('heading', { name: 'Running the market' })).toBeVisible()
  await untilLive(page)

  const bots = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Bots' }) })
  await bots.getByLabel('Why').fill('They answer nonsense.')
  await bots.getByRole('button', { name: 'Stop bots' }).click()
  await expect(bots.getByText('Stopped: They answer nonsense.')).toBeVisible()
  const asking = await open(asker, { path: '/' })
  await expect(asking.getByText('Bots answer nothing for now: They answer nonsense.')).toBeVisible()
  await fixedBot(seller, {
    ...{ name: 'Keeper', keywords: [word], scope: 'roots' },
    ...{ teaser: 'Who keeps it', privateInfo: 'The county keeps it.', price: '1' },
  })
  const missed = await ask(asker, { title: `Who looks after the ${word}?` })
  const offered = async () => (await asker.api.offers.list.query({ contextId: missed })).length
  expect(await offered()).toBe(0)
  await bots.getByRole('button', { name: 'Let bots go on' }).click()
  await expect.poll(offered, { message: 'What was asked meanwhile is answered' }).toBe(1)

  await page.goto(`/operate/people/${seller.handle}`)
  await untilLive(page)
  const payment = page.getByRole('listitem').filter({ hasText: /^purchase 2\.00/ })
  await payment.getByRole('button', { name: 'Take it back' }).click()
  await payment.getByLabel('Why').fill('The railing is there.')
  await payment.getByRole('button', { name: 'Take it back' }).last().click()
  await expect(payment.getByText('taken back')).toBeVisible()
  // Of both questions ten are held.
  expect(await walletOf(asker)).toMatchObject({ available: '80.00', held: '20.00' })
  await asking.goto('/inbox')
  await expect(asking.getByText('An operator took a payment back')).toBeVisible()

  await page.getByRole('link', { name: 'Suspend a right' }).click()
  await page.waitForURL('**/moderation?*')
  await expect(page.getByLabel('Handle')).toHaveValue(seller.handle)
  await page.getByLabel('Right', { exact: true }).selectOption('selling')
  await page.getByRole('button', { name: 'Suspend it' }).click()
  await expect(page.getByText('It stands in the public log')).toBeVisible()
  await expect(offer(seller, id, { teaser, privateInfo: 'Again.', price: '1' })).rejects.toThrow(/suspended/)
  const selling = await open(seller, { path: '/settings/rules' })
  await expect(selling.getByText(/^selling: suspended until/)).toBeVisible()

  await page.goto(`/operate/log?handle=${seller.handle}`)
  const log = page.getByRole('list', { name: 'What was done' })
  for (const deed of ['Payment taken back by an operator: 2.00', 'Right suspended until'])
    await expect(log.getByText(deed)).toBeVisible()
  await page.getByLabel('Concerning, by handle').fill('')
  await page.getByRole('button', { name: 'Show these' }).click()
  await expect(log.getByText('Stopped for everybody: bots')).toBeVisible()
  await expect(log.getByText('Goes on for everybody: bots')).toBeVisible()

  for (const path of [
    '/operate',
    '/operate/log',
    '/operate/people',
    `/operate/people/${seller.handle}`,
    '/operate/readings',
    '/operate/settings',
    '/moderation',
    '/moderation/complaints',
  ]) {
    await page.goto(path)
    await untilLive(page)
    await expectAccessible(page, path)
    await expectNoWider(page, { width: 320, height: 640 }, path)
  }
})
