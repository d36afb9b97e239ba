import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows, inspections, offers, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { type Actor, delegate, NO_CAPS, personActor, type Role } from '../actors/actor'
import { openSession, readSession } from '../auth/sessions'
import { createBotSchema } from '../contract/bots'
import { FLAGS_PER_DAY } from '../contract/limits'
import {
  askQuestion,
  buyAll,
  credits,
  newKey,
  person,
  scriptedModel,
  sell,
} from '../inspection/engine/testing'
import { walletSummary } from '../ledger/queries'
import { listUnread } from '../market/inbox/notices'
import { DEFAULT_POLICY } from '../protocol/policy'
import { createBot } from '../sellers/bots/bots'
import { type TestMarket, testMarket } from '../testing'
import { appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

/** What moderation does, at the doors where people meet it. */

const createCaller = createCallerFactory(appRouter)
type Caller = ReturnType<typeof createCaller>

const DAY_MS = 86_400_000

let database: TestDatabase
let market: TestMarket
let ann: string
let bob: string
let cleo: string
let mo: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  ann = await person(market, 'ann')
  bob = await person(market, 'bob')
  cleo = await person(market, 'cleo')
  mo = await person(market, 'mo')
})
afterAll(() => database.close())

const as = (id: string, role: Role = 'person'): Caller =>
  createCaller(contextOf(market.deps, testMe(id, { role })))
const nobody = (): Caller => createCaller(contextOf(market.deps, null))
const moderator = () => as(mo, 'moderator')
/** As a login of the person is read now. */
async function signedIn(id: string): Promise<Caller> {
  const user = await readSession(market.deps, await openSession(market.deps, id))
  if (!user) throw new Error('No login')
  return createCaller(contextOf(market.deps, user))
}
const handleOf = async (id: string) =>
  (await database.db.select({ handle: users.handle }).from(users).where(eq(users.id, id)))[0]?.handle ?? ''
const told = async (id: string) =>
  (await listUnread(database.db, id, { most: 20, without: [] })).map(({ event }) => event)
const code = (appCode: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code: appCode }) })

const publicQuestion = () =>
  askQuestion(market, ann, {
    isTreePublic: true,
    start: { rule: 'quorum', offers: 5 },
    title: 'Is the bridge at Lindow safe?',
  })
const offerOn = (contextId: string, seller = bob) =>
  sell(market, seller, {
    contextId,
    teaser: 'The report of the bridge at Lindow',
    privateInfo: 'The bridge at Lindow was found sound in May.',
    price: 1,
  })

async function hide(kind: 'question' | 'offer' | 'answer' | 'person' | 'bot', id: string) {
  const { caseId } = await as(cleo).moderation.flag({ kind, id, rule: 'spam', words: 'Everywhere.' })
  await moderator().moderation.decide({
    caseId,
    outcome: 'hidden',
    rule: 'spam',
    note: 'The same everywhere.',
  })
  return caseId
}

