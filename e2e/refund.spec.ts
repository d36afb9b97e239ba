import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { micros } from './amounts'
import { expectAccessible } from './axe'
import { ask, offer } from './deeds'
import { expect, test } from './fixtures'
import { untilLive } from './live'
import { QuestionPage } from './pages/question-page'
import { type Person, register, requestKey, walletOf } from './person'
import { newDataDir, removeDataDir, runCommand, startSite } from './site'

const ENV = { DEMO: 'off', VERIFY_EMAIL: 'off', EARNINGS_PENDING_HOURS: '72' }
let moderator: Person

// A market of its own, where earnings wait.
test.use({
  actionTimeout: 20_000,
  site: async ({ browserName: _browser }, use) => {
    const dataDir = await newDataDir()
    const site = await startSite({ dataDir, env: ENV })
    // A new market prints a code; whoever has it runs the market, and says who moderates.
    const [, code = ''] = /"code":"([^"]+)"/.exec(site.output()) ?? []
    const operator = await register(site.url, 'Olga Operates')
    await operator.api.operate.claim.mutate({ code, password: operator.password })
    moderator = await register(site.url, 'Mo Derates')
    await operator.api.operate.giveRole.mutate({ handle: moderator.handle, role: 'moderator' })
    await use(site)
    await site.stop()
    const books = await runCommand('verify', { DATA_DIR: dataDir })
    await removeDataDir(dataDir)
    expect(site.faults(), 'Errors in the log of the server').toEqual([])
    expect(books.code, books.output).toBe(0)
  },
})

