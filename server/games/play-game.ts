import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '@/db/client'
import { bots, gameSeats, games, gameTurns } from '@/db/schema'
import { transact } from '@/db/transact'
import { recordAct } from '../audit/record-act'
import type {
  GameRecommendation,
  JoinGameInput,
  JudgeGameInput,
  MoveInGameInput,
  OpenGameInput,
} from '../contract/games'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { gameAccount, userAccount } from '../ledger/accounts'
import { type Leg, postTransfers } from '../ledger/post'
import { spendWithinCaps } from '../ledger/spend-within-caps'
import { type GameDeed, tellOfGame } from '../market/inbox/tell-people'
import { inboxTopic } from '../market/inbox/topic'
import { once } from '../market/once'
import { optionsOf } from '../protocol/decision'
import { canEvaluate } from '../words/games'
import { type GameRows, readGame, stateOf } from './read-game'
import { type GameMove, type GameState, isOfOneKind, placeToMove, play, settle } from './rules'

const SECOND_MS = 1_000
/** Until then the seats of a new game are taken, or it is called off: pot and stakes lie idle no longer than that. */
const SEATING_MS = 3 * 24 * 3_600 * SECOND_MS

/**
 * Opens a game; its pot is laid down at once, out of the opener's own credits.
 *
 * @throws AppError `games.no_probability` (field `evaluator`); `games.first_missing`, `games.first_not_yours`, `games.other_kind` (field
 * `first`); `games.owner_says_yes`, `ledger.insufficient_funds`, `actor.over_cap`.
 */
export async function openGame(
  deps: Deps,
  askerId: string,
  { requestKey, ...input }: OpenGameInput,
): Promise<{ gameId: string }> {
  const { decision, first = null } = input
  if (!canEvaluate(input.evaluator, decision.kind, { hasModel: !deps.models.isSiteBuiltIn }))
    throw refusal('games.no_probability', 'evaluator')
  if (input.evaluator === 'asker' && first === null) throw refusal('games.first_missing', 'first')
  if (input.evaluator === 'model' && first !== null) throw refusal('games.first_not_yours', 'first')
  if (first !== null) requireFitting(decision, first, 'first')
  return transact(deps.db, (tx) =>
    once(
      tx,
      deps,
      { userId: askerId, route: 'games.open', key: requestKey, input, at: deps.clock.now() },
      async () => {
        const gameId = deps.ids.next('game')
        const at = deps.clock.now()
        await spendOn(tx, deps, gameId, input.potMicros)
        await tx.insert(games).values({
          id: gameId,
          askerId,
          title: input.title,
          body: input.body,
          decision: decision.kind,
          options: [...optionsOf(decision)],
          claim: decision.kind === 'belief' ? decision.claim : '',
          evaluator: input.evaluator,
          isOwn: input.isOwn,
          seats: input.seats,
          turnsMost: input.turnsMost,
          turnSeconds: input.turnSeconds,
          potMicros: input.potMicros,
          stakeMicros: input.stakeMicros,
          rateMicros: input.rateMicros,
          phase: 'seating',
          first,
          dueAt: new Date(at.getTime() + SEATING_MS),
          createdAt: at,
        })
        await postTransfers(tx, { legs: stakeLeg(gameId, 'pot', askerId, input.potMicros), at })
        await recordAct(tx, deps, askerId, { act: 'game.opened', gameId, amountMicros: input.potMicros })
        return { gameId }
      },
    ),
  )
}

/**
 * Takes the next seat, for oneself or as a bot of one's own, and lays down the stake. Who sits there already sits there still.
 *
 * @throws AppError `games.not_found`, `games.too_late`, `games.not_seating`, `games.own_only`, `games.asker_plays_not`,
 * `games.seated_already`, `games.other_stake`, `sellers.bot_not_found`, and as `openGame`.
 */
