import { getTableColumns } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { ledgerTransfers } from '../schema'
import { byId, bytes, listOf, micros, moment, record, records, tableRow } from './codec'

/** More than a JSON number holds exactly. */
const HUGE = 9_007_199_254_740_993n

const textOf = (parameter: ReturnType<typeof records>) => {
  const [text] = new PgDialect().sqlToQuery(parameter).params
  return JSON.parse(String(text))
}

test('names, amounts, moments and bytes cross in both directions', () => {
  const at = new Date('2026-03-01T10:00:00.123Z')
  const there = textOf(
    records([{ offerId: 'o', priceMicros: HUGE, readAt: at, nonce: new Uint8Array([0, 255]), botId: null }]),
  )
  expect(there).toEqual([
    {
      offer_id: 'o',
      price_micros: '9007199254740993',
      read_at: '2026-03-01T10:00:00.123Z',
      nonce: 'AP8=',
      bot_id: null,
    },
  ])
  const offer = record({
    offerId: z.string(),
    priceMicros: micros,
    readAt: moment,
    nonce: bytes,
    botId: z.string().nullable(),
  })
  expect(listOf(offer).parse(there)).toEqual([
    { offerId: 'o', priceMicros: HUGE, readAt: at, nonce: Buffer.from([0, 255]), botId: null },
  ])
})

test('ids are no names: they stay as they are', () => {
  expect(textOf(byId(new Map([['bc_aB', { openChildren: 2 }]])))).toEqual({ bc_aB: { open_children: 2 } })
})

test('nothing to list is a list of nothing', () => {
  expect(listOf(z.string()).parse(null)).toEqual([])
})

test.each([
  ['a number that is not exact', micros, 9_007_199_254_740_992],
  ['an amount in words', micros, 'ten'],
  ['a part of an amount', micros, '1.5'],
  ['no moment', moment, 'soon'],
  ['no base64', bytes, 'a-b'],
  ['a missing field', record({ offerId: z.string() }), { offerId: 'camel' }],
  ['no object', record({ offerId: z.string() }), 'o'],
])('%s is refused', (_, codec, there) => {
  expect(codec.safeParse(there).success).toBe(false)
})

test('a row is read as drizzle would, and every column is checked', () => {
  const row = tableRow(getTableColumns(ledgerTransfers))
  const there = {
    ...{ seq: 1, id: 'xfr_a', key: 'a', kind: 'hold', from_account: 'user:ann', to_account: 'escrow:x' },
    ...{ amount_micros: 30, from_balance_micros: 0, to_balance_micros: 30, from_version: 2, to_version: 1 },
    ...{ context_id: 'x', root_id: null, offer_id: null, created_at: '2026-03-01T10:00:00+00:00' },
  }
  expect(row.parse(there)).toMatchObject({
    seq: 1,
    amountMicros: 30n,
    rootId: null,
    createdAt: new Date('2026-03-01T10:00:00Z'),
  })
  for (const [name, wrong] of Object.entries({ kind: 'gift', key: null, amount_micros: 0.5, created_at: 7 }))
    expect(row.safeParse({ ...there, [name]: wrong }).success, name).toBe(false)
})
