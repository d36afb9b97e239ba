import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ledgerAccounts, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { registerSchema } from '../contract/auth'
import { WELCOME_GRANT_MICROS } from '../shared/money'
import { freeHandle } from './handles'
import { onVerified } from './on-verified'
import { checkPassword } from './passwords'
import { demoPerson, editProfile, signInOptions } from './people'
import { insertPerson, register } from './register'
import { listRoles, setRole } from './roles'
import {
  endAllSessions,
  endOwnSession,
  endSession,
  listSessions,
  openSession,
  readSession,
  SESSION_SECONDS,
} from './sessions'
import { type ProviderLogin, signInWithProvider } from './sign-in-with-provider'
import { authDeps } from './testing'

// The real functions, with their calls counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn(real.verify) }
})

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }

const GITHUB: ProviderLogin = {
  provider: 'github',
  providerAccountId: '4711',
  name: 'Ana Ruiz',
  login: 'Ana_Ruiz',
  email: 'ana@example.org',
  isEmailVerified: true,
}

async function personById(userId: string) {
  const [row] = await database.db.select().from(users).where(eq(users.id, userId))
  return row
}

async function creditsOf(userId: string) {
  const [account] = await database.db
    .select({ micros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, `user:${userId}`))
  return account?.micros ?? 0n
}

describe('where people prove their e-mail', () => {
  const MAIL = { VERIFY_EMAIL: 'on' }
  /** Somebody of a market that asked for no proof, looked at by one that does. */
  const unproven = (deps: ReturnType<typeof authDeps>) =>
    database.db.transaction(async (tx) => {
      const { handle, name, email } = ANA
      const person = { handle, name, email, emailVerifiedAt: null, passwordHash: null }
      return { userId: (await insertPerson(tx, deps, person)) ?? '' }
    })

  it('nobody has credits before, and everybody the welcome once, however often they prove it', async () => {
    const deps = authDeps(database, MAIL)
    const { userId } = await unproven(deps)
    expect(await creditsOf(userId)).toBe(0n)
    const at = deps.clock.now()
    const prove = () => database.db.transaction((tx) => onVerified(tx, { userId, at }))
    await prove()
    await prove()
    expect(await creditsOf(userId)).toBe(WELCOME_GRANT_MICROS)
  })

  it('who had the credits before the market asked for proof gets no second ones', async () => {
    const { userId } = await register(authDeps(database), ANA)
    const at = authDeps(database).clock.now()
    await database.db.transaction((tx) => onVerified(tx, { userId, at }))
    expect(await creditsOf(userId)).toBe(WELCOME_GRANT_MICROS)
  })

  it('a provider that verified the e-mail proves it, another login there does not', async () => {
    const deps = authDeps(database, MAIL)
    const proven = await signInWithProvider(deps, GITHUB)
    expect(await creditsOf(proven.userId)).toBe(WELCOME_GRANT_MICROS)
    const other = { ...GITHUB, providerAccountId: '4712', email: 'x@example.org', isEmailVerified: false }
    const unproven = await signInWithProvider(deps, other)
    expect(await creditsOf(unproven.userId)).toBe(0n)
  })

  it('a provider proves the e-mail of somebody who registered with it', async () => {
    const deps = authDeps(database, MAIL)
    const { userId } = await unproven(deps)
    await signInWithProvider(deps, GITHUB)
    expect((await personById(userId))?.emailVerifiedAt).not.toBeNull()
    expect(await creditsOf(userId)).toBe(WELCOME_GRANT_MICROS)
  })
})

describe('register', () => {
  it('makes the person and gives the welcome credits together', async () => {
    const deps = authDeps(database)
    const { userId, handle } = await register(deps, ANA)
    expect(handle).toBe('ana')
    const [account] = await database.db
      .select()
      .from(ledgerAccounts)
      .where(eq(ledgerAccounts.id, `user:${userId}`))
    expect(account?.balanceMicros).toBe(WELCOME_GRANT_MICROS)
  })

  it('keeps no password, only its argon2id hash', async () => {
    const { userId } = await register(authDeps(database), ANA)
    const person = await personById(userId)
    expect(person?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(person)).not.toContain(ANA.password)
  })

  it('refuses a handle or an e-mail that is taken, and names the field', async () => {
    const deps = authDeps(database)
    await register(deps, ANA)
    await expect(register(deps, { ...ANA, email: 'other@example.org' })).rejects.toMatchObject({
      code: 'auth.handle_taken',
      details: { field: 'handle' },
    })
    await expect(register(deps, { ...ANA, handle: 'ana-2' })).rejects.toMatchObject({
      code: 'auth.email_taken',
      details: { field: 'email' },
    })
  })

  it('makes one person of two registrations at once', async () => {
    const deps = authDeps(database)
    const both = await Promise.allSettled([register(deps, ANA), register(deps, ANA)])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.db.$count(users)).toBe(1)
  })

  it('reads e-mails and handles in lower case', () => {
    const read = registerSchema.parse({ ...ANA, handle: ' ANA ', email: ' Ana@Example.org ' })
    expect(read).toMatchObject({ handle: 'ana', email: 'ana@example.org' })
  })
})

