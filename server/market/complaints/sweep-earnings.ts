import { sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { earningsClear } from '@/db/functions/market'
import type { Deps } from '../../deps'
import { ruleOnComplaint } from './complaints'

/** Purchases cleared by one statement, and complaints looked at in one pass; the next pass goes on. */
const CLEARED_MAX = 200
const RULED_MAX = 50

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'bus' | 'ids' | 'jobs' | 'actor' | 'log'>

/** Gives sellers what is pending no longer, and decides the complaints that a rule decides by now; by the database's clock. */
export async function sweepEarnings(deps: SweepDeps): Promise<void> {
  const at = deps.clock.now()
  while ((await earningsClear(deps.db, { at, most: CLEARED_MAX })) === CLEARED_MAX);
  const found = await deps.db.execute(sql`
    select c.offer_id as "offerId" from complaint c join info_offer o on o.id = c.offer_id
    where c.outcome is null and (
      c.decide_until <= ${at.toISOString()}::timestamptz
      or c.kind = 'teaser-unfair' and o.is_teaser_fair = false and (c.answer is not null or c.answer_until <= ${at.toISOString()}::timestamptz))
      and not exists (select from ledger_freeze f where f.account = 'pending:' || c.offer_id)
      and not exists (select from ledger_state where frozen_reason is not null)
    order by c.decide_until limit ${RULED_MAX}`)
  for (const { offerId } of rowsOf<{ offerId: string }>(found)) {
    // One that fails must not keep the others: it is found again.
    await ruleOnComplaint(deps, offerId).catch((error: unknown) =>
      deps.log.error({ err: error, offerId }, 'a complaint was not decided'),
    )
  }
}