describe('a flag', () => {
  it('goes with others of one thing into one case, told to nobody but moderators; kept is told too', async () => {
    const id = await publicQuestion()
    const one = await as(cleo).moderation.flag({
      kind: 'question',
      id,
      rule: 'spam',
      words: 'It is everywhere.',
    })
    const two = await as(bob).moderation.flag({ kind: 'question', id, rule: 'abuse' })
    const again = await as(bob).moderation.flag({ kind: 'question', id, rule: 'abuse' })
    expect(new Set([one, two, again].map(({ caseId }) => caseId)).size).toBe(1)
    const [waiting, ...others] = await moderator().moderation.queue()
    expect(others).toEqual([])
    expect(waiting?.flags.map(({ rule }) => rule)).toEqual(['spam', 'abuse'])
    expect(JSON.stringify(waiting)).not.toContain(cleo)

    await moderator().moderation.decide({
      caseId: one.caseId,
      outcome: 'kept',
      rule: null,
      note: 'It is a question.',
    })
    expect(await told(cleo)).toEqual(['flag.decided'])
    expect(await told(bob)).toEqual(['flag.decided'])
    expect(await told(ann)).toEqual([])
    expect((await as(cleo).moderation.own()).flags).toMatchObject([
      { outcome: 'kept', note: 'It is a question.' },
    ])
    const { lines } = await nobody().moderation.log({})
    expect(lines).toMatchObject([{ kind: 'decided', outcome: 'kept', author: await handleOf(ann) }])
    const publicly = JSON.stringify(lines)
    for (const hidden of [await handleOf(cleo), await handleOf(bob), 'everywhere', 'It is a question'])
      expect(publicly).not.toContain(hidden)
  })

  it('is not raised on what one cannot see, on one’s own, nor without end', async () => {
    const id = await publicQuestion()
    const flag = (api: Caller, of: string) => api.moderation.flag({ kind: 'question', id: of, rule: 'spam' })
    await expect(flag(as(ann), id)).rejects.toEqual(code('moderation.own_thing'))
    await expect(flag(as(bob), 'bc_none')).rejects.toEqual(code('moderation.nothing_there'))
    await expect(flag(nobody(), id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (let i = 0; i < FLAGS_PER_DAY; i += 1)
      await flag(as(cleo), await askQuestion(market, ann, { budgetMicros: credits(1) }))
    await expect(flag(as(cleo), id)).rejects.toEqual(code('moderation.too_many_flags'))
    market.clock.forward(DAY_MS)
    await flag(as(cleo), id)
  })
})

describe('a hidden question', () => {
  it('is at no door but its asker’s, and comes back whole upon an appeal', async () => {
    const id = await publicQuestion()
    await offerOn(id)
    const doors = (api: Caller): Record<string, () => Promise<unknown>> => ({
      list: async () => (await api.contexts.list({})).items,
      search: async () => (await api.contexts.list({ query: 'Lindow' })).items,
      similar: () => api.contexts.similar({ text: 'Is the bridge at Lindow safe?', pages: [] }),
      profile: async () => {
        const { questions, offers: made } = await api.people.profile({ handle: await handleOf(ann) })
        return [...questions, ...made]
      },
      sellers: async () => (await api.people.profile({ handle: await handleOf(bob) })).offers,
      view: () => api.contexts.view({ id }),
      tree: () => api.inspection.tree({ rootId: id }),
      offers: () => api.offers.list({ contextId: id }),
    })
    const shownAt = async (api: Caller) => {
      const open: string[] = []
      for (const [name, door] of Object.entries(doors(api))) {
        const found = await door().catch(() => [])
        if (JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? '' : value)).includes('Lindow'))
          open.push(name)
      }
      return open
    }
    const everywhere = Object.keys(doors(nobody()))
    expect(await shownAt(nobody())).toEqual(everywhere)

    const caseId = await hide('question', id)
    expect(await shownAt(nobody())).toEqual([])
    expect(await shownAt(as(cleo))).toEqual([])
    expect(await shownAt(as(ann))).toEqual(everywhere.filter((name) => name !== 'sellers'))
    expect(await told(ann)).toContain('thing.hidden')
    await expect(offerOn(id, cleo)).rejects.toMatchObject({ code: 'market.question_hidden' })

    const own = await as(ann).moderation.own()
    expect(own.hidden).toMatchObject([{ caseId, rule: 'spam', note: 'The same everywhere.', appeal: null }])
    await as(ann).moderation.appeal({ caseId, words: 'It is asked once.' })
    await expect(as(ann).moderation.appeal({ caseId, words: 'Again.' })).rejects.toEqual(
      code('moderation.appealed_already'),
    )
    await expect(as(bob).moderation.appeal({ caseId, words: 'Mine.' })).rejects.toEqual(
      code('moderation.case_not_found'),
    )
    await database.db.update(users).set({ role: 'moderator' }).where(eq(users.id, bob))
    await expect(moderator().moderation.decideAppeal({ caseId, outcome: 'overturned' })).rejects.toEqual(
      code('moderation.own_decision'),
    )
    await as(bob, 'moderator').moderation.decideAppeal({ caseId, outcome: 'overturned' })
    expect(await shownAt(nobody())).toEqual(everywhere)
    expect(await told(ann)).toContain('thing.shown')
    const acts = await database.db
      .select({ act: auditRows.act, kind: auditRows.actorKind })
      .from(auditRows)
      .orderBy(desc(auditRows.seq))
      .limit(2)
    expect(acts).toEqual([
      { act: 'thing.shown', kind: 'operator' },
      { act: 'thing.hidden', kind: 'operator' },
    ])
  })

  it('is in none of the lists of those whom it had reached, and its words stay as they are', async () => {
    const queue = async (owner: string, words: string) => {
      const bot = {
        kind: 'queue',
        name: 'Bridges',
        matcher: { anyOf: [words] },
        price: { rule: 'fixed', priceMicros: credits(1) },
      }
      const input = createBotSchema.parse({ bot, isLive: true, requestKey: newKey() })
      return (await createBot(market.deps, owner, input)).botId
    }
    const botId = await queue(bob, 'bridge')
    await as(bob).follows.set({ kind: 'person', subject: await handleOf(ann), follows: true })
    await as(bob).matchers.create({ name: 'Bridges', query: { anyOf: ['bridge'] }, requestKey: newKey() })
    const id = await askQuestion(market, ann, {
      start: { rule: 'quorum', offers: 5 },
      title: 'Is the bridge a numbat?',
    })
    await market.settle()
    await sell(market, bob, {
      contextId: id,
      teaser: 'A teaser of bob',
      privateInfo: 'It is none.',
      price: 1,
    })
    const doors = {
      queue: () => as(bob).bots.queue({ botId }),
      runs: () => as(bob).bots.runs({ botId }),
      notices: () => as(bob).notices.list({}),
      home: () => as(bob).home.view(),
      inbox: () => as(bob).inbox.items({ state: 'answered' }),
      offers: () => as(bob).selling.offers({}),
    }
    const sayIt = async () => {
      const said: string[] = []
      for (const [name, door] of Object.entries(doors))
        if (
          JSON.stringify(await door(), (_, value) => (typeof value === 'bigint' ? '' : value)).includes(
            'numbat',
          )
        )
          said.push(name)
      return said
    }
    expect(await sayIt()).toEqual(Object.keys(doors))
    await hide('question', id)
    expect(await sayIt()).toEqual([])
    await expect(
      as(ann).contexts.edit({ contextId: id, title: 'Another bridge, a numbat', body: '' }),
    ).rejects.toEqual(code('moderation.question_hidden'))
    await expect(nobody().contexts.revisions({ id })).rejects.toEqual(code('market.context_not_found'))
  })

  it('goes on with the offers that it has, and its budget comes back', async () => {
    const id = await publicQuestion()
    await offerOn(id)
    await hide('question', id)
    market.clock.forward(2 * 3_600_000)
    await market.settle()
    await market.sweep()
    await market.settle()
    const [tree] = await database.db.select().from(inspections).where(eq(inspections.rootId, id))
    expect(tree?.status).toBe('settled')
    expect((await walletSummary(database.db, ann)).heldMicros).toBe(0n)
  })
})

