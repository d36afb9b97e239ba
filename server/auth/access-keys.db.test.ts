import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessKeys, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { createKeySchema, KEYS_MAX } from '../contract/access-keys'
import { AppError } from '../errors'
import { createKey, listKeys, readKey, revokeKey } from './access-keys'
import { register } from './register'
import { openSession } from './sessions'
import { authDeps } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const PASSWORD = 'a long pass phrase'
const DAY_MS = 86_400_000

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

async function scene() {
  const deps = authDeps(database, { VERIFY_EMAIL: 'off' })
  const member = async (handle: string) => {
    const email = `${handle}@example.org`
    const { userId } = await register(deps, { name: handle, handle, email, password: PASSWORD })
    return { userId, sessionId: await openSession(deps, userId) }
  }
  const ana = await member('ana')
  const make = (over: object = {}, who: { userId: string; sessionId: string | null } = ana) =>
    createKey(deps, {
      ...createKeySchema.parse({ name: 'Laptop', scopes: ['read'], days: null, ...over }),
      ...who,
    })
  return { deps, ana, member, make }
}

describe('a key', () => {
  it('is shown once; the market keeps its digest and its last letters', async () => {
    const { deps, ana, make } = await scene()
    const { key, secret } = await make({ scopes: ['sell', 'read'] })
    expect(secret).toMatch(/^caveat_[\w-]{43}$/)
    expect(await listKeys(deps, ana.userId)).toEqual([key])
    expect(key).toMatchObject({ hint: secret.slice(-4), scopes: ['read', 'sell'], usedAt: null })
    const kept = await deps.db.select().from(accessKeys)
    expect(JSON.stringify(kept, (_name, value) => String(value))).not.toContain(secret.slice(7))
  })

  it('says whose it is and what it may do, and when it was last used, to a minute', async () => {
    const { deps, ana, make } = await scene()
    const caps = { spendPerDayMicros: 5_000_000n, spendPerQuestionMicros: 1_000_000n }
    const { secret } = await make({ scopes: ['ask', 'spend'], ...caps })
    const usedAt = deps.clock.now()
    const known = await readKey(deps, secret)
    expect(known).toMatchObject({ owner: { id: ana.userId, handle: 'ana' }, scopes: ['ask', 'spend'], caps })
    deps.clock.forward(59_000)
    await readKey(deps, secret)
    expect((await listKeys(deps, ana.userId))[0]?.usedAt).toEqual(usedAt)
    deps.clock.forward(1_000)
    await readKey(deps, secret)
    expect((await listKeys(deps, ana.userId))[0]?.usedAt).toEqual(deps.clock.now())
  })

  it('opens nothing once it has run out, or was revoked, and is then in no list', async () => {
    const { deps, ana, make, member } = await scene()
    const short = await make({ days: 1 })
    const lasting = await make()
    deps.clock.forward(DAY_MS - 1)
    expect(await readKey(deps, short.secret)).not.toBeNull()
    deps.clock.forward(1)
    expect(await readKey(deps, short.secret)).toBeNull()
    const bob = await member('bob')
    expect(await codeOf(revokeKey(deps, { userId: bob.userId, id: lasting.key.id }))).toBe(
      'auth.key_not_found',
    )
    expect(await readKey(deps, lasting.secret)).not.toBeNull()
    await revokeKey(deps, { userId: ana.userId, id: lasting.key.id })
    expect(await readKey(deps, lasting.secret)).toBeNull()
    expect(await codeOf(revokeKey(deps, { userId: ana.userId, id: lasting.key.id }))).toBe(
      'auth.key_not_found',
    )
    expect(await listKeys(deps, ana.userId)).toEqual([])
    for (const other of ['', 'caveat_', lasting.secret.slice(0, -1), lasting.secret.toUpperCase()])
      expect(await readKey(deps, other)).toBeNull()
  })

  it('is made by who proves again that it is they, and not without end', async () => {
    const { deps, ana, make } = await scene()
    deps.clock.forward(3_600_000)
    expect(await codeOf(make())).toBe('auth.prove_again')
    expect(await codeOf(make({ password: 'not this one at all' }))).toBe('auth.wrong_password')
    const login = { userId: ana.userId, sessionId: await openSession(deps, ana.userId) }
    await make({ password: PASSWORD })
    const rest = await Promise.all(
      Array.from({ length: KEYS_MAX + 2 }, (_, index) => codeOf(make({ name: `Key ${index}` }, login))),
    )
    expect(rest.filter((code) => code === 'done')).toHaveLength(KEYS_MAX - 1)
    expect(new Set(rest)).toEqual(new Set(['done', 'auth.too_many_keys']))
  })

  it('carries what its owner is now, not what the owner was', async () => {
    const { deps, make } = await scene()
    const { secret } = await make({ scopes: ['sell'] })
    const strict = { ...deps, env: authDeps(database, { VERIFY_EMAIL: 'on' }).env }
    expect((await readKey(strict, secret))?.owner.isVerified).toBe(false)
    await deps.db.update(users).set({ emailVerifiedAt: deps.clock.now() })
    expect((await readKey(strict, secret))?.owner.isVerified).toBe(true)
  })
})

describe('what a key may do', () => {
  const key = { name: 'Laptop', scopes: ['read'], days: null }
  const wrong = (over: object) =>
    createKeySchema.safeParse({ ...key, ...over }).error?.issues.map(({ path }) => path.join('.'))

  it('has both caps with the scope to spend, and none without', () => {
    const both = { spendPerDayMicros: 10_000_000n, spendPerQuestionMicros: 1_000_000n }
    expect(wrong({})).toBeUndefined()
    expect(wrong({ scopes: ['spend'], ...both })).toBeUndefined()
    expect(wrong({ scopes: ['spend'] })).toEqual(['spendPerDayMicros', 'spendPerQuestionMicros'])
    expect(wrong(both)).toEqual(['spendPerDayMicros', 'spendPerQuestionMicros'])
    expect(wrong({ scopes: ['spend'], ...both, spendPerQuestionMicros: 11_000_000n })).toEqual([
      'spendPerQuestionMicros',
    ])
  })

  it('is never what people do themselves, and nothing twice', () => {
    for (const scope of ['account', 'operate', 'moderate', 'visit'])
      expect(wrong({ scopes: [scope] })).toEqual(['scopes.0'])
    expect(wrong({ scopes: ['read', 'read'] })).toEqual(['scopes'])
    expect(wrong({ scopes: [] })).toEqual(['scopes'])
  })
})
