import { eq } from 'drizzle-orm'
import type { Account, NextAuthOptions, Profile, User } from 'next-auth'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { register } from '../auth/register'
import { readSession } from '../auth/sessions'
import type { Deps } from '../deps'
import { readEnv } from '../env'
import { testMarket } from '../testing'
import { authOptions, type SignInCaller } from './next-auth'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }

/** Each test asks from an address of its own, because the limits of sign-ins are kept per process. */
let address = 0

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Opened = { deps: Deps; caller: SignInCaller; options: NextAuthOptions }

function open(settings: Record<string, string> = {}): Opened {
  const deps = { ...testMarket(database).deps, env: readEnv(settings) }
  address += 1
  const caller: SignInCaller = { ip: `192.0.2.${address}`, userAgent: FIREFOX, device: undefined }
  return { deps, caller, options: authOptions({ deps, caller, isSecure: false }) }
}

type Authorize = (fields: Record<string, string>) => Promise<User | null>

/** What next-auth calls when a form of ours signs in. */
function authorizeOf(options: NextAuthOptions, id: string): Authorize {
  const provider = options.providers.find((one) => one.options?.id === id)
  if (!provider) throw new Error(`no provider ${id}`)
  return provider.options.authorize
}

/** What next-auth does once somebody is let in; returns what the cookie holds. */
async function letIn(options: NextAuthOptions, user: User, account: Partial<Account>, profile?: Profile) {
  const jwt = options.callbacks?.jwt
  if (!jwt) throw new Error('no jwt callback')
  const whole = {
    provider: 'credentials',
    providerAccountId: user.id,
    type: 'credentials',
    ...account,
  } as Account
  return jwt({ token: { name: 'x', email: 'x', sub: 'x' }, user, account: whole, profile, trigger: 'signIn' })
}

describe('signing in with a password', () => {
  it('puts the id of a login into the cookie and nothing about the person', async () => {
    const { deps, options } = open()
    const { userId } = await register(deps, ANA)
    const user = await authorizeOf(
      options,
      'credentials',
    )({ email: ' ANA@example.org', password: ANA.password })
    expect(user).toEqual({ id: userId })
    const token = await letIn(options, { id: userId }, {})
    expect(Object.keys(token)).toEqual(['sid'])
    expect(await readSession(deps, String(token.sid))).toMatchObject({ handle: 'ana' })
  })

  it('refuses what does not match, and what is no e-mail, alike', async () => {
    const { deps, options } = open()
    await register(deps, ANA)
    const authorize = authorizeOf(options, 'credentials')
    expect(await authorize({ email: ANA.email, password: 'not the one at all' })).toBeNull()
    expect(await authorize({ email: 'nobody@example.org', password: ANA.password })).toBeNull()
    expect(await authorize({ email: 'ana', password: ANA.password })).toBeNull()
    expect(await authorize({})).toBeNull()
  })

  it('stops guesses at one account after ten, even right ones', async () => {
    const { deps, options } = open()
    await register(deps, { ...ANA, email: 'guessed@example.org' })
    const authorize = authorizeOf(options, 'credentials')
    const fields = { email: 'guessed@example.org', password: 'not the one at all' }
    for (let guess = 0; guess < 10; guess += 1) expect(await authorize(fields)).toBeNull()
    await expect(authorize({ ...fields, password: ANA.password })).rejects.toThrow('request.too_many')
  })
})

describe('a login', () => {
  it('ends with signing out', async () => {
    const { deps, options } = open()
    const { userId } = await register(deps, ANA)
    const token = await letIn(options, { id: userId }, {})
    await options.events?.signOut?.({ token, session: { expires: '' } })
    expect(await readSession(deps, String(token.sid))).toBeNull()
  })

  it('that was ended elsewhere is refused, so that next-auth clears its cookie', async () => {
    const { deps, options } = open()
    const { userId } = await register(deps, ANA)
    const token = await letIn(options, { id: userId }, {})
    const again = () => options.callbacks?.jwt?.({ token } as Parameters<NonNullable<typeof jwt>>[0])
    const jwt = options.callbacks?.jwt
    expect(await again()).toEqual({ sid: token.sid })
    await options.events?.signOut?.({ token, session: { expires: '' } })
    await expect(again()).rejects.toThrow()
  })

  it('shows a browser when it ends and nothing else', async () => {
    const { options } = open()
    const shown = await options.callbacks?.session?.({
      session: { expires: '2031', user: { name: 'Ana', email: ANA.email } },
      token: { sid: 'ses_1' },
      user: { id: 'usr_1', email: ANA.email, emailVerified: null },
      newSession: null,
      trigger: 'update',
    })
    expect(shown).toEqual({ expires: '2031' })
  })
})

describe('stepping in', () => {
  async function addDemoPerson(deps: Deps) {
    const { userId } = await register(deps, ANA)
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, userId))
    return userId
  }

  it('needs no password while the demo is on, and is shut while it is off', async () => {
    const on = open({ DEMO: 'on' })
    const demoOf = await addDemoPerson(on.deps)
    const login = await authorizeOf(on.options, 'demo')({ handle: 'ana' })
    const [person] = await database.db.select().from(users).where(eq(users.demoOf, demoOf))
    expect(login).toEqual({ id: person?.id })
    const off = open({ DEMO: 'off' })
    await expect(authorizeOf(off.options, 'demo')({ handle: 'ana' })).rejects.toThrow('auth.demo_off')
  })
})

describe('signing in elsewhere', () => {
  const settings = { GITHUB_ID: 'id', GITHUB_SECRET: 'secret' }
  const user = { id: '4711', name: 'Ana Ruiz', email: ANA.email }
  const account = { provider: 'github', providerAccountId: '4711', type: 'oauth' as const }

  function ask(options: NextAuthOptions, profile: object) {
    const signIn = options.callbacks?.signIn
    return signIn?.({ user, account, profile } as Parameters<NonNullable<typeof signIn>>[0])
  }

  it('is offered when it is configured', () => {
    expect(open(settings).options.providers.map((provider) => provider.id)).toContain('github')
    expect(open().options.providers.map((provider) => provider.id)).not.toContain('github')
  })

  it('opens a login for the person it belongs to', async () => {
    const { deps, options } = open(settings)
    expect(await ask(options, { email_verified: true, login: 'ana-r' })).toBe(true)
    const token = await letIn(options, user, account, { email: ANA.email })
    expect(await readSession(deps, String(token.sid))).toMatchObject({ handle: 'ana-r', name: 'Ana Ruiz' })
    expect(await database.db.$count(users)).toBe(1)
  })

  it('says nothing of an e-mail that is not verified: whoever brings it is somebody new', async () => {
    const { deps, options } = open(settings)
    await register(deps, ANA)
    expect(await ask(options, { login: 'ana-r' })).toBe(true)
    const token = await letIn(options, user, account, { login: 'ana-r' } as Profile)
    expect(await readSession(deps, String(token.sid))).toMatchObject({ handle: 'ana-r' })
  })
})
