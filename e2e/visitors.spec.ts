import { ask } from './deeds'
import { expect, test } from './fixtures'
import { QuestionPage } from './pages/question-page'
import { stepIn } from './person'

/** What a stranger has patience for. */
const PATIENCE_MS = 10_000

test('a visitor sees a tree at once and can run a fresh one live', async ({ demo, open }) => {
  const page = await open(null, { site: demo })
  const began = Date.now()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.tree-graph a').first()).toBeVisible({ timeout: PATIENCE_MS })
  expect(Date.now() - began).toBeLessThan(PATIENCE_MS)

  await page.getByRole('button', { name: 'Run a fresh one live' }).click()
  await page.getByRole('menuitem', { name: 'Raw legumes, rice or boiled legumes?' }).click()
  await expect(page).toHaveURL(/\/questions\/bc_/)
  const room = new QuestionPage(page)
  // Live, as a picture: each box says how it stands, what it costs and what it is.
  await expect(page.getByRole('button', { name: /bought \d.* Offer of/ }).first()).toBeVisible({
    timeout: 60_000,
  })
  await expect(room.answer).toBeVisible({ timeout: 60_000 })
})

test('one click signs in as a demo person', async ({ demo, open }) => {
  const page = await open(null, { site: demo, path: '/sign-in' })
  await page
    .getByRole('button', { name: /^Step in as/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/$|\/questions/)
  await page.goto('/wallet')
  await expect(page.getByText('Available', { exact: true })).toBeVisible()
})

test('the settled tree of the first page can be opened, row by row, by anybody', async ({ demo, open }) => {
  const page = await open(null, { site: demo, path: '/questions' })
  const someone = await stepIn(demo.url)
  const showcase = await someone.api.demo.showcase.query()
  const room = new QuestionPage(page)
  await room.goto(showcase?.rootId ?? '', '?tab=inspection')
  const tree = await someone.api.inspection.tree.query({ rootId: showcase?.rootId ?? '' })
  expect(Math.max(...tree.contexts.map((context) => context.level))).toBeGreaterThanOrEqual(2)
  await expect(room.tree.getByRole('treeitem').first()).toBeVisible()
  await room
    .row(/^Offer of .* bought/)
    .first()
    .click()
  await expect(room.details).toContainText('Bought and closed')
})

test('somebody registers, and signing out everywhere ends the other session too', async ({
  join,
  open,
  guard,
}) => {
  guard.expect(/status of 401/)
  const person = await join('Rita Roams')
  const here = await open(person, { path: '/settings' })
  const there = await open(null, { path: '/sign-in?callbackUrl=/wallet' })
  await there.getByLabel('E-mail').fill(person.email)
  await there.getByLabel('Password').fill('not the password')
  await there.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(there.getByText('That e-mail and password do not match.')).toBeVisible()
  await there.getByLabel('Password').fill(person.password)
  await there.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(there).toHaveURL('/wallet')

  await here.reload()
  await expect(here.getByText('2 browsers are signed in, this one included.')).toBeVisible()
  await here.getByRole('button', { name: 'Sign out everywhere' }).click()
  await here.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(here.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  await there.reload()
  await expect(there).toHaveURL(/\/sign-in/)
  await expect(ask(person, { title: 'Am I still here, by any chance?' })).rejects.toThrow('Sign in first')
})

test('a new person registers in the browser and has the welcome credits', async ({ open, word, market }) => {
  const page = await open(null, { path: '/register' })
  await page.getByLabel('Name', { exact: true }).fill('Nora New')
  await page.getByLabel('Handle').fill(`nora-${word}`)
  await page.getByLabel('E-mail').fill(`nora-${word}@example.org`)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: /^Register|^Create/ }).click()
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  await page.getByLabel('Password').fill(`long enough for ${word}`)
  await page.getByRole('button', { name: /^Register|^Create/ }).click()
  await expect(page).not.toHaveURL(/register/)
  await page.goto(`${market.url}/wallet`)
  await expect(page.getByText('100.00 credits').first()).toBeVisible()
})
