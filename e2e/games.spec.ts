import { micros } from './amounts'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { walletOf } from './person'

// A game needs no offers; the model is scripted, and asked nothing here.
test.use({ site: async ({ market }, use) => use(market) })

test('a game is opened, joined, played by hand and paid, on its page', async ({ join, open, word }) => {
  const [asker, first, second] = [await join('Ada Asks'), await join('Pia Plays'), await join('Pol Plays')]
  const asking = await open(asker, { path: '/games/new' })
  await untilLive(asking)
  await asking.getByRole('button', { name: 'Open the game' }).click()
  await expect(asking.getByText('Ask in at least 8 characters.')).toBeVisible()
  await expect(asking.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await asking.getByRole('textbox', { name: 'Question' }).fill(`Does the ${word} flow in August?`)
  await asking.getByRole('textbox', { name: 'Claim' }).fill(`The ${word} flows in August.`)
  // What was typed is there again.
  await asking.reload()
  await untilLive(asking)
  await expect(asking.getByText('Draft restored.')).toBeVisible()
  await asking.getByRole('radio', { name: 'You, by hand' }).click()
  await asking.getByRole('textbox', { name: 'How likely is it that the claim is true?' }).fill('10')
  await asking.getByRole('combobox', { name: 'Seats' }).selectOption('2')
  await expectAccessible(asking, 'the form of a game')
  await asking.getByRole('button', { name: 'Open the game' }).click()
  await expect(asking.getByText('0 of 2 seats are taken.')).toBeVisible()
  const path = new URL(asking.url()).pathname
  const gameId = path.split('/').at(-1) ?? ''

  const playing = await open(first, { path })
  await untilLive(playing)
  await playing.getByRole('button', { name: 'Take the seat' }).click()
  await expect(playing.getByText('1 of 2 seats are taken.')).toBeVisible()
  await second.api.games.join.mutate({ gameId, stakeMicros: micros('1') })
  // The page follows by itself.
  await playing.getByRole('textbox', { name: 'What you add' }).fill('A gauge stands there.')
  await playing.getByRole('button', { name: 'Say it' }).click()
  await expect(playing.getByText('Ada Asks says what is recommended now.')).toBeVisible()

  await asking.getByRole('textbox', { name: 'How likely is it that the claim is true?' }).fill('40')
  await asking.getByRole('button', { name: 'State it' }).click()
  await expect(asking.getByText('+0.449 bits')).toBeVisible()
  await expectAccessible(asking, 'a game')
  await second.api.games.move.mutate({ gameId, number: 2, text: null })
  await expect(playing.getByText('A player passed.')).toBeVisible()
  await expect(playing.getByRole('row', { name: /Pia Plays/ }).getByText('+0.44 credits')).toHaveAttribute(
    'title',
    /^0\.449/,
  )
  const exported = await playing.request.get(`/games/export?game=${gameId}`)
  expect((await exported.text()).trim().split('\n')).toHaveLength(2)
  expect(await walletOf(first)).toMatchObject({ held: '0.00' })
})
