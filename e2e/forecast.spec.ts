import { ask, offer, start, untilTree } from './deeds'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { scriptOf } from './model-script'
import { QuestionPage } from './pages/question-page'

/** Told by how many purchases are known: none, the first, both. */
const TOLD = [0.5, 0.8, 0.64]
/** A question is open for a minute at least, and a forecast closes no earlier; with some seconds for the way there. */
const CLOSES_MS = 65_000

test('a forecast is asked, answered and resolved, and its scores are those of a calculation by hand', async ({
  market,
  join,
  open,
  word,
}) => {
  test.slow()
  const [asker, seller] = await Promise.all([join('Ada Asks'), join('Sal Sells')])
  const title = `Will the ${word} bridge open to lorries?`
  const event = `The ${word} bridge is open to lorries in March.`
  const [first, second] = ['What the county planned', 'What its builder says']
  market.model.when(
    title,
    scriptOf([{ level: 0, buy: [first, second] }], {
      recommendation: ({ dossier }) => ({ reply: { probability: TOLD[dossier.length] ?? 0 } }),
    }),
  )
  const resolvesAt = new Date(Date.now() + CLOSES_MS)
  const id = await ask(asker, {
    title,
    deadlineMinutes: 1,
    policy: { maxSittings: 1 },
    decision: { kind: 'forecast', event, closesAt: resolvesAt, resolvesAt, resolver: 'asker', source: '' },
  })
  await offer(seller, id, { teaser: first, privateInfo: 'It planned March.', price: '1' })
  await offer(seller, id, { teaser: second, privateInfo: 'The steel is late.', price: '1' })
  await start(asker, id)
  await untilTree(asker, id)
  // Before it closes.
  await asker.api.inspection.decide.mutate({ rootId: id, option: null, percent: 70, verdict: null, note: '' })

  const watching = new QuestionPage(await open(asker))
  const { page } = watching
  await watching.goto(id)
  await expect(watching.answer).toContainText('64 %')
  await expect(page.getByText('70 % likely', { exact: true })).toBeVisible()

  await expect
    .poll(async () => (await asker.api.contexts.view.query({ id })).can.resolve, { timeout: 90_000 })
    .toBe('asker')
  await page.reload()
  await untilLive(page)
  const outcome = page.getByRole('region', { name: 'What came of it' })
  await outcome.getByRole('radio', { name: 'It came so' }).click()
  await outcome.getByRole('textbox', { name: 'Where it can be read' }).fill('The county’s page')
  await outcome.getByRole('textbox', { name: 'How the source tells it' }).fill('It says “open”.')
  await outcome.getByRole('button', { name: 'Tell the outcome' }).click()
  await watching.expectState('outcome known')
  // By hand, in bits: log2 0.8 − log2 0.5 = 0.68, log2 0.64 − log2 0.8 = −0.32, together 0.36.
  await expect(page.getByRole('region', { name: /^What came of it, told/ })).toContainText(
    'changed the log score by +0.36 bits in all, over 2 purchases',
  )
  await expect(watching.answer).toContainText('+0.68 bits')
  await expect(watching.answer).toContainText('−0.32 bits')

  // The asker's own record: (1 − 0.7)² = 0.09, log2 0.7 = −0.51.
  await page.goto(`/people/${asker.handle}`)
  await expect(page.locator('#main')).toContainText('0.090')
  await expect(page.locator('#main')).toContainText('−0.51')
  await page.goto(`/people/${seller.handle}`)
  await expect(page.locator('#main')).toContainText('+0.36')
})
