import { sql } from 'drizzle-orm'
import { accountMails, bots, errands, mails, modelUse, users } from '@/db/schema'
import type { TestDatabase } from '@/db/testing'
import { delegate, personActor } from '../actors/actor'
import { createKey, revokeKey } from '../auth/access-keys'
import { writeAccountMail } from '../auth/account-mail'
import { sendVerification } from '../auth/emails'
import { rememberAddress } from '../auth/known-addresses'
import { addPasskey, beginPasskey } from '../auth/passkeys'
import { register } from '../auth/register'
import { askForReset } from '../auth/reset-password'
import { setRole } from '../auth/roles'
import { softAuthenticator } from '../auth/testing-authenticator'
import { createKeySchema } from '../contract/access-keys'
import { createBotSchema } from '../contract/bots'
import { openGameSchema } from '../contract/games'
import { FOR_ASKER, type LicenceTerms } from '../contract/licence'
import { askSchema } from '../contract/market'
import { matcherQuerySchema } from '../contract/matching'
import { passkeySite } from '../env'
import { joinGame, judgeGame, moveInGame, openGame } from '../games/play-game'
import { addInboxWebhook } from '../inbox-webhooks/manage'
import { claim } from '../inspection/engine/claim'
import { cancelByBuyer } from '../inspection/engine/control'
import { recordDecision } from '../inspection/engine/decide'
import { publishAnswer } from '../inspection/engine/publish'
import { SPEND_ON_YES } from '../inspection/engine/spend-on-yes'
import {
  askAbout,
  askQuestion,
  buyAll,
  credits,
  NOTHING,
  newKey,
  person,
  scriptedModel,
  sell,
  subBot,
} from '../inspection/engine/testing'
import { changesItsMind } from '../inspection/engine/testing-engine'
import { type InspectTask, NO_USAGE } from '../llm/model'
import { ask } from '../market/ask'
import { buyUnseen } from '../market/buy-unseen'
import { keepClusters } from '../market/clusters/keep-clusters'
import { answerComplaint, decideComplaint, fileComplaint } from '../market/complaints/complaints'
import { editContext } from '../market/edit-context'
import { tellTree } from '../market/inbox/tell'
import { tellOfRules } from '../market/inbox/tell-people'
import { createMatcher } from '../market/matching/matchers'
import { changeOffer, withdrawOffer } from '../market/post-offer'
import { ratePurchase } from '../market/rate-purchase'
import { buyResale } from '../market/resale/buy-resale'
import { answerRequest, listRequests, spendOrRequest } from '../market/spend-requests'
import { createOutbound } from '../outbound/outbound'
import { listen } from '../outbound/testing'
import { deleteAccount } from '../own-data/delete-account'
import { DEFAULT_POLICY } from '../protocol/policy'
import { createBot } from '../sellers/bots/bots'
import { removeBot } from '../sellers/bots/remove-bot'
import { addDocument } from '../sellers/corpus/documents'
import { corpusBot } from '../sellers/corpus/testing'
import { type TestMarket, testMarket } from '../testing'

const HOUR_MS = 3_600_000
/** What is earned waits, so that some of it does. */
const PENDING_HOURS = 72
const LATER = 202
const UNAVAILABLE = 503

/** Titles are what the scripted inspector tells its questions by. */
const TITLES = {
  /** Settled: two levels, a purchase in each, one unseen, one passed; edited, answered, decided. */
  bridge: 'Is the bridge at Lindow safe to cross?',
  /** Waits for its sub-question, which waits for people. */
  tower: 'Is the tower at Elm safe to climb?',
  /** Waits for offers: one changed, one taken back, two owners' servers asked. */
  oven: 'Which oven bakes the best bread?',
  /** Paused: the model refuses. */
  paused: 'Is the lake at Ferrow warm?',
  /** Inspects: somebody holds its step. */
  held: 'Is the mill at Ashby open?',
  cancelled: 'Is the road to Holm clear?',
  /** Provisional after two sittings, the first with a sub-question; published after each, the second with a source that is kept, and sold on. */
  ferry: 'When does the ferry to Skell leave?',
  /** Provisional, with nothing bought and so no answer yet. */
  toll: 'What does the toll at Mere cost?',
  /** Settled without an offer. */
  empty: 'Who has seen the grey cat?',
} as const

