import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { auditRows, contexts, inspections, mails, users } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { delegate, NO_CAPS, personActor } from '../actors/actor'
import { writeAccountMail } from '../auth/account-mail'
import { hashPassword } from '../auth/passwords'
import { openSession } from '../auth/sessions'
import { softAuthenticator } from '../auth/testing-authenticator'
import type { ActName } from '../contract/audit'
import { createBotSchema } from '../contract/bots'
import { publishAnswer } from '../inspection/engine/publish'
import { askQuestion, credits, newKey, person, sell } from '../inspection/engine/testing'
import { buyUnseen } from '../market/buy-unseen'
import { answerComplaint, fileComplaint } from '../market/complaints/complaints'
import { DEFAULT_POLICY } from '../protocol/policy'
import { createBot, pauseBot } from '../sellers/bots/bots'
import { addDocument } from '../sellers/corpus/documents'
import { type TestMarket, testMarket } from '../testing'
import { askOf, programOf } from './oauth/testing'
import { type AppRouter, appRouter } from './root'
import { contextOf, testMe } from './testing'
import { createCallerFactory } from './trpc'

/**
 * Every procedure that changes something leaves a row in the audit log, or says here why it need not: it changes no money, key
 * or setting and moderates nobody. A procedure that is not here fails the test.
 */
type Mutation = {
  [R in keyof Routers]: {
    [P in keyof Routers[R]]: Routers[R][P] extends { _def: { type: 'mutation' } }
      ? `${R & string}.${P & string}`
      : never
  }[keyof Routers[R]]
}[keyof Routers]
type Routers = AppRouter['_def']['record']

const createCaller = createCallerFactory(appRouter)
type Caller = ReturnType<typeof createCaller>
type Stage = { market: TestMarket; ann: string; bob: string; api: Caller; visitor: Caller }
/** `isOffice`: done by a moderator, about somebody else's. */
type Audited = { act: ActName; isOffice?: true; does: (stage: Stage) => Promise<unknown> }
type Exempt = { why: string }

const PASSWORD = 'a long pass phrase'
const QUESTION = {
  title: 'Is the bridge at Lindow safe to cross?',
  body: '',
  decision: { kind: 'open' as const },
  pages: [],
  tags: [],
  budgetMicros: credits(10),
  deadlineMinutes: 60,
  start: { rule: 'quorum' as const, offers: 3 },
  isTreePublic: false,
  policy: DEFAULT_POLICY,
}

const BOT = {
  kind: 'fixed' as const,
  name: 'Bridges',
  matcher: { anyOf: ['bridge'] },
  teaser: 'What the last inspection of the bridge found',
  knowledge: 'Sound.',
  price: { rule: 'fixed' as const, priceMicros: credits(1) },
}

async function bot({ market, ann }: Stage, over: object = {}): Promise<string> {
  const input = createBotSchema.parse({ bot: { ...BOT, ...over }, isLive: true, requestKey: newKey() })
  return (await createBot(market.deps, ann, input)).botId
}

const CORPUS = { kind: 'corpus', teaser: undefined, knowledge: undefined }
const WEBHOOK = { kind: 'webhook', url: 'https://bots.example/hook', teaser: undefined, knowledge: undefined }

/** Ann has an e-mail and a password; what a mail to her carries. */
async function linkFor({ market, ann }: Stage, ask: () => Promise<unknown>): Promise<string> {
  const { deps } = market
  const email = 'ann@example.org'
  await deps.db
    .update(users)
    .set({ email, passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, ann))
  await ask()
  const [mail] = await deps.db.select().from(mails).orderBy(desc(mails.createdAt)).limit(1)
  const written = await writeAccountMail(deps, mail?.id ?? '')
  return written === null || written === 'nobody' ? '' : (written.link?.split('#')[1] ?? '')
}

/** Adds a passkey in a new authenticator, as a browser does; says its id. */
async function passkeyOf(stage: Stage): Promise<string> {
  const device = softAuthenticator()
  const { api } = await withLogin(stage)
  const { challenge } = await api.passkeys.begin({})
  const site = { rpId: 'localhost', origin: 'http://localhost:3000' }
  await api.passkeys.add({ name: 'Phone', response: device.make({ ...site, challenge }) })
  return device.id
}

/** Ann with a login of her own, which is new. */
async function withLogin({ market, ann }: Stage) {
  const sessionId = await openSession(market.deps, ann)
  const call = { ip: '203.0.113.9', isOurs: true }
  return { sessionId, api: createCaller(contextOf(market.deps, testMe(ann), { sessionId, call })) }
}

