import { ask, offer } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'

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