export type SoundMarket = TestMarket & {
  /** Root questions by what they are in. */
  roots: Record<keyof typeof TITLES, string>
  people: { ann: string; sol: string; eve: string; bob: string }
  unseenOffer: string
}

/** A market with something in every table and every state, through the functions that everybody's requests go through. */
export async function soundMarket(database: TestDatabase): Promise<SoundMarket> {
  const market = testMarket(database, { site: scriptedModel(inspect), isSiteBuiltIn: false })
  const { deps } = market
  deps.env = { ...deps.env, POSTING_BOND: credits(0.1), EARNINGS_PENDING_HOURS: PENDING_HOURS }
  await deps.outbound.close()
  deps.outbound = createOutbound({ allowsPrivate: true })
  const server = await listen((request, response) =>
    response.writeHead(request.url === '/later' ? LATER : UNAVAILABLE).end(),
  )
  try {
    const [ann, sol, eve, bob] = [
      await person(market, 'ann'),
      await person(market, 'sol'),
      await person(market, 'eve'),
      await person(market, 'bob'),
    ]
    await makeBots(market, { eve, bob, url: server.url })
    await createMatcher(deps, sol, {
      name: 'Bridges',
      query: matcherQuerySchema.parse({ anyOf: ['bridge', 'oven'], budgetMicrosMin: 10_000n }),
      requestKey: newKey(),
    })
    const ask = (title: string, over: Parameters<typeof askQuestion>[2] = {}) =>
      askQuestion(market, ann, { title, start: { rule: 'quorum', offers: 2 }, ...over })
    const offer = (contextId: string, about: string, price = 3, licence: LicenceTerms = FOR_ASKER) =>
      sell(market, sol, {
        contextId,
        teaser: `A report on ${about}.`,
        privateInfo: `All about ${about} is well.`,
        price,
        licence,
      })

    const bridge = await ask(TITLES.bridge, { decision: { kind: 'choice', options: ['Yes', 'No'] } })
    await offer(bridge, 'the bridge')
    const unseenOffer = await offer(bridge, 'the river', 1)
    await buyUnseen(deps, ann, {
      offerId: unseenOffer,
      version: 1,
      priceMicros: credits(1),
      requestKey: newKey(),
    })
    await editContext(deps, ann, { contextId: bridge, title: TITLES.bridge, body: 'By car.' })
    await editContext(deps, ann, { contextId: bridge, title: TITLES.bridge, body: 'By lorry.' })
    await market.settle()
    await offer(bridge, 'the pier', 2)
    await market.settle()
    await recordDecision(deps, ann, { rootId: bridge, option: 1, percent: null, note: '' })
    await complainAbout(market, { ann, sol, offerId: unseenOffer })
    await ratePurchase(deps, ann, {
      rootId: bridge,
      offerId: unseenOffer,
      rating: 'useful',
      reason: 'It held.',
    })

    const policy = { ...DEFAULT_POLICY, peopleWaitSeconds: 3_000 }
    const tower = await ask(TITLES.tower, { policy, start: { rule: 'quorum', offers: 1 } })
    await offer(tower, 'the tower')
    await market.settle()

    const paused = await ask(TITLES.paused, { start: { rule: 'quorum', offers: 1 } })
    await offer(paused, 'the lake')
    await market.settle()
    market.clock.forward(2_000)
    await market.settle()

    const cancelled = await ask(TITLES.cancelled)
    await offer(cancelled, 'the road')
    await market.settle()
    await cancelByBuyer(deps, ann, { rootId: cancelled, requestKey: newKey() })

    const ferry = await ask(TITLES.ferry, {
      start: { rule: 'quorum', offers: 1 },
      isTreePublic: true,
      policy: { ...DEFAULT_POLICY, maxSittings: 3, sittingGapSeconds: 1 },
    })
    await offer(ferry, 'the ferry in summer', 3, { kind: 'quotable' })
    await market.settle()
    market.clock.forward(200_000)
    await market.settle()
    await publishAnswer(deps, ann, { rootId: ferry, revision: 1 })
    const winter = await offer(ferry, 'the ferry in winter', 1, { kind: 'resale', priceMicros: credits(2) })
    await market.settle()
    await publishAnswer(deps, ann, { rootId: ferry, revision: 2, isResaleAgreed: true })
    await buyResale(deps, bob, { offerId: winter, priceMicros: credits(2), requestKey: newKey() })

    const toll = await ask(TITLES.toll, {
      start: { rule: 'quorum', offers: 1 },
      isTreePublic: true,
      policy: { ...DEFAULT_POLICY, maxSittings: 3, sittingGapSeconds: 1 },
    })
    await offer(toll, 'the toll', 1)
    await market.settle()

    const empty = await ask(TITLES.empty, { deadlineMinutes: 1, start: { rule: 'now' } })
    market.clock.forward(61_000)
    await market.settle()

    const oven = await ask(TITLES.oven, { start: { rule: 'quorum', offers: 9 } })
    const changed = await offer(oven, 'the stone oven')
    await changeOffer(deps, sol, {
      offerId: changed,
      version: 1,
      teaser: 'A report on the stone oven, again.',
      privateInfo: 'It bakes well.',
      priceMicros: credits(2),
      requestKey: newKey(),
    })
    await withdrawOffer(deps, sol, await offer(oven, 'the gas oven'))
    await market.settle()

    const held = await ask(TITLES.held, { start: { rule: 'quorum', offers: 1 } })
    await market.settle()
    for (const root of [bridge, oven]) await tellTree(deps, root)
    await addRows(market, { sol, eve })
    await market.settle()
    await offer(held, 'the mill')
    await claim(deps, { rootId: held, contextId: held })
    await playGames(market, { bob, sol, eve })
    await addAccounts(market)
    const roots = { bridge, tower, oven, paused, held, cancelled, ferry, toll, empty }
    return { ...market, roots, people: { ann, sol, eve, bob }, unseenOffer }
  } finally {
    await deps.outbound.close()
    await server.close()
  }
}