describe('a hidden offer', () => {
  it('is read by its seller alone, bought by nobody, and read again when it is shown', async () => {
    const id = await publicQuestion()
    const offerId = await offerOn(id)
    const caseId = await hide('offer', offerId)
    const teaserFor = async (api: Caller) => (await api.offers.list({ contextId: id }))[0]
    expect(await teaserFor(as(ann))).toMatchObject({ teaser: null, seal: 'hidden' })
    expect(await teaserFor(nobody())).toMatchObject({ teaser: null, privateInfo: null })
    expect(await teaserFor(as(bob))).toMatchObject({
      teaser: expect.any(String),
      privateInfo: expect.any(String),
    })
    await expect(
      as(ann).offers.buyUnseen({ offerId, version: 1, priceMicros: credits(1), requestKey: newKey() }),
    ).rejects.toEqual(code('market.offer_not_found'))
    market.clock.forward(2 * 3_600_000)
    await market.settle()
    const [left] = await database.db.select().from(offers).where(eq(offers.id, offerId))
    expect(left).toMatchObject({ firstReadAt: null })
    expect(left?.state).not.toBe('bought')
    await as(bob).moderation.appeal({ caseId, words: 'It is the report.' })
    await moderator().moderation.decideAppeal({ caseId, outcome: 'overturned' })
    expect(await teaserFor(nobody())).toMatchObject({ teaser: expect.any(String) })
  })
})

describe('a hidden offer that was bought', () => {
  it('closes the published answer that may be written from it', async () => {
    market = testMarket(database, { site: scriptedModel(buyAll), isSiteBuiltIn: false })
    const id = await askQuestion(market, ann, {
      isTreePublic: true,
      start: { rule: 'quorum', offers: 1 },
      title: 'Is the bridge at Lindow safe?',
    })
    const offerId = await sell(market, bob, {
      contextId: id,
      teaser: 'The report of the bridge at Lindow',
      privateInfo: 'The bridge at Lindow was found safe by the numbat in May.',
      price: 1,
      licence: { kind: 'quotable' },
    })
    await market.settle()
    const { answer } = await as(ann).inspection.tree({ rootId: id })
    await as(ann).inspection.publish({ rootId: id, revision: answer?.revision ?? 1 })
    const found = async () => (await nobody().contexts.list({ query: 'numbat' })).items.length
    const published = async (api: Caller) => (await api.inspection.tree({ rootId: id })).published.standing
    expect([await found(), (await published(nobody()))?.markdown]).toEqual([
      1,
      expect.stringContaining('numbat'),
    ])
    const caseId = await hide('offer', offerId)
    expect([await found(), await published(nobody())]).toEqual([0, null])
    expect(await published(as(ann))).not.toBeNull()
    await as(bob).moderation.appeal({ caseId, words: 'It is the report.' })
    await moderator().moderation.decideAppeal({ caseId, outcome: 'overturned' })
    expect([await found(), (await published(nobody()))?.markdown]).toEqual([
      1,
      expect.stringContaining('numbat'),
    ])
  })
})

