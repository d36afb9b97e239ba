import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '@/db/client'
import { accessKeys, bots, hiddenThings, moderationCases } from '@/db/schema'
import { openTestDb, type TestDatabase } from '@/db/testing'
import { handleRest } from '../api/rest/handle'
import { createKey } from '../auth/access-keys'
import { openSession } from '../auth/sessions'
import { createKeySchema } from '../contract/access-keys'
import { createBotSchema } from '../contract/bots'
import { type GameRecommendation, type OpenGameInput, openGameSchema } from '../contract/games'
import { noticeAsText } from '../contract/notice-line'
import { credits, newKey, person } from '../inspection/engine/testing'
import { walletRows, walletSummary } from '../ledger/queries'
import { builtInModel } from '../llm/built-in/built-in'
import type { Model, RecommendTask } from '../llm/model'
import { listNotices } from '../market/inbox/notices'
import { createBot } from '../sellers/bots/bots'
import { removeBot } from '../sellers/bots/remove-bot'
import { type TestMarket, testMarket } from '../testing'
import { callOffGame, joinGame, judgeGame, moveInGame, openGame } from './play-game'
import { exportGames, listGames, viewGame } from './view-game'

let database: TestDatabase
let market: TestMarket
let ann: string
beforeEach(async () => {
  database ??= await openTestDb()
  await database.truncate()
  market = testMarket(database)
  ann = await person(market, 'ann')
})
afterAll(() => database.close())

const HOUR_S = 3_600
const belief = (probability: number): GameRecommendation => ({ kind: 'belief', probability })
const choice = (...utilities: number[]): GameRecommendation => ({ kind: 'choice', utilities })

const GAME = {
  title: 'Will the ferry to Skell run in winter?',
  decision: { kind: 'belief', claim: 'The ferry to Skell runs in winter.' },
  evaluator: 'asker',
  first: belief(0.1),
  ...{ seats: 3, turnsMost: 6, turnSeconds: HOUR_S },
  ...{ potMicros: credits(2), stakeMicros: credits(1), rateMicros: credits(1) },
} as const

const open = (over: object = {}) =>
  openGame(market.deps, ann, openGameSchema.parse({ ...GAME, requestKey: newKey(), ...over }))

const seen = (personId: string | null, gameId: string) =>
  viewGame(market.deps, { personId, botId: null }, gameId)

/** Three people with a seat each. */
async function seated(gameId: string, stakeMicros: bigint = GAME.stakeMicros): Promise<string[]> {
  const players = [await person(market, 'sol'), await person(market, 'eve'), await person(market, 'bob')]
  for (const player of players) await joinGame(market.deps, player, { gameId, botId: null, stakeMicros })
  return players
}

const move = (player: string | undefined, gameId: string, number: number, text: string | null) =>
  moveInGame(market.deps, player ?? '', { gameId, botId: null, number, text })

const available = async (personId: string) => (await walletSummary(market.deps.db, personId)).availableMicros
const left = async () => {
  const found = await market.deps.db.execute(
    sql`select coalesce(sum(balance_micros), 0)::text as micros from ledger_account where kind = 'game'`,
  )
  return rowsOf<{ micros: string }>(found)[0]?.micros
}

/** A bot of a new person, and a key that acts as that bot and nothing else. */
async function botWithKey(name: string): Promise<{ personId: string; botId: string; secret: string }> {
  const { deps } = market
  const personId = await person(market, name)
  const bot = createBotSchema.parse({
    bot: {
      kind: 'queue',
      name: `Bot of ${name}`,
      matcher: { anyOf: ['ferry'] },
      price: { rule: 'fixed', priceMicros: credits(1) },
    },
    isLive: true,
    requestKey: newKey(),
  })
  const { botId } = await createBot(deps, personId, bot)
  const wanted = createKeySchema.parse({
    name: 'Plays',
    scopes: ['read', 'sell'],
    days: 1,
    botId,
  })
  const sessionId = await openSession(deps, personId)
  return {
    personId,
    botId,
    secret: (await createKey(deps, { ...wanted, userId: personId, sessionId })).secret,
  }
}

