import { readFileSync } from 'node:fs'
import path from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as schema from '@/db/schema'

const source = readFileSync(path.join(import.meta.dirname, 'delete-account.ts'), 'utf8')

/** Tables with a row of somebody's that stays when their account goes, each with the reason. */
const STAYS: Readonly<Record<string, string>> = {
  audit_row: 'append-only; names nobody but by an id',
  buyer_context: 'others answered it',
  complaint: 'of both sides, and decided',
  context_addressee: 'of a question of somebody else, who asked a name that is gone',
  decision: 'of a question that stays',
  game: 'others played it',
  game_seat: 'of a game that others played',
  hidden_thing: 'what a moderator hid stays hidden',
  info_offer: 'history of a question; its text goes unless it was bought',
  market_setting: 'the market’s own',
  market_stop: 'the market’s own',
  model_use: 'a count',
  purchase: 'the books, and what others bought',
  purchase_score: 'of a purchase that stays',
  rating: 'of a purchase that stays',
  request_key: 'ids, forgotten after a day; a question’s repeat finds it',
  resale: 'the books, and what its buyer reads by',
  resolution: 'the outcome of a question that stays',
  same_claim: 'of claims that others asked; said by an id alone',
  seller_record: 'counted anew, without accounts that are gone',
  suspension: 'what a moderator decided',
}

const OF_PERSON =
  /^(person|user|owner|buyer|seller|asker|author|by|other|moderator|decider|appeal_decider|lifted_by)_id$/

it('every table that names a person is dealt with when an account goes, or stays for a reason', () => {
  const unsaid = Object.entries(schema).flatMap(([name, table]) => {
    if (!is(table, PgTable)) return []
    const { name: sqlName, columns, foreignKeys } = getTableConfig(table)
    const refersToPerson = foreignKeys.some(
      (key) => getTableConfig(key.reference().foreignTable).name === 'users' && sqlName !== 'users',
    )
    const namesPerson = refersToPerson || columns.some((column) => OF_PERSON.test(column.name))
    const isDealtWith = new RegExp(`\\b${name}\\b`).test(source)
    return namesPerson && !isDealtWith && STAYS[sqlName] === undefined ? [sqlName] : []
  })
  expect(unsaid).toEqual([])
})
