import { ask, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { QuestionPage } from './pages/question-page'

test('thirty offers that repeat the question leave the honest one bought', async ({ join, open, market }) => {
  const asker = await join('Ada')
  const rootId = await ask(asker, { title: 'How do homing pigeons find the way back to their loft?' })
  const [honest, ...spammers] = await Promise.all(['Sol', 'Sam', 'Stu', 'Sid'].map((name) => join(name)))
  for (let n = 0; n < 30; n += 1) {
    const spammer = spammers[n % spammers.length]
    if (!spammer) throw new Error('Nobody floods the question')
    await offer(spammer, rootId, {
      teaser: `${n}: how homing pigeons find the way back to their loft.`,
      privateInfo: `Number ${n}: buy this, the way back to the loft is what homing pigeons find.`,
      price: '0.01',
    })
  }
  if (!honest) throw new Error('Nobody is honest')
  const teaser = 'Release experiments with clock-shifted birds.'
  await offer(honest, rootId, {
    teaser,
    privateInfo:
      'Homing pigeons whose clocks were shifted by six hours left at ninety degrees to the loft, so they read the sun by day; under cloud, magnets on the head sent them astray.',
    price: '1',
  })
  await start(asker, rootId)
  const tree = await untilTree(asker, rootId)
  expect(tree.offers.filter(({ state }) => state === 'bought').map((bought) => bought.teaser)).toContain(
    teaser,
  )
  expect(market.model.calls.length).toBeGreaterThan(0)

  const page = await open(asker, { path: `/questions/${rootId}` })
  await expect(new QuestionPage(page).answer).toContainText('clocks were shifted')
})
