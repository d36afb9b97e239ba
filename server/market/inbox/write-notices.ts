import { sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import type { Deps } from '../../deps'
import { putErrands } from '../../jobs/errands'
import { TOPIC_DEFAULTS, TOPIC_OF_EVENT } from '../../words/notices'
import { type Deed, mergeDeeds, oldestOf, type Resolved } from './fold-notices'
import { putDeliveries } from './put-deliveries'

/** Mails wait this long for what else happens, so that a person gets one and not ten. */
export const GATHER_MS = 5 * 60_000

type WriteDeps = Pick<Deps, 'ids' | 'clock' | 'jobs'>

/**
 * Writes deeds as notices, one open line per person and cause: what is there already grows, what was read begins anew. A
 * topic that a person has switched off both on the site and by e-mail leaves nothing. People who want mail are put down for
 * one. Returns the people whose inbox changed: hint to them after the commit.
 */
export async function writeNotices(
  tx: Tx,
  deps: WriteDeps,
  deeds: readonly Deed[],
  resolved: readonly Resolved[] = [],
): Promise<string[]> {
  const changed = new Set(await takeBack(tx, resolved))
  const merged = together(deeds)
  for (const personId of await upsert(tx, deps, merged)) changed.add(personId)
  await putDeliveries(tx, deps, merged)
  return [...changed]
}

/** A statement may not touch one row twice, so deeds of one cause are merged first. */
function together(deeds: readonly Deed[]): Deed[] {
  const merged = new Map<string, Deed>()
  for (const deed of deeds) {
    const key = `${deed.personId} ${deed.cause}`
    const before = merged.get(key)
    merged.set(key, before ? mergeDeeds(before, deed) : deed)
  }
  return [...merged.values()]
}

async function takeBack(tx: Tx, resolved: readonly Resolved[]): Promise<string[]> {
  if (resolved.length === 0) return []
  const gone = await tx.execute(sql`
    delete from notice using jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) as r("personId" text, cause text)
    where notice.person_id = r."personId" and notice.cause = r.cause and notice.read_at is null
    returning notice.person_id as "personId"`)
  return rowsOf<{ personId: string }>(gone).map(({ personId }) => personId)
}

type Written = { personId: string; wantsMail: boolean }

/**
 * One statement, rows in the order of person and cause so that two writers never wait for each other in a circle. Money that
 * comes in is mailed again even where an older line of the same cause still waits to be read.
 */
async function upsert(tx: Tx, deps: WriteDeps, deeds: readonly Deed[]): Promise<string[]> {
  if (deeds.length === 0) return []
  const rows = deeds.map((deed) => {
    const topic = TOPIC_OF_EVENT[deed.event]
    return {
      ...deed,
      gameId: deed.gameId ?? null,
      since: oldestOf(deed),
      id: deps.ids.next('notice'),
      amountMicros: deed.amountMicros?.toString() ?? null,
      topic,
      ...TOPIC_DEFAULTS[topic],
    }
  })
  const written = await tx.execute(sql`
    with deed as (
      select d.*, coalesce(s.on_site, d."onSite") as shown, coalesce(s.by_mail, d."byMail") as mailed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(
        id text, "personId" text, event text, cause text, "contextId" text, "offerId" text, "botId" text, "gameId" text, count integer,
        "amountMicros" bigint, reason text, at timestamptz, since timestamptz, topic text, "onSite" boolean, "byMail" boolean)
      join users here on here.id = d."personId" and here.deleted_at is null
      left join notice_switch s on s.person_id = d."personId" and s.topic = d.topic::notice_topic
    ), written as (
      insert into notice (id, person_id, event, cause, context_id, offer_id, bot_id, game_id, count, amount_micros, reason,
        created_at, changed_at)
      select id, "personId", event::notice_event, cause, "contextId", "offerId", "botId", "gameId", count, "amountMicros",
        reason::verdict_reason, since, at
      from deed where shown or mailed order by "personId", cause
      on conflict (person_id, cause) where read_at is null do update set
        context_id = case when notice.context_id is not distinct from excluded.context_id then notice.context_id
          else nullif(split_part(notice.cause, ':', 2), '') end,
        offer_id = case when notice.offer_id = excluded.offer_id then notice.offer_id end,
        bot_id = case when notice.bot_id = excluded.bot_id then notice.bot_id end,
        count = notice.count + excluded.count,
        amount_micros = case when notice.amount_micros is null and excluded.amount_micros is null then null
          else coalesce(notice.amount_micros, 0) + coalesce(excluded.amount_micros, 0) end,
        reason = case when notice.reason = excluded.reason then notice.reason end,
        created_at = least(notice.created_at, excluded.created_at),
        changed_at = greatest(notice.changed_at, excluded.changed_at),
        mailed_at = case when notice.event not in ('offer.bought', 'offer.resold', 'answer.resold') then notice.mailed_at end
      returning person_id, cause, event, xmax = 0 as is_new
    )
    select w.person_id as "personId",
      bool_or(d.mailed and (w.is_new or w.event in ('offer.bought', 'offer.resold', 'answer.resold'))) and u.email is not null as "wantsMail"
    from written w join deed d on d."personId" = w.person_id and d.cause = w.cause
    join users u on u.id = w.person_id
    group by w.person_id, u.email`)
  const people = rowsOf<Written>(written)
  const subjectIds = people.filter(({ wantsMail }) => wantsMail).map(({ personId }) => personId)
  const at = new Date(deps.clock.now().getTime() + GATHER_MS)
  await putErrands(tx, deps, { kind: 'gather-mail', subjectIds, at })
  await deps.jobs.enqueue(
    tx,
    'mail.gather',
    subjectIds.map((personId) => ({ personId })),
    at,
  )
  return people.map(({ personId }) => personId)
}
