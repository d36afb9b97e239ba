import { type SQL, sql } from 'drizzle-orm'
import { DEADLINE_MINUTES_MAX } from '../../contract/market'
import { isNotLeftAside, PAUSED_DAYS_MAX } from '../../inspection/engine/sweep'
import type { Check } from '../check'
import { account, LATE_MINUTES, outOfReach, overdue } from './parts'

/** Of the things that one look at what is overdue names; an operator who has more than that has one cause. */
const MOST = sql.raw('100')

/** `EARNINGS_PENDING_HOURS` is a month at most; a complaint puts it off by less. */
const PENDING_DAYS_MAX = 31

/** Further than any retry, lease or wait of a row with a `due_at` is put off: mails and owners’ servers are tried for hours. */
const DUE_DAYS_MAX = 3

const DEADLINE_DAYS_MAX = DEADLINE_MINUTES_MAX / (24 * 60)

const SEE_WORKER =
  'See that a worker runs (worker.here on /api/health, or npm run worker) and what its log says about this id; it takes up by itself what is due.'

/** Rows of a table that say when they are next taken up: some are late, or put off for ever. */
function dueCheck(
  id: string,
  {
    table,
    subject,
    dueAt = 'due_at',
    where = 'true',
    days = DUE_DAYS_MAX,
    sentence,
    todo = SEE_WORKER,
  }: {
    table: string
    /** What names a row. */
    subject: string
    dueAt?: string
    where?: string
    days?: number
    sentence: string
    todo?: string
  },
): Check {
  const due = sql.raw(dueAt)
  const rows = (condition: SQL) => sql`
    (select '' as subject, ${sql.raw(subject)} || ' is due ' || ${due} as problem, ${account()} as account
    from ${sql.identifier(table)} where ${sql.raw(where)} and ${condition} order by ${due} limit ${MOST})`
  return {
    id,
    area: 'life',
    walk: 'whole',
    sentence,
    todo,
    find: ({ now }) => sql`${rows(overdue(due, now))} union all ${rows(outOfReach(due, now, days))}`,
  }
}

/** While an operator has stopped them, questions wait rightly. */
const goesOn = sql`not exists (select from market_stop where name in ('inspections', 'spending'))`
const BOTS_GO_ON = `not exists (select from market_stop where name = 'bots')`

