import { ask } from './deeds'
import { expect, test } from './fixtures'

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