export async function joinGame(
  deps: Deps,
  personId: string,
  { gameId, botId, stakeMicros }: JoinGameInput,
): Promise<{ gameId: string; place: number }> {
  return telling(deps, async (tx, hints) => {
    const rows = await lockSeen(tx, personId, gameId)
    const { game, seats } = rows
    const sits = seats.find((seat) => seat.personId === personId && seat.botId === botId)
    if (sits) return { gameId, place: sits.place }
    requireInTime(deps, rows)
    requireMaySit(rows, personId, botId)
    if (stakeMicros !== game.stakeMicros) throw refusal('games.other_stake', 'stakeMicros')
    if (botId !== null) await requireOwnBot(tx, personId, botId)
    await spendOn(tx, deps, gameId, stakeMicros)
    const place = seats.length + 1
    const at = deps.clock.now()
    const seat = { gameId, place, personId, botId, joinedAt: at }
    await apply({ tx, deps, hints }, rows, { type: 'join' })
    await tx.insert(gameSeats).values(seat)
    await postTransfers(tx, { legs: stakeLeg(gameId, `stake:${place}`, personId, stakeMicros), at })
    await recordAct(tx, deps, personId, { act: 'game.joined', gameId, amountMicros: stakeMicros })
    return { gameId, place }
  })
}

function requireMaySit({ game, seats }: GameRows, personId: string, botId: string | null): void {
  const isAskers = game.askerId === personId
  if (game.isOwn && (!isAskers || botId === null)) throw new AppError('games.own_only')
  if (!game.isOwn && isAskers) throw new AppError('games.asker_plays_not')
  // One seat for each person, however many bots are theirs: else one hand refutes itself and is paid for it.
  if (!game.isOwn && seats.some((seat) => seat.personId === personId))
    throw new AppError('games.seated_already')
}

async function requireOwnBot(tx: Tx, ownerId: string, botId: string): Promise<void> {
  const own = and(eq(bots.id, botId), eq(bots.ownerId, ownerId), isNull(bots.removedAt))
  if ((await tx.$count(bots, own)) === 0) throw new AppError('sellers.bot_not_found')
}

/**
 * Says something in a turn, or passes, which ends the game. The same turn made again by the same player changes nothing.
 *
 * @throws AppError `games.not_found`, `games.too_late`, `games.not_moving`, `games.not_your_turn`, `games.other_turn`.
 */
export async function moveInGame(
  deps: Deps,
  personId: string,
  { gameId, botId, number, text }: MoveInGameInput,
): Promise<{ gameId: string; number: number }> {
  return telling(deps, async (tx, hints) => {
    const rows = await lockSeen(tx, personId, gameId)
    const { seats, turns } = rows
    const own = seats.filter((seat) => seat.personId === personId && seat.botId === botId)
    if (own.length === 0) throw new AppError('games.not_your_turn')
    const made = turns.find((turn) => turn.number === number)
    if (made && made.text === (text ?? '') && own.some(({ place }) => place === made.place))
      return { gameId, number }
    requireInTime(deps, rows)
    const place = own[0]?.place ?? 0
    if (number !== turns.length + 1) throw refusal('games.other_turn', 'number')
    await apply({ tx, deps, hints }, rows, { type: text === null ? 'pass' : 'say', place }, text ?? '')
    await recordAct(tx, deps, personId, { act: 'game.moved', gameId })
    return { gameId, number }
  })
}

/**
 * States what is recommended after a turn, by whoever opened the game to evaluate it by hand. Said again, it changes nothing.
 *
 * @throws AppError `games.not_found`, `games.too_late`, `games.not_judging`, `games.model_judges`, `games.other_kind`,
 * `games.other_turn`.
 */
export async function judgeGame(
  deps: Deps,
  personId: string,
  { gameId, number, recommended }: JudgeGameInput,
): Promise<{ gameId: string }> {
  return telling(deps, async (tx, hints) => {
    const rows = await lockSeen(tx, personId, gameId)
    const { game, turns } = rows
    if (game.askerId !== personId) throw new AppError('games.not_found')
    if (game.evaluator === 'model') throw new AppError('games.model_judges')
    requireFitting(decisionOfGame(game), recommended, 'recommended')
    const judged = turns.find((turn) => turn.number === number)?.recommended
    if (judged && JSON.stringify(judged) === JSON.stringify(recommended)) return { gameId }
    requireInTime(deps, rows)
    if (game.phase === 'judging' && number !== turns.length) throw refusal('games.other_turn', 'number')
    await apply({ tx, deps, hints }, rows, { type: 'judge', recommended })
    await recordAct(tx, deps, personId, { act: 'game.judged', gameId })
    return { gameId }
  })
}

