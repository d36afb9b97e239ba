import { ask, fixedBot, offer, untilTree } from './deeds'
import { expect, type ScriptedMarket, test } from './fixtures'
import { gate } from './gate'
import { lineTo } from './line'
import type { ModelCall } from './model-calls'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'
import { movementsOf, type Person } from './person'

/**
 * One tree for all of these: two sub-questions side by side below the root, and below one of them another. The model holds
 * its replies back where a test tells it to.
 */
async function grow(
  { market, join, word }: { market: ScriptedMarket; join: (name: string) => Promise<Person>; word: string },
  hold: (call: ModelCall) => Promise<void> = async () => {},
) {
  const [asker, roofer, plumber, owner] = await Promise.all([
    join('Ada Asks'),
    join('Ruth Roofer'),
    join('Paul Plumber'),
    join('Bo Owner'),
  ])
  const [roof, pipe, slate] = [`${word}ro`, `${word}pi`, `${word}sla`]
  const title = `Should we buy the old mill at ${word}?`
  let reading = 0
  let readingMost = 0
  const script = scriptOf([
    {
      level: 0,
      round: 0,
      ask: [
        { about: 'roof', budget: '2' },
        { about: 'pipes', budget: '2' },
      ],
    },
    {
      level: 0,
      buy: [
        { teaser: 'roof', reason: 'decisive' },
        { teaser: 'pipes', reason: 'worth-its-price' },
      ],
    },
    {
      level: 1,
      question: roof,
      round: 0,
      ask: [{ about: 'survey', budget: '1' }],
    },
    { level: 1, question: roof, buy: ['survey'] },
    { level: 1, question: pipe, buy: ['invoice'] },
    { level: 2, buy: ['quarry'] },
  ])
  market.model.when(title, async (call) => {
    const isSibling = call.kind === 'verdict' && call.data.questions.length === 2 && call.data.round === 0
    if (isSibling) readingMost = Math.max(readingMost, ++reading)
    await hold(call)
    if (isSibling) reading -= 1
    return script(call)
  })
  await fixedBot(owner, {
    name: 'Surveyor',
    keywords: [roof],
    teaser: `A survey of that building, ${slate}`,
    privateInfo: 'Beams are dry; the covering has forty years left, says the surveyor.',
    price: '1.50',
  })
  await fixedBot(owner, {
    name: 'Archive',
    keywords: [pipe],
    teaser: 'An invoice from the archive',
    privateInfo: 'Everything was replaced with copper in 2011.',
    price: '0.75',
  })
  await fixedBot(owner, {
    name: 'Quarry',
    keywords: [slate],
    teaser: 'What the quarry says',
    privateInfo: 'Welsh stone holds for a century.',
    price: '0.333333',
  })
  const id = await ask(asker, { title, budget: '20', start: { rule: 'quorum', offers: 2 } })
  const begin = async () => {
    await offer(roofer, id, {
      teaser: `What I saw on the roof of the mill, ${roof}`,
      privateInfo: 'Sound, but somebody should look at the timber.',
      price: '2',
    })
    await offer(plumber, id, {
      teaser: `What I know of the pipes of the mill, ${pipe}`,
      privateInfo: 'No lead anywhere.',
      price: '1',
    })
  }
  return { asker, roofer, plumber, owner, id, title, begin, readingMost: () => readingMost }
}

const isRootsLast = (call: ModelCall) =>
  call.kind === 'verdict' && call.data.questions.length === 1 && call.data.round > 0

