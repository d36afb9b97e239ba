import { and, asc, desc, eq, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import { bots, gameSeats, games, gameTurns, users } from '@/db/schema'
import {
  EXPORTED_GAMES_MAX,
  type ExportGamesInput,
  type GameCard,
  type GameLine,
  type GameView,
  type ListGamesInput,
} from '../contract/games'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { readMomentCursor, writeMomentCursor } from '../market/cursors'
import { isHidden } from '../market/private/sight-sql'
import { nameInHistory } from '../words/sellers'
import { type GameRows, readGame, saidIn, stateOf } from './read-game'
import { placeToMove, rewardsOf, settle } from './rules'

type ReadDeps = Pick<Deps, 'db' | 'clock'>
/** A person, the key of a bot, which sees what everybody does and the bot's own games, or nobody. */
export type GameViewer = { personId: string | null; botId: string | null }

const isAskers = ({ personId }: GameViewer) => (personId === null ? sql`false` : eq(games.askerId, personId))
const isPlayers = ({ personId, botId }: GameViewer) =>
  sql`exists (select from ${gameSeats} own where own.game_id = ${games.id}
    and (own.person_id = ${personId} or own.bot_id = ${botId}))`

/** A game for others is everybody's to watch, unless a moderator hid it; one of one's own is its asker's and those bots'. */
const isSeenBy = (viewer: GameViewer): SQL | undefined =>
  or(isAskers(viewer), isPlayers(viewer), and(not(games.isOwn), not(isHidden('game', games.id))))

const CARD = {
  id: games.id,
  title: games.title,
  decision: games.decision,
  evaluator: games.evaluator,
  judgedBy: games.judgedBy,
  isOwn: games.isOwn,
  phase: games.phase,
  ending: games.ending,
  seats: games.seats,
  taken: sql<number>`(select count(*)::int from ${gameSeats} seat where seat.game_id = ${games.id})`,
  potMicros: games.potMicros,
  stakeMicros: games.stakeMicros,
  createdAt: games.createdAt,
}

/** Games that somebody may watch, or those they have a part in, newest first. */
export async function listGames(
  { db }: ReadDeps,
  viewer: GameViewer,
  { isMine, phase, cursor, limit }: ListGamesInput,
): Promise<{ games: GameCard[]; nextCursor: string | null }> {
  const after = readMomentCursor(cursor)
  const rows = await db
    .select(CARD)
    .from(games)
    .where(
      and(
        // What is one's own alone is not among everybody's.
        isMine ? or(isAskers(viewer), isPlayers(viewer)) : not(games.isOwn),
        isSeenBy(viewer),
        phase === null ? undefined : eq(games.phase, phase),
        after === null
          ? undefined
          : or(lt(games.createdAt, after.at), and(eq(games.createdAt, after.at), lt(games.id, after.id))),
      ),
    )
    .orderBy(desc(games.createdAt), desc(games.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    games: page,
    nextCursor: rows.length > page.length && last ? writeMomentCursor(last.createdAt, last.id) : null,
  }
}

/** @throws AppError `games.not_found`. */
async function readSeen({ db }: ReadDeps, viewer: GameViewer, gameId: string): Promise<GameRows> {
  const isThere = await db.$count(games, and(eq(games.id, gameId), isSeenBy(viewer)))
  const rows = isThere === 0 ? null : await readGame(db, gameId)
  if (rows === null) throw new AppError('games.not_found')
  return rows
}

/** A game as somebody sees it. @throws AppError `games.not_found`. */
export async function viewGame(deps: ReadDeps, viewer: GameViewer, gameId: string): Promise<GameView> {
  const rows = await readSeen(deps, viewer, gameId)
  const { game, turns } = rows
  const state = stateOf(rows)
  const rewards = rewardsOf(state)
  const settled = game.phase === 'ended' ? settle(game, state) : null
  const toMove = placeToMove(game, state)
  const players = await readPlayers(deps, viewer, gameId)
  const isAsker = game.askerId === viewer.personId
  const [asker = { handle: '', name: '' }] = await deps.db
    .select({ handle: users.handle, name: users.name })
    .from(users)
    .where(eq(users.id, game.askerId))
  const isInTime = game.dueAt !== null && deps.clock.now() < game.dueAt
  const isSeated = players.some(({ isYours }) => isYours)
  const maySit = game.isOwn ? isAsker : !isAsker && !isSeated
  return {
    ...game,
    taken: players.length,
    asker,
    isAsker,
    players: players.map((player, seat) => {
      const money = settled?.seats[seat]
      const gainMicros = money ? money.returnedMicros + money.rewardMicros - game.stakeMicros : null
      return { ...player, gainMicros }
    }),
    turns: turns.map(({ number, place, kind, text, recommended, madeAt }, index) => {
      const reward = kind === 'said' ? (recommended === null ? null : (rewards[index] ?? null)) : 0
      return { number, place, kind, text, recommended, reward, madeAt }
    }),
    toMove,
    returnedMicros: settled?.returnedMicros ?? null,
    can: {
      join: isInTime && viewer.personId !== null && game.phase === 'seating' && maySit,
      move: isInTime && players.some(({ place, isYours }) => isYours && place === toMove),
      judge: isInTime && isAsker && game.evaluator === 'asker' && game.phase === 'judging',
      callOff: isAsker && game.phase === 'seating',
    },
  }
}

async function readPlayers({ db }: ReadDeps, viewer: GameViewer, gameId: string) {
  const rows = await db
    .select({
      place: gameSeats.place,
      personId: gameSeats.personId,
      handle: users.handle,
      name: users.name,
      bot: { id: bots.id, name: bots.name, removedAt: bots.removedAt },
    })
    .from(gameSeats)
    .innerJoin(users, eq(users.id, gameSeats.personId))
    .leftJoin(bots, eq(bots.id, gameSeats.botId))
    .where(eq(gameSeats.gameId, gameId))
    .orderBy(asc(gameSeats.place))
  return rows.map(({ personId, bot, ...row }) => ({
    ...row,
    bot: bot && { id: bot.id, name: nameInHistory(bot) },
    isYours: personId === viewer.personId || (bot !== null && bot.id === viewer.botId),
  }))
}

/**
 * Turns of ended games to train on, the newest game first: what was known before the turn, what was said, and its reward. Turns that ran
 * out of time are left out, since nobody chose them, and so are turns that nobody judged.
 *
 * @throws AppError `games.not_found` for one game that is not there, `games.not_ended` for one that goes on.
 */
export async function exportGames(
  deps: ReadDeps,
  viewer: GameViewer,
  { gameId, isMine }: ExportGamesInput,
): Promise<GameLine[]> {
  if (gameId !== null) {
    const rows = await readSeen(deps, viewer, gameId)
    if (rows.game.phase !== 'ended') throw new AppError('games.not_ended')
    return linesOf(rows)
  }
  const found = await deps.db
    .select()
    .from(games)
    .where(
      and(
        eq(games.phase, 'ended'),
        isMine ? or(isAskers(viewer), isPlayers(viewer)) : not(games.isOwn),
        isSeenBy(viewer),
      ),
    )
    .orderBy(desc(games.createdAt), desc(games.id))
    .limit(EXPORTED_GAMES_MAX)
  const ids = found.map(({ id }) => id)
  const turns = await deps.db
    .select()
    .from(gameTurns)
    .where(inArray(gameTurns.gameId, ids))
    .orderBy(asc(gameTurns.gameId), asc(gameTurns.number))
  const byGame = Map.groupBy(turns, ({ gameId }) => gameId)
  return found.flatMap((game) => linesOf({ game, turns: byGame.get(game.id) ?? [] }))
}

type Played = Pick<GameRows, 'game' | 'turns'>

function linesOf(rows: Played): GameLine[] {
  const { game, turns } = rows
  const rewards = rewardsOf({ first: game.first, said: saidIn(rows) })
  return turns.flatMap(({ number, place, kind, text, recommended }, index) => {
    if (kind === 'late' || (kind === 'said' && recommended === null)) return []
    return [
      {
        prompt: promptOf(rows, index),
        completion: text,
        reward: kind === 'said' ? (rewards[index] ?? 0) : 0,
        unit: game.decision === 'belief' ? ('bits' as const) : ('utility' as const),
        gameId: game.id,
        turn: number,
        place,
      },
    ]
  })
}

/** All that whoever moved next had before them. What people wrote is quoted line by line, so that it looks like nobody's turn but its own. */
function promptOf({ game, turns }: Played, before: number): string {
  const decision =
    game.decision === 'belief'
      ? `Claim:\n${quoted(game.claim)}`
      : `Options:\n${game.options.map((option, place) => quoted(`${place + 1}. ${option}`)).join('\n')}`
  const said = turns
    .slice(0, before)
    .flatMap(({ number, text, recommended }) => [
      `Turn ${number}:\n${quoted(text)}`,
      recommendedInWords(game, recommended),
    ])
  const asked = [game.title, game.body].filter((part) => part !== '').map(quoted)
  return ['Question:', ...asked, decision, recommendedInWords(game, game.first), ...said]
    .filter((part) => part !== '')
    .join('\n\n')
}

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

function recommendedInWords(game: GameRows['game'], recommended: GameRows['game']['first']): string {
  if (recommended === null) return ''
  if (recommended.kind === 'belief') return `Recommended: probability ${recommended.probability}`
  const utilities = recommended.utilities.map((utility, place) => `${game.options[place] ?? ''} ${utility}`)
  return `Recommended: ${utilities.join(', ')}`
}