/** Adds a webhook to Ann's inbox; says its id. */
async function webhookOf(stage: Stage): Promise<string> {
  const { api } = await withLogin(stage)
  const { id } = await api.webhooks.add({ url: 'https://ann.example/hook', topics: ['sales'] })
  return id
}

const SITE = 'bridge.example'

/** A site that says that it is Ann's. */
async function siteOf({ market, api }: Stage): Promise<string> {
  const { id } = await api.sites.add({ host: SITE })
  const token = (await api.sites.list())[0]?.token ?? ''
  const { allows, exchange } = market.deps.outbound
  const body = Buffer.from(token)
  Object.assign(market.deps.outbound, {
    allows: () => true,
    exchange: async () => ({ ok: true, status: 200, headers: {}, body }),
  })
  await api.sites.check({ id })
  Object.assign(market.deps.outbound, { allows, exchange })
  return id
}

/** A question of Ann's with an answer that may be published. */
async function answered({ market, ann, bob }: Stage): Promise<string> {
  const contextId = await askQuestion(market, ann, { isTreePublic: true })
  await sell(market, bob, {
    contextId,
    teaser: 'What the last inspection of the bridge at Lindow found',
    privateInfo: 'The bridge at Lindow is safe to cross: it was inspected in May.',
    price: 1,
    licence: { kind: 'quotable' },
  })
  await market.settle()
  return contextId
}

/** What somebody's question bought, whose seller lets it be sold on. */
async function resold(market: TestMarket, asker: string): Promise<[rootId: string, offerId: string]> {
  const contextId = await askQuestion(market, asker, { isTreePublic: true })
  const offerId = await sell(market, await person(market, 'cleo'), {
    contextId,
    teaser: 'What the last inspection of the bridge at Lindow found',
    privateInfo: 'The bridge at Lindow is safe to cross: it was inspected in May.',
    price: 1,
    licence: { kind: 'resale', priceMicros: credits(1) },
  })
  await market.settle()
  return [contextId, offerId]
}

/** What one of the two bought of the other, and may complain about. */
async function purchased({ market, ann, bob }: Stage, buyer = ann): Promise<string> {
  const { deps } = market
  deps.env = { ...deps.env, EARNINGS_PENDING_HOURS: 72 }
  const contextId = await askQuestion(market, buyer, { start: { rule: 'quorum', offers: 3 } })
  const offerId = await sell(market, buyer === ann ? bob : ann, {
    contextId,
    teaser: 'The last inspection of the bridge',
    privateInfo: 'It was found sound.',
    price: 1,
  })
  await buyUnseen(deps, buyer, { offerId, version: 1, priceMicros: credits(1), requestKey: newKey() })
  return offerId
}

async function contested(stage: Stage, buyer = stage.ann): Promise<string> {
  const offerId = await purchased(stage, buyer)
  await fileComplaint(stage.market.deps, buyer, { offerId, kind: 'false', words: 'No.' })
  return offerId
}

/** A moderator who is no side of it, once the seller has answered. */
async function moderator(stage: Stage, offerId: string) {
  const { market, bob } = stage
  await answerComplaint(market.deps, bob, { offerId, answer: 'contested', words: `${CANARY}, yes.` })
  const me = testMe(await person(market, 'mod'), { role: 'moderator' })
  return createCaller(contextOf(market.deps, me))
}

/** A question that a key of Ann's may not ask without her yes. */
async function requested(stage: Stage): Promise<{ requestId: string }> {
  const { api } = await withLogin(stage)
  const { key } = await api.keys.create({
    name: 'Agent',
    scopes: ['ask', 'spend'],
    spendPerDayMicros: credits(50),
    spendPerQuestionMicros: credits(50),
    askAboveMicros: 0n,
    days: 1,
  })
  const actor = delegate(personActor(testMe(stage.ann)), {
    kind: 'key',
    id: key.id,
    scopes: key.scopes,
    caps: { ...NO_CAPS, askAboveMicros: 0n },
  })
  const program = createCaller(contextOf(stage.market.deps, testMe(stage.ann), { actor, keyId: key.id }))
  await expect(program.contexts.ask({ ...QUESTION, requestKey: newKey() })).rejects.toThrow('was asked')
  const [request] = await api.requests.list()
  return { requestId: request?.requestId ?? '' }
}