test('a refund is contested and given in part; the receipt is checked without the market', async ({
  join,
  open,
  site,
  word,
}, testInfo) => {
  test.slow()
  const [asker, seller] = [await join('Ada Asks'), await join('Sal Sells')]
  const teaser = `What the last flood of the ${word} did to its bridge`
  const privateInfo = 'It took the railing.\nThe piers stand.'
  const id = await ask(asker, { title: `Is the bridge over the ${word} safe to cross?` })
  const offerId = await offer(seller, id, { teaser, privateInfo, price: '2' })
  const bought = { offerId, version: 1, priceMicros: micros('2'), requestKey: requestKey() }
  await asker.api.offers.buyUnseen.mutate(bought)
  expect(await walletOf(seller)).toMatchObject({ available: '100.00', earned: '1.90' })

  const asking = new QuestionPage(await open(asker))
  await asking.goto(id, '?tab=offers')
  await asking.offer(teaser).getByRole('link', { name: 'Is it wrong?' }).click()
  const complaint = asking.page
  await expect(complaint.getByRole('heading', { name: 'Complain about a purchase' })).toBeVisible()
  await untilLive(complaint)
  await complaint.getByRole('button', { name: 'Complain' }).click()
  await expect(complaint.getByText('Choose one of the two.')).toBeVisible()
  await complaint.getByRole('radio', { name: 'What the text says is false' }).click()
  await complaint.getByRole('textbox', { name: 'How so' }).fill('A pier is gone: I stood there.')
  await expectAccessible(complaint, 'the form of a complaint')
  await complaint.getByRole('button', { name: 'Complain' }).click()
  await expect(complaint.getByRole('heading', { name: 'A complaint, not decided yet' })).toBeVisible()

  const selling = await open(seller, { path: '/wallet' })
  await selling.getByRole('link', { name: 'Its buyer complains' }).click()
  await expect(selling.getByText('A pier is gone: I stood there.')).toBeVisible()
  await untilLive(selling)
  await selling.getByRole('radio', { name: 'It is not right' }).click()
  await selling.getByRole('textbox', { name: 'Why' }).fill('Both stand on my photograph.')
  await selling.getByRole('button', { name: 'Answer' }).click()
  await expect(selling.getByText('Contested')).toBeVisible()

  const judging = await open(moderator, { path: '/moderation' })
  await judging.getByRole('link', { name: '1 complaint about purchases' }).click()
  await judging.getByRole('link', { name: 'What the text says is false' }).click()
  await expect(judging.getByText('Both stand on my photograph.')).toBeVisible()
  await untilLive(judging)
  await judging.getByRole('button', { name: 'Read the text' }).click()
  await expect(judging.getByText('It took the railing.')).toBeVisible()
  await judging.getByRole('textbox', { name: 'Refund' }).fill('0.50')
  await judging.getByRole('textbox', { name: 'Why' }).fill('One of two piers is gone.')
  await judging.getByRole('button', { name: 'Decide' }).click()
  await expect(judging.getByText(/Refunded in part, 0\.50 credits/)).toBeVisible()

  await complaint.reload()
  await expect(complaint.getByText('One of two piers is gone.')).toBeVisible()
  // The fee stays the market's, and what is not refunded is the seller's now.
  expect(await walletOf(asker)).toMatchObject({ available: '88.50', held: '10.00', spent: '1.50' })
  expect(await walletOf(seller)).toMatchObject({ available: '101.40', earned: '1.40' })
  await asking.goto(id, '?tab=offers')
  await expect(asking.offer(teaser).getByRole('link', { name: 'Refunded 0.50 credits' })).toBeVisible()
  await complaint.goto(`/people/${asker.handle}`)
  await expect(complaint.getByText('up to 25 % of what was spent in 90 days was refunded')).toBeVisible()

  await complaint.goto(`/questions/${id}/receipt`)
  await expect(complaint.getByText('This question is still open.')).toBeVisible()
  await asker.api.contexts.cancel.mutate({ id, requestKey: requestKey() })
  await complaint.reload()
  await complaint.goto(`/offers/${offerId}/receipt`)
  await expect(complaint.getByText('0.50 credits')).toBeVisible()
  await expect(complaint.getByRole('link', { name: 'Is it wrong?' })).toHaveCount(0)
  await complaint.getByRole('link', { name: 'What was said against it' }).waitFor()
  await complaint.goto(`/questions/${id}/receipt`)
  await complaint.setViewportSize({ width: 320, height: 700 })
  await expectAccessible(complaint, 'a receipt')
  expect(await complaint.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const [download] = await Promise.all([
    complaint.waitForEvent('download'),
    complaint.getByRole('link', { name: 'Download the signed file' }).click(),
  ])
  const [receipt, keys, text] = ['receipt.json', 'jwks.json', 'text.txt'].map((name) =>
    testInfo.outputPath(name),
  )
  if (!receipt || !keys || !text) throw new Error('Three files are written')
  await download.saveAs(receipt)
  writeFileSync(keys, await (await fetch(`${site.url}/.well-known/jwks.json`)).text())
  writeFileSync(text, privateInfo)
  const script = path.resolve('examples/verify-receipt.mjs')
  const checked = spawnSync(process.execPath, [script, receipt, keys, text], { encoding: 'utf8' })
  expect(checked.stdout).toContain(`${text} is the text of ${offerId}.`)
  expect(checked.status).toBe(0)

  // The browser says the same, of the page's receipt and of files.
  await complaint.getByRole('button', { name: 'Check this receipt here' }).click()
  await expect(complaint.getByText('It is as the market signed it.')).toBeVisible()
  await complaint.getByRole('textbox', { name: /Is a text that you have/ }).fill(privateInfo)
  await complaint.getByRole('button', { name: 'Compare it' }).click()
  await expect(complaint.getByText(`It is the text of “${teaser}”.`)).toBeVisible()
  const signed = JSON.parse(readFileSync(receipt, 'utf8'))
  const said = Buffer.from(signed.payload, 'base64url').toString('utf8').replace('2.00', '1.00')
  writeFileSync(receipt, JSON.stringify({ ...signed, payload: Buffer.from(said).toString('base64url') }))
  await complaint.getByLabel('Check a file that you kept').setInputFiles(receipt)
  await expect(complaint.getByText('It is not what the market signed.')).toBeVisible()
})