/** Nothing waits for somebody who never comes: what is not final is looked for by its time, through an index of what may still move. */
export const LIFE: readonly Check[] = [
  {
    id: 'questions-are-matched',
    area: 'life',
    walk: 'whole',
    sentence: `A question is matched within ${LATE_MINUTES} minutes.`,
    todo: SEE_WORKER,
    find: ({ now }) => sql`
      select '' as subject, c.id || ' was opened ' || c.created_at as problem, ${account()} as account
      from buyer_context c
      where c.phase = 'collecting' and not c.is_matched
        -- A sub-question is dated with what set it off; for bots it waits from when it was really asked.
        and ${overdue(sql`case when c.parent_id is null then c.created_at else greatest(c.created_at, c.bots_until) end`, now)} limit ${MOST}`,
  },
  {
    id: 'waits-end',
    area: 'life',
    walk: 'whole',
    sentence: 'A question that waits for offers goes on when its deadline or its wait is over.',
    todo: `${SEE_WORKER} While money is stopped, nothing goes on: mend that first.`,
    find: ({ now }) => sql`
      select '' as subject, c.id || ' waits for bots until ' || c.bots_until || ', for people until ' || coalesce(c.people_until::text, 'nobody')
        || ', the deadline ' || i.deadline_at as problem, ${account()} as account
      from buyer_context c join inspection i on i.root_id = c.root_id
      where c.phase = 'collecting' and i.status in ('collecting', 'running') and ${goesOn} and (
        c.parent_id is null and ${overdue(sql`i.deadline_at`, now)}
        or c.parent_id is not null and ${overdue(sql`greatest(c.bots_until, c.people_until)`, now)}
        or ${outOfReach(sql`greatest(c.bots_until, c.people_until, i.deadline_at)`, now, DEADLINE_DAYS_MAX + 1)})
      limit ${MOST}`,
  },
  {
    id: 'sittings-follow',
    area: 'life',
    walk: 'whole',
    sentence:
      'A question with a provisional answer ends at its deadline, and reads what came since once the gap between two sittings is over.',
    todo: `${SEE_WORKER} While money is stopped, nothing goes on: mend that first.`,
    find: ({ now }) => sql`
      select '' as subject, c.id || ' is provisional, its next sitting ' || coalesce(c.next_sitting_at::text, 'never') || ', the deadline '
        || i.deadline_at as problem, ${account()} as account
      from buyer_context c join inspection i on i.root_id = c.root_id
      where c.phase = 'provisional' and ${goesOn} and (
        i.status <> 'provisional'
        or ${overdue(sql`i.deadline_at`, now)} or ${outOfReach(sql`i.deadline_at`, now, DEADLINE_DAYS_MAX + 1)}
        or ${outOfReach(sql`c.next_sitting_at`, now, DEADLINE_DAYS_MAX + 1)}
        or ${overdue(sql`c.next_sitting_at`, now)} and (
          select count(*) from info_offer o
          where o.context_id = c.id and o.state = 'open' and o.first_read_at is null and ${isNotLeftAside}
            and ${overdue(sql`o.created_at`, now)}) > 0)
      limit ${MOST}`,
  },
  {
    id: 'steps-move',
    area: 'life',
    walk: 'whole',
    sentence: 'A question that inspects has a step that somebody holds or is about to take up.',
    todo: `${SEE_WORKER} While money is stopped, nothing goes on: mend that first.`,
    find: ({ now }) => sql`
      select '' as subject, c.id || ' inspects in round ' || c.round || ', its step ' || coalesce(s.state || ' until ' || s.lease_until, 'is none')
        as problem, ${account()} as account
      from buyer_context c
      join inspection i on i.root_id = c.root_id
      left join inspection_step s on s.context_id = c.id and s.round = c.round
      where c.phase = 'inspecting' and ${goesOn} and (
        i.status not in ('running', 'paused')
        or s.state in ('done', 'dropped')
        or i.status = 'running' and (
          ${overdue(sql`s.lease_until`, now)} or ${outOfReach(sql`s.lease_until`, now, 1)}
          or s.context_id is null and ${overdue(sql`(select max(e.at) from inspection_event e where e.root_id = c.root_id)`, now)}))
      limit ${MOST}`,
  },
  {
    id: 'who-waits-has-a-child',
    area: 'life',
    walk: 'contexts',
    sentence: 'A question that waits for sub-questions has one that has not ended.',
    todo: 'Nothing will move it: its last sub-question ended without telling it. Its buyer can stop the inspection and gets the rest back; what was bought stays.',
    find: ({ ids }) => sql`
      select c.id as subject, 'waits for ' || c.open_children || ' sub-questions, none is open' as problem, ${account()} as account
      from buyer_context c
      where c.id = any (${ids}) and c.phase = 'waiting'
        and not exists (select from buyer_context child where child.parent_id = c.id and child.ended_at is null)`,
  },
  {
    id: 'who-collects-may-move',
    area: 'life',
    walk: 'contexts',
    sentence: 'A question that is open is in a tree that has not ended.',
    todo: 'Nothing will move it. Compare the inspection with its root (status-is-the-roots) and correct what differs from the events.',
    find: ({ ids }) => sql`
      select c.id as subject, c.phase || ' in a tree that is ' || i.status as problem, ${account()} as account
      from buyer_context c join inspection i on i.root_id = c.root_id
      where c.id = any (${ids}) and c.ended_at is null and i.status in ('settled', 'cancelled', 'failed')`,
  },
  {
    id: 'bots-are-waited-for-rightly',
    area: 'life',
    walk: 'contexts',
    sentence: 'A question waits for as many bots as have not answered it.',
    todo: 'Set buyer_context.bots_pending to the number of its runs that are queued or awaited: a count too high makes it wait to the end, one too low decides before they answer.',
    find: ({ ids }) => sql`
      select c.id as subject, 'waits for ' || c.bots_pending || ' bots, ' || r.waited || ' runs have not ended' as problem,
        ${account()} as account
      from buyer_context c
      cross join lateral (
        select count(*) as waited from bot_run r
        where r.context_id = c.id and (r.state = 'queued' or r.state = 'awaited' and r.failure is null)) r
      where c.id = any (${ids}) and c.is_matched and c.bots_pending <> r.waited`,
  },
  {
    id: 'answers-are-written',
    area: 'life',
    walk: 'whole',
    sentence: 'A question that was read gets its answer, after each sitting that bought something.',
    todo: `${SEE_WORKER} After three failed calls the built-in inspector writes it, so a model that is away is not the cause.`,
    find: ({ now }) => sql`
      select '' as subject, i.root_id || ' is ' || i.status || ', its answer ' || i.answer_revision || ' tried ' || i.answer_tries
        || ' times, due ' || coalesce(i.answer_due_at::text, 'at once') as problem, ${account()} as account
      from inspection i
      where i.answer_revision > 0 and i.answered_at is null and (
        ${overdue(
          sql`coalesce(i.answer_due_at, i.ended_at, (select max(e.at) from inspection_event e where e.root_id = i.root_id))`,
          now,
        )}
        or ${outOfReach(sql`i.answer_due_at`, now, 1)})
      limit ${MOST}`,
  },
  {
    id: 'pauses-end',
    area: 'life',
    walk: 'whole',
    sentence: `A paused tree that nobody resumes gives its credits back after ${PAUSED_DAYS_MAX} days.`,
    todo: SEE_WORKER,
    find: ({ now }) => sql`
      select '' as subject, i.root_id || ' is paused for ' || coalesce(i.paused_for, 'nothing') as problem, ${account()} as account
      from inspection i
      where i.status = 'paused'
        and (
          select max(e.at) from inspection_event e
          where e.root_id = i.root_id and e.type <> 'tree.paused' and not (e.type = 'tree.resumed' and e.code is not null)
        ) < ${now} - make_interval(days => ${PAUSED_DAYS_MAX + 1})
      limit ${MOST}`,
  },
  dueCheck('runs-are-taken-up', {
    table: 'bot_run',
    subject: 'id',
    where: BOTS_GO_ON,
    // An owner's server that answers later is waited for until the deadline.
    days: DEADLINE_DAYS_MAX + 1,
    sentence: 'A bot that was asked is heard, or its run given up.',
  }),
  dueCheck('documents-are-read', {
    table: 'corpus_document',
    subject: 'id',
    sentence: 'An uploaded document is read, or its owner told that it cannot be.',
  }),
  dueCheck('pages-are-read', {
    table: 'context_page',
    subject: "context_id || ' ' || url",
    sentence: 'A page that a question is about is read, or the question told that it is not.',
  }),
  dueCheck('mails-leave', {
    table: 'mail',
    subject: 'id',
    sentence: 'A mail is handed over, or given up.',
    todo: `${SEE_WORKER} See that the mail server answers (SMTP_URL).`,
  }),
  dueCheck('webhooks-are-called', {
    table: 'inbox_delivery',
    subject: 'id',
    sentence: 'A call of a person’s own webhook is made, or given up.',
  }),
  dueCheck('errands-are-done', {
    table: 'errand',
    subject: "kind || ' ' || subject_id",
    sentence: 'Work that is done in pieces goes on.',
  }),
  dueCheck('earnings-become-available', {
    table: 'purchase',
    subject: 'id',
    dueAt: 'clears_at',
    where: 'cleared_at is null and clears_at is not null',
    days: PENDING_DAYS_MAX,
    sentence:
      'What is earned is its seller’s once its time is over; a complaint that nobody decides is decided then.',
  }),
  {
    id: 'counts-are-made',
    area: 'life',
    walk: 'trees',
    sentence: 'What purchases were worth is counted once its buyer has asked for it, or the count given up.',
    todo: SEE_WORKER,
    find: ({ ids, now }) => sql`
      select v.root_id as subject, 'revision ' || v.revision || ', asked for ' || v.requested_at || ', tried ' || v.tries || ' times' as problem,
        ${account()} as account
      from valuation v
      where v.root_id = any (${ids}) and v.counted_at is null and ${overdue(sql`coalesce(v.due_at, v.requested_at)`, now)}`,
  },
  {
    id: 'deliveries-follow-their-runs',
    area: 'life',
    walk: 'deliveries',
    sentence:
      'A call of an owner’s server that is still to be tried belongs to a run of its bot that has not ended.',
    todo: 'Set the delivery to given-up: nobody tries it again, and its owner reads that somebody will.',
    find: ({ ids }) => sql`
      select d.id as subject, d.state || ', its run ' || coalesce(r.id || ' ' || r.state || ' of ' || r.bot_id, 'is none') as problem,
        ${account()} as account
      from webhook_delivery d left join bot_run r on r.id = d.bot_run_id
      where d.id = any (${ids}) and (
        d.state = 'queued' and (r.id is null or r.state not in ('queued', 'awaited')) or r.bot_id <> d.bot_id)`,
  },
]
