import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { ERRORS } from '../errors'
import { testMarket } from '../testing'
import { appErrorOf } from './errors'
import { type AppRouter, appRouter } from './root'
import { createCallerFactory } from './trpc'

/**
 * Who may call what. A procedure that is not here fails the test, so nobody adds a door without saying who may use it;
 * what belongs to whom behind the door is tested where it is decided.
 */
type Access = 'public' | 'signed-in'
type ProcedurePath = { [R in keyof Routers]: `${R & string}.${keyof Routers[R] & string}` }[keyof Routers]
type Routers = AppRouter['_def']['record']

const ACCESS = {
  'bots.list': 'public',
  'bots.create': 'signed-in',
  'bots.pause': 'signed-in',
  'bots.remove': 'signed-in',
  'bots.runs': 'signed-in',
  'bots.webhook': 'signed-in',
  'bots.testWebhook': 'signed-in',
  'bots.rotateSecret': 'signed-in',
  'bots.view': 'public',
  'bots.bought': 'public',
  'bots.rehearsable': 'signed-in',
  'bots.rehearse': 'signed-in',
  'bots.rehearseOwn': 'signed-in',
  'bots.update': 'signed-in',
  'contexts.list': 'public',
  'contexts.similar': 'public',
  'contexts.quote': 'signed-in',
  'contexts.ask': 'signed-in',
  'contexts.view': 'public',
  'contexts.edit': 'signed-in',
  'contexts.revisions': 'public',
  'contexts.cancel': 'signed-in',
  'documents.list': 'signed-in',
  'documents.remove': 'signed-in',
  'documents.retry': 'signed-in',
  'documents.setPrice': 'signed-in',
  'documents.trySearch': 'signed-in',
  'demo.isOn': 'public',
  'demo.showcase': 'public',
  'demo.runFresh': 'public',
  'inbox.items': 'signed-in',
  'inbox.counts': 'signed-in',
  'inbox.mark': 'signed-in',
  'inbox.markAllSeen': 'signed-in',
  'inbox.watch': 'signed-in',
  'inspection.start': 'signed-in',
  'inspection.cancel': 'signed-in',
  'inspection.resume': 'signed-in',
  'inspection.tree': 'public',
  'inspection.follow': 'public',
  'inspection.decide': 'signed-in',
  'matchers.list': 'signed-in',
  'matchers.create': 'signed-in',
  'matchers.update': 'signed-in',
  'matchers.delete': 'signed-in',
  'matchers.preview': 'signed-in',
  'notices.list': 'signed-in',
  'notices.mark': 'signed-in',
  'notices.switches': 'signed-in',
  'notices.setSwitch': 'signed-in',
  'notices.outbox': 'public',
  'offers.list': 'public',
  'offers.post': 'signed-in',
  'offers.change': 'signed-in',
  'offers.withdraw': 'signed-in',
  'offers.buyUnseen': 'signed-in',
  'people.me': 'public',
  'people.signInOptions': 'public',
  'people.register': 'public',
  'people.sessions': 'signed-in',
  'people.signsInBy': 'signed-in',
  'people.changePassword': 'signed-in',
  'people.signOutEverywhere': 'signed-in',
  'people.profile': 'public',
  'people.editProfile': 'signed-in',
  'selling.figures': 'signed-in',
  'selling.offers': 'signed-in',
  'selling.writers': 'signed-in',
  'selling.asking': 'signed-in',
  'selling.bot': 'signed-in',
  'selling.judgementsLeft': 'signed-in',
  'selling.judgeDraft': 'signed-in',
  'texts.preview': 'public',
  'wallet.summary': 'signed-in',
  'wallet.rows': 'signed-in',
} as const satisfies Record<ProcedurePath, Access>

const createCaller = createCallerFactory(appRouter)
type Caller = ReturnType<typeof createCaller>

let database: TestDatabase
let signedOut: Caller
beforeAll(async () => {
  database = await openTestDb()
  const { deps } = testMarket(database)
  signedOut = createCaller({ deps, user: null, sessionId: null, call: { ip: 'test', isOurs: true } })
})
afterAll(() => database.close())

/** Calls by path, with an input that fits no schema. */
async function callBlindly(caller: Caller, path: string): Promise<unknown> {
  let place: unknown = caller
  for (const part of path.split('.')) place = Reflect.get(Object(place), part)
  if (typeof place !== 'function') throw new Error(`No procedure at ${path}`)
  return place(Symbol.for('no input'))
}

describe('access', () => {
  it('is said for every procedure, and for no other', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(Object.keys(appRouter._def.procedures).sort())
  })

  for (const [path, access] of Object.entries(ACCESS)) {
    it(`${path} is ${access === 'public' ? 'for everyone' : 'for signed-in people'}`, async () => {
      const answer = callBlindly(signedOut, path)
      if (access === 'signed-in') {
        // Told before the input is even read.
        await expect(answer).rejects.toMatchObject({
          message: ERRORS['auth.signed_out'].sentence,
          code: 'UNAUTHORIZED',
        })
        return
      }
      const code = await answer.then(
        () => null,
        (error: unknown) => appErrorOf(error).code,
      )
      expect([null, 'request.invalid']).toContain(code)
    })
  }
})
