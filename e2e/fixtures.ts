import { randomInt } from 'node:crypto'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { openSmtpServer, type SmtpServer } from '@/server/mail/testing'
import { Guard } from './guard'
import { untilLive } from './live'
import type { Script } from './model-calls'
import { builtInScript } from './model-script'
import { type ModelServer, startModelServer } from './model-server'
import { type Person, register } from './person'
import { newDataDir, removeDataDir, runCommand, type Site, startSite } from './site'

export { expect }

/** A market whose model the tests write. */
export type ScriptedMarket = Site & {
  model: Pick<ModelServer, 'calls'> & {
    /** Says what the model replies on questions whose root title holds `title`. */
    when(title: string, script: Script): void
  }
}

/** `url`: another address of the market. */
export type OpenOptions = BrowserContextOptions & { url?: string; path?: string }

type TestFixtures = {
  guard: Guard
  /** A word that no other test uses: in titles it wakes only the bots of this test. */
  word: string
  /** The market that a journey is in; a file about another one says `test.use({ site })`, and the scripted one does not start. */
  site: Site
  /** Registers somebody there. */
  join: (name: string) => Promise<Person>
  /** Opens a browser of its own, signed in as `person` or signed out. */
  open: (person: Person | null, options?: OpenOptions) => Promise<Page>
}

type WorkerFixtures = {
  /** With a scripted model and without the demo. */
  market: ScriptedMarket
  /** As it comes: the built-in inspector and the demo market; pages that questions are about are on loopback here. */
  demo: Site
  /** With a mail server, so people prove an e-mail; at a name, so there are passkeys. */
  mailed: Site & { mail: SmtpServer }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  market: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const scripts = new Map<string, Script>()
      const model = await startModelServer((call) => {
        const title = titleOf(call)
        const [, script] = [...scripts].findLast(([part]) => title.includes(part)) ?? []
        return (script ?? builtInScript)(call)
      })
      const env = {
        DEMO: 'off',
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: 'a key',
        OPENAI_MODEL: 'stub',
        // Bots' own servers are on loopback here.
        OUTBOUND_PRIVATE: 'on',
        // Most journeys are about something else; `mailed` is where people prove an e-mail.
        VERIFY_EMAIL: 'off',
      }
      await withSite(env, (site) =>
        use({
          ...site,
          model: { calls: model.calls, when: (title, script) => void scripts.set(title, script) },
        }),
      )
      await model.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => withSite({ OUTBOUND_PRIVATE: 'on' }, use),
    { scope: 'worker', timeout: 120_000 },
  ],

  mailed: [
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const mail = await openSmtpServer()
      const env = { DEMO: 'off', SMTP_URL: mail.url, MAIL_FROM: 'Market <news@market.example>' }
      await withSite(env, (site) => use({ ...site, url: site.url.replace('127.0.0.1', 'localhost'), mail }))
      await mail.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  guard: async ({}, use) => {
    const guard = new Guard()
    await use(guard)
    expect(guard.problems(), 'What went wrong in the browser').toEqual([])
  },

  // biome-ignore lint/correctness/noEmptyPattern: see above.
  word: async ({}, use) => use(newWord()),

  site: async ({ market }, use) => use(market),

  join: async ({ site }, use) => use((name) => register(site.url, name)),

  open: async ({ browser, guard, site }, use) => {
    const opened: (() => Promise<void>)[] = []
    await use(async (person, { url = site.url, path, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: url, ...options })
      opened.push(() => context.close())
      await guard.watch(context)
      if (person) await context.addCookies([{ ...person.cookie, url }])
      const page = await context.newPage()
      if (path) {
        await page.goto(path)
        await untilLive(page)
      }
      return page
    })
    for (const close of opened) await close()
  },
})

/** Runs a market, and checks when it is stopped that it logged no error and that its books are right to the last micro. */
async function withSite(env: Record<string, string>, use: (site: Site) => Promise<void>): Promise<void> {
  const dataDir = await newDataDir()
  const site = await startSite({ dataDir, env })
  await use(site)
  await site.stop()
  const books = await runCommand('verify', { DATA_DIR: dataDir })
  await removeDataDir(dataDir)
  expect(site.faults(), 'Errors in the log of the server').toEqual([])
  expect(books.code, books.output).toBe(0)
}

type Call = Parameters<Script>[0]

/** Every verdict of a tree belongs to the script of its root; what a bot writes, to that of its brief. */
function titleOf(call: Call): string {
  if (call.kind === 'answer' || call.kind === 'recommendation') return call.data.question.title
  if (call.kind === 'offer') return `${call.data.question.title} ${call.data.brief}`
  return call.data.questions[0]?.title ?? ''
}

const CONSONANTS = 'bdfgklmnprtvz'
const VOWELS = 'aou'

/** Pronounceable, and of no ending that stemming would cut. */
function newWord(): string {
  const one = (letters: string) => letters[randomInt(letters.length)] ?? ''
  return Array.from({ length: 4 }, () => one(CONSONANTS) + one(VOWELS)).join('')
}
