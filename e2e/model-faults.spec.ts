import { ask, fixedBot, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import type { Fault } from './model-calls'
import { askingScript, greedyScript, scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'
import { movementsOf, requestKey, walletOf } from './person'

/** Half a minute of trying before a tree is paused, on a busy machine more. */
const PAUSE_MS = 80_000

test('the model goes down in the middle: the tree pauses with the reason, resumes, and settles', async ({
  market,
  join,
  open,
  word,
}) => {
  test.slow()
  const [asker, seller, owner] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Bo Owner')])
  const title = `Can I drink from the ${word} spring?`
  const ready = scriptOf([
    {
      level: 0,
      unlessKnown: 'laboratory',
      ask: [{ about: 'spring', budget: '5' }],
    },
    { level: 0, buy: ['spring'] },
    { level: 1, buy: ['test'] },
  ])
  let isDown = false
  market.model.when(title, (call) => {
    // Goes down between the first verdict and the one on the sub-question.
    if (call.kind === 'verdict' && call.data.questions.length === 1 && call.data.round === 0) {
      isDown = true
      return ready(call)
    }
    return isDown ? { fault: 'down' } : ready(call)
  })
  await fixedBot(owner, {
    name: 'Water test',
    keywords: [word],
    teaser: 'A test of that water',
    privateInfo: 'The laboratory found nothing.',
    price: '2.25',
  })
  const id = await ask(asker, { title, budget: '9' })
  await offer(seller, id, {
    teaser: 'I drink from the spring each summer',
    privateInfo: 'It never did me any harm.',
    price: '1.50',
  })
  await start(asker, id)

  const room = new QuestionPage(await open(asker))
  await room.goto(id, '?tab=inspection')
  await expect(room.page.getByText('The reading is paused').first()).toBeVisible({ timeout: PAUSE_MS })
  await expect(
    room.page
      .getByText(/^The model that reads the offers gave no answer: its server cannot be reached, failed/)
      .first(),
  ).toBeVisible()
  await room.expectState('paused')
  // Held exactly: what the sub-question was given is still in its escrow.
  expect(await walletOf(asker)).toEqual({ available: '91.00', held: '9.00', earned: '0.00', spent: '0.00' })

  isDown = false
  market.model.when(title, ready)
  await room.page.getByRole('button', { name: 'Go on reading' }).click()
  await expect(room.answer).toBeVisible()
  await expect(room.row(/^Offer of Sal Sells: .*bought/)).toBeVisible()
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −9.00', 'release 5.25'])
  expect(await movementsOf(seller)).toEqual(['grant 100.00', 'sale 1.50', 'fee −0.075'])
  expect(await movementsOf(owner)).toEqual(['grant 100.00', 'sale 2.25', 'fee −0.1125'])
})

test('a model that refuses, answers off-format, is cut short or is not there buys nothing and says why', async ({
  market,
  join,
  open,
  word,
}) => {
  test.slow()
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const faults: { name: string; fault: Fault; says: string }[] = [
    { name: 'refusal', fault: 'refusal', says: 'refused, could not take in so much' },
    { name: 'prose', fault: 'not-json', says: 'a form that cannot be used' },
    { name: 'offformat', fault: 'off-format', says: 'a form that cannot be used' },
    { name: 'short', fault: 'truncated', says: 'a form that cannot be used' },
    { name: 'overload', fault: { status: 503 }, says: 'cannot be reached' },
    { name: 'wrongkey', fault: { status: 401 }, says: 'the operator must set it right' },
  ]
  const ids = await Promise.all(
    faults.map(async ({ name, fault }) => {
      const title = `What is wrong with the ${word} ${name}?`
      market.model.when(title, () => ({ fault }))
      const id = await ask(asker, { title, budget: '5', start: { rule: 'quorum', offers: 1 } })
      await offer(seller, id, {
        teaser: 'I know what is wrong',
        privateInfo: 'A screw is loose.',
        price: '1',
      })
      return id
    }),
  )
  const trees = await Promise.all(ids.map((id) => untilTree(asker, id, 'paused', PAUSE_MS)))
  for (const [index, { says }] of faults.entries()) expect.soft(trees[index]?.pausedFor).toContain(says)
  expect((await walletOf(asker)).held).toBe('30.00')

  // One is stopped by its asker, the others settle once the model is well again.
  const [stopped = '', ...others] = ids
  const room = new QuestionPage(await open(asker))
  await room.goto(stopped)
  await room.page.getByRole('button', { name: 'Stop reading' }).click()
  await room.page.getByRole('alertdialog').getByRole('button', { name: 'Stop it' }).click()
  await expect(room.page.getByText('5.00 credits are back in your wallet.')).toBeVisible()
  market.model.when(`What is wrong with the ${word}`, scriptOf([{ buy: ['wrong'] }]))
  await Promise.all(
    others.map(async (rootId) => {
      await asker.api.inspection.resume.mutate({ rootId, requestKey: requestKey() })
      await untilTree(asker, rootId)
    }),
  )
  expect(await walletOf(asker)).toEqual({ available: '95.00', held: '0.00', earned: '0.00', spent: '5.00' })
  expect((await walletOf(seller)).available).toBe('104.75')
})

test('a model that buys what is not there and more than there is gets what the budget pays for', async ({
  market,
  join,
  word,
}) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const title = `Where is the ${word} treasure?`
  market.model.when(title, greedyScript)
  const id = await ask(asker, { title, budget: '5' })
  for (const place of ['the well', 'the attic', 'the cellar']) {
    await offer(seller, id, {
      teaser: `I looked in ${place}`,
      privateInfo: `Nothing in ${place}.`,
      price: '2',
    })
  }
  await start(asker, id)
  const tree = await untilTree(asker, id)
  const states = tree.offers.map(({ state, reason }) => `${state}: ${reason}`).sort()
  expect(states).toEqual(['bought: decisive', 'bought: decisive', 'passed: over-budget'])
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −5.00', 'release 1.00'])
  expect((await walletOf(seller)).available).toBe('103.80')
})

test('a model that asks for ever stops where the policy says, and every credit comes back', async ({
  market,
  join,
  word,
}) => {
  const [asker, seller, owner] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Bo Owner')])
  const title = `Is it so that the ${word} turns?`
  market.model.when(title, askingScript)
  await fixedBot(owner, {
    name: 'Echo',
    keywords: ['turns'],
    teaser: `It turns and turns, the ${word}`,
    privateInfo: 'And so on.',
    price: '0.10',
  })
  const id = await ask(asker, { title, budget: '8' })
  await offer(seller, id, { teaser: `It turns, the ${word}`, privateInfo: 'Watch it.', price: '1' })
  await start(asker, id)
  const tree = await untilTree(asker, id)
  expect(Math.max(...tree.contexts.map((context) => context.level))).toBe(3)
  expect(tree.offers.some((made) => made.state === 'bought')).toBe(false)
  expect(tree.answer?.markdown).toContain('bought nothing')
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −8.00', 'release 8.00'])
})

test('a slow model is waited for, and its question can be stopped meanwhile', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const title = `How long does the ${word} take?`
  market.model.when(title, scriptOf([{ buy: ['long'], delayMs: 20_000 }]))
  const id = await ask(asker, { title, budget: '3' })
  await offer(seller, id, { teaser: 'How long it took me', privateInfo: 'An hour.', price: '1' })
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.inspect()
  await expect(room.row(/^Verdict 1: reading the offers/)).toBeVisible()
  await room.page.getByRole('button', { name: 'Stop reading' }).click()
  await room.page.getByRole('alertdialog').getByRole('button', { name: 'Stop it' }).click()
  await room.expectState('cancelled')
  expect(await movementsOf(asker)).toEqual(['grant 100.00', 'hold −3.00', 'refund 3.00'])
  expect(await movementsOf(seller)).toEqual(['grant 100.00'])
})
