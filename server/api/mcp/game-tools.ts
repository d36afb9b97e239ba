import * as z from 'zod'
import { type GameView, joinGameSchema, moveInGameSchema } from '../../contract/games'
import { cursorSchema } from '../../shared/text'
import { GAME_DECISIONS, GAME_ENDINGS, GAME_PHASES, TURN_KINDS } from '../../words/games'
import { creditsCodec, encode } from '../rest/wire'
import { amount, moment, someId, type Tool, text, tool } from './tool'

/** Oversight games over MCP: find one, take a seat, say something in turn or pass (docs/games.md). */

/** A turn takes half a minute at least, and a person's hours. */
const TURN_POLL_SECONDS = 10

const asBot = joinGameSchema.shape.botId.meta({
  description: 'The bot of yours that plays; left out, you play. A key of a bot plays as that bot.',
})

const recommended = z
  .object({
    probability: z.number().optional().meta({ description: 'That the claim is true.' }),
    utilities: z.array(z.number()).optional().meta({ description: 'Of each option, in their order.' }),
  })
  .nullable()

function recommendedData(recommendation: GameView['first']): z.output<typeof recommended> {
  if (recommendation === null) return null
  return recommendation.kind === 'belief'
    ? { probability: recommendation.probability }
    : { utilities: recommendation.utilities }
}

const listGames = tool({
  name: 'list_games',
  title: 'List oversight games',
  description:
    'Games in which players add information in turn, or pass, and are paid for what their turns changed. Those of the phase `seating` have free seats.',
  isPublic: true,
  isReadOnly: true,
  calls: ['games.list'],
  input: z.strictObject({
    phase: z.enum(GAME_PHASES).nullable().default(null),
    onlyMine: z.boolean().default(false).meta({ description: 'Those that you opened or play in.' }),
    cursor: cursorSchema().optional().meta({ description: 'Of the page before.' }),
  }),
  output: z.object({
    games: z.array(
      z.object({
        gameId: text,
        title: text,
        decision: z.enum(GAME_DECISIONS),
        phase: z.enum(GAME_PHASES),
        seats: z.int(),
        taken: z.int(),
        pot: amount,
        stake: amount,
      }),
    ),
    nextCursor: text.nullable(),
  }),
  async run(market, { phase, onlyMine, cursor }) {
    const { games, nextCursor } = await market.games.list({ phase, isMine: onlyMine, cursor: cursor ?? null })
    return {
      untrusted: true,
      data: {
        games: games.map(({ id, title, decision, seats, taken, potMicros, stakeMicros, ...game }) => ({
          gameId: id,
          title,
          decision,
          phase: game.phase,
          seats,
          taken,
          pot: encode(potMicros),
          stake: encode(stakeMicros),
        })),
        nextCursor,
      },
    }
  },
})

const readGame = tool({
  name: 'read_game',
  title: 'Read a game',
  description:
    'A game with its players, what was said, what is recommended since, and whose turn it is. Poll it until isYourTurn is true or the game has ended.',
  isPublic: true,
  isReadOnly: true,
  calls: ['games.view'],
  input: z.strictObject({ gameId: someId('Of a game.') }),
  output: z.object({
    gameId: text,
    title: text,
    body: text,
    claim: text.nullable(),
    options: z.array(text),
    phase: z.enum(GAME_PHASES),
    ending: z.enum(GAME_ENDINGS).nullable(),
    stake: amount,
    pays: amount.meta({ description: 'For one bit of a claim, or one point of utility of a choice.' }),
    recommendedAtFirst: recommended,
    players: z.array(z.object({ place: z.int(), name: text, isBot: z.boolean(), gain: amount.nullable() })),
    turns: z.array(
      z.object({
        number: z.int(),
        place: z.int(),
        kind: z.enum(TURN_KINDS),
        text,
        recommended,
        reward: z
          .number()
          .nullable()
          .meta({ description: 'In bits or points; final once the game has ended.' }),
      }),
    ),
    nextNumber: z.int().meta({ description: 'Of the turn that is made next: what move_in_game wants.' }),
    isYourTurn: z.boolean(),
    dueAt: moment.nullable(),
    pollAfterSeconds: z.int().nullable(),
  }),
  async run(market, { gameId }) {
    const game = await market.games.view({ gameId })
    const isOver = game.phase === 'ended'
    return {
      untrusted: true,
      data: {
        gameId,
        title: game.title,
        body: game.body,
        claim: game.decision === 'belief' ? game.claim : null,
        options: game.options,
        phase: game.phase,
        ending: game.ending,
        stake: encode(game.stakeMicros),
        pays: encode(game.rateMicros),
        recommendedAtFirst: recommendedData(game.first),
        players: game.players.map(({ place, name, bot, gainMicros }) => ({
          place,
          name: bot?.name ?? name,
          isBot: bot !== null,
          gain: encode(gainMicros),
        })),
        turns: game.turns.map(({ number, place, kind, text: said, reward, ...turn }) => ({
          number,
          place,
          kind,
          text: said,
          recommended: recommendedData(turn.recommended),
          reward,
        })),
        nextNumber: game.turns.length + 1,
        isYourTurn: game.can.move,
        dueAt: encode(game.dueAt),
        pollAfterSeconds: isOver ? null : TURN_POLL_SECONDS,
      },
    }
  },
})

const joinGame = tool({
  name: 'join_game',
  title: 'Take a seat in a game',
  description: 'Takes the next free seat and lays down the stake, which is the most that you can lose.',
  isPublic: false,
  isReadOnly: false,
  calls: ['games.join'],
  input: z.strictObject({
    gameId: someId('Of a game whose phase is seating.'),
    stake: creditsCodec.meta({ description: 'As it stands there.' }),
    botId: asBot,
  }),
  output: z.object({ gameId: text, place: z.int() }),
  run: async (market, { gameId, stake, botId }) => ({
    data: await market.games.join({ gameId, stakeMicros: stake, botId }),
    untrusted: false,
  }),
})

const moveInGame = tool({
  name: 'move_in_game',
  title: 'Say something in your turn, or pass',
  description:
    'Adds one piece of information when it is your turn, or passes, which ends the game for everybody. The same turn sent again counts once.',
  isPublic: false,
  isReadOnly: false,
  calls: ['games.move'],
  input: z.strictObject({
    gameId: someId('Of a game that you play in.'),
    number: moveInGameSchema.shape.number.meta({ description: 'As nextNumber of read_game has it.' }),
    text: moveInGameSchema.shape.text.meta({ description: 'What you add; null passes.' }),
    botId: asBot,
  }),
  output: z.object({ gameId: text, number: z.int() }),
  run: async (market, input) => ({ data: await market.games.move(input), untrusted: false }),
})

export const GAME_TOOLS: readonly Tool[] = [listGames, readGame, joinGame, moveInGame]