/** Calls a game off before it has begun. @throws AppError `games.not_found`, `games.has_begun`. */
export async function callOffGame(deps: Deps, personId: string, gameId: string): Promise<{ gameId: string }> {
  return telling(deps, async (tx, hints) => {
    const rows = await lockSeen(tx, personId, gameId)
    if (rows.game.askerId !== personId) throw new AppError('games.not_found')
    if (rows.game.ending === 'called-off') return { gameId }
    await apply({ tx, deps, hints }, rows, { type: 'callOff' })
    await recordAct(tx, deps, personId, { act: 'game.called-off', gameId, amountMicros: rows.game.potMicros })
    return { gameId }
  })
}

/** Ends the wait for somebody whose time ran out; does nothing where it has not. */
export async function endWait(deps: Deps, gameId: string): Promise<void> {
  await telling(deps, async (tx, hints) => {
    const rows = await readGame(tx, gameId, { isLocked: true })
    if (!rows || rows.game.dueAt === null || deps.clock.now() < rows.game.dueAt) return
    await apply({ tx, deps, hints }, rows, { type: 'late' })
  })
}

/** Ends the wait for a model that has said that it can recommend nothing, while the game still waits for it after the same turn. */
export async function giveUpOnModel(deps: Deps, { game, turns }: GameRows): Promise<void> {
  await telling(deps, async (tx, hints) => {
    const rows = await readGame(tx, game.id, { isLocked: true })
    if (rows?.game.phase !== 'judging' || rows.turns.length !== turns.length) return
    await apply({ tx, deps, hints }, rows, { type: 'late' })
  })
}

/** Takes what the model recommends, while the game still waits for it after the same turn. Returns whether it did. */
export async function takeRecommendation(
  deps: Deps,
  { game, turns }: GameRows,
  { recommended, by }: { recommended: GameRecommendation; by: string },
): Promise<boolean> {
  return telling(deps, async (tx, hints) => {
    const rows = await readGame(tx, game.id, { isLocked: true })
    if (rows?.game.phase !== 'judging' || rows.turns.length !== turns.length) return false
    await apply({ tx, deps, hints }, rows, { type: 'judge', recommended })
    await tx.update(games).set({ judgedBy: by }).where(eq(games.id, game.id))
    return true
  })
}

/** People whose inbox changed in a transaction. */
type Hints = Set<string>

/** A transaction that moves a game; whoever was told of it is hinted to once it has happened. */
async function telling<T>(deps: Deps, work: (tx: Tx, hints: Hints) => Promise<T>): Promise<T> {
  const [done, hints] = await transact(deps.db, async (tx) => {
    const changed: Hints = new Set()
    return [await work(tx, changed), changed] as const
  })
  for (const personId of hints) deps.bus.publish(inboxTopic(personId))
  return done
}

/** Carries out a move: the game's row, its turn, who is told, and at the end the money. @throws AppError as `play` refuses. */
async function apply(
  { tx, deps, hints }: { tx: Tx; deps: Deps; hints: Hints },
  rows: GameRows,
  move: GameMove,
  text = '',
): Promise<void> {
  const { game, seats, turns } = rows
  const before = stateOf(rows)
  const after = play(game, before, move)
  if (typeof after === 'string') throw new AppError(`games.${after}`)
  const at = deps.clock.now()
  const mover = placeToMove(game, before)
  const kind = move.type === 'say' ? 'said' : move.type === 'pass' ? 'passed' : 'late'
  if (mover !== null)
    await tx
      .insert(gameTurns)
      .values({ gameId: game.id, number: turns.length + 1, place: mover, kind, text, madeAt: at })
  if (move.type === 'judge' && turns.length > 0)
    await tx
      .update(gameTurns)
      .set({ recommended: move.recommended })
      .where(and(eq(gameTurns.gameId, game.id), eq(gameTurns.number, turns.length)))
  const isOver = after.phase === 'ended'
  // A seat that is taken gives nobody more time to take the others.
  const isWaitingOn = after.phase === 'seating'
  await tx
    .update(games)
    .set({
      phase: after.phase,
      ending: after.ending,
      first: after.first,
      tries: 0,
      claimedUntil: null,
      dueAt: isOver ? null : isWaitingOn ? game.dueAt : new Date(at.getTime() + game.turnSeconds * SECOND_MS),
      endedAt: isOver ? at : null,
    })
    .where(eq(games.id, game.id))
  if (isOver) await postTransfers(tx, { legs: endLegs(rows, after), at })
  // Bots of one's own play by themselves, hundreds of games at a time.
  if (game.isOwn) return
  const people = [...new Set([game.askerId, ...seats.map(({ personId }) => personId)])]
  const deeds = deedsOf(rows, after, move.type === 'callOff' ? seats.map(({ personId }) => personId) : people)
  for (const personId of await tellOfGame(tx, deps, { gameId: game.id, deeds, people })) hints.add(personId)
}