const GAME = {
  title: 'Is the bridge at Lindow safe to cross?',
  decision: { kind: 'belief' as const, claim: 'The bridge at Lindow is safe to cross.' },
  evaluator: 'asker' as const,
  first: { kind: 'belief' as const, probability: 0.5 },
  ...{ seats: 2, turnsMost: 4, turnSeconds: 3_600 },
  ...{ potMicros: credits(1), stakeMicros: credits(0.5), rateMicros: credits(1) },
}

/** A game of somebody else's. */
async function gameOf({ market }: Stage): Promise<{ gameId: string }> {
  const eve = await person(market, 'eve')
  return createCaller(contextOf(market.deps, testMe(eve))).games.open({ ...GAME, requestKey: newKey() })
}

/** The first player's turn; Ann's and Bob's game where nobody else is named. */
async function begun({ market, ann, bob }: Stage, game: { gameId: string }, players = [ann, bob]) {
  for (const player of players)
    await createCaller(contextOf(market.deps, testMe(player))).games.join({
      ...game,
      stakeMicros: GAME.stakeMicros,
    })
  return game
}

/** A claim of Ann's that has ended, and what is told of it. */
async function outcomeOf({ market, ann }: Stage) {
  const claim = 'The bridge at Lindow is safe to cross.'
  const rootId = await askQuestion(market, ann, { decision: { kind: 'belief', claim } })
  await market.deps.db.update(contexts).set({ phase: 'settled' }).where(eq(contexts.id, rootId))
  return { rootId, outcome: 'true' as const, source: 'The county', reason: 'Its report of May says so.' }
}

