import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { changePasswordSchema, PASSWORD_CHARS_MIN, registerSchema } from '../contract/auth'
import { changePassword, signsInBy } from './change-password'
import { checkPassword } from './passwords'
import { register } from './register'
import { openSession, readSession, SESSION_SECONDS } from './sessions'
import { signInWithProvider } from './sign-in-with-provider'
import { authDeps } from './testing'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterEach(() => database.truncate())
afterAll(() => database.close())

const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }
const NEXT = 'quite another phrase'

/** Ana, signed in here and on a phone; and Ben. */
async function scene() {
  const deps = authDeps(database)
  const { userId } = await register(deps, ANA)
  const ben = await register(deps, { ...ANA, handle: 'ben', email: 'ben@example.org' })
  return {
    deps,
    userId,
    here: await openSession(deps, userId),
    phone: await openSession(deps, userId),
    bens: await openSession(deps, ben.userId),
  }
}

describe('changing a password', () => {
  it('makes the new one good and the old one useless, and keeps neither', async () => {
    const { deps, userId, here } = await scene()
    await changePassword(deps, { userId, sessionId: here, current: ANA.password, next: NEXT })
    expect(await checkPassword(deps, { ...ANA, password: NEXT })).toEqual({ userId })
    expect(await checkPassword(deps, ANA)).toBeNull()
    const [row] = await database.db.select().from(users).where(eq(users.id, userId))
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(NEXT)
  })

  it('signs out every other browser of that person at once, and this one not', async () => {
    const { deps, userId, here, phone, bens } = await scene()
    const change = { userId, sessionId: here, current: ANA.password, next: NEXT }
    expect(await changePassword(deps, change)).toEqual({ ended: 1 })
    expect(await readSession(deps, phone)).toBeNull()
    expect(await readSession(deps, here)).toMatchObject({ handle: 'ana' })
    expect(await readSession(deps, bens)).toMatchObject({ handle: 'ben' })
  })

  it('counts no login among the others that had run out', async () => {
    const { deps, userId } = await scene()
    deps.clock.forward(SESSION_SECONDS * 1_000)
    const here = await openSession(deps, userId)
    const change = { userId, sessionId: here, current: ANA.password, next: NEXT }
    expect(await changePassword(deps, change)).toEqual({ ended: 0 })
  })

  it('refuses a wrong current password at its field, and then changes nothing', async () => {
    const { deps, userId, here, phone } = await scene()
    await expect(
      changePassword(deps, { userId, sessionId: here, current: 'a long pass phrasE', next: NEXT }),
    ).rejects.toMatchObject({ code: 'auth.wrong_password', details: { field: 'current' } })
    expect(await checkPassword(deps, ANA)).toEqual({ userId })
    expect(await readSession(deps, phone)).not.toBeNull()
  })

  it('of two at once happens once: the other one’s current password is no longer that', async () => {
    const { deps, userId, here } = await scene()
    const both = await Promise.allSettled(
      [NEXT, 'a third long phrase'].map((next) =>
        changePassword(deps, { userId, sessionId: here, current: ANA.password, next }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is not for who signs in without one, and they are told by what', async () => {
    const { deps, userId } = await scene()
    const { userId: cleo } = await signInWithProvider(deps, {
      provider: 'github',
      providerAccountId: '4711',
      name: 'Cleo',
      login: 'cleo',
      email: null,
      isEmailVerified: false,
    })
    await database.db.update(users).set({ isDemo: true }).where(eq(users.handle, 'ben'))
    const [ben] = await database.db.select().from(users).where(eq(users.handle, 'ben'))
    const benId = ben?.id ?? ''

    expect(await signsInBy(deps, userId)).toEqual({ way: 'password', email: ANA.email })
    expect(await signsInBy(deps, cleo)).toEqual({ way: 'provider', providers: ['github'] })
    expect(await signsInBy(deps, benId)).toEqual({ way: 'demo' })
    for (const one of [cleo, benId]) {
      await expect(
        changePassword(deps, { userId: one, sessionId: null, current: ANA.password, next: NEXT }),
      ).rejects.toMatchObject({ code: 'auth.no_password' })
    }
  })

  it('has the rules of registration, and asks for another password than the one that stands', () => {
    const problems = (next: string, current: string = ANA.password) =>
      changePasswordSchema.safeParse({ current, next }).error?.issues.map(({ path, message }) => ({
        path,
        message,
      }))
    const short = 'x'.repeat(PASSWORD_CHARS_MIN - 1)
    const atRegistration = registerSchema.safeParse({ ...ANA, password: short }).error?.issues[0]?.message
    expect(problems(NEXT)).toBeUndefined()
    expect(problems(short)).toEqual([{ path: ['next'], message: atRegistration }])
    expect(problems(ANA.password)).toMatchObject([{ path: ['next'] }])
    expect(problems(NEXT, '')).toMatchObject([{ path: ['current'] }])
  })
})