test('siblings are read in parallel, every level is bought from, and money is exact', async ({
  market,
  join,
  word,
}) => {
  const bothRead = gate()
  let siblings = 0
  const grown = await grow({ market, join, word }, async (call) => {
    if (call.kind !== 'verdict' || call.data.questions.length !== 2 || call.data.round > 0) return
    // Each sibling waits for the other: one after the other would wait for ever.
    siblings += 1
    if (siblings === 2) bothRead.open()
    await bothRead.isOpen
  })
  await grown.begin()
  const tree = await untilTree(grown.asker, grown.id)

  expect(grown.readingMost()).toBe(2)
  expect(tree.contexts.map((context) => context.level).sort()).toEqual([0, 1, 1, 2])
  expect(tree.offers.map((sold) => sold.state)).toEqual(Array(5).fill('bought'))
  expect(tree.answer?.citations).toHaveLength(5)
  expect(await movementsOf(grown.asker)).toEqual(['grant 100.00', 'hold −20.00', 'release 14.416667'])
  expect(await movementsOf(grown.roofer)).toEqual(['grant 100.00', 'sale 2.00', 'fee −0.10'])
  expect(await movementsOf(grown.plumber)).toEqual(['grant 100.00', 'sale 1.00', 'fee −0.05'])
  const owners = await movementsOf(grown.owner)
  expect(owners.filter((row) => row.startsWith('sale')).sort()).toEqual([
    'sale 0.333333',
    'sale 0.75',
    'sale 1.50',
  ])
  expect(owners.filter((row) => row.startsWith('fee')).sort()).toEqual([
    'fee −0.016666',
    'fee −0.0375',
    'fee −0.075',
  ])
})

test('a tree grows in the browser, survives a cut line, and a second tab shows the same', async ({
  market,
  join,
  open,
  word,
  guard,
}) => {
  guard.expect(/net::ERR_/)
  const whileCut = gate()
  const grown = await grow({ market, join, word }, async (call) => {
    if (isRootsLast(call)) await whileCut.isOpen
  })
  const line = await lineTo(market.url)
  const page = await open(grown.asker, { url: line.url })
  const room = new QuestionPage(page)
  await room.goto(grown.id, '?tab=inspection')
  await expect(room.row(/^Question:/)).toBeVisible()

  await grown.begin()
  await expect(room.row(/^Offer of Quarry, a bot of .*bought/)).toBeVisible()
  await expect(room.row(/^Verdict 2: reading the offers/).last()).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  line.cut()
  await expect(page.getByText('reconnecting…')).toBeVisible()
  whileCut.open()
  const settled = await untilTree(grown.asker, grown.id)
  await expect(room.row(/^Offer of Ruth Roofer: .* bought/)).toBeHidden()
  line.restore()
  await expect(room.row(/^Offer of Ruth Roofer: .* being checked then bought/)).toBeVisible({
    timeout: 30_000,
  })
  const replay = page.getByRole('region', { name: 'Replay' })
  const all = `${settled.events.length} of ${settled.events.length}`
  await expect(replay.getByText(all)).toBeVisible()

  const second = new QuestionPage(await page.context().newPage())
  await second.goto(grown.id, '?tab=inspection')
  const rowsOf = (one: QuestionPage) => one.tree.getByRole('treeitem').allTextContents()
  await expect(second.page.getByRole('region', { name: 'Replay' }).getByText(all)).toBeVisible()
  const rows = await rowsOf(second)
  expect(rows.length).toBeGreaterThanOrEqual(settled.contexts.length + settled.offers.length)
  await expect.poll(() => rowsOf(room), { message: 'The page whose line was cut' }).toEqual(rows)
  await page.reload()
  await expect.poll(() => rowsOf(room), { message: 'The page after a reload' }).toEqual(rows)
  await line.close()
})

