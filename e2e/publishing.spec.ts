import { micros } from './amounts'
import { ask, offer } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { AskPage } from './pages/ask-page'
import { QuestionPage } from './pages/question-page'
import type { Person } from './person'

test('an asker sees what others would read, publishes it as far as its sellers allow, and takes it back', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const title = `Which ${word} varnish lasts longest outside?`
  market.model.when(title, scriptOf([{ buy: ['outside', 'harbour'] }]))
  const id = await ask(asker, { title })
  const open1 = `The ${word} varnish lasted eleven winters on a fence.`
  const kept = 'The harbourmaster paid for Teknos on every railing.'
  await offer(seller, id, {
    teaser: 'What lasted outside',
    privateInfo: open1,
    price: '1',
    licence: { kind: 'quotable' },
  })
  await offer(seller, id, { teaser: 'What the harbour uses', privateInfo: kept, price: '1' })
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.inspect()
  await room.page.getByRole('button', { name: 'Show the whole answer' }).click()
  await room.page.getByRole('button', { name: 'See what others would read' }).click()
  const preview = room.page.getByRole('dialog')
  await expect(preview).toContainText('eleven winters')
  await expect(preview).toContainText('left out')
  await expect(preview).not.toContainText('Teknos')
  const visitor = new QuestionPage(await open(null))
  await visitor.goto(id)
  await expect(visitor.answer).toContainText('is the asker’s alone')
  // Neither its buyer nor its seller, who both read it, is told that others may.
  const own = new QuestionPage(await open(seller))
  await own.goto(id)
  for (const { answer } of [room, own]) {
    await expect(answer.getByText('Its words are the asker’s alone.')).toHaveCount(1)
    await expect(answer.getByText('who lets it be quoted.')).toHaveCount(1)
  }
  await preview.getByRole('button', { name: 'Publish it' }).click()
  await expect(room.page.getByText('Everybody can read this answer')).toBeVisible()

  await visitor.page.goto(`/questions?q=eleven+winters`)
  await visitor.page.getByRole('link', { name: title }).click()
  await expect(visitor.answer).toContainText('eleven winters')
  await visitor.answer.getByRole('button', { name: 'What it says' }).click()
  await expect(visitor.answer).toContainText(open1)
  await expect(visitor.page.locator('main')).not.toContainText('Teknos')

  await room.page.getByRole('button', { name: 'Take it back' }).click()
  await room.page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(room.page.getByRole('button', { name: 'See what others would read' })).toBeVisible()
  await visitor.page.reload()
  await expect(visitor.page.locator('main')).not.toContainText('eleven winters')
})

test('somebody who types the same question finds the answer, and buys what it rests on: its seller and the first asker are paid', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, reader] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Rea Reads')])
  const title = `Which ${word} varnish lasts longest outside?`
  market.model.when(title, scriptOf([{ buy: ['fence', 'harbour'] }]))
  const id = await ask(asker, { title })
  const sold = 'The harbourmaster paid for Teknos on every railing.'
  await offer(seller, id, {
    teaser: 'What lasted on a fence',
    privateInfo: `The ${word} varnish lasted eleven winters on a fence.`,
    price: '1',
    licence: { kind: 'quotable' },
  })
  await offer(seller, id, {
    teaser: 'What the harbour uses',
    privateInfo: sold,
    price: '1',
    licence: { kind: 'resale', priceMicros: micros('0.8') },
  })
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.inspect()
  await room.page.getByRole('button', { name: 'Show the whole answer' }).click()
  await room.page.getByRole('button', { name: 'See what others would read' }).click()
  const preview = room.page.getByRole('dialog')
  await preview.getByLabel('Others may buy what you bought').check()
  await preview.getByRole('button', { name: 'Publish it' }).click()
  await expect(room.page.getByText('Everybody can read this answer')).toBeVisible()

  const page = await open(reader, { path: '/ask' })
  await new AskPage(page).title.fill(title)
  const found = page.getByRole('list', { name: 'Answered already' }).getByRole('link', { name: title })
  await expect(found).toContainText('1 source in full from 0.80')
  await found.click()
  const answer = new QuestionPage(page).answer
  await expect(answer).toContainText('eleven winters')
  await expect(page.locator('main')).not.toContainText('Teknos')
  await answer.getByRole('button', { name: 'Read what was bought: 0.80' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('What the harbour uses')
  await expect(dialog).toContainText('pays the market’s fee of 5 % and gives Ada Asks 10 % of the price')
  await expect(dialog).toContainText('You have 100.00')
  await dialog.getByRole('button', { name: 'Buy and read it' }).click()
  const source = answer.getByRole('listitem').filter({ hasText: 'What the harbour uses' })
  await source.getByRole('button', { name: 'What it says' }).click()
  await expect(answer).toContainText(sold)
  await page.goto('/wallet/bought')
  await page.getByRole('button', { name: 'What it says' }).click()
  await expect(page.locator('main')).toContainText(sold)

  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.locator('main')).toContainText('You bought this for 0.80 credits on')
  await expect(page.locator('main')).toContainText('from an answer that Ada Asks published')

  const wallet = async (who: Person) => (await who.api.wallet.summary.query()).availableMicros
  expect(await wallet(reader)).toBe(micros('99.2'))
  const rows = await asker.api.wallet.rows.query({ kinds: ['share'] })
  expect(rows.rows.map(({ amountMicros }) => amountMicros)).toEqual([micros('0.08')])
  const earned = await seller.api.wallet.rows.query({ kinds: ['resold', 'share-given'] })
  expect(earned.rows.map(({ amountMicros }) => amountMicros).sort()).toEqual([-micros('0.08'), micros('0.8')])
})
