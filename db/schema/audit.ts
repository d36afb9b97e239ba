import { sql } from 'drizzle-orm'
import { bigserial, index, jsonb, pgEnum, pgTable, text } from 'drizzle-orm/pg-core'
import { ACTOR_KINDS } from '@/server/actors/actor'
import { micros, moment } from './columns'

export const actorKind = pgEnum('actor_kind', ACTOR_KINDS)

/**
 * Who did what to money, keys, settings, or as a moderator: one row an act, written with it. Append-only, held by a trigger
 * (`db/functions/audit.sql`). It refers to nothing by a foreign key: it outlives what it is about.
 */
export const auditRows = pgTable(
  'audit_row',
  {
    /** In the order of writing; a page is read by it. */
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actorKind: actorKind('actor_kind').notNull(),
    /** Null for visitors, the market itself and commands on its machine. */
    actorId: text('actor_id'),
    /** Whose things it concerned, and who may read it besides operators; null for the market's own. */
    personId: text('person_id'),
    /** Of the closed list in `server/contract/audit.ts`. */
    act: text('act').notNull(),
    /** Ids and words of closed lists, by the act's schema. */
    about: jsonb('about').$type<Record<string, string>>().notNull(),
    amountMicros: micros('amount_micros'),
    /** A /16 or /32 of the address it came from. */
    network: text('network'),
  },
  (table) => [
    /** Somebody reads their own part, newest first. */
    index('audit_row_person').on(table.personId, table.seq),
    /** What an actor with caps did, held against what it counts as spent (`server/verify`). */
    index('audit_row_delegate').on(table.actorId, table.at).where(sql`${table.actorKind} in ('bot', 'key')`),
  ],
)
