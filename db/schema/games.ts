import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { GameRecommendation } from '@/server/contract/games'
import { EVALUATORS, GAME_DECISIONS, GAME_ENDINGS, GAME_PHASES, TURN_KINDS } from '@/server/words/games'
import { micros, moment } from './columns'
import { users } from './people'
import { bots } from './sellers'

/** An oversight game. Its pot and its stakes lie in the account `game:<id>` until it ends. */
export const games = pgTable(
  'game',
  {
    id: text('id').primaryKey(),
    askerId: text('asker_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    body: text('body').notNull(),
    decision: text('decision', { enum: GAME_DECISIONS }).notNull(),
    /** Of a choice; empty otherwise. */
    options: text('options').array().notNull(),
    /** Of a belief; empty otherwise. */
    claim: text('claim').notNull(),
    evaluator: text('evaluator', { enum: EVALUATORS }).notNull(),
    /** Played by bots of the asker's alone, and seen by the asker alone; otherwise by others, and everybody may watch. */
    isOwn: boolean('is_own').notNull(),
    seats: integer('seats').notNull(),
    turnsMost: integer('turns_most').notNull(),
    /** For each turn, and for each recommendation. */
    turnSeconds: integer('turn_seconds').notNull(),
    potMicros: micros('pot_micros').notNull(),
    /** Of each seat. */
    stakeMicros: micros('stake_micros').notNull(),
    /** Paid for a reward of one: a bit of a belief, a point of utility of a choice. */
    rateMicros: micros('rate_micros').notNull(),
    phase: text('phase', { enum: GAME_PHASES }).notNull(),
    ending: text('ending', { enum: GAME_ENDINGS }),
    /** What is recommended before anything is said; null until it is stated. */
    first: jsonb('first').$type<GameRecommendation>(),
    /** The model that recommended last; empty where it is done by hand. */
    judgedBy: text('judged_by').notNull().default(''),
    /** When the time of whoever is to act runs out; null when the game has ended. */
    dueAt: moment('due_at'),
    /** Calls of the model that were begun since it was last asked for a recommendation, and until when the last one is leased. */
    tries: integer('tries').notNull().default(0),
    claimedUntil: moment('claimed_until'),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    check(
      'game_ended_whole',
      sql`(${table.phase} = 'ended') = (${table.ending} is not null) and (${table.phase} = 'ended') = (${table.endedAt} is not null) and (${table.phase} = 'ended') = (${table.dueAt} is null)`,
    ),
    check(
      'game_pays_what_it_has',
      sql`${table.potMicros} >= 0 and ${table.stakeMicros} >= 0 and ${table.rateMicros} > 0`,
    ),
    /** The list, newest first. */
    index('game_newest').on(table.createdAt, table.id).where(sql`not is_own`),
    index('game_asker').on(table.askerId, table.createdAt),
    /** What has not ended: whose time runs out, and what waits for the model. */
    index('game_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/** Who plays, in the order of turns. A stake is laid down with each seat. */
export const gameSeats = pgTable(
  'game_seat',
  {
    gameId: text('game_id')
      .notNull()
      .references(() => games.id),
    /** From 1. */
    place: integer('place').notNull(),
    personId: text('person_id')
      .notNull()
      .references(() => users.id),
    /** The bot of theirs that plays; null for the person. */
    botId: text('bot_id').references(() => bots.id),
    joinedAt: moment('joined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.place] }),
    uniqueIndex('game_seat_bot').on(table.gameId, table.botId),
    index('game_seat_person').on(table.personId, table.gameId),
  ],
)

/** What was said, turn by turn, with what the evaluator recommended when this much was said. */
export const gameTurns = pgTable(
  'game_turn',
  {
    gameId: text('game_id')
      .notNull()
      .references(() => games.id),
    /** From 1. */
    number: integer('number').notNull(),
    place: integer('place').notNull(),
    kind: text('kind', { enum: TURN_KINDS }).notNull(),
    /** Empty for a pass. */
    text: text('text').notNull(),
    /** Null until it is stated, and for good where nobody stated it in time. */
    recommended: jsonb('recommended').$type<GameRecommendation>(),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.number] }),
    check('game_turn_says_or_passes', sql`(${table.kind} = 'said') = (${table.text} <> '')`),
    check('game_turn_judged_if_said', sql`${table.recommended} is null or ${table.kind} = 'said'`),
  ],
)

export type GameRow = typeof games.$inferSelect
export type GameSeatRow = typeof gameSeats.$inferSelect
export type GameTurnRow = typeof gameTurns.$inferSelect