describe('a hidden name', () => {
  it('is replaced at every door, stays as it is, and comes back', async () => {
    await as(bob).people.editProfile({ name: 'Buy my pills', bio: 'Pills, pills.' })
    const handle = await handleOf(bob)
    const caseId = await hide('person', handle)
    const { person: seen } = await nobody().people.profile({ handle })
    expect(seen).toMatchObject({ name: 'Hidden name', bio: '' })
    await expect(as(bob).people.editProfile({ name: 'Pills', bio: '' })).rejects.toEqual(
      code('moderation.name_hidden'),
    )
    const bot = {
      kind: 'queue',
      name: 'Pills again',
      matcher: { anyOf: ['pill'] },
      price: { rule: 'fixed', priceMicros: credits(1) },
    }
    const another = createBotSchema.parse({ bot, isLive: true, requestKey: newKey() })
    await expect(as(bob).bots.create(another)).rejects.toEqual(code('moderation.name_hidden'))
    expect((await as(bob).moderation.own()).hidden).toMatchObject([
      { subject: { title: 'Buy my pills', text: 'Pills, pills.' } },
    ])
    await as(bob).moderation.appeal({ caseId, words: 'They are my pills.' })
    await moderator().moderation.decideAppeal({ caseId, outcome: 'overturned' })
    expect((await nobody().people.profile({ handle })).person).toMatchObject({ name: 'Buy my pills' })
  })
})

describe('a suspended right', () => {
  it('is gone at every door from the next request on, and back at its end', async () => {
    const id = await publicQuestion()
    const { id: suspensionId } = await moderator().moderation.suspend({
      handle: await handleOf(bob),
      right: 'sell',
      days: 3,
      rule: 'misleading',
      note: 'Three times.',
    })
    expect(await told(bob)).toEqual(['right.suspended'])
    const offer = {
      contextId: id,
      teaser: 'A report of the bridge',
      privateInfo: 'Sound.',
      priceMicros: credits(1),
    }
    const api = await signedIn(bob)
    await expect(api.offers.post({ ...offer, requestKey: newKey() })).rejects.toMatchObject({
      cause: { code: 'actor.suspended', message: expect.stringContaining('2026-01-08 09:00 UTC') },
    })
    // Nor by a key, nor by a bot that answers by itself.
    const user = await readSession(market.deps, await openSession(market.deps, bob))
    const owner = personActor({ id: bob, role: 'person', isVerified: true, suspended: user?.suspended ?? [] })
    const key: Actor = delegate(owner, { kind: 'key', id: 'key_1', scopes: ['sell'], caps: NO_CAPS })
    const byKey = createCaller(contextOf(market.deps, user, { actor: key }))
    await expect(byKey.offers.post({ ...offer, requestKey: newKey() })).rejects.toEqual(
      code('actor.suspended'),
    )
    await expect(offerOn(id)).rejects.toMatchObject({ code: 'actor.suspended' })
    // What is not suspended goes on.
    await api.wallet.summary()

    const { lines } = await nobody().moderation.log({})
    expect(lines).toMatchObject([
      { kind: 'suspended', right: 'sell', rule: 'misleading', person: await handleOf(bob) },
    ])
    expect(JSON.stringify(lines)).not.toContain('Three times')
    expect((await as(bob).moderation.own()).suspensions).toMatchObject([
      { id: suspensionId, note: 'Three times.' },
    ])

    market.clock.forward(3 * DAY_MS)
    const later = await askQuestion(market, ann)
    await (await signedIn(bob)).offers.post({ ...offer, contextId: later, requestKey: newKey() })
  })

  it('of one bot leaves its owner and the others; it is given back before its end', async () => {
    const bot = createBotSchema.parse({
      bot: {
        kind: 'fixed',
        name: 'Bridges',
        matcher: { anyOf: ['bridge'] },
        teaser: 'On the bridge',
        knowledge: 'Sound.',
        price: { rule: 'fixed', priceMicros: credits(1) },
      },
      isLive: true,
      requestKey: newKey(),
    })
    const { botId } = await createBot(market.deps, bob, bot)
    const suspend = (right: 'sell' | 'ask') =>
      handleOf(bob).then((handle) =>
        moderator().moderation.suspend({ handle, botId, right, days: 1, rule: 'spam' }),
      )
    await expect(suspend('ask')).rejects.toEqual(code('moderation.bot_sells'))
    const { id } = await suspend('sell')
    const asked = async () => {
      const contextId = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 5 } })
      await market.settle()
      return (await as(ann).offers.list({ contextId })).length
    }
    expect(await asked()).toBe(0)
    await moderator().moderation.lift({ id })
    expect(await told(bob)).toContain('right.restored')
    expect(await asked()).toBe(1)
    await expect(moderator().moderation.lift({ id })).rejects.toEqual(code('moderation.suspension_not_found'))
  })

  it('is taken from nobody with a role, and not by oneself', async () => {
    const suspend = async (id: string) =>
      moderator().moderation.suspend({ handle: await handleOf(id), right: 'flag', days: 1, rule: 'other' })
    await expect(suspend(mo)).rejects.toEqual(code('moderation.not_yourself'))
    await database.db.update(users).set({ role: 'operator' }).where(eq(users.id, bob))
    await expect(suspend(bob)).rejects.toEqual(code('moderation.has_role'))
  })
})

