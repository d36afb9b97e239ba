import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { type Actor, delegate, isDelegable, NO_CAPS, personActor, SCOPES } from '../actors/actor'
import type { Deps } from '../deps'
import { testMarket } from '../testing'
import { appErrorOf } from './errors'
import { type AppRouter, appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

/**
 * Who may call what, and with which scopes. A procedure that is not here fails the test, so nobody adds a door without saying who
 * may use it; what belongs to whom behind the door is tested where it is decided.
 */
type Access = `${'public' | 'person'}: ${string}`
type ProcedurePath = { [R in keyof Routers]: `${R & string}.${keyof Routers[R] & string}` }[keyof Routers]
type Routers = AppRouter['_def']['record']

const ACCESS = {
  'account.view': 'person: account',
  'account.startRegistration': 'public: visit',
  'account.finishRegistration': 'public: visit',
  'account.openLink': 'public: visit',
  'account.askForReset': 'public: visit',
  'account.resetPassword': 'public: visit',
  'account.sendVerification': 'person: account',
  'account.verifyEmail': 'person: account',
  'account.deletion': 'person: account',
  'account.delete': 'person: account',
  'account.sessions': 'person: account',
  'account.endSession': 'person: account',
  'account.endOtherSessions': 'person: account',
  'agents.register': 'public: read',
  'agents.me': 'public: read',
  'agents.claimable': 'person: account',
  'agents.adopt': 'person: sell account',
  'audit.own': 'person: account',
  'audit.all': 'person: operate',
  'bots.list': 'public: read',
  'bots.create': 'person: sell',
  'bots.pause': 'person: sell',
  'bots.remove': 'person: sell',
  'bots.runs': 'person: read',
  'bots.queue': 'person: sell',
  'bots.answerQueued': 'person: sell',
  'bots.webhook': 'person: sell',
  'bots.testWebhook': 'person: sell',
  'bots.rotateSecret': 'person: sell',
  'bots.view': 'public: read',
  'bots.bought': 'public: read',
  'bots.priceMoves': 'public: read',
  'bots.rehearsable': 'person: read',
  'bots.rehearse': 'person: sell',
  'bots.rehearseOwn': 'person: sell',
  'bots.update': 'person: sell',
  'complaints.view': 'person: read',
  'complaints.file': 'person: decide',
  'complaints.answer': 'person: sell',
  'complaints.waiting': 'person: moderate',
  'complaints.read': 'person: moderate',
  'complaints.decide': 'person: moderate',
  'contexts.list': 'public: read',
  'contexts.published': 'public: read',
  'contexts.similar': 'public: read',
  'contexts.quote': 'person: read',
  'contexts.ask': 'person: ask spend',
  'contexts.view': 'public: read',
  'contexts.room': 'public: read',
  'contexts.reach': 'person: read',
  'contexts.raise': 'person: ask spend',
  'contexts.edit': 'person: ask',
  'contexts.revisions': 'public: read',
  'contexts.cancel': 'person: ask',
  'documents.list': 'person: read',
  'documents.remove': 'person: sell',
  'documents.retry': 'person: sell',
  'documents.setPrice': 'person: sell',
  'documents.trySearch': 'person: sell',
  'demo.examples': 'public: read',
  'demo.isOn': 'public: read',
  'demo.showcase': 'public: read',
  'demo.runFresh': 'public: visit',
  'follows.view': 'public: read',
  'follows.list': 'person: read',
  'follows.set': 'person: account',
  'games.list': 'public: read',
  'games.view': 'public: read',
  'games.export': 'public: read',
  'games.open': 'person: ask spend',
  'games.callOff': 'person: ask',
  'games.judge': 'person: decide',
  'games.join': 'person: sell spend',
  'games.move': 'person: sell',
  'home.view': 'person: read',
  'inbox.items': 'person: read',
  'inbox.counts': 'person: read',
  'inbox.mark': 'person: read',
  'inbox.markAllSeen': 'person: read',
  'inbox.watch': 'person: read',
  'inspection.start': 'person: ask',
  'inspection.cancel': 'person: ask',
  'inspection.enough': 'person: ask',
  'inspection.reopen': 'person: ask spend',
  'inspection.resume': 'person: ask',
  'inspection.inspect': 'person: read ask spend',
  'inspection.outcome': 'person: read',
  'inspection.tree': 'public: read',
  'inspection.follow': 'public: read',
  'inspection.countValue': 'person: decide',
  'inspection.decide': 'person: decide',
  'inspection.rate': 'person: decide',
  'inspection.resolve': 'person: decide',
  'inspection.resolveInOffice': 'person: moderate',
  'inspection.previewPublication': 'person: read',
  'inspection.publish': 'person: decide',
  'inspection.kept': 'person: read',
  'inspection.askToQuote': 'person: decide',
  'inspection.takeBack': 'person: decide',
  'keys.list': 'person: account',
  'keys.create': 'person: account',
  'keys.revoke': 'person: account',
  'market.health': 'public: read',
  'market.leaders': 'public: read',
  'market.terms': 'public: read',
  'matchers.list': 'person: read',
  'matchers.create': 'person: account',
  'matchers.update': 'person: account',
  'matchers.delete': 'person: account',
  'matchers.preview': 'person: read',
  'moderation.flag': 'person: flag',
  'moderation.own': 'person: account',
  'moderation.appeal': 'person: account',
  'moderation.mute': 'person: account',
  'moderation.log': 'public: read',
  'moderation.queue': 'person: moderate',
  'moderation.decide': 'person: moderate',
  'moderation.decideAppeal': 'person: moderate',
  'moderation.suspend': 'person: moderate',
  'moderation.lift': 'person: moderate',
  'notes.list': 'public: read',
  'notes.write': 'person: decide',
  'notes.remove': 'person: decide',
  'notes.rate': 'person: decide',
  'notices.list': 'person: read',
  'notices.unreadAt': 'person: read',
  'notices.mark': 'person: read',
  'notices.switches': 'person: read',
  'notices.setSwitch': 'person: account',
  'notices.outbox': 'public: read',
  'offers.list': 'public: read',
  'offers.text': 'public: read',
  'offers.usualLicence': 'person: read',
  'offers.post': 'person: sell',
  'offers.change': 'person: sell',
  'offers.allowQuoting': 'person: sell',
  'offers.withdraw': 'person: sell',
  'offers.buyUnseen': 'person: spend',
  'operate.stopped': 'public: read',
  'operate.isNew': 'public: read',
  'operate.claim': 'person: account',
  'operate.dashboard': 'person: operate',
  'operate.readings': 'person: operate',
  'operate.stop': 'person: operate',
  'operate.resume': 'person: operate',
  'operate.settings': 'person: operate',
  'operate.set': 'person: operate',
  'operate.people': 'person: operate',
  'operate.person': 'person: operate',
  'operate.giveRole': 'person: operate',
  'operate.signOut': 'person: operate',
  'operate.pauseBot': 'person: operate',
  'operate.revokeKey': 'person: operate',
  'operate.grant': 'person: operate',
  'operate.reverse': 'person: operate',
  'passkeys.list': 'person: account',
  'passkeys.begin': 'person: account',
  'passkeys.add': 'person: account',
  'passkeys.rename': 'person: account',
  'passkeys.remove': 'person: account',
  'passkeys.beginSignIn': 'public: visit',
  'people.me': 'public: read',
  'people.signInOptions': 'public: read',
  'people.register': 'public: visit',
  'people.signsInBy': 'person: account',
  'people.changePassword': 'person: account',
  'people.signOutEverywhere': 'person: account',
  'people.profile': 'public: read',
  'people.editProfile': 'person: account',
  'programs.list': 'person: account',
  'programs.asked': 'person: account',
  'programs.allow': 'person: account',
  'programs.refuse': 'person: account',
  'programs.disconnect': 'person: account',
  'receipts.tree': 'public: read',
  'receipts.offer': 'public: read',
  'replies.view': 'public: read',
  'replies.name': 'person: ask',
  'replies.nameInOffice': 'person: moderate',
  'replies.write': 'person: decide',
  'requests.view': 'person: spend',
  'requests.list': 'person: account',
  'requests.answer': 'person: account',
  'resale.list': 'public: read',
  'resale.buy': 'person: spend',
  'resale.bought': 'person: read',
  'sameClaims.view': 'public: read',
  'sameClaims.say': 'person: decide',
  'sameClaims.part': 'person: moderate',
  'search.names': 'public: read',
  'search.addressees': 'public: read',
  'search.tags': 'public: read',
  'selling.figures': 'person: read',
  'selling.offers': 'person: read',
  'selling.writers': 'person: read',
  'selling.asking': 'person: read',
  'selling.bot': 'person: read',
  'selling.judgementsLeft': 'person: read',
  'selling.judgeDraft': 'person: sell',
  'texts.preview': 'public: read',
  'threads.view': 'public: read',
  'sites.list': 'person: account',
  'sites.add': 'person: account',
  'sites.check': 'person: account',
  'sites.change': 'person: account',
  'sites.leave': 'person: account',
  'sites.questions': 'person: account',
  'sites.decide': 'person: account',
  'threads.inFrame': 'public: read',
  'threads.item': 'public: read',
  'threads.byHash': 'public: read',
  'threads.readAgain': 'person: ask',
  'wallet.summary': 'person: read',
  'wallet.pending': 'person: read',
  'wallet.rows': 'person: read',
  'webhooks.list': 'person: account',
  'webhooks.add': 'person: account',
  'webhooks.change': 'person: account',
  'webhooks.remove': 'person: account',
  'webhooks.rotateSecret': 'person: account',
  'webhooks.test': 'person: account',
} as const satisfies Record<ProcedurePath, Access>

const createCaller = createCallerFactory(appRouter)
type Caller = ReturnType<typeof createCaller>

const ANN = testMe('usr_ann')
const NEW = testMe('usr_new', { isVerified: false })
const OPERATOR = testMe('usr_op', { role: 'operator' })

let database: TestDatabase
let deps: Deps
beforeAll(async () => {
  database = await openTestDb()
  deps = testMarket(database).deps
})
afterAll(() => database.close())

/** Calls by path, with an input that fits no schema; says with which code it was refused. */
async function refusal(caller: Caller, path: string): Promise<{ code: string | null; message: string }> {
  let place: unknown = caller
  for (const part of path.split('.')) place = Reflect.get(Object(place), part)
  if (typeof place !== 'function') throw new Error(`No procedure at ${path}`)
  try {
    await place(Symbol.for('no input'))
    return { code: null, message: '' }
  } catch (error) {
    const { code, message } = appErrorOf(error)
    return { code, message }
  }
}

const byVisitor = () => createCaller(contextOf(deps, null))
let people = 0
/** Somebody else each time, so that nobody calls too often, however many procedures there are. */
const byPerson = (me = ANN) => {
  people += 1
  return createCaller(contextOf(deps, { ...me, id: `${me.id}_${people}` }))
}
/** A key of Ann's, or of whoever it is of; somebody else's each time too. */
const byKey = (scopes: readonly (typeof SCOPES)[number][], me = ANN) => {
  people += 1
  const owner = { ...me, id: `${me.id}_${people}` }
  const actor: Actor = delegate(personActor(owner), { kind: 'key', id: 'key_1', scopes, caps: NO_CAPS })
  return createCaller(contextOf(deps, owner, { actor }))
}

/** Refused for another reason than who calls: they came in. */
const isIn = ({ code }: { code: string | null }) =>
  code === null || !(code.startsWith('actor.') || code.startsWith('auth.'))

describe('access', () => {
  it('is said for every procedure, and for no other', () => {
    expect(Object.keys(ACCESS).sort()).toEqual(Object.keys(appRouter._def.procedures).sort())
  })

  for (const [path, access] of Object.entries(ACCESS)) {
    const [who, words = ''] = access.split(': ')
    const needed = SCOPES.filter((scope) => words.split(' ').includes(scope))
    const isOffice = needed.some((scope) => scope === 'moderate' || scope === 'operate')
    const isForKeys = needed.every(isDelegable)

    it(`${path} is for ${who === 'public' ? 'everyone' : 'people'}, with ${words}`, async () => {
      const procedure: { _def: { meta: unknown } } = Reflect.get(appRouter._def.procedures, path)
      expect(procedure._def.meta).toMatchObject({ scopes: needed })

      // Told before the input is even read.
      const visitor = await refusal(byVisitor(), path)
      if (who === 'public') expect(visitor).toSatisfy(isIn)
      else expect(visitor.code).toBe('auth.signed_out')

      if (isOffice) expect((await refusal(byPerson(), path)).code).toBe('actor.scope_missing')
      expect(await refusal(byPerson(isOffice ? OPERATOR : ANN), path)).toSatisfy(isIn)

      const unverified = await refusal(byPerson(NEW), path)
      if (needed.includes('sell')) expect(unverified.code).toBe('actor.unverified')

      // A key comes in with exactly these scopes, and without any one of them not; what is for people in person it never reaches.
      if (isForKeys) expect(await refusal(byKey(needed), path)).toSatisfy(isIn)
      for (const scope of needed) {
        const without = await refusal(
          byKey(
            SCOPES.filter((one) => (isForKeys ? one !== scope : true)),
            OPERATOR,
          ),
          path,
        )
        if (isForKeys || !isDelegable(scope)) {
          expect(without.code).toBe('actor.scope_missing')
          expect(without.message).toContain(`“${scope}”`)
        }
      }
    })
  }
})