function inspect(task: InspectTask) {
  const root = task.questions[0]?.title
  if (root === TITLES.paused)
    return { ok: false, failure: 'refused', isTransient: false, usage: NO_USAGE } as const
  if (root === TITLES.tower && task.questions.length === 1 && task.known.length === 0)
    return askAbout(task, 'Is the report on the tower true?')
  if (root === TITLES.ferry && task.questions.length === 1)
    return task.known.length === 0 && task.round === 0
      ? askAbout(task, 'Is the timetable of the ferry the one in force?')
      : buyAll(task)
  if (root === TITLES.bridge && task.questions.length === 1 && task.known.length > 0) {
    const [first, ...rest] = task.offers
    const bought = buyAll({ ...task, offers: first ? [first] : [] })
    return { ...bought, pass: rest.map(({ handle }) => ({ handle, reason: 'redundant' as const })) }
  }
  return root === TITLES.bridge ? changesItsMind(task) : NOTHING
}

async function makeBots(
  market: TestMarket,
  { eve, bob, url }: { eve: string; bob: string; url: string },
): Promise<void> {
  const { deps } = market
  const about = {
    keyword: 'bridge',
    teaser: 'Who inspected the bridge.',
    knowledge: 'The county did.',
    price: 0.5,
  }
  await subBot(market, eve, about)
  const removed = await subBot(market, eve, {
    ...about,
    teaser: 'The bridge in spring.',
    knowledge: 'It stood.',
  })
  // It has a history.
  await askQuestion(market, bob, { title: 'Is the bridge at Moor old?' })
  await deps.db.execute(sql`update matcher set scope = 'both' where bot_id = ${removed}`)
  await market.settle()
  await removeBot(deps, eve, { botId: removed })
  for (const way of ['later', 'never']) {
    const input = createBotSchema.parse({
      bot: {
        kind: 'webhook',
        name: `Answers ${way}`,
        matcher: { anyOf: ['oven'], scope: 'roots' },
        price: { rule: 'chosen', priceMicros: credits(1), minMicros: credits(0.5), maxMicros: credits(3) },
        url: `${url}/${way}`,
      },
      isLive: true,
      requestKey: newKey(),
    })
    await createBot(deps, bob, input)
  }
  const shelf = await corpusBot(market, bob)
  const text =
    '# Rice\n\nRice cooks in twelve minutes.\n\n# Beans\n\nBeans take longer, and want to be soaked.'
  await addDocument(deps, bob, {
    botId: shelf,
    file: { name: 'kitchen.md', bytes: new TextEncoder().encode(text) },
  })
  await market.settle()
}