describe('whom somebody mutes or blocks', () => {
  it('is not in their lists nor their inbox, and sells nothing to them once blocked', async () => {
    const mute = async (who: string, as_: 'muted' | 'blocked' | 'shown') =>
      as(bob).moderation.mute({ handle: await handleOf(who), as: as_ })
    const listed = async (id: string) => (await as(id).contexts.list({})).items.length
    await as(bob).matchers.create({
      name: 'Bridges',
      query: { anyOf: ['bridge'] },
      requestKey: newKey(),
    })
    const inbox = async () => {
      await market.settle()
      return (await as(bob).inbox.counts()).toAnswer
    }
    await publicQuestion()
    expect([await listed(bob), await inbox()]).toEqual([1, 1])
    expect(await told(bob)).toEqual(['question.matched'])
    await mute(ann, 'muted')
    expect([await told(bob), (await as(bob).inbox.counts()).forYou]).toEqual([[], 0])
    await publicQuestion()
    expect([await listed(bob), await inbox(), await listed(cleo)]).toEqual([0, 0, 2])
    expect((await as(bob).moderation.own()).muted).toMatchObject([{ isBlocked: false }])
    await mute(ann, 'shown')
    expect(await listed(bob)).toBe(2)

    // An offer that nobody has read is left where it lies.
    const own = await askQuestion(market, bob, {
      start: { rule: 'quorum', offers: 5 },
      policy: DEFAULT_POLICY,
    })
    const offerId = await offerOn(own, cleo)
    await mute(cleo, 'blocked')
    await expect(offerOn(own, cleo)).rejects.toMatchObject({ code: 'market.blocked' })
    market.clock.forward(2 * 3_600_000)
    await market.settle()
    const [left] = await database.db.select().from(offers).where(eq(offers.id, offerId))
    expect(left?.firstReadAt).toBeNull()
    // Nor is a bot of theirs asked: whom it keeps waiting is whom they were blocked by.
    const bot = {
      kind: 'queue',
      name: 'Bridges',
      matcher: { anyOf: ['bridge'] },
      price: { rule: 'fixed', priceMicros: credits(1) },
    }
    const make = (whose: string) =>
      createBot(market.deps, whose, createBotSchema.parse({ bot, isLive: true, requestKey: newKey() }))
    const asked = await askQuestion(market, bob, {
      start: { rule: 'quorum', offers: 5 },
      title: 'Which bridge is it?',
    })
    const { botId: later } = await make(cleo)
    const { botId: others } = await make(mo)
    await market.settle()
    const again = await askQuestion(market, bob, {
      start: { rule: 'quorum', offers: 5 },
      title: 'Which bridge was it?',
    })
    await market.settle()
    expect(await as(cleo).bots.runs({ botId: later })).toEqual([])
    expect((await as(mo).bots.runs({ botId: others })).map(({ contextId }) => contextId).sort()).toEqual(
      [asked, again].sort(),
    )
    await expect(mute(bob, 'muted')).rejects.toEqual(code('moderation.not_yourself'))
  })
})
