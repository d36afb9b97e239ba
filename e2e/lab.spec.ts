import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures'
import { untilLive } from './live'

/** Every experiment is loaded with the worker; a busy machine takes its time. */
const RUN_MS = 30_000

test.use({ site: async ({ demo }, use) => use(demo) })

test('an experiment stands beside what is published, and runs in the browser', async ({ open }) => {
  const page = await open(null, { path: '/lab' })
  await page.getByRole('link', { name: 'The marginal value mechanism as a game' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The marginal value mechanism as a game')
  const ours = page.getByRole('region', { name: /^The marginal value mechanism as a game: / })
  await expect(ours.getByRole('row', { name: /^all .*100 %.*Theorem 4\.4/ })).toBeVisible()

  await untilLive(page)
  await page.getByLabel('parts').fill('nine')
  await expect(page.getByText('“nine” is not legal; it must be a whole number from 1 to 4.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run it here' })).toBeDisabled()
  await page.getByLabel('parts').fill('2, 3')
  await page.getByLabel('seeds').fill('1-10')
  await expect(page.getByText("npm run lab -- oversight-game --seeds 1-10 --set 'parts=2,3'")).toBeVisible()
  await page.getByRole('button', { name: 'Run it here' }).click()
  await expect(page.getByRole('heading', { name: 'What your 80 runs gave' })).toBeVisible({ timeout: RUN_MS })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON Lines' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('oversight-game.jsonl')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines).toHaveLength(80)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ seed: 1, values: { parts: 2 } })
})

test('a run in the browser is cut to what fits a page, and can be stopped, with keys alone', async ({
  open,
}) => {
  const page = await open(null, { path: '/lab/oversight-game' })
  await untilLive(page)
  await page.getByLabel('seeds').fill('1-90000')
  await expect(page.getByText('too long for a page. Take fewer seeds')).toBeVisible()
  const run = page.getByRole('button', { name: 'Run it here' })
  await expect(run).toBeDisabled()
  await page.getByRole('button', { name: /^Take the first \d+ seeds$/ }).press('Enter')
  await expect(page.getByLabel('seeds')).toBeFocused()
  await expect(run).toBeEnabled()
  await page.getByLabel('seeds').press('Enter')
  await expect(page.getByRole('progressbar', { name: /Runs that are done/ })).toHaveAttribute(
    'aria-valuetext',
    /^[1-9]\d* of \d+ runs$/,
    { timeout: RUN_MS },
  )
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(run).toBeFocused()
  await expect(
    page.getByText(/^You stopped it: \d+ of \d+ runs are done, and only they are shown/),
  ).toBeVisible()
})

test('an experiment that needs a model shows what is published, and no figure of ours', async ({ open }) => {
  const page = await open(null, { path: '/lab/crash-with-model' })
  const published = page.getByRole('region', { name: 'The Crash, with a language model: published' })
  await expect(
    published.getByRole('row', { name: /^Bankrupt firms .*87 % Gemini 3 Flash/ }).first(),
  ).toBeVisible()
  await expect(page.getByText('no run of ours is kept with the code')).toBeVisible()
  await expect(page.getByText('REF is a run of the published code')).toBeVisible()
})

test('the lab fits a phone', async ({ open }) => {
  const page = await open(null, { path: '/lab' })
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/lab', '/lab/inspection-depth', '/lab/crash', '/lab/crash-with-model']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    // A row of a table is a few lines, not a column of single words.
    const rows = await page.getByRole('row').all()
    for (const row of rows.slice(0, 40)) expect((await row.boundingBox())?.height ?? 0).toBeLessThan(120)
  }
})