const MUTATIONS = {
  'account.startRegistration': { why: 'asks for a mail; there is nobody yet' },
  'account.finishRegistration': {
    act: 'person.registered',
    does: async (stage) => {
      const newcomer = { name: 'Cleo', handle: 'cleo', email: 'cleo@example.org' }
      const token = await linkFor(stage, () => stage.visitor.account.startRegistration(newcomer))
      const { name, handle } = newcomer
      return stage.visitor.account.finishRegistration({ token, name, handle, password: PASSWORD })
    },
  },
  'account.openLink': { why: 'changes nothing; a mutation so that the token stands in no address' },
  'account.askForReset': { why: 'asks for a mail' },
  'account.resetPassword': {
    act: 'password.reset',
    does: async (stage) => {
      const token = await linkFor(stage, () =>
        stage.visitor.account.askForReset({ email: 'ann@example.org' }),
      )
      return stage.visitor.account.resetPassword({ token, next: `${PASSWORD}, another` })
    },
  },
  'account.sendVerification': { why: 'asks for a mail; nothing changes before its link is opened' },
  'account.verifyEmail': {
    act: 'email.proven',
    does: async (stage) => {
      const email = 'ann@example.org'
      const token = await linkFor(stage, () => stage.api.account.sendVerification({ email }))
      return stage.api.account.verifyEmail({ token })
    },
  },
  'account.delete': {
    act: 'account.deleted',
    does: async (stage) => {
      const [me] = await stage.market.deps.db.select().from(users).where(eq(users.id, stage.ann))
      return (await withLogin(stage)).api.account.delete({ handle: me?.handle ?? '' })
    },
  },
  'account.endSession': {
    act: 'login.ended',
    does: async (stage) => {
      const { sessionId } = await withLogin(stage)
      return stage.api.account.endSession({ id: sessionId })
    },
  },
  'account.endOtherSessions': {
    act: 'logins.ended',
    does: ({ api }) => api.account.endOtherSessions(),
  },
  'agents.register': { why: 'nobody’s yet; who adopts it leaves the acts' },
  'agents.adopt': {
    act: 'key.created',
    does: async ({ api, visitor }) => {
      const agent = { name: `${CANARY} agent`, words: ['bridge'], priceMicros: credits(1) }
      const { claimUrl } = await visitor.agents.register(agent)
      return api.agents.adopt({ claim: claimUrl.split('/').at(-1) ?? '' })
    },
  },
  'bots.create': {
    act: 'bot.created',
    does: ({ api }) => api.bots.create({ bot: BOT, isLive: true, requestKey: newKey() }),
  },
  'bots.update': {
    act: 'bot.changed',
    does: async (stage) => stage.api.bots.update({ botId: await bot(stage), bot: BOT }),
  },
  'bots.pause': {
    act: 'bot.paused',
    does: async (stage) => stage.api.bots.pause({ botId: await bot(stage), isPaused: true }),
  },
  'bots.remove': {
    act: 'bot.removed',
    does: async (stage) => stage.api.bots.remove({ botId: await bot(stage) }),
  },
  'bots.answerQueued': { why: 'moves nothing; its offers and its run are kept' },
  'bots.testWebhook': { why: 'a test call; what is answered is thrown away' },
  'bots.rotateSecret': {
    act: 'bot.secret-rotated',
    does: async (stage) => stage.api.bots.rotateSecret({ botId: await bot(stage, WEBHOOK) }),
  },
  'bots.rehearse': { why: 'posts nothing; the operator’s model is counted in its own account' },
  'bots.rehearseOwn': { why: 'posts nothing; the operator’s model is counted in its own account' },
  'contexts.ask': {
    act: 'question.asked',
    does: ({ api }) => api.contexts.ask({ ...QUESTION, requestKey: newKey() }),
  },
  'contexts.raise': {
    act: 'question.raised',
    does: async ({ api }) => {
      const { contextId } = await api.contexts.ask({ ...QUESTION, requestKey: newKey() })
      return api.contexts.raise({ contextId, amountMicros: credits(2), requestKey: newKey() })
    },
  },
  'contexts.edit': { why: 'a text; its revisions are kept and shown' },
  'contexts.cancel': {
    act: 'question.cancelled',
    does: async ({ market, ann, api }) =>
      api.contexts.cancel({ id: await askQuestion(market, ann), requestKey: newKey() }),
  },
  'complaints.file': {
    act: 'complaint.filed',
    does: async (stage) =>
      stage.api.complaints.file({
        offerId: await purchased(stage),
        kind: 'false',
        words: `${CANARY} sound? No.`,
      }),
  },
  'complaints.answer': {
    act: 'complaint.answered',
    does: async (stage) => {
      const offerId = await contested(stage, stage.bob)
      return stage.api.complaints.answer({ offerId, answer: 'contested', words: `${CANARY} so.` })
    },
  },
  'complaints.read': {
    act: 'complaint.read',
    isOffice: true,
    does: async (stage) => {
      const offerId = await contested(stage)
      return (await moderator(stage, offerId)).complaints.read({ offerId })
    },
  },
  'complaints.decide': {
    act: 'complaint.decided',
    isOffice: true,
    does: async (stage) => {
      const offerId = await contested(stage)
      const words = `${CANARY}: half.`
      return (await moderator(stage, offerId)).complaints.decide({
        offerId,
        refundMicros: credits(0.5),
        words,
      })
    },
  },
  'documents.remove': { why: 'what a bot knows, not what it may do; nothing of it is kept' },
  'documents.retry': { why: 'reads a file again' },
  'documents.setPrice': {
    act: 'document.priced',
    does: async (stage) => {
      const botId = await bot(stage, CORPUS)
      const file = { name: 'bridge.md', bytes: new TextEncoder().encode('# Bridge\n\nIt is sound.') }
      const { documentId } = await addDocument(stage.market.deps, stage.ann, { botId, file })
      return stage.api.documents.setPrice({ documentId: documentId ?? '', priceMicros: credits(2) })
    },
  },
  'demo.runFresh': { why: 'asks as a demo person, by the same function as contexts.ask' },
  'follows.set': { why: 'says what one reads' },
  'games.open': {
    act: 'game.opened',
    does: ({ api }) => api.games.open({ ...GAME, requestKey: newKey() }),
  },
  'games.callOff': {
    act: 'game.called-off',
    does: async ({ api }) => api.games.callOff(await api.games.open({ ...GAME, requestKey: newKey() })),
  },
  'games.join': {
    act: 'game.joined',
    does: async (stage) => stage.api.games.join({ ...(await gameOf(stage)), stakeMicros: GAME.stakeMicros }),
  },
  'games.move': {
    act: 'game.moved',
    does: async (stage) => {
      const game = await begun(stage, await gameOf(stage))
      return stage.api.games.move({ ...game, number: 1, text: CANARY })
    },
  },
  'games.judge': {
    act: 'game.judged',
    does: async (stage) => {
      const opened = await stage.api.games.open({ ...GAME, requestKey: newKey() })
      const players = [stage.bob, await person(stage.market, 'cid')]
      const { gameId } = await begun(stage, opened, players)
      const bob = createCaller(contextOf(stage.market.deps, testMe(stage.bob)))
      await bob.games.move({ gameId, number: 1, text: CANARY })
      return stage.api.games.judge({ gameId, number: 1, recommended: GAME.first })
    },
  },
  'inbox.mark': { why: 'says what was read' },
  'inbox.markAllSeen': { why: 'says what was read' },
  'inspection.inspect': {
    act: 'question.asked',
    does: ({ api }) => {
      const { title, decision, budgetMicros } = QUESTION
      return api.inspection.inspect({ title, decision, budgetMicros, waitSeconds: 0, requestKey: newKey() })
    },
  },
  'inspection.start': {
    act: 'inspection.started',
    does: async ({ market, ann, bob, api }) => {
      const contextId = await askQuestion(market, ann, { start: { rule: 'manual' } })
      await sell(market, bob, { contextId, teaser: 'A report', privateInfo: 'Sound.', price: 1 })
      return api.inspection.start({ contextId, offerIds: null, requestKey: newKey() })
    },
  },
  'inspection.cancel': {
    act: 'question.cancelled',
    does: async ({ market, ann, api }) =>
      api.inspection.cancel({ rootId: await askQuestion(market, ann), requestKey: newKey() }),
  },
  'inspection.enough': {
    act: 'inspection.ended',
    does: async ({ market, ann, api }) => {
      const policy = { ...DEFAULT_POLICY, maxSittings: 3 }
      const rootId = await askQuestion(market, ann, { policy })
      const begun = eq(contexts.id, rootId)
      await market.deps.db.update(contexts).set({ phase: 'provisional' }).where(begun)
      await market.deps.db
        .update(inspections)
        .set({ status: 'provisional' })
        .where(eq(inspections.rootId, rootId))
      return api.inspection.enough({ rootId, requestKey: newKey() })
    },
  },
  'inspection.reopen': {
    act: 'question.reopened',
    does: async (stage) => {
      const rootId = await answered(stage)
      await sell(stage.market, stage.bob, {
        contextId: rootId,
        teaser: 'What the flood did to the bridge since',
        privateInfo: 'A pier is gone.',
        price: 1,
        isCounter: true,
      })
      return stage.api.inspection.reopen({ rootId, budgetMicros: credits(2), requestKey: newKey() })
    },
  },
  'inspection.resume': {
    act: 'inspection.resumed',
    does: async ({ market, ann, api }) => {
      const rootId = await askQuestion(market, ann)
      await market.deps.db
        .update(inspections)
        .set({ status: 'paused', pausedFor: 'refused' })
        .where(eq(inspections.rootId, rootId))
      return api.inspection.resume({ rootId, requestKey: newKey() })
    },
  },
  'inspection.publish': {
    act: 'answer.published',
    does: async (stage) => stage.api.inspection.publish({ rootId: await answered(stage), revision: 1 }),
  },
  'inspection.takeBack': {
    act: 'answer.withdrawn',
    does: async (stage) => {
      const rootId = await answered(stage)
      await stage.api.inspection.publish({ rootId, revision: 1 })
      return stage.api.inspection.takeBack({ rootId })
    },
  },
  'inspection.askToQuote': { why: 'moves nothing; when it was asked stands with the purchase' },
  'inspection.rate': { why: 'a rating is a row of its own, and never changed' },
  'inspection.resolve': {
    act: 'question.resolved',
    does: async (stage) => stage.api.inspection.resolve(await outcomeOf(stage)),
  },
  'inspection.resolveInOffice': {
    act: 'question.resolved',
    isOffice: true,
    does: async (stage) => {
      const moderator = testMe(stage.bob, { role: 'moderator' })
      const api = createCaller(contextOf(stage.market.deps, moderator))
      return api.inspection.resolveInOffice(await outcomeOf(stage))
    },
  },
  'inspection.countValue': { why: 'a count is a row of its own, and moves no credits' },
  'inspection.decide': { why: 'a decision is a row of its own' },
  'keys.create': {
    act: 'key.created',
    does: async (stage) => {
      const { api } = await withLogin(stage)
      return api.keys.create({ name: `${CANARY} sound`, scopes: ['read'], days: 30 })
    },
  },
  'keys.revoke': {
    act: 'key.revoked',
    does: async (stage) => {
      const { api } = await withLogin(stage)
      const { key } = await api.keys.create({ name: 'Laptop', scopes: ['read'], days: null })
      return api.keys.revoke({ id: key.id })
    },
  },
  'matchers.create': { why: 'an alert says what one reads' },
  'matchers.update': { why: 'an alert says what one reads' },
  'matchers.delete': { why: 'an alert says what one reads' },
  'moderation.flag': { why: 'a flag is a row of its own, and told to moderators' },
  'moderation.appeal': { why: 'an appeal stands in its case' },
  'moderation.mute': { why: 'says what one reads' },
  'moderation.decide': { why: 'by an office: see moderation.db.test.ts' },
  'moderation.decideAppeal': { why: 'by an office: see moderation.db.test.ts' },
  'moderation.suspend': { why: 'by an office: see moderation.db.test.ts' },
  'moderation.lift': { why: 'by an office: see moderation.db.test.ts' },
  'notices.mark': { why: 'says what was read' },
  'notices.setSwitch': {
    act: 'notices.switched',
    does: ({ api }) => api.notices.setSwitch({ topic: 'sales', onSite: true, byMail: false }),
  },
  'offers.post': { why: 'moves nothing; an offer and its versions are kept' },
  'offers.change': { why: 'moves nothing; an offer and its versions are kept' },
  'offers.allowQuoting': {
    act: 'offer.quotable',
    does: async (stage) => stage.api.offers.allowQuoting({ offerId: await purchased(stage, stage.bob) }),
  },
  'offers.withdraw': { why: 'moves nothing; an offer and its versions are kept' },
  'offers.buyUnseen': {
    act: 'offer.bought-unseen',
    does: async ({ market, ann, bob, api }) => {
      const contextId = await askQuestion(market, ann, { start: { rule: 'quorum', offers: 3 } })
      const offerId = await sell(market, bob, {
        contextId,
        teaser: 'The last inspection of the bridge',
        privateInfo: 'It was found sound.',
        price: 1,
      })
      return api.offers.buyUnseen({ offerId, version: 1, priceMicros: credits(1), requestKey: newKey() })
    },
  },
  'resale.buy': {
    act: 'offer.bought-at-resale',
    does: async ({ market, bob, api }) => {
      const [rootId, offerId] = await resold(market, bob)
      await publishAnswer(market.deps, bob, { rootId, revision: 1, isResaleAgreed: true })
      return api.resale.buy({ offerId, priceMicros: credits(1), requestKey: newKey() })
    },
  },
  'operate.claim': { why: 'by whoever becomes the operator: see operate.db.test.ts' },
  'operate.stop': { why: 'by an office: see operate.db.test.ts' },
  'operate.resume': { why: 'by an office: see operate.db.test.ts' },
  'operate.set': { why: 'by an office: see operate.db.test.ts' },
  'operate.giveRole': { why: 'by an office: see operate.db.test.ts' },
  'operate.signOut': { why: 'by an office: see operate.db.test.ts' },
  'operate.pauseBot': { why: 'by an office: see operate.db.test.ts' },
  'operate.revokeKey': { why: 'by an office: see operate.db.test.ts' },
  'operate.grant': { why: 'by an office: see operate.db.test.ts' },
  'operate.reverse': { why: 'by an office: see operate.db.test.ts' },
  'passkeys.begin': { why: 'a challenge; it is the answer that adds one' },
  'passkeys.add': { act: 'passkey.added', does: passkeyOf },
  'passkeys.rename': { why: 'what its owner calls it' },
  'passkeys.remove': {
    act: 'passkey.removed',
    does: async (stage) => {
      const id = await passkeyOf(stage)
      await stage.market.deps.db.update(users).set({ passwordHash: await hashPassword(PASSWORD) })
      return (await withLogin(stage)).api.passkeys.remove({ id })
    },
  },
  'passkeys.beginSignIn': { why: 'a challenge, for nobody yet' },
  'programs.allow': {
    act: 'key.created',
    does: async ({ market, ann }) => {
      const program = programOf(market.deps)
      const clientId = String((await program.register({ client_name: `${CANARY} helper` })).body.client_id)
      return program.allow(ann, askOf(await program.begin(clientId)))
    },
  },
  'programs.refuse': { why: 'nothing comes of a no' },
  'programs.disconnect': {
    act: 'key.revoked',
    does: async ({ market, ann }) => {
      const program = programOf(market.deps)
      await program.connect(ann)
      const api = await program.person(ann)
      const [connected] = await api.programs.list()
      return api.programs.disconnect({ id: connected?.id ?? '' })
    },
  },
  'people.register': {
    act: 'person.registered',
    does: ({ visitor }) =>
      visitor.people.register({
        name: 'Cleo',
        handle: 'cleo',
        email: 'cleo@example.org',
        password: PASSWORD,
      }),
  },
  'people.signOutEverywhere': {
    act: 'logins.ended',
    does: ({ api }) => api.people.signOutEverywhere(),
  },
  'people.changePassword': {
    act: 'password.changed',
    does: async ({ market, ann, api }) => {
      await market.deps.db.update(users).set({ passwordHash: await hashPassword(PASSWORD) })
      expect(ann).toBeTruthy()
      return api.people.changePassword({ current: PASSWORD, next: `${PASSWORD}, another` })
    },
  },
  'people.editProfile': {
    act: 'profile.changed',
    does: ({ api }) => api.people.editProfile({ name: 'Ann', bio: '' }),
  },
  'requests.answer': {
    act: 'spending.approved',
    does: async (stage) => {
      const { requestId } = await requested(stage)
      return stage.api.requests.answer({ requestId, isYes: true })
    },
  },
  'selling.judgeDraft': { why: 'posts nothing; the operator’s model is counted in its own account' },
  'sites.add': { why: 'a name; nobody is anybody’s owner by it' },
  'sites.check': { act: 'site.proven', does: siteOf },
  'sites.change': {
    act: 'site.changed',
    does: async (stage) =>
      stage.api.sites.change({ id: await siteOf(stage), accent: null, theme: 'dark', isModerated: true }),
  },
  'sites.leave': {
    act: 'site.left',
    does: async (stage) => stage.api.sites.leave({ id: await siteOf(stage) }),
  },
  'sites.decide': {
    act: 'site.decided',
    does: async (stage) => {
      const pages = [`https://${SITE}/limits`]
      const questionId = await askQuestion(stage.market, stage.bob, { pages })
      return stage.api.sites.decide({ id: await siteOf(stage), questionId, isShown: false })
    },
  },
  'texts.preview': { why: 'changes nothing' },
  'notes.write': { why: 'a text; it stands with its author until they take it back' },
  'notes.remove': { why: 'a text of one’s own' },
  'notes.rate': { why: 'an opinion; it is kept and can be changed' },
  'replies.name': { why: 'who named whom is kept, and said to whom it concerns' },
  'replies.write': { why: 'a text; what it said before is kept and shown' },
  'replies.nameInOffice': {
    act: 'subject.named',
    isOffice: true,
    does: async ({ market, ann, bob }) => {
      const me = testMe(await person(market, 'mod'), { role: 'moderator' })
      const claim = 'The bridge at Lindow is safe to cross.'
      const questionId = await askQuestion(market, ann, { decision: { kind: 'belief', claim } })
      const [named] = await market.deps.db.select().from(users).where(eq(users.id, bob))
      const office = createCaller(contextOf(market.deps, me))
      return office.replies.nameInOffice({ questionId, handle: named?.handle ?? '' })
    },
  },
  'sameClaims.say': { why: 'shows two claims as one; who said so is kept' },
  'sameClaims.part': {
    act: 'claim.parted',
    isOffice: true,
    does: async ({ market, ann, bob }) => {
      const me = testMe(await person(market, 'mod'), { role: 'moderator' })
      const claim = 'The bridge at Lindow is safe to cross.'
      const over = { decision: { kind: 'belief' as const, claim }, pages: ['https://bridge.example/'] }
      const questionId = await askQuestion(market, bob, over)
      const otherId = await askQuestion(market, ann, over)
      await createCaller(contextOf(market.deps, testMe(bob))).sameClaims.say({ questionId, otherId })
      return createCaller(contextOf(market.deps, me)).sameClaims.part({ questionId: otherId })
    },
  },
  'threads.readAgain': { why: 'fetches a page that is on a question already' },
  'webhooks.add': { act: 'webhook.added', does: webhookOf },
  'webhooks.change': {
    act: 'webhook.changed',
    does: async (stage) => {
      const id = await webhookOf(stage)
      return stage.api.webhooks.change({ id, topics: ['sales', 'bots'], isPaused: true })
    },
  },
  'webhooks.remove': {
    act: 'webhook.removed',
    does: async (stage) => stage.api.webhooks.remove({ id: await webhookOf(stage) }),
  },
  'webhooks.rotateSecret': {
    act: 'webhook.secret-rotated',
    does: async (stage) => {
      const id = await webhookOf(stage)
      return (await withLogin(stage)).api.webhooks.rotateSecret({ id })
    },
  },
  'webhooks.test': { why: 'a call of one’s own server; what came of it stands in its list' },
} as const satisfies Record<Mutation, Audited | Exempt>