test('the outline is walked with the keyboard, and the replay goes through every event', async ({
  market,
  join,
  open,
  word,
}) => {
  const grown = await grow({ market, join, word })
  await grown.begin()
  const settled = await untilTree(grown.asker, grown.id)
  const page = await open(grown.asker)
  const room = new QuestionPage(page)
  await room.goto(grown.id)
  const rows = room.tree.getByRole('treeitem')
  await expect(rows.first()).toHaveAttribute('aria-level', '1')
  expect(await page.evaluate(() => window.scrollY), 'The page opens at its top').toBe(0)
  const count = await rows.count()
  expect(count).toBeGreaterThanOrEqual(settled.contexts.length + settled.offers.length)

  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rows.nth(count - 2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(rows).toHaveCount(count)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/node=/)

  const slider = page.getByRole('slider', { name: 'Moment of the reading' })
  const last = settled.events.length
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText(`1 of ${last}`, { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`2 of ${last}`, { exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(rows).toHaveCount(count)
  await page.getByRole('button', { name: 'Replay from the beginning' }).click()
  await expect(page.getByRole('button', { name: 'Pause the replay' })).toBeVisible()
  const moment = page.getByText(new RegExp(`^\\d+ of ${last}$`))
  await expect
    .poll(async () => Number.parseInt((await moment.textContent()) ?? '', 10), {
      message: 'The replay goes on by itself',
    })
    .toBeGreaterThan(2)

  await page.getByRole('radio', { name: 'Overview' }).click()
  await expect(page.locator('.tree-graph a').first()).toBeVisible()
  await expect(page).toHaveURL(/look=overview/)
})

test('on the page of a purchase, the citation leads to its branch', async ({ market, join, open, word }) => {
  const grown = await grow({ market, join, word })
  await grown.begin()
  const settled = await untilTree(grown.asker, grown.id)
  const room = new QuestionPage(await open(grown.asker))
  await room.goto(grown.id)
  const cited = settled.answer?.citations.find(({ number }) => number === 1)
  await room.answer.getByRole('link', { name: 'Purchase 1', exact: true }).first().click()
  await expect(room.page).toHaveURL(new RegExp(`node=${cited?.offerId}`))
  await expect(room.tree.locator('[aria-selected="true"]')).toBeInViewport()

  // A stranger sees the same tree and none of what was bought.
  const visiting = new QuestionPage(await open(null))
  await visiting.goto(grown.id, `?tab=inspection&node=${cited?.offerId}`)
  await expect(visiting.tree.locator('[aria-selected="true"]')).toBeVisible()
  await expect(visiting.details).toContainText('Bought and closed')
})

test('a first answer names what it lacks, a follow-up asks on it, and the refined answer cites what that found', async ({
  market,
  join,
  open,
  word,
}) => {
  const [asker, seller, owner] = await Promise.all([join('Ada Asks'), join('Sal Sells'), join('Bo Owner')])
  const title = `Is the bridge at ${word} safe to cross?`
  const winter = `${word}fro`
  market.model.when(
    title,
    scriptOf(
      [
        { level: 0, buy: ['report'] },
        { level: 1, buy: ['joints'] },
      ],
      {
        answer({ dossier, parts = [], followUps }) {
          const cited = dossier.map(({ handle }) => `[${handle}]`).join('')
          const missing = parts.filter(({ text }) => text.includes(winter)).map(({ number }) => number)
          const says = followUps ? 'It holds, but not below minus ten' : 'It holds today'
          return {
            reply: { markdown: `${says} ${cited}.`, missing: missing.map((part) => ({ part, budget: '2' })) },
          }
        },
      },
    ),
  )
  const found = 'Below minus ten its joints are closed by the county.'
  await fixedBot(owner, {
    name: 'Frost watch',
    keywords: [winter],
    teaser: 'What becomes of its joints',
    privateInfo: found,
    price: '0.50',
  })
  const id = await ask(asker, {
    title,
    body: `We would cross it daily. Does it hold in ${winter} too?`,
    policy: { followUpDepth: 1 },
  })
  await offer(seller, id, {
    teaser: 'A report on that bridge',
    privateInfo: 'No crack was measured in its piers.',
    price: '2',
  })
  const room = new QuestionPage(await open(asker))
  await room.goto(id)
  await room.inspect()
  const tree = await untilTree(asker, id)
  expect(tree.contexts.map(({ level, askKind }) => [level, askKind])).toEqual([
    [0, null],
    [1, 'follow-up'],
  ])
  expect(tree.offers.map(({ privateInfo }) => privateInfo)).toContain(found)
  expect(tree.contexts[1]?.title).toContain(`Does it hold in ${winter} too`)
  expect(tree.answer?.citations.map(({ contextId }) => contextId)).toEqual(tree.contexts.map((one) => one.id))

  await expect(room.answer).toContainText('It holds, but not below minus ten')
  await expect(room.answer).toContainText('What becomes of its joints')
  await room.show('Tree')
  // The first answer stands on the way, and the follow-up below it.
  await room
    .row(/first answer/i)
    .first()
    .click()
  await expect(room.details).toContainText('It holds today')
  await expect(room.row(new RegExp(`Does it hold in ${winter} too`)).first()).toBeVisible()
})