/** One has ended and paid, another waits for players. */
async function playGames(
  { deps }: TestMarket,
  { bob, sol, eve }: { bob: string; sol: string; eve: string },
): Promise<void> {
  const stakeMicros = credits(0.2)
  const open = () =>
    openGame(
      deps,
      bob,
      openGameSchema.parse({
        title: 'Does the heron nest at Ferrow?',
        decision: { kind: 'belief', claim: 'The heron nests at Ferrow.' },
        evaluator: 'asker',
        first: { kind: 'belief', probability: 0.1 },
        ...{ seats: 2, turnsMost: 4, turnSeconds: 3_600 },
        ...{ potMicros: credits(1), stakeMicros, rateMicros: credits(1) },
        requestKey: newKey(),
      }),
    )
  await open()
  const { gameId } = await open()
  for (const player of [sol, eve]) await joinGame(deps, player, { gameId, botId: null, stakeMicros })
  await moveInGame(deps, sol, { gameId, botId: null, number: 1, text: 'It was seen there in May.' })
  await judgeGame(deps, bob, { gameId, number: 1, recommended: { kind: 'belief', probability: 0.6 } })
  await moveInGame(deps, eve, { gameId, botId: null, number: 2, text: null })
}

/** What only other processes or settings write. */
async function addRows(
  { deps, clock }: TestMarket,
  { sol, eve }: { sol: string; eve: string },
): Promise<void> {
  const at = clock.now()
  const soon = new Date(at.getTime() + HOUR_MS)
  const demo = { bio: '', isDemo: true, createdAt: at }
  await deps.db.insert(users).values([
    { ...demo, id: 'usr_model', handle: 'model', name: 'Model' },
    { ...demo, id: 'usr_visitor', handle: 'visitor', name: 'Visitor', demoOf: 'usr_model' },
  ])
  await deps.db
    .insert(mails)
    .values({ id: 'mail_1', personId: sol, subject: 'News', body: '', createdAt: at, dueAt: soon })
  await deps.db
    .insert(errands)
    .values({ kind: 'gather-mail', subjectId: sol, dueAt: soon })
    .onConflictDoNothing()
  const day = at.toISOString().slice(0, 10)
  const [bot] = await deps.db.select({ id: bots.id }).from(bots).limit(1)
  await deps.db.insert(modelUse).values([
    { payer: 'site', payerId: '', day, tokens: 900, microUsd: 0n },
    { payer: 'person', payerId: eve, day, tokens: 900, microUsd: 0n },
    { payer: 'bot', payerId: bot?.id ?? '', day, tokens: 400, microUsd: 0n },
  ])
}

/** One complaint is decided in part; another, about what was bought in the same question, waits. */
async function complainAbout(
  market: TestMarket,
  { ann, sol, offerId }: { ann: string; sol: string; offerId: string },
): Promise<void> {
  const { deps } = market
  await fileComplaint(deps, ann, { offerId, kind: 'false', words: 'It rained.' })
  await answerComplaint(deps, sol, { offerId, answer: 'contested', words: 'It did not.' })
  const words = 'It drizzled.'
  await decideComplaint(deps, await person(market, 'mod'), { offerId, refundMicros: credits(0.4), words })
  const other = await deps.db.query.purchases.findFirst({
    where: (row, { and, eq }) => and(eq(row.sellerId, sol), eq(row.way, 'inspected')),
  })
  await fileComplaint(deps, ann, {
    offerId: other?.offerId ?? '',
    kind: 'teaser-unfair',
    words: 'It says less.',
  })
}

