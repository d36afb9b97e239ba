import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from './client'
import { type Description, describeExpected, describeSchema, differences } from './drift'
import { openTestDb, type TestDatabase } from './testing'

let database: TestDatabase
let expected: Description

beforeAll(async () => {
  ;[database, expected] = await Promise.all([openTestDb(), describeExpected()])
})
afterAll(() => database.close())

/** What is found after a change by hand, which is then undone. */
async function driftAfter(change: string): Promise<string[]> {
  const undo = new Error('undo')
  let found: string[] = []
  const work = async (tx: Tx) => {
    for (const statement of change.split(';')) await tx.execute(sql.raw(statement))
    found = differences(expected, await describeSchema(tx))
    throw undo
  }
  await expect(database.db.transaction(work)).rejects.toBe(undo)
  return found
}

test('a database that was migrated is as the code says', async () => {
  expect(differences(expected, await describeSchema(database.db))).toEqual([])
})

const REFUSAL_ARGUMENTS =
  'offer info_offer, asker text, bot_owner text, buyer text, seen_version integer, seen_price bigint, opens boolean'

test.each([
  [
    'a function with another body',
    `create or replace function market_refusal(${REFUSAL_ARGUMENTS}) returns text language sql immutable as 'select null'`,
    [`function market_refusal(${REFUSAL_ARGUMENTS}) is not the one in the code`],
  ],
  [
    'a function with another setting',
    'alter function ledger_lock(text[]) reset plan_cache_mode',
    ['function ledger_lock(accounts text[]) is not the one in the code'],
  ],
  ['a function that is gone', 'drop function tree_rows(text)', ['function tree_rows(tree text) is missing']],
  [
    'a function of somebody else',
    `create function extra() returns integer language sql as 'select 1'`,
    ['function extra() is not in the code'],
  ],
  ['an index that is gone', 'drop index offer_root', ['index offer_root is missing']],
  [
    'an index over other columns',
    'drop index offer_root; create index offer_root on info_offer (root_id, state)',
    [
      'index offer_root is “CREATE INDEX offer_root ON public.info_offer USING btree (root_id, state)”, in the code “CREATE INDEX offer_root ON public.info_offer USING btree (root_id)”',
    ],
  ],
  [
    'a column of another type',
    'alter table users alter column bio type varchar(80)',
    [
      expect.stringMatching(
        /^column users\.bio is “character varying\(80\) not null.*, in the code “text not null/,
      ),
    ],
  ],
  [
    'a column that may be null',
    'alter table users alter column bio drop not null',
    [expect.stringMatching(/^column users\.bio is “text storage/)],
  ],
  [
    'a column with another default',
    `alter table users alter column bio set default '?'`,
    [expect.stringMatching(/^column users\.bio is “.*default '\?'::text”/)],
  ],
  ['a column too many', 'alter table users add column age integer', ['column users.age is not in the code']],
  [
    'a table that is gone',
    'drop table draft_judgement',
    expect.arrayContaining(['table draft_judgement is missing', 'column draft_judgement.id is missing']),
  ],
  [
    'a constraint that is gone',
    'alter table ledger_account drop constraint ledger_account_never_below_zero',
    ['constraint ledger_account.ledger_account_never_below_zero is missing'],
  ],
  [
    'a trigger that sleeps',
    'alter table ledger_transfer disable trigger ledger_transfer_append_only',
    [expect.stringMatching(/^trigger ledger_transfer\.ledger_transfer_append_only is “.* \(not enabled\)”/)],
  ],
  [
    'a word too many',
    `alter type price_rule add value 'none'`,
    [
      'type price_rule is “fixed, chosen, per-document, per-length, follows-demand, none”, in the code “fixed, chosen, per-document, per-length, follows-demand”',
    ],
  ],
  [
    'a table without room on its pages',
    'alter table ledger_account reset (fillfactor)',
    ['table ledger_account is “”, in the code “fillfactor=50”'],
  ],
])('%s is named', async (_, change, named) => {
  expect(await driftAfter(change)).toEqual(named)
})