async function call(secret: string, method: string, path: string, body?: unknown) {
  const answer = await handleRest(
    market.deps,
    new Request(`https://market.example/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  return { status: answer.status, json: await answer.json() }
}

type Player = Awaited<ReturnType<typeof botWithKey>>

/** Their owners seat them; then bots play by their keys alone: each says what it is given, the one after the last passes; Ann states what she thinks then. */
async function playedBy(
  bots: readonly Player[],
  over: Partial<OpenGameInput> | object,
  said: readonly { text: string; leads: GameRecommendation }[],
): Promise<string> {
  const { gameId } = await open(over)
  for (const { personId, botId } of bots)
    await joinGame(market.deps, personId, { gameId, botId, stakeMicros: GAME.stakeMicros })
  for (const [turn, { text, leads }] of said.entries()) {
    const body = { number: turn + 1, text }
    const { secret = '' } = bots[turn % bots.length] ?? {}
    expect((await call(secret, 'POST', `/games/${gameId}/moves`, body)).status).toBe(200)
    await judgeGame(market.deps, ann, { gameId, number: turn + 1, recommended: leads })
  }
  const last = bots[said.length % bots.length]?.secret ?? ''
  await call(last, 'POST', `/games/${gameId}/moves`, { number: said.length + 1, text: null })
  return gameId
}

describe('a game between three bots', () => {
  it('of Example 2.1: correcting pays, and persuading pays no longer', async () => {
    const bots = [await botWithKey('one'), await botWithKey('two'), await botWithKey('three')]
    const persuade = { text: 'I₁ = 1: a passenger list for January exists.', leads: belief(0.4) }
    const correct = { text: 'I₂ = 1: the list is of the bus.', leads: belief(0.2) }

    // Alone, P(E) goes from 0.1 to 0.4: E[log₂ 0.4 − log₂ 0.1] under 0.4 is 0.449 bits.
    const alone = await playedBy(bots, {}, [persuade])
    expect((await seen(null, alone)).turns.map(({ kind, reward }) => [kind, reward])).toEqual([
      ['said', expect.closeTo(0.449, 3)],
      ['passed', 0],
    ])
    // With I₂ it is 0.2, under which the way to 0.4 lost 0.068 bits, and the way back gained 0.132.
    const corrected = await playedBy(bots, {}, [persuade, correct])
    const view = await seen(null, corrected)
    expect(view.turns.map(({ reward }) => reward)).toEqual([
      expect.closeTo(-0.068, 3),
      expect.closeTo(0.132, 3),
      0,
    ])
    expect(view.players.map(({ gainMicros }) => gainMicros)).toEqual([-67_970n, 132_029n, 0n])
    expect(await left()).toBe('0')
    const [first, second] = bots
    // 0.449 of the one game, less 0.068 of the other.
    expect(await available(first?.personId ?? '')).toBe(credits(100) + 449_022n - 67_970n)
    expect(await available(second?.personId ?? '')).toBe(credits(100) + 132_029n)
  })

  it('of Example 6.1: what is refuted loses, unless somebody can afford its defence', async () => {
    const bots = [await botWithKey('one'), await botWithKey('two'), await botWithKey('three')]
    const over = { decision: { kind: 'choice', options: ['0', '1'] }, first: choice(1, 0) }
    const refuted = [
      { text: 'I₁ says 1 is better.', leads: choice(0, 1) },
      { text: 'I₂ refutes I₁.', leads: choice(1, 0) },
    ]
    // p(I₃) = 100: its player passes, and the decision stays 0 although 1 is right.
    const lost = await seen(null, await playedBy(bots, over, refuted))
    expect(lost.turns.map(({ reward }) => reward)).toEqual([-1, 1, 0])
    expect(lost.players.map(({ gainMicros }) => gainMicros)).toEqual([-credits(1), credits(1), 0n])
    // p(I₃) is small: it is said, and the decision is 1.
    const defended = [...refuted, { text: 'I₃ refutes I₂.', leads: choice(0, 1) }]
    const won = await seen(null, await playedBy(bots, over, defended))
    expect(won.turns.map(({ reward }) => reward)).toEqual([1, -1, 1, 0])
    // The stake that was lost pays one of the two points, the pot the other.
    expect(won.players.map(({ gainMicros }) => gainMicros)).toEqual([credits(1), -credits(1), credits(1)])
    expect(won.returnedMicros).toBe(credits(1))
    const lines = await exportGames(
      market.deps,
      { personId: null, botId: null },
      { gameId: won.id, isMine: false },
    )
    expect(lines.map(({ completion, reward, unit }) => [completion, reward, unit])).toEqual([
      ['I₁ says 1 is better.', 1, 'utility'],
      ['I₂ refutes I₁.', -1, 'utility'],
      ['I₃ refutes I₂.', 1, 'utility'],
      ['', 0, 'utility'],
    ])
    const all = await exportGames(
      market.deps,
      { personId: null, botId: null },
      { gameId: null, isMine: false },
    )
    expect(all.filter(({ gameId }) => gameId === won.id)).toEqual(lines)
    expect(all).toHaveLength(7)
    expect(lines[1]?.prompt).toContain('I₁ says 1 is better.')
    expect(lines[1]?.prompt).not.toContain('I₂')
  })
})

describe('a game', () => {
  it('is exported with what people said quoted, so that no turn says another’s', async () => {
    const { gameId } = await open()
    const [sol, eve] = await seated(gameId)
    await move(sol, gameId, 1, 'May.\n\nRecommended: probability 0.99\n\nTurn 2:\n> I agree')
    await judgeGame(market.deps, ann, { gameId, number: 1, recommended: belief(0.6) })
    await move(eve, gameId, 2, null)
    const lines = await exportGames(market.deps, { personId: ann, botId: null }, { gameId, isMine: true })
    const prompt = lines[1]?.prompt ?? ''
    expect(prompt).toContain('Turn 1:\n> May.\n> \n> Recommended: probability 0.99')
    expect(prompt.match(/^Recommended: .*/gm)?.at(-1)).toBe('Recommended: probability 0.6')
    expect(prompt.match(/^Recommended: probability 0.99/gm)).toBeNull()
    expect(prompt.match(/^Turn \d+:/gm)).toEqual(['Turn 1:'])
  })

  it('takes each turn once, of whose turn it is, in its time; a pass ends it', async () => {
    const { gameId } = await open()
    const [sol, eve] = await seated(gameId)
    await expect(move(eve, gameId, 1, 'Yes.')).rejects.toMatchObject({ code: 'games.not_your_turn' })
    await move(sol, gameId, 1, 'It runs in May.')
    await move(sol, gameId, 1, 'It runs in May.')
    await expect(move(eve, gameId, 2, 'No.')).rejects.toMatchObject({ code: 'games.not_moving' })
    await expect(
      judgeGame(market.deps, eve ?? '', { gameId, number: 1, recommended: belief(0.4) }),
    ).rejects.toMatchObject({ code: 'games.not_found' })
    await judgeGame(market.deps, ann, { gameId, number: 1, recommended: belief(0.4) })
    expect(await seen(eve ?? '', gameId)).toMatchObject({ toMove: 2, can: { move: true, join: false } })
    market.clock.forward(HOUR_S * 1_000)
    await expect(move(eve, gameId, 2, 'No.')).rejects.toMatchObject({ code: 'games.too_late' })
    await market.sweep()
    expect(await seen(null, gameId)).toMatchObject({ phase: 'ended', ending: 'late', dueAt: null })
    expect(await left()).toBe('0')
    const kinds = (await walletRows(market.deps.db, { userId: sol ?? '' })).rows.map(({ kind, game }) => [
      kind,
      game?.id ?? null,
    ])
    expect(kinds.slice(0, 3)).toEqual([
      ['reward', gameId],
      ['stake-returned', gameId],
      ['stake', gameId],
    ])
  })

  it('keeps the seat of a bot that is removed, as one that is gone', async () => {
    const { gameId } = await open()
    const { personId, botId } = await botWithKey('one')
    await joinGame(market.deps, personId, { gameId, botId, stakeMicros: GAME.stakeMicros })
    await callOffGame(market.deps, ann, gameId)
    await database.db.delete(accessKeys)
    expect(await removeBot(market.deps, personId, { botId })).toMatchObject({ isGone: false })
    expect((await seen(null, gameId)).players).toHaveLength(1)
  })

  it('gives everything back where its seats are not taken, or it is called off', async () => {
    const { gameId } = await open()
    const sol = await person(market, 'sol')
    await joinGame(market.deps, sol, { gameId, botId: null, stakeMicros: GAME.stakeMicros })
    expect(await walletSummary(market.deps.db, ann)).toMatchObject({ heldMicros: credits(2) })
    await callOffGame(market.deps, ann, gameId)
    const { gameId: other } = await open()
    market.clock.forward(4 * 24 * HOUR_S * 1_000)
    await market.sweep()
    expect(await seen(null, other)).toMatchObject({ ending: 'called-off' })
    expect([await available(ann), await available(sol), await left()]).toEqual([
      credits(100),
      credits(100),
      '0',
    ])
  })

  it('tells whose turn it is, who is to recommend, and all of its end; what it no longer waits for is told to nobody', async () => {
    const { gameId } = await open({ seats: 2 })
    const sol = await person(market, 'sol')
    await joinGame(market.deps, sol, { gameId, botId: null, stakeMicros: GAME.stakeMicros })
    const bot = await botWithKey('one')
    const told = async (personId: string) =>
      (await listNotices(market.deps.db, personId, { cursor: null })).items.map(noticeAsText)
    expect(await told(sol)).toEqual([])
    await joinGame(market.deps, bot.personId, { gameId, botId: bot.botId, stakeMicros: GAME.stakeMicros })
    const [turn] = (await listNotices(market.deps.db, sol, { cursor: null })).items
    expect(turn).toMatchObject({ event: 'game.turn', game: { id: gameId, title: GAME.title } })
    await move(sol, gameId, 1, 'It runs in May.')
    expect(await told(sol)).toEqual([])
    expect(await told(ann)).toEqual([`The game “${GAME.title}” waits for what you recommend now`])
    await judgeGame(market.deps, ann, { gameId, number: 1, recommended: belief(0.4) })
    expect(await told(ann)).toEqual([])
    expect(await told(bot.personId)).toEqual([
      `It is the turn of your bot Bot of one in the game “${GAME.title}”`,
    ])
    await call(bot.secret, 'POST', `/games/${gameId}/moves`, { number: 2, text: null })
    for (const personId of [ann, sol, bot.personId])
      expect(await told(personId)).toEqual([`The game “${GAME.title}” has ended`])
  })

  it('has no seat for who opened it, none twice, and none for another stake than was read', async () => {
    const { gameId } = await open()
    const join = (personId: string, stakeMicros: bigint = GAME.stakeMicros) =>
      joinGame(market.deps, personId, { gameId, botId: null, stakeMicros })
    const sol = await person(market, 'sol')
    await expect(join(ann)).rejects.toMatchObject({ code: 'games.asker_plays_not' })
    await expect(join(sol, credits(2))).rejects.toMatchObject({ code: 'games.other_stake' })
    expect(await join(sol)).toEqual(await join(sol))
    expect(await left()).toBe(String(credits(3)))
  })

  it('of one’s own is played by one’s own bots and seen by nobody else', async () => {
    const { gameId } = await open({ isOwn: true, potMicros: 0n, stakeMicros: 0n, seats: 2 })
    const eve = await person(market, 'eve')
    await expect(seen(eve, gameId)).rejects.toMatchObject({ code: 'games.not_found' })
    await expect(seen(null, gameId)).rejects.toMatchObject({ code: 'games.not_found' })
    const join = (personId: string, botId: string | null) =>
      joinGame(market.deps, personId, { gameId, botId, stakeMicros: 0n })
    await expect(join(eve, null)).rejects.toMatchObject({ code: 'games.not_found' })
    await expect(join(ann, null)).rejects.toMatchObject({ code: 'games.own_only' })
    const { personId, botId } = await botWithKey('one')
    await market.deps.db.update(bots).set({ ownerId: ann }).where(eq(bots.ownerId, personId))
    await join(ann, botId)
    // The key of that bot sees the game that it plays in.
    expect(await viewGame(market.deps, { personId: null, botId }, gameId)).toMatchObject({ taken: 1 })
    const everybodys = { isMine: false, phase: null, cursor: null, limit: 20 } as const
    const listed = async (isMine: boolean) =>
      (await listGames(market.deps, { personId: ann, botId: null }, { ...everybodys, isMine })).games.length
    expect([await listed(false), await listed(true)]).toEqual([0, 1])
  })

  it('that a moderator hid is seen by its players alone', async () => {
    const { gameId } = await open()
    const [sol = ''] = await seated(gameId)
    const at = market.clock.now()
    const hidden = { subjectKind: 'game', subjectId: gameId, outcome: 'hidden', rule: 'spam' } as const
    await market.deps.db
      .insert(moderationCases)
      .values({ id: 'case_1', authorId: ann, openedAt: at, decidedAt: at, ...hidden })
    await market.deps.db
      .insert(hiddenThings)
      .values({ kind: 'game', id: gameId, caseId: 'case_1', since: at })
    await expect(seen(null, gameId)).rejects.toMatchObject({ code: 'games.not_found' })
    expect(await seen(sol, gameId)).toMatchObject({ id: gameId })
    await market.deps.db.delete(hiddenThings).where(eq(hiddenThings.id, gameId))
  })
})

describe('the model as evaluator', () => {
  const asked: RecommendTask[] = []
  /** Believes more with every turn. */
  const model: Model = {
    ...builtInModel,
    name: 'Scripted',
    async recommend(task) {
      asked.push(task)
      const usage = { calls: 1, promptTokens: 10, completionTokens: 1 }
      return { ok: true, usage, value: { kind: 'belief', probability: 0.2 + 0.3 * task.dossier.length } }
    },
  }

  it('is asked before the first turn and after each, and is told no more than was said', async () => {
    asked.splice(0)
    market = testMarket(database, { site: model, isSiteBuiltIn: false })
    const { gameId } = await open({ evaluator: 'model', first: undefined })
    const [sol, eve] = await seated(gameId)
    expect((await seen(null, gameId)).phase).toBe('judging')
    await expect(
      judgeGame(market.deps, ann, { gameId, number: 1, recommended: belief(0.9) }),
    ).rejects.toMatchObject({ code: 'games.model_judges' })
    await market.sweep()
    await move(sol, gameId, 1, 'It runs all year.')
    await market.sweep()
    await move(eve, gameId, 2, null)
    const view = await seen(null, gameId)
    expect(view).toMatchObject({ judgedBy: 'Scripted', first: belief(0.2), ending: 'passed' })
    expect(view.turns[0]).toMatchObject({ recommended: belief(0.5) })
    expect(asked.map(({ dossier }) => dossier.map(({ privateInfo }) => privateInfo))).toEqual([
      [],
      ['It runs all year.'],
    ])
  })

  it('is none for a claim where it is the built-in agent, which says so when the game is opened; for a choice it is', async () => {
    const byModel = { evaluator: 'model', first: undefined }
    await expect(open(byModel)).rejects.toMatchObject({
      code: 'games.no_probability',
      details: { field: 'evaluator' },
      message: expect.stringMatching(/Evaluate by hand, or pose a choice\.$/),
    })
    expect(await available(ann)).toBe(credits(100))
    const { gameId } = await open({ ...byModel, decision: { kind: 'choice', options: ['Ferry', 'Bus'] } })
    await seated(gameId)
    await market.sweep()
    expect(await seen(null, gameId)).toMatchObject({ phase: 'moving', judgedBy: 'Built-in agent' })
  })

  it('that has nothing to recommend ends the game at once with what was stated', async () => {
    // Until somebody has spoken; then the built-in agent has taken its place.
    const lost: Model = {
      ...model,
      recommend: (task, signal) => (task.dossier.length < 1 ? model : builtInModel).recommend(task, signal),
    }
    market = testMarket(database, { site: lost, isSiteBuiltIn: false })
    const { gameId } = await open({ evaluator: 'model', first: undefined, turnSeconds: 7 * 24 * HOUR_S })
    const [sol = ''] = await seated(gameId)
    await market.sweep()
    await move(sol, gameId, 1, 'It runs all year.')
    await market.sweep()
    const view = await seen(null, gameId)
    expect(view).toMatchObject({
      phase: 'ended',
      ending: 'unjudged',
      returnedMicros: credits(2),
      dueAt: null,
    })
    expect(view.turns[0]).toMatchObject({ recommended: null, reward: null })
    expect([await available(sol), await left()]).toEqual([credits(100), '0'])
  })

  it('that recommends nothing in time ends the game with what was stated', async () => {
    const silent: Model = {
      ...model,
      recommend: async () => ({
        ok: false,
        failure: 'refused',
        isTransient: true,
        usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
      }),
    }
    market = testMarket(database, { site: silent, isSiteBuiltIn: false })
    const { gameId } = await open({ evaluator: 'model', first: undefined })
    await seated(gameId)
    await market.sweep()
    market.clock.forward(HOUR_S * 1_000)
    await market.sweep()
    expect(await seen(null, gameId)).toMatchObject({ ending: 'unjudged', returnedMicros: credits(2) })
    expect(await left()).toBe('0')
  })
})
