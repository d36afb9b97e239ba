import { ask, fixedBot, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'

/**
 * The paper's counter-example to the naive protocol (section 3.1): legumes are toxic, rice is unhealthy, and boiling makes
 * legumes safe. Who forgets the last eats rice.
 */
const CASES = [
  { protocol: 'successive', inspector: 'site', ends: 'Rice', bought: 2 },
  { protocol: 'recursive', inspector: 'site', ends: 'Boiled legumes', bought: 3 },
  { protocol: 'successive', inspector: 'built-in', ends: 'Rice', bought: 2 },
  { protocol: 'recursive', inspector: 'built-in', ends: 'Boiled legumes', bought: 3 },
] as const

test('the legume question ends with rice when levels forget and with boiled legumes when they do not', async ({
  market,
  join,
  open,
}) => {
  const [asker, jonas, mei, cook] = await Promise.all([
    join('Amara Asks'),
    join('Jonas Legumes'),
    join('Mei Rice'),
    join('Carla Cook'),
  ])
  await fixedBot(cook, {
    name: 'Kitchen notes',
    keywords: ['legumes'],
    teaser: 'How legumes are prepared',
    privateInfo: 'The toxins in legumes can be removed by boiling.',
    price: '1',
  })
  market.model.when(
    'What should I eat',
    scriptOf([
      {
        level: 0,
        round: 0,
        ask: [
          {
            about: 'something about legumes',
            kind: 'exception',
            budget: '2',
          },
        ],
      },
      { level: 0, buy: ['legumes', 'rice'] },
      { level: 1, buy: ['prepared'] },
    ]),
  )
  const rooms = await Promise.all(
    CASES.map(async ({ protocol, inspector }) => {
      const id = await ask(asker, {
        title: `What should I eat, asked ${protocol} of ${inspector}?`,
        decision: { kind: 'choice', options: ['Raw legumes', 'Rice', 'Boiled legumes'] },
        policy: { protocol, inspector },
      })
      await offer(jonas, id, {
        teaser: 'Something about legumes',
        privateInfo: 'Legumes are toxic.',
        price: '2',
      })
      await offer(mei, id, { teaser: 'Something about rice', privateInfo: 'Rice is unhealthy.', price: '1' })
      await start(asker, id)
      return { id, tree: await untilTree(asker, id) }
    }),
  )
  const room = new QuestionPage(await open(asker))
  for (const [index, { protocol, inspector, ends, bought }] of CASES.entries()) {
    await test.step(`${protocol}, ${inspector}`, async () => {
      const { id = '', tree } = rooms[index] ?? {}
      expect(tree?.answer?.citations).toHaveLength(bought)
      await room.goto(id)
      await expect(room.answer).toContainText(`Recommended${ends}`)
      const decide = room.page.getByRole('region', { name: 'Your decision' })
      await decide.getByRole('radio', { name: ends, exact: true }).click()
      await decide.getByRole('button', { name: 'Record your decision' }).click()
      await expect(room.page.getByRole('region', { name: /^You decided/ })).toContainText(ends)
    })
  }
  const asked = market.model.calls.filter((call) => JSON.stringify(call.data).includes('asked'))
  expect(asked.some((call) => call.user.includes('of built-in'))).toBe(false)
})
