import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { authAccounts, passkeyChallenges, passkeys, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { AppError } from '../errors'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys'
import { register } from './register'
import { openSession } from './sessions'
import { authDeps } from './testing'
import { type Site, softAuthenticator } from './testing-authenticator'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const SITE: Site = { rpId: 'market.example', origin: 'https://market.example' }
const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

async function scene() {
  const deps = authDeps(database, { APP_URL: SITE.origin, VERIFY_EMAIL: 'off' })
  const ana = await member(deps, ANA)
  return { deps, ...ana }
}

async function member(deps: ReturnType<typeof authDeps>, who: typeof ANA) {
  const { userId } = await register(deps, who)
  return { userId, proof: { userId, sessionId: await openSession(deps, userId), password: null } }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Adds a passkey in a new authenticator. */
async function withPasskey(
  { deps, userId, proof }: Pick<Scene, 'deps' | 'userId' | 'proof'>,
  name = 'Phone',
) {
  const device = softAuthenticator()
  const { challenge } = await beginPasskey(deps, proof)
  await addPasskey(deps, { userId, name, response: device.make({ ...SITE, challenge }) })
  return device
}

const challengeOf = async (deps: Scene['deps']) => (await beginPasskeySignIn(deps)).challenge

describe('signing in with a passkey', () => {
  it('lets in whose it is, and says when it was used', async () => {
    const it = await scene()
    const device = await withPasskey(it)
    it.deps.clock.forward(60_000)
    const answer = device.sign({ ...SITE, challenge: await challengeOf(it.deps), userHandle: it.userId })
    expect(await signInWithPasskey(it.deps, answer)).toEqual({ userId: it.userId })
    expect(await listPasskeys(it.deps.db, it.userId)).toMatchObject([
      { name: 'Phone', usedAt: it.deps.clock.now() },
    ])
  })

  it('takes each answer once, and each challenge for one answer, right or wrong', async () => {
    const { deps, ...ana } = await scene()
    const device = await withPasskey({ deps, ...ana })
    const challenge = await challengeOf(deps)
    const answer = device.sign({ ...SITE, challenge })
    expect(await codeOf(signInWithPasskey(deps, answer))).toBe('done')
    expect(await codeOf(signInWithPasskey(deps, answer))).toBe('auth.passkey_refused')
    const spoilt = await challengeOf(deps)
    const elsewhere = { ...SITE, origin: 'https://evil.example' }
    expect(await codeOf(signInWithPasskey(deps, device.sign({ ...elsewhere, challenge: spoilt })))).toBe(
      'auth.passkey_refused',
    )
    expect(await codeOf(signInWithPasskey(deps, device.sign({ ...SITE, challenge: spoilt })))).toBe(
      'auth.passkey_refused',
    )
  })

  it('of two answers to two challenges with one count, as a copy gives, lets in one', async () => {
    const { deps, ...ana } = await scene()
    const device = await withPasskey({ deps, ...ana })
    const answers = []
    for (let copy = 0; copy < 2; copy += 1) {
      device.countFrom(5)
      answers.push(device.sign({ ...SITE, challenge: await challengeOf(deps) }))
    }
    const codes = await Promise.all(answers.map((answer) => codeOf(signInWithPasskey(deps, answer))))
    expect(codes.sort()).toEqual(['auth.passkey_refused', 'done'])
  })

  it.each([
    ['a false page', { origin: 'https://market.example.evil.example' }],
    ['another port', { origin: 'https://market.example:444' }],
    ['another site’s passkey', { rpId: 'evil.example' }],
    ['nobody checked who holds it', { userVerified: false }],
    ['a challenge that was never given', { challenge: 'bm90IG91cnM' }],
    ['it says that it is somebody else’s', { userHandle: 'usr_somebody_else' }],
  ])('refuses: %s', async (_, changed) => {
    const { deps, ...ana } = await scene()
    const device = await withPasskey({ deps, ...ana })
    const answer = device.sign({ ...SITE, challenge: await challengeOf(deps), ...changed })
    expect(await codeOf(signInWithPasskey(deps, answer))).toBe('auth.passkey_refused')
  })

  it('refuses a signature of another device, a removed passkey, one it never saw, and a challenge that is old', async () => {
    const { deps, ...ana } = await scene()
    const device = await withPasskey({ deps, ...ana })
    const thief = softAuthenticator()
    const forged = {
      ...thief.sign({ ...SITE, challenge: await challengeOf(deps) }),
      id: device.id,
      rawId: device.id,
    }
    expect(await codeOf(signInWithPasskey(deps, forged))).toBe('auth.passkey_refused')
    const unseen = thief.sign({ ...SITE, challenge: await challengeOf(deps) })
    expect(await codeOf(signInWithPasskey(deps, unseen))).toBe('auth.passkey_refused')
    const late = device.sign({ ...SITE, challenge: await challengeOf(deps) })
    deps.clock.forward(10 * 60_000)
    expect(await codeOf(signInWithPasskey(deps, late))).toBe('auth.passkey_refused')
    const proof = { ...ana.proof, sessionId: await openSession(deps, ana.userId) }
    await removePasskey(deps, { ...proof, id: device.id })
    const removed = device.sign({ ...SITE, challenge: await challengeOf(deps) })
    expect(await codeOf(signInWithPasskey(deps, removed))).toBe('auth.passkey_refused')
  })

  it('leaves no challenge behind for long', async () => {
    const { deps } = await scene()
    for (let times = 0; times < 3; times += 1) await beginPasskeySignIn(deps)
    deps.clock.forward(10 * 60_000)
    await beginPasskeySignIn(deps)
    expect(await database.db.$count(passkeyChallenges)).toBe(1)
  })
})

describe('adding a passkey', () => {
  it('needs the challenge that this person was given, for adding, from our own origin', async () => {
    const { deps, userId, proof } = await scene()
    const ben = await member(deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
    const device = softAuthenticator()
    const add = (challenge: string, changed: Partial<Site> & { userVerified?: boolean } = {}) =>
      codeOf(
        addPasskey(deps, { userId, name: 'x', response: device.make({ ...SITE, challenge, ...changed }) }),
      )
    const challenge = async () => (await beginPasskey(deps, proof)).challenge
    expect(await add((await beginPasskey(deps, ben.proof)).challenge)).toBe('auth.passkey_refused')
    expect(await add(await challengeOf(deps))).toBe('auth.passkey_refused')
    expect(await add(await challenge(), { origin: 'https://evil.example' })).toBe('auth.passkey_refused')
    expect(await add(await challenge(), { rpId: 'evil.example' })).toBe('auth.passkey_refused')
    expect(await add(await challenge(), { userVerified: false })).toBe('auth.passkey_refused')
    expect(await database.db.$count(passkeys)).toBe(0)
    // Nor does a challenge for adding sign anybody in.
    const known = await withPasskey({ deps, userId, proof })
    const answer = known.sign({ ...SITE, challenge: await challenge() })
    expect(await codeOf(signInWithPasskey(deps, answer))).toBe('auth.passkey_refused')
  })

  it('never takes over an id that is somebody else’s', async () => {
    const it = await scene()
    const device = await withPasskey(it)
    const ben = await member(it.deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
    const { challenge } = await beginPasskey(it.deps, ben.proof)
    const response = device.make({ ...SITE, challenge })
    expect(await codeOf(addPasskey(it.deps, { userId: ben.userId, name: 'x', response }))).toBe(
      'auth.passkey_refused',
    )
    expect(await database.db.select().from(passkeys)).toMatchObject([{ userId: it.userId }])
  })

  it('needs the password once the login is no longer new, and ten are enough', async () => {
    const it = await scene()
    it.deps.clock.forward(15 * 60_000)
    expect(await codeOf(beginPasskey(it.deps, it.proof))).toBe('auth.prove_again')
    expect(await codeOf(beginPasskey(it.deps, { ...it.proof, password: ANA.password }))).toBe('done')
    const fresh = { ...it, proof: { ...it.proof, sessionId: await openSession(it.deps, it.userId) } }
    for (let count = 0; count < 10; count += 1) await withPasskey(fresh)
    expect(await codeOf(beginPasskey(it.deps, fresh.proof))).toBe('auth.too_many_passkeys')
  })

  it('is not for demo people, nor where the market has no name', async () => {
    const { deps, userId, proof } = await scene()
    const nameless = authDeps(database, { APP_URL: 'http://192.0.2.1:3000' })
    expect(await codeOf(beginPasskeySignIn(nameless))).toBe('auth.passkeys_here')
    await database.db.update(users).set({ isDemo: true }).where(eq(users.id, userId))
    expect(await codeOf(beginPasskey(deps, proof))).toBe('auth.passkeys_here')
  })
})

describe('a passkey', () => {
  it('is named and removed by its owner alone', async () => {
    const it = await scene()
    const { id } = await withPasskey(it)
    const ben = await member(it.deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
    expect(await codeOf(renamePasskey(it.deps.db, { userId: ben.userId, id, name: 'Mine' }))).toBe(
      'auth.passkey_not_found',
    )
    expect(await codeOf(removePasskey(it.deps, { ...ben.proof, id }))).toBe('auth.passkey_not_found')
    await renamePasskey(it.deps.db, { userId: it.userId, id, name: 'Old phone' })
    expect(await listPasskeys(it.deps.db, it.userId)).toMatchObject([{ name: 'Old phone' }])
  })

  it('that is the only way in stays; with a password, a provider or another passkey it goes', async () => {
    const it = await scene()
    const [first, second] = [await withPasskey(it), await withPasskey(it, 'Laptop')]
    await database.db.update(users).set({ passwordHash: null }).where(eq(users.id, it.userId))
    await removePasskey(it.deps, { ...it.proof, id: first.id })
    expect(await codeOf(removePasskey(it.deps, { ...it.proof, id: second.id }))).toBe('auth.last_way')
    expect(await listPasskeys(it.deps.db, it.userId)).toMatchObject([{ name: 'Laptop' }])
    await database.db.insert(authAccounts).values({
      provider: 'github',
      providerAccountId: '1',
      userId: it.userId,
      createdAt: it.deps.clock.now(),
    })
    expect(await codeOf(removePasskey(it.deps, { ...it.proof, id: second.id }))).toBe('done')
  })

  it('of the last two, removed at once, one stays', async () => {
    const it = await scene()
    const devices = [await withPasskey(it), await withPasskey(it)]
    await database.db.update(users).set({ passwordHash: null }).where(eq(users.id, it.userId))
    const codes = await Promise.all(
      devices.map(({ id }) => codeOf(removePasskey(it.deps, { ...it.proof, id }))),
    )
    expect(codes.sort()).toEqual(['auth.last_way', 'done'])
  })
})