describe('checkPassword', () => {
  it('knows the right password from a wrong one', async () => {
    const deps = authDeps(database)
    const { userId } = await register(deps, ANA)
    expect(await checkPassword(deps, ANA)).toEqual({ userId })
    expect(await checkPassword(deps, { ...ANA, password: 'a long pass phrasE' })).toBeNull()
  })

  it('says the same of an unknown e-mail, after the same work: a hash is verified all the same', async () => {
    const deps = authDeps(database)
    vi.resetModules()
    const fresh = await import('./passwords')
    vi.mocked(verify).mockClear()
    expect(await fresh.checkPassword(deps, { ...ANA, email: 'nobody@example.org' })).toBeNull()
    expect(verify).toHaveBeenCalledTimes(1)
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$/)
  })

  it('lets nobody in by password who signs in through a provider', async () => {
    const deps = authDeps(database)
    await signInWithProvider(deps, GITHUB)
    expect(await checkPassword(deps, { email: ANA.email, password: '' })).toBeNull()
  })
})

describe('sessions', () => {
  it('says who a login belongs to until it is ended', async () => {
    const deps = authDeps(database)
    const { userId } = await register(deps, ANA)
    const id = await openSession(deps, userId)
    expect(await readSession(deps, id)).toEqual({
      id: userId,
      handle: 'ana',
      name: 'Ana Ruiz',
      isDemo: false,
      role: 'person',
      isVerified: true,
      suspended: [],
    })
    await endSession(deps, id)
    expect(await readSession(deps, id)).toBeNull()
  })

  it('ends after thirty days', async () => {
    const deps = authDeps(database)
    const { userId } = await register(deps, ANA)
    const id = await openSession(deps, userId)
    deps.clock.forward(SESSION_SECONDS * 1_000 - 1)
    expect(await readSession(deps, id)).not.toBeNull()
    deps.clock.forward(1)
    expect(await readSession(deps, id)).toBeNull()
  })

  it('ends everywhere at once, for that person only', async () => {
    const deps = authDeps(database)
    const ana = await register(deps, ANA)
    const ben = await register(deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
    const [phone, laptop, bens] = [
      await openSession(deps, ana.userId),
      await openSession(deps, ana.userId),
      await openSession(deps, ben.userId),
    ]
    expect(await listSessions(deps, { userId: ana.userId, sessionId: null })).toHaveLength(2)
    expect(await endAllSessions(deps, ana.userId)).toBe(2)
    expect(await readSession(deps, phone)).toBeNull()
    expect(await readSession(deps, laptop)).toBeNull()
    expect(await readSession(deps, bens)).not.toBeNull()
  })
})

describe('the list of sessions', () => {
  it('has this one first, in coarse words, with when it was last seen, and nobody else’s', async () => {
    const deps = authDeps(database)
    const ana = await register(deps, ANA)
    const ben = await register(deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
    const here = await openSession(deps, ana.userId, { device: 'Firefox on Linux', network: '192.0.0.0/16' })
    const phone = await openSession(deps, ana.userId, { device: 'Safari on iOS', network: null })
    const bens = await openSession(deps, ben.userId)
    deps.clock.forward(3_600_000)
    await readSession(deps, phone)
    const login = { userId: ana.userId, sessionId: here }
    const created = new Date(deps.clock.now().getTime() - 3_600_000)
    expect(await listSessions(deps, login)).toEqual([
      {
        id: here,
        device: 'Firefox on Linux',
        place: '192.0.x.x',
        createdAt: created,
        seenAt: created,
        isThis: true,
      },
      {
        id: phone,
        device: 'Safari on iOS',
        place: null,
        createdAt: created,
        seenAt: deps.clock.now(),
        isThis: false,
      },
    ])
    await expect(endOwnSession(deps, { userId: ana.userId, id: bens })).rejects.toMatchObject({
      code: 'auth.session_not_found',
    })
    expect(await readSession(deps, bens)).not.toBeNull()
    await endOwnSession(deps, { userId: ana.userId, id: phone })
    expect(await readSession(deps, phone)).toBeNull()
    expect(await readSession(deps, here)).not.toBeNull()
  })
})

describe('signInWithProvider', () => {
  it('makes a new person with a free handle, the welcome credits and no password', async () => {
    const deps = authDeps(database)
    await register(deps, { ...ANA, handle: 'ana-ruiz', email: 'other@example.org' })
    const { userId, isNew } = await signInWithProvider(deps, GITHUB)
    expect(isNew).toBe(true)
    expect(await personById(userId)).toMatchObject({
      handle: 'ana-ruiz-2',
      email: ANA.email,
      passwordHash: null,
    })
  })

  it('knows a login again, whatever its e-mail has become', async () => {
    const deps = authDeps(database)
    const first = await signInWithProvider(deps, GITHUB)
    const again = await signInWithProvider(deps, {
      ...GITHUB,
      email: 'new@example.org',
      isEmailVerified: false,
    })
    expect(again).toEqual({ userId: first.userId, isNew: false })
  })

  it('links a verified e-mail and shuts out whoever had registered it', async () => {
    const deps = authDeps(database)
    const squatter = await register(deps, ANA)
    const session = await openSession(deps, squatter.userId)
    expect(await signInWithProvider(deps, GITHUB)).toEqual({ userId: squatter.userId, isNew: false })
    expect(await checkPassword(deps, ANA)).toBeNull()
    expect(await readSession(deps, session)).toBeNull()
  })

  it('links a verified e-mail that its owner has proven, and drops nothing of theirs', async () => {
    const deps = authDeps(database)
    const owner = await register(deps, ANA)
    const session = await openSession(deps, owner.userId)
    await database.db.update(users).set({ emailVerifiedAt: deps.clock.now() })
    expect(await signInWithProvider(deps, GITHUB)).toEqual({ userId: owner.userId, isNew: false })
    expect(await checkPassword(deps, ANA)).toEqual({ userId: owner.userId })
    expect(await readSession(deps, session)).not.toBeNull()
  })

  it('never links an e-mail that the provider did not verify', async () => {
    const deps = authDeps(database)
    await register(deps, ANA)
    const unverified = { ...GITHUB, isEmailVerified: false }
    const { userId } = await signInWithProvider(deps, unverified)
    expect(await checkPassword(deps, ANA)).not.toEqual({ userId })
    expect(await personById(userId)).toMatchObject({ email: null })
  })

  it('does not keep an unverified e-mail of a new person', async () => {
    const { userId } = await signInWithProvider(authDeps(database), { ...GITHUB, isEmailVerified: false })
    expect(await personById(userId)).toMatchObject({ email: null })
  })

  it('makes one person of two callbacks at once', async () => {
    const deps = authDeps(database)
    const [one, other] = await Promise.all([
      signInWithProvider(deps, GITHUB),
      signInWithProvider(deps, GITHUB),
    ])
    expect(one.userId).toBe(other.userId)
  })
})

describe('demoPerson', () => {
  async function addDemoPerson() {
    const deps = authDeps(database)
    const { userId } = await register(deps, ANA)
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, userId))
    return userId
  }

  it('lets anyone step in as a demo person while the demo is on', async () => {
    const userId = await addDemoPerson()
    const deps = authDeps(database, { DEMO: 'on' })
    expect(await demoPerson(deps, 'ana')).toEqual({ userId })
    expect((await signInOptions(deps)).demoPeople).toEqual([{ handle: 'ana', name: 'Ana Ruiz', bio: '' }])
  })

  it('lets nobody in while the demo is off', async () => {
    await addDemoPerson()
    const deps = authDeps(database, { DEMO: 'off' })
    await expect(demoPerson(deps, 'ana')).rejects.toMatchObject({ code: 'auth.demo_off' })
    expect((await signInOptions(deps)).demoPeople).toEqual([])
  })

  it('never lets anyone in as an ordinary person', async () => {
    const deps = authDeps(database, { DEMO: 'on' })
    await register(deps, ANA)
    await expect(demoPerson(deps, 'ana')).rejects.toMatchObject({ code: 'auth.demo_off' })
  })
})

