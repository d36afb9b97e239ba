import * as z from 'zod'
import { AMOUNT_MICROS_MAX } from '../shared/money'
import { cursorSchema, idSchema, lineSchema, TITLE_CHARS_MIN, textSchema } from '../shared/text'
import { EVALUATORS, GAME_DECISIONS, GAME_ENDINGS, GAME_PHASES, TURN_KINDS } from '../words/games'
import { decisionSchema } from './decision'
import { PAGE_SIZE, requestKeySchema, TITLE_CHARS_MAX } from './market'

/** Two, so that there is somebody to refute what was said; five, so that everybody has a turn within a short game. */
export const GAME_SEATS_MIN = 2
export const GAME_SEATS_MAX = 5
/** A game goes on until somebody passes; this only keeps two programs from talking for ever. */
export const GAME_TURNS_MAX = 20
/** A program answers within seconds, a person within days. */
export const TURN_SECONDS_MIN = 30
export const TURN_SECONDS_MAX = 7 * 24 * 3_600
/** About 300 words: one piece of information, not an essay. All turns of a game are read in one call. */
export const TURN_CHARS_MAX = 2_000
/** Background that everybody knows before the first turn. */
export const GAME_BODY_CHARS_MAX = 4_000
/** As far as models rate options, too. */
export const UTILITY_MAX = 10
/** Paid for one bit or one point: twenty points of this, the most that a turn can move, stay far below what a number holds. */
const RATE_MICROS_MAX = AMOUNT_MICROS_MAX
/** Whole sets are trained on; more than this is fetched in parts. */
export const EXPORTED_GAMES_MAX = 200

const amountSchema = z.bigint().min(0n, 'An amount is not below zero.').max(AMOUNT_MICROS_MAX)

/** What is recommended: the probability that the claim is true, or a utility for each option in its order. */
export const recommendationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('belief'),
    probability: z.number().min(0, 'A probability is from 0 to 1.').max(1, 'A probability is from 0 to 1.'),
  }),
  z.object({
    kind: z.literal('choice'),
    utilities: z
      .array(
        z
          .number()
          .min(-UTILITY_MAX, `A utility is from −${UTILITY_MAX} to ${UTILITY_MAX}.`)
          .max(UTILITY_MAX, `A utility is from −${UTILITY_MAX} to ${UTILITY_MAX}.`),
      )
      .min(2)
      .max(10),
  }),
])

export type GameRecommendation = z.infer<typeof recommendationSchema>

const [, choiceSchema, beliefSchema] = decisionSchema.options

export const openGameSchema = z.object({
  title: lineSchema()
    .trim()
    .min(TITLE_CHARS_MIN, `Ask in at least ${TITLE_CHARS_MIN} characters.`)
    .max(TITLE_CHARS_MAX),
  body: textSchema().trim().max(GAME_BODY_CHARS_MAX).default(''),
  decision: z.discriminatedUnion('kind', [choiceSchema, beliefSchema]),
  evaluator: z.enum(EVALUATORS),
  /** What is recommended before anything is said: stated by who evaluates by hand, left out where the model does. */
  first: recommendationSchema.optional(),
  /** Played by bots of one's own, and seen by oneself alone. */
  isOwn: z.boolean().default(false),
  seats: z.int().min(GAME_SEATS_MIN).max(GAME_SEATS_MAX),
  turnsMost: z.int().min(1).max(GAME_TURNS_MAX),
  turnSeconds: z.int().min(TURN_SECONDS_MIN).max(TURN_SECONDS_MAX),
  potMicros: amountSchema,
  stakeMicros: amountSchema,
  rateMicros: amountSchema.min(1n, 'Say what one bit or point pays.').max(RATE_MICROS_MAX),
  requestKey: requestKeySchema,
})
export type OpenGameInput = z.infer<typeof openGameSchema>

const gameIdSchema = z.object({ gameId: idSchema() })
export const viewGameSchema = gameIdSchema

/** As which bot of one's own; null for oneself. A key of a bot need not say which it is. */
const asPlayerSchema = gameIdSchema.extend({ botId: idSchema().nullable().default(null) })

/** The stake is the one that was read, so that nobody lays down more than they saw. */
export const joinGameSchema = asPlayerSchema.extend({ stakeMicros: amountSchema })
export type JoinGameInput = z.infer<typeof joinGameSchema>

