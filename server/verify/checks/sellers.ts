import { sql } from 'drizzle-orm'
import { BOT_FAILURES_MAX } from '../../contract/bots'
import type { Check } from '../check'
import { account } from './parts'

/** Days whose counts still bind somebody. */
const COUNTED_DAYS = 1

/** Bots, what they were asked, what they sell from. */
export const SELLERS: readonly Check[] = [
  {
    id: 'runs-say-what-came',
    area: 'sellers',
    walk: 'runs',
    sentence:
      'A run of a bot is answered when it made offers; else it says why it was silent or failed, and when it ended.',
    todo: 'Correct the state of the run by its offers (info_offer.bot_run_id): its owner’s figures and the asker’s wait follow it.',
    find: ({ ids }) => sql`
      select r.id as subject, r.state || coalesce(' (' || coalesce(r.silence::text, r.failure) || ')', '') || ' with ' || made.offers
        || ' offers, ended ' || coalesce(r.finished_at::text, 'never') as problem, ${account()} as account
      from bot_run r
      cross join lateral (select count(*) as offers from info_offer o where o.bot_run_id = r.id) made
      where r.id = any (${ids}) and (
        (r.state = 'answered') <> (made.offers > 0)
        or (r.state = 'silent') <> (r.silence is not null) or r.state = 'failed' and r.failure is null
        or (r.finished_at is null) <> (r.state in ('queued', 'awaited'))
        or not exists (select from buyer_context c where c.id = r.context_id))`,
  },
  {
    id: 'offers-are-their-bots',
    area: 'sellers',
    walk: 'offers',
    sentence: 'A bot’s offer is sold by the bot’s owner and was made in a run of that bot on that question.',
    todo: 'The owner is paid and named for it: correct bot_id, seller_id or bot_run_id by the run and a backup before it is bought.',
    find: ({ ids }) => sql`
      select o.id as subject, 'by ' || coalesce(o.bot_id, 'no bot') || ' of ' || coalesce(b.owner_id, 'nobody') || ' for ' || o.seller_id
        || ' in run ' || coalesce(o.bot_run_id, 'none') as problem, ${account()} as account
      from info_offer o
      left join bot b on b.id = o.bot_id
      left join bot_run r on r.id = o.bot_run_id
      where o.id = any (${ids}) and (
        b.owner_id <> o.seller_id
        or o.bot_run_id is not null and (r.bot_id is distinct from o.bot_id or r.context_id <> o.context_id))`,
  },
  {
    id: 'bots-are-whole',
    area: 'sellers',
    walk: 'bots',
    sentence:
      'A bot has a matcher, an address when it is called at one, and a reason when it rests; one that was removed has none of its belongings.',
    todo: 'Have its owner save it again. What is left of a removed bot (matcher, webhook, documents) delete: its owner was told that it is gone.',
    find: ({ ids }) => sql`
      select b.id as subject, b.kind || case when b.removed_at is null then '' else ', removed' end
        || coalesce(', paused for ' || b.paused_for, case when b.is_paused then ', paused for nothing' else ', at work' end) || ', '
        || has.matchers || ' matchers, ' || has.addresses || ' addresses, ' || has.documents || ' documents, ' || b.failures || ' failures'
        as problem, ${account()} as account
      from bot b
      cross join lateral (
        select (select count(*) from matcher m where m.bot_id = b.id) as matchers,
          (select count(*) from webhook w where w.bot_id = b.id) as addresses,
          (select count(*) from corpus_document d where d.bot_id = b.id) as documents) has
      where b.id = any (${ids}) and (
        has.matchers <> (b.removed_at is null)::integer
        or has.addresses <> (b.removed_at is null and b.kind = 'webhook')::integer
        or has.documents > 0 and (b.removed_at is not null or b.kind <> 'corpus')
        or (b.paused_for is not null) <> b.is_paused
        or b.failures >= ${BOT_FAILURES_MAX} and not b.is_paused)`,
  },
  {
    id: 'days-are-counted',
    area: 'sellers',
    walk: 'bots',
    sentence: 'What a bot counts as offered today and yesterday is what it offered.',
    todo: 'Set bot_day.offers to the number of its offers of that day (UTC): the owner’s daily cap is held against it.',
    find: ({ ids, now }) => sql`
      select coalesce(d.bot_id, o.bot_id) as subject, coalesce(d.day, o.day) || ': counts ' || coalesce(d.offers, 0) || ', offered '
        || coalesce(o.offers, 0) as problem, ${account()} as account
      from (select * from bot_day where bot_id = any (${ids})) d
      full join (
        select bot_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as offers
        from info_offer
        where bot_id = any (${ids}) and created_at >= date_trunc('day', ${now} at time zone 'UTC') at time zone 'UTC'
          - make_interval(days => ${COUNTED_DAYS})
        group by 1, 2
      ) o on o.bot_id = d.bot_id and o.day = d.day
      where coalesce(d.day, o.day) >= to_char((${now} at time zone 'UTC') - make_interval(days => ${COUNTED_DAYS}), 'YYYY-MM-DD')
        and coalesce(d.offers, 0) <> coalesce(o.offers, 0)`,
  },
  {
    id: 'prices-are-their-moves',
    area: 'sellers',
    walk: 'bots',
    sentence: 'The price of a bot that follows demand is the one that it moved to last.',
    todo: 'Set bot.price_micros to the price of its newest bot_price_move: its page shows these, and offers are made for that.',
    find: ({ ids }) => sql`
      select b.id as subject, b.price_micros || ', moved to ' || coalesce(last.price_micros::text, 'nothing') as problem,
        ${account()} as account
      from bot b
      left join lateral (
        select m.price_micros from bot_price_move m where m.bot_id = b.id order by m.at desc limit 1) last on true
      where b.id = any (${ids}) and b.removed_at is null and b.price_rule::text = 'follows-demand'
        and last.price_micros is distinct from b.price_micros`,
  },
  {
    id: 'documents-are-whole',
    area: 'sellers',
    walk: 'documents',
    sentence:
      'A document that is ready has all of its passages and no upload; one that is to be read has its upload; one that failed has no passages.',
    todo: 'Have its owner upload the document again.',
    find: ({ ids }) => sql`
      select d.id as subject, d.state || ', ' || d.passages_done || ' of ' || coalesce(d.passages_total::text, 'unknown')
        || ' passages written, ' || p.passages || ' there up to ' || coalesce(p.last, -1) || ' with ' || p.terms || ' of '
        || d.terms_total || ' terms' || case when u.document_id is null then '' else ', an upload' end as problem,
        ${account()} as account
      from corpus_document d
      cross join lateral (
        select count(*) as passages, max(position) as last, coalesce(sum(length), 0) as terms
        from corpus_passage p where p.document_id = d.id) p
      left join corpus_upload u on u.document_id = d.id
      where d.id = any (${ids}) and (
        p.passages <> d.passages_done or coalesce(p.last, -1) + 1 <> p.passages or p.terms <> d.terms_total
        or d.state = 'ready' and (d.passages_done is distinct from d.passages_total or u.document_id is not null)
        or d.state in ('waiting', 'reading') and u.document_id is null
        or d.state = 'failed' and (p.passages > 0 or d.failure is null))`,
  },
  {
    id: 'passages-are-their-bots',
    area: 'sellers',
    walk: 'passages',
    sentence: 'A passage belongs to its document’s bot and is found among that bot’s alone.',
    todo: 'Have the owner upload the document again, and delete this one: its passages may be sold by somebody else’s bot.',
    find: ({ ids }) => sql`
      select p.id as subject, 'of ' || p.bot_id || ', its document of ' || d.bot_id as problem, ${account()} as account
      from corpus_passage p join corpus_document d on d.id = p.document_id
      where p.id = any (${ids}) and (p.bot_id <> d.bot_id or not (p.terms @@ quote_literal(p.bot_id)::tsquery))`,
  },
  {
    id: 'terms-are-counted',
    area: 'sellers',
    walk: 'bots',
    sentence: 'A bot’s counts of terms are those of its passages.',
    todo: 'Have its owner remove a document and upload it again, or all of them: wrong counts rank passages wrongly, they lose nothing.',
    // The bot's id is one more lexeme of each passage, and not counted.
    find: ({ ids }) => sql`
      select b.id as subject, 'counts ' || counted.terms || ', its passages have ' || has.terms as problem, ${account()} as account
      from bot b
      cross join lateral (select coalesce(sum(t.passages), 0) as terms from corpus_term t where t.bot_id = b.id) counted
      cross join lateral (
        select coalesce(sum(length(p.terms) - 1), 0) as terms from corpus_passage p where p.bot_id = b.id) has
      where b.id = any (${ids}) and b.kind = 'corpus' and counted.terms <> has.terms`,
  },
]