describe('people', () => {
  it('offers the providers that are configured', async () => {
    const deps = authDeps(database, { DEMO: 'off', GITHUB_ID: 'id', GITHUB_SECRET: 'secret' })
    expect((await signInOptions(deps)).providers).toEqual(['github'])
  })

  it('changes what a person says about themselves', async () => {
    const deps = authDeps(database)
    const { userId } = await register(deps, ANA)
    await editProfile(deps, { userId, name: 'Ana R.', bio: 'Grows beans.' })
    expect(await personById(userId)).toMatchObject({ name: 'Ana R.', bio: 'Grows beans.', handle: 'ana' })
  })

  it('finds a handle for a name without Latin letters', async () => {
    expect(await freeHandle(database.db, '李雷')).toBe('someone')
  })
})

describe('roles', () => {
  it('are given and taken by handle, and a login shows them at its next request', async () => {
    const deps = authDeps(database)
    const { userId } = await register(deps, ANA)
    const session = await openSession(deps, userId)
    expect(await readSession(deps, session)).toMatchObject({ role: 'person', isVerified: true })
    await setRole(deps, { handle: 'Ana', role: 'operator' })
    expect(await listRoles(deps)).toEqual([{ handle: 'ana', role: 'operator' }])
    expect(await readSession(deps, session)).toMatchObject({ role: 'operator' })
    await setRole(deps, { handle: 'ana', role: 'person' })
    expect(await listRoles(deps)).toEqual([])
  })

  it('are for nobody who is not there, and for no demo person: anybody may step in as one', async () => {
    const deps = authDeps(database)
    await database.db
      .insert(users)
      .values({ id: 'usr_demo', handle: 'demo', name: 'Demo', isDemo: true, createdAt: deps.clock.now() })
    for (const handle of ['nobody', 'demo'])
      await expect(setRole(deps, { handle, role: 'operator' })).rejects.toMatchObject({
        code: 'market.person_not_found',
      })
  })
})