/** Whom a game that has come to `after` waits for, or that it has ended, for `people`. */
function deedsOf({ game, seats }: GameRows, after: GameState, people: readonly string[]): GameDeed[] {
  if (after.phase === 'ended')
    return people.map((personId) => ({ personId, event: 'game.ended', botId: null }))
  if (after.phase === 'judging')
    return game.evaluator === 'asker' ? [{ personId: game.askerId, event: 'game.judging', botId: null }] : []
  const next = seats.find(({ place }) => place === placeToMove(game, after))
  return next ? [{ personId: next.personId, event: 'game.turn', botId: next.botId }] : []
}

/** Of a game and the state that it ended in: rewards, what is left of the stakes, and what is left of the pot. */
function endLegs({ game, seats }: GameRows, ended: Parameters<typeof settle>[1]): Leg[] {
  const settled = settle(game, ended)
  const leg = (key: string, kind: 'reward' | 'release', personId: string, amountMicros: bigint): Leg[] =>
    amountMicros === 0n
      ? []
      : [
          {
            key: `${game.id}:${key}`,
            kind,
            from: gameAccount(game.id),
            to: userAccount(personId),
            amountMicros,
          },
        ]
  return [
    ...settled.seats.flatMap(({ returnedMicros, rewardMicros }, seat) => {
      const { place, personId } = seats[seat] ?? { place: 0, personId: '' }
      return [
        ...leg(`release:${place}`, 'release', personId, returnedMicros),
        ...leg(`reward:${place}`, 'reward', personId, rewardMicros),
      ]
    }),
    ...leg('release', 'release', game.askerId, settled.returnedMicros),
  ]
}

/**
 * Counts what goes into a game against the caps of whoever lays it down.
 *
 * @throws AppError `games.owner_says_yes` where a key must ask its owner first: a seat is gone by the time of an answer. `actor.over_cap`.
 */
async function spendOn(tx: Tx, deps: Deps, gameId: string, amountMicros: bigint): Promise<void> {
  const { askAboveMicros } = deps.actor.caps
  if (askAboveMicros !== null && amountMicros > askAboveMicros) throw new AppError('games.owner_says_yes')
  await spendWithinCaps(tx, deps, { questionId: gameId, amountMicros })
}

function stakeLeg(gameId: string, key: string, personId: string, amountMicros: bigint): Leg[] {
  if (amountMicros === 0n) return []
  return [
    {
      key: `${gameId}:${key}`,
      kind: 'stake',
      from: userAccount(personId),
      to: gameAccount(gameId),
      amountMicros,
    },
  ]
}

/** A game of one's own is nobody else's to see. */
async function lockSeen(tx: Tx, personId: string, gameId: string): Promise<GameRows> {
  const rows = await readGame(tx, gameId, { isLocked: true })
  if (!rows || (rows.game.isOwn && rows.game.askerId !== personId)) throw new AppError('games.not_found')
  return rows
}

function requireInTime({ clock }: Pick<Deps, 'clock'>, { game: { dueAt } }: GameRows): void {
  if (dueAt !== null && clock.now() >= dueAt) throw new AppError('games.too_late')
}

/** The parts of a question that a game's row has. */
export function decisionOfGame({
  decision,
  options,
  claim,
}: GameRows['game']): { kind: 'belief'; claim: string } | { kind: 'choice'; options: string[] } {
  return decision === 'belief' ? { kind: 'belief', claim } : { kind: 'choice', options }
}

function requireFitting(
  decision: { kind: 'belief' } | { kind: 'choice'; options: readonly string[] },
  recommended: GameRecommendation,
  field: string,
): void {
  const wanted: GameRecommendation =
    decision.kind === 'belief'
      ? { kind: 'belief', probability: 0 }
      : { kind: 'choice', utilities: decision.options.map(() => 0) }
  if (!isOfOneKind(wanted, recommended)) throw refusal('games.other_kind', field)
}

const refusal = (code: ConstructorParameters<typeof AppError>[0], field: string) =>
  new AppError(code, { details: { field } })
