import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { register } from '../auth/register'
import { openSession, readSession } from '../auth/sessions'
import { testMarket } from '../testing'
import { appErrorOf } from './errors'
import { appRouter } from './root'
import { contextOf } from './testing'
import { createCallerFactory } from './trpc'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.close())

const ANA = { name: 'Ana Ruiz', handle: 'ana', email: 'ana@example.org', password: 'a long pass phrase' }
/** As many as at the sign-in, from one address. */
const GUESSES = 10

it('the current password of a login that was left open cannot be guessed: tries are counted as at the sign-in', async () => {
  const { deps } = testMarket(database)
  const { userId } = await register(deps, ANA)
  const sessionId = await openSession(deps, userId)
  const user = await readSession(deps, sessionId)
  const caller = createCallerFactory(appRouter)(
    contextOf(deps, user, { sessionId, call: { ip: 'here', isOurs: true } }),
  )
  const codeOf = (current: string, next = 'quite another phrase') =>
    caller.people.changePassword({ current, next }).then(
      () => 'changed',
      (error: unknown) => appErrorOf(error).code,
    )

  expect(await codeOf('wrong')).toBe('auth.wrong_password')
  // The right one starts the count again, and what does not fit the form is no guess.
  expect(await codeOf(ANA.password)).toBe('changed')
  expect(await codeOf('wrong', 'short')).toBe('request.invalid')
  for (let guess = 0; guess < GUESSES; guess += 1) expect(await codeOf('wrong')).toBe('auth.wrong_password')
  expect(await codeOf('quite another phrase', ANA.password)).toBe('request.too_many')
})