const PASSWORD = 'a long pass phrase'

/** Ula, who had a key, is gone. */
async function deleteOne({ deps }: TestMarket): Promise<void> {
  const input = { handle: 'ula', name: 'Ula', email: 'ula@example.org', password: PASSWORD }
  const { userId } = await register(deps, input)
  const proof = { userId, sessionId: null, password: PASSWORD }
  const key = createKeySchema.parse({ name: 'Reads', scopes: ['read'], days: null, password: PASSWORD })
  await createKey(deps, { ...key, userId, sessionId: null })
  await deleteAccount(deps, { ...proof, handle: 'ula' })
}

/** People with ways in, a role, links in the mail and one address; a key that was revoked, and one that asked with its owner’s yes. */
async function addAccounts(market: TestMarket): Promise<void> {
  const { deps } = market
  const join = (handle: string) =>
    register(deps, { handle, name: handle, email: `${handle}@example.org`, password: PASSWORD })
  const [una, ute] = [await join('una'), await join('ute')]
  await setRole(deps, { handle: 'una', role: 'moderator' })
  await deleteOne(market)
  const { challenge } = await beginPasskey(deps, {
    userId: una.userId,
    sessionId: null,
    password: PASSWORD,
  })
  const site = passkeySite(deps.env)
  if (site === null) throw new Error('The market of the tests has no site for passkeys.')
  const response = softAuthenticator().make({ ...site, challenge })
  await addPasskey(deps, { userId: una.userId, name: 'Laptop', response })
  for (const { userId } of [una, ute]) await rememberAddress(deps, { userId, ip: '198.51.100.7' })
  await keepClusters(deps)
  await sendVerification(deps, {
    userId: una.userId,
    sessionId: null,
    password: PASSWORD,
    email: 'una@example.org',
  })
  await askForReset(deps, 'ute@example.org')
  for (const { mailId } of await deps.db.select().from(accountMails)) await writeAccountMail(deps, mailId)
  await addInboxWebhook(deps, {
    userId: una.userId,
    sessionId: null,
    password: PASSWORD,
    url: 'http://127.0.0.1:9/una',
    topics: ['sales'],
  })
  await deps.db.transaction((tx) =>
    tellOfRules(tx, deps, [{ personId: una.userId, event: 'offer.bought', about: 'sound' }]),
  )
  const given = createKeySchema.parse({
    name: 'Asks for her',
    scopes: ['ask', 'spend', 'read'],
    spendPerDayMicros: credits(20),
    spendPerQuestionMicros: credits(10),
    days: 30,
    password: PASSWORD,
  })
  const { key: revoked } = await createKey(deps, { ...given, userId: una.userId, sessionId: null })
  await revokeKey(deps, { userId: una.userId, id: revoked.id })
  const owner = personActor({ id: una.userId, role: 'person', isVerified: true })
  const caps = {
    spendPerDayMicros: credits(20),
    spendPerQuestionMicros: credits(10),
    askAboveMicros: credits(1),
  }
  const { key } = await createKey(deps, { ...given, ...caps, userId: una.userId, sessionId: null })
  const actor = delegate(owner, { kind: 'key', id: key.id, scopes: ['ask', 'spend'], caps })
  const budgetMicros = credits(2)
  const input = askSchema.parse({
    title: 'Where does the heron nest?',
    body: '',
    decision: { kind: 'open' },
    pages: [],
    tags: [],
    budgetMicros,
    deadlineMinutes: 60,
    start: { rule: 'quorum', offers: 1 },
    isTreePublic: false,
    policy: DEFAULT_POLICY,
    requestKey: newKey(),
  })
  const byKey = { ...deps, actor }
  const wanted = { kind: 'ask', input, amountMicros: budgetMicros } as const
  await spendOrRequest(byKey, una.userId, wanted, () => ask(byKey, una.userId, input)).catch(() => {})
  const asOwner = { ...deps, actor: owner }
  for (const { requestId } of await listRequests(deps, una.userId))
    await answerRequest(asOwner, una.userId, { requestId, isYes: true }, SPEND_ON_YES)
}