const BEFORE_SIGNING_IN = ['people.register', 'account.finishRegistration', 'account.resetPassword']

const CANARY = 'Is the bridge'

let database: TestDatabase
let stage: Stage
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  const market = testMarket(database)
  const ann = await person(market, 'ann')
  const bob = await person(market, 'bob')
  const call = { ip: '203.0.113.9', isOurs: true }
  stage = {
    market,
    ann,
    bob,
    api: createCaller(contextOf(market.deps, testMe(ann), { call })),
    visitor: createCaller(contextOf(market.deps, null, { call })),
  }
})
afterAll(() => database.close())

const newestRows = () => database.db.select().from(auditRows).orderBy(desc(auditRows.seq))

describe('the audit log', () => {
  it('knows every procedure that changes something', () => {
    const changing = Object.entries(appRouter._def.procedures)
      .filter(([, procedure]) => Object(procedure)._def.type === 'mutation')
      .map(([path]) => path)
    expect(Object.keys(MUTATIONS).sort()).toEqual(changing.sort())
  })

  for (const [path, entry] of Object.entries<Audited | Exempt>(MUTATIONS)) {
    if (!('act' in entry)) continue
    it(`has a row of ${path}: who, what, whose, and nothing that somebody wrote`, async () => {
      await entry.does(stage)
      const [row] = await newestRows()
      const byVisitor = BEFORE_SIGNING_IN.includes(path)
      expect(row).toMatchObject({
        act: entry.act,
        actorKind: byVisitor ? 'visitor' : entry.isOffice ? 'operator' : 'person',
        actorId: byVisitor ? null : entry.isOffice ? expect.any(String) : stage.ann,
        personId: byVisitor || entry.isOffice ? expect.any(String) : stage.ann,
      })
      expect(JSON.stringify(row?.about)).not.toContain(CANARY)
    })
  }

  it('has no row of what did not happen, and one of what was sent twice', async () => {
    const { api } = stage
    await expect(
      api.contexts.ask({ ...QUESTION, budgetMicros: credits(5_000), requestKey: newKey() }),
    ).rejects.toThrow()
    expect(await newestRows()).toEqual([])
    const requestKey = newKey()
    await api.contexts.ask({ ...QUESTION, requestKey })
    await api.contexts.ask({ ...QUESTION, requestKey })
    expect(await newestRows()).toMatchObject([{ act: 'question.asked', amountMicros: credits(10) }])
  })

  it('is never changed, deleted or emptied, whoever tries', async () => {
    await stage.api.people.signOutEverywhere()
    const refused = { cause: expect.objectContaining({ code: '0A000' }) }
    await expect(database.db.update(auditRows).set({ actorId: null })).rejects.toMatchObject(refused)
    await expect(database.db.delete(auditRows)).rejects.toMatchObject(refused)
    await expect(database.db.execute(sql`truncate audit_row`)).rejects.toMatchObject(refused)
    for (const books of [sql`ledger_transfer`, sql`ledger_account`])
      await expect(database.db.execute(sql`truncate ${books} cascade`)).rejects.toMatchObject(refused)
    expect(await newestRows()).toHaveLength(1)
  })

  it('is read by each person as far as it concerns them, page by page and by kind', async () => {
    const { market, api, bob, ann } = stage
    await pauseBot(market.deps, ann, { botId: await bot(stage), isPaused: true })
    for (let i = 0; i < 3; i += 1) await api.contexts.ask({ ...QUESTION, requestKey: newKey() })
    await createCaller(contextOf(market.deps, testMe(bob))).people.signOutEverywhere()

    const first = await api.audit.own({ limit: 2 })
    expect(first.rows.map(({ deed }) => deed.act)).toEqual(['question.asked', 'question.asked'])
    const second = await api.audit.own({ limit: 10, cursor: first.nextCursor })
    expect(second.rows.map(({ deed }) => deed.act)).toEqual(['question.asked', 'bot.paused', 'bot.created'])
    expect(second.nextCursor).toBeNull()
    expect(first.rows[0]).toMatchObject({
      actor: { kind: 'person', isYou: true },
      deed: { amountMicros: credits(10) },
    })
    const settings = await api.audit.own({ kind: 'settings' })
    expect(settings.rows.map(({ actor }) => actor.kind)).toEqual(['market', 'market'])

    const operator = createCaller(contextOf(market.deps, testMe('usr_op', { role: 'operator' })))
    expect((await operator.audit.all({})).rows).toHaveLength(6)
    const [person] = (await operator.audit.all({ kind: 'keys' })).rows
    const handle = person?.person?.handle ?? ''
    expect((await operator.audit.all({ handle })).rows.map(({ deed }) => deed.act)).toEqual(['logins.ended'])
    await expect(api.audit.all({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