/** `number`: of the turn that is made, so that a late repeat makes no other. Without a text the turn passes, which ends the game. */
export const moveInGameSchema = asPlayerSchema.extend({
  number: z.int().min(1).max(GAME_TURNS_MAX),
  text: textSchema()
    .trim()
    .min(1, 'Say something, or pass.')
    .max(TURN_CHARS_MAX, `Keep a turn under ${TURN_CHARS_MAX} characters.`)
    .nullable(),
})
export type MoveInGameInput = z.infer<typeof moveInGameSchema>

/** `number`: of the turn after which this is recommended. */
export const judgeGameSchema = gameIdSchema.extend({
  number: z.int().min(1).max(GAME_TURNS_MAX),
  recommended: recommendationSchema,
})
export type JudgeGameInput = z.infer<typeof judgeGameSchema>

export const listGamesSchema = z.object({
  /** Those that one opened or plays in, rather than everybody's. */
  isMine: z.boolean().default(false),
  /** Null: all. */
  phase: z.enum(GAME_PHASES).nullable().default(null),
  cursor: cursorSchema().nullable().default(null),
  limit: z.int().min(1).max(PAGE_SIZE).default(PAGE_SIZE),
})
export type ListGamesInput = z.infer<typeof listGamesSchema>

export const exportGamesSchema = z.object({
  /** One game; null for all ended ones that the caller may see, newest first. */
  gameId: idSchema().nullable().default(null),
  isMine: z.boolean().default(false),
})
export type ExportGamesInput = z.infer<typeof exportGamesSchema>

const shownRecommendation = recommendationSchema.nullable()

export const gameCardSchema = z.object({
  id: z.string(),
  title: z.string(),
  decision: z.enum(GAME_DECISIONS),
  evaluator: z.enum(EVALUATORS),
  /** The model that recommends; empty where it is done by hand, or nothing is recommended yet. */
  judgedBy: z.string(),
  isOwn: z.boolean(),
  phase: z.enum(GAME_PHASES),
  ending: z.enum(GAME_ENDINGS).nullable(),
  seats: z.int(),
  taken: z.int(),
  potMicros: z.bigint(),
  stakeMicros: z.bigint(),
  createdAt: z.date(),
})
export type GameCard = z.infer<typeof gameCardSchema>

export const gamePageSchema = z.object({ games: z.array(gameCardSchema), nextCursor: z.string().nullable() })

export const gameViewSchema = gameCardSchema.extend({
  body: z.string(),
  options: z.array(z.string()),
  claim: z.string(),
  asker: z.object({ handle: z.string(), name: z.string() }),
  isAsker: z.boolean(),
  turnsMost: z.int(),
  turnSeconds: z.int(),
  rateMicros: z.bigint(),
  first: shownRecommendation,
  dueAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  players: z.array(
    z.object({
      place: z.int(),
      handle: z.string(),
      name: z.string(),
      bot: z.object({ id: z.string(), name: z.string() }).nullable(),
      isYours: z.boolean(),
      /** What it gets beyond its stake, below zero for what it loses; null until the game has ended. */
      gainMicros: z.bigint().nullable(),
    }),
  ),
  turns: z.array(
    z.object({
      number: z.int(),
      place: z.int(),
      kind: z.enum(TURN_KINDS),
      text: z.string(),
      recommended: shownRecommendation,
      /** R of Definition 4.1, in bits or points of utility, under the last recommendation so far: final when the game has ended. */
      reward: z.number().nullable(),
      madeAt: z.date(),
    }),
  ),
  /** Place of whose turn it is; null when nobody is to move. */
  toMove: z.int().nullable(),
  /** What went back to whoever opened it, out of the pot; null until the game has ended. */
  returnedMicros: z.bigint().nullable(),
  can: z.object({ join: z.boolean(), move: z.boolean(), judge: z.boolean(), callOff: z.boolean() }),
})
export type GameView = z.infer<typeof gameViewSchema>

/** A turn as it is trained on. `reward` is R of Definition 4.1 under the last recommendation. */
export const gameLineSchema = z.object({
  prompt: z.string(),
  /** Empty for a pass, the null move, whose reward is 0. */
  completion: z.string(),
  reward: z.number(),
  unit: z.enum(['bits', 'utility']),
  gameId: z.string(),
  turn: z.int(),
  place: z.int(),
})
export type GameLine = z.infer<typeof gameLineSchema>
