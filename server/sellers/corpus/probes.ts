import { sql } from 'drizzle-orm'
import { rowsOf } from '@/db/client'
import { corpusProbes } from '@/db/schema'
import type { Deps } from '../../deps'
import { dayOf } from '../runs/spend'
import { blindTerms } from './terms'

/**
 * Different words that one asker may try on one bot in a day (UTC). Whether a bot answers is a bit about its sealed passages that
 * nobody has paid for, and a bot must be free to say nothing; so what is bounded is how many words can be tried. Forty questions of
 * twenty-five words, or every sub-question of a dozen trees, whose words repeat each other.
 */
export const PROBE_TERMS_PER_DAY = 1_000

/**
 * Counts the terms of a question towards what its asker may try; false, and nothing counted, when they are too many. Safe to repeat: a
 * term counts once a day. Kept as the bot's own digests, for the day.
 */
export async function mayTry(
  { db, cipher, clock }: Pick<Deps, 'db' | 'cipher' | 'clock'>,
  { botId, askerId, terms }: { botId: string; askerId: string; terms: readonly string[] },
): Promise<boolean> {
  const day = dayOf(clock.now())
  const tried = sql.param(terms.map(blindTerms(cipher, botId)))
  const counted = await db.execute(sql`
    insert into ${corpusProbes} as p (bot_id, asker_id, day, terms) values (${botId}, ${askerId}, ${day}, ${tried}::text[])
    on conflict (bot_id, asker_id, day) do update set terms = array(select unnest(p.terms) union select unnest(excluded.terms))
    where (select count(*) from (select unnest(p.terms) union select unnest(excluded.terms)) as both_of) <= ${PROBE_TERMS_PER_DAY}
    returning 1`)
  return rowsOf(counted).length > 0
}

/** Forgets up to `most` rows of days that are over; returns how many. */
export async function forgetProbes({ db, clock }: Pick<Deps, 'db' | 'clock'>, most: number): Promise<number> {
  const gone = await db.execute(sql`
    delete from ${corpusProbes} where ctid = any (array(
      select ctid from ${corpusProbes} where day < ${dayOf(clock.now())} limit ${most}
    ))
    returning 1`)
  return rowsOf(gone).length
}
