import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { SmtpServer } from '@/server/mail/testing'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { untilLive } from './live'

/** Ways into an account: by mail, by passkey, and out again. */

test.use({ site: async ({ mailed }, use) => use(mailed) })

/** The link in the newest mail to an address, once there are so many. */
async function linkIn({ accepted }: SmtpServer, to: string, mails = 1): Promise<string> {
  const arrived = () => accepted.filter((mail) => mail.to === to)
  await expect.poll(() => arrived().length, { message: `Mails to ${to}` }).toBe(mails)
  const text = (arrived().at(-1)?.text ?? '').replaceAll('=\n', '').replaceAll('=3D', '=')
  return /http:\/\/\S+#[\w-]{43}/.exec(text)?.[0] ?? ''
}

async function startRegistering(page: Page, { handle, email }: { handle: string; email: string }) {
  await page.goto('/register')
  await untilLive(page)
  await page.getByLabel('Name', { exact: true }).fill('Nora New')
  await page.getByLabel('Handle').fill(handle)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText(`Look in the mail of ${email}`)).toBeVisible()
}

const PASSWORD = 'a password that is long'

/** Registers somebody by mail and leaves the page signed in. */
async function registerByMail(page: Page, mail: SmtpServer, word: string) {
  const person = { handle: `nora-${word}`, email: `nora-${word}@example.org` }
  await startRegistering(page, person)
  await page.goto(await linkIn(mail, person.email))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL('/')
  return person
}

async function signInByPassword(page: Page, email: string, password: string) {
  await page.goto('/sign-in?callbackUrl=/wallet')
  await untilLive(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a newcomer proves an e-mail and has the welcome credits; who uses that e-mail again learns nothing; leaving takes all ways in', async ({
  mailed,
  open,
  word,
  guard,
}) => {
  const page = await open(null)
  const { email, handle } = await registerByMail(page, mailed.mail, word)
  await page.goto('/wallet')
  await expect(page.getByText('100.00 credits').first()).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText('proven', { exact: true })).toBeVisible()

  const stranger = await open(null)
  await startRegistering(stranger, { handle: `eve-${word}`, email })
  // The owner has a mail that says so, with nothing in it to open.
  expect(await linkIn(mailed.mail, email, 2)).toBe('')
  expect(mailed.mail.accepted.at(-1)?.text).toContain('wanted to register')

  await page.goto('/settings/data')
  await untilLive(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain(email)
  await page.getByLabel('Your handle').fill(handle)
  await page.getByRole('button', { name: 'Delete my account for good' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  guard.expect(/status of 401/)
  await signInByPassword(page, email, PASSWORD)
  await expect(page.getByText('That e-mail and password do not match.')).toBeVisible()
})

test('a forgotten password is set anew by mail, and every browser is signed out', async ({
  mailed,
  open,
  word,
  guard,
}) => {
  guard.expect(/status of 401/)
  const elsewhere = await open(null)
  const { email } = await registerByMail(elsewhere, mailed.mail, word)

  const page = await open(null, { path: '/sign-in' })
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await untilLive(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('a link is on its way')).toBeVisible()
  const link = await linkIn(mailed.mail, email, 2)
  await page.goto(link)
  await page.getByLabel('New password').fill('another password altogether')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page).toHaveURL('/settings#passkeys')
  await expect(page.getByText('Only this browser is signed in.')).toBeVisible()

  await elsewhere.goto('/wallet')
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await signInByPassword(elsewhere, email, PASSWORD)
  await expect(elsewhere.getByText('That e-mail and password do not match.')).toBeVisible()
  await signInByPassword(elsewhere, email, 'another password altogether')
  await expect(elsewhere).toHaveURL('/wallet')
  // What was used once opens nothing more.
  guard.expect(/status of 412/)
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('This link was used')).toBeVisible()
})

test('a passkey is added, named, used to sign in, and removed; a browser is signed out from another one', async ({
  mailed,
  open,
  word,
  guard,
}) => {
  // The browser that is signed out from the other one may ask for something in between.
  guard.expect(/status of 401/)
  const page = await open(null)
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { email } = await registerByMail(page, mailed.mail, word)
  await page.goto('/settings')
  await untilLive(page)
  await page.getByLabel('Name of the new passkey').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('My laptop', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByLabel('New name of My laptop').fill('My old laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByText('My old laptop', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  // A browser that suggests no passkeys as soon as the page opens: the device here would take the first at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/sign-in?callbackUrl=/settings')
  await untilLive(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByText(/last used/)).toBeVisible()

  const there = await open(null)
  await signInByPassword(there, email, PASSWORD)
  await expect(there).toHaveURL('/wallet')
  await page.reload()
  await untilLive(page)
  await expect(page.getByText('2 browsers are signed in, this one included.')).toBeVisible()
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(page.getByText('Only this browser is signed in.')).toBeVisible()
  await there.reload()
  await expect(there).toHaveURL(/\/sign-in/)

  await page.getByRole('button', { name: 'Remove My old laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('My old laptop', { exact: true })).toBeHidden()
})

test('settings and links fit a phone of 320 px, and axe finds nothing, by day and by night', async ({
  mailed,
  open,
  word,
}) => {
  const page = await open(null, {
    viewport: { width: 320, height: 640 },
    reducedMotion: 'reduce',
  })
  const { email } = await registerByMail(page, mailed.mail, word)
  await page.goto('/forgot-password')
  await untilLive(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible()
  const link = await linkIn(mailed.mail, email, 2)
  for (const path of ['/settings', '/forgot-password', '/verify-email', link]) {
    await page.goto(path)
    await untilLive(page)
    await expect(page.getByText('Opening the link')).toBeHidden()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(overflow, path).toBeLessThanOrEqual(0)
    await expectAccessible(page, path)
  }
})
