import { sql } from 'drizzle-orm'
import { GONE_BOT_NAME, GONE_NAME } from '../../shared/gone-person'
import type { Check } from '../check'
import { account } from './parts'

/** An hour less than housekeeping keeps them (`server/market/once.ts`). */
const REQUEST_HOURS = 23

/** What belongs to people: their names, what they sent, what they were told. */
export const PEOPLE: readonly Check[] = [
  {
    id: 'names-are-as-typed-to-sign-in',
    area: 'people',
    walk: 'people',
    sentence: 'Handles and e-mail addresses are in lower case, as signing in looks for them.',
    todo: 'Write them in lower case; when somebody else has the address, ask both who it belongs to.',
    find: ({ ids }) => sql`
      select u.id as subject, 'has capitals in its handle or e-mail' as problem, ${account()} as account
      from users u where u.id = any (${ids}) and (u.handle <> lower(u.handle) or u.email <> lower(u.email))`,
  },
  {
    id: 'demo-people-are-apart',
    area: 'people',
    walk: 'people',
    sentence: 'Whoever is made after a demo person is a demo person, and nobody else is.',
    todo: 'Demo credits are given freely: make is_demo and demo_of agree before the account earns or spends.',
    find: ({ ids }) => sql`
      select u.id as subject, 'is made after ' || u.demo_of as problem, ${account()} as account
      from users u join users model on model.id = u.demo_of
      where u.id = any (${ids}) and (not u.is_demo or not model.is_demo or u.id = model.id)`,
  },
  {
    id: 'questions-have-their-request',
    area: 'people',
    walk: 'trees',
    sentence: `A question of the last ${REQUEST_HOURS} hours has the key of the form it came from, so that sending the form again does not ask twice.`,
    todo: 'Nothing is wrong with the question. Find out who deletes request_key: a repeat would hold a second budget.',
    find: ({ ids, now }) => sql`
      select c.id as subject, 'was asked ' || c.created_at || ' without a request' as problem, ${account()} as account
      from buyer_context c
      where c.id = any (${ids}) and c.created_at > ${now} - make_interval(hours => ${REQUEST_HOURS})
        and not exists (
          select from request_key r
          where r.user_id = c.buyer_id and r.route = 'contexts.ask' and r.result ->> 'contextId' = c.id)`,
  },
  {
    id: 'requests-had-their-effect',
    area: 'people',
    walk: 'people',
    sentence: 'What a form of the last days was answered with is there.',
    todo: 'A question or an offer was deleted by hand after somebody was told of it. Put it back from a backup.',
    find: ({ ids, now }) => sql`
      select r.user_id as subject, r.route || ' led to ' || coalesce(made.context_id, made.offer_id) || ', which is not there' as problem,
        ${account()} as account
      from request_key r
      cross join lateral (select r.result ->> 'contextId' as context_id, r.result ->> 'offerId' as offer_id) made
      left join buyer_context c on c.id = made.context_id and c.buyer_id = r.user_id
      left join info_offer o on o.id = made.offer_id and o.seller_id = r.user_id
      where r.user_id = any (${ids}) and r.route in ('contexts.ask', 'offers.post')
        and r.created_at > ${now} - make_interval(hours => ${REQUEST_HOURS})
        and (made.context_id is not null and c.id is null or made.offer_id is not null and o.id is null)`,
  },
  {
    id: 'inboxes-are-their-owners',
    area: 'people',
    walk: 'matchers',
    sentence: 'What a matcher brought lies in its owner’s inbox.',
    todo: 'Delete the inbox items: they show somebody what another person looks for.',
    find: ({ ids }) => sql`
      select m.id as subject, 'of ' || coalesce(m.person_id, m.bot_id) || ' brought ' || item.context_id || ' to ' || item.person_id
        as problem, ${account()} as account
      from matcher m join inbox_item item on item.matcher_id = m.id
      where m.id = any (${ids}) and item.person_id is distinct from m.person_id`,
  },
  {
    id: 'matchers-are-indexed',
    area: 'people',
    walk: 'matchers',
    sentence: 'Every matcher is in the index that finds it, with its budget.',
    todo: 'Have its owner save the matcher or the bot again: its anchors are written anew. Until then it finds nothing.',
    find: ({ ids }) => sql`
      select m.id as subject, count(a.term) || ' anchors, of a budget from ' || coalesce(min(a.budget_micros_min)::text, 'none')
        || ' for ' || m.budget_micros_min as problem, ${account()} as account
      from matcher m left join matcher_anchor a on a.matcher_id = m.id
      where m.id = any (${ids})
      group by m.id
      having count(a.term) = 0 or min(a.budget_micros_min) <> m.budget_micros_min or max(a.budget_micros_min) <> m.budget_micros_min
        or bool_or(a.is_bots <> (m.bot_id is not null))`,
  },
  {
    id: 'notices-are-of-what-is-there',
    area: 'people',
    walk: 'notices',
    sentence: 'What a notice names is there and belongs together.',
    todo: 'Delete the notice: its link leads nowhere, or to what does not concern its reader.',
    find: ({ ids }) => sql`
      select n.id as subject, n.event || ' of ' || coalesce(n.context_id, 'no question') || ', ' || coalesce(n.offer_id, 'no offer')
        as problem, ${account()} as account
      from notice n
      left join info_offer o on o.id = n.offer_id
      left join buyer_context c on c.id = n.context_id
      left join buyer_context own on own.id = o.context_id
      where n.id = any (${ids}) and (
        n.offer_id is not null and o.id is null or o.root_id <> c.root_id or n.count < 1)`,
  },
  {
    id: 'deleted-is-gone',
    area: 'people',
    walk: 'people',
    sentence:
      'Of a deleted account no name, address, way in, key, bot, unbought text or open question is left, and what it had is not anybody’s.',
    todo: 'Somebody brought back what its owner was told is gone. Take it away again by hand: names as the other deleted accounts have them, ways in and keys revoked, texts and keys of offers deleted.',
    find: ({ ids }) => sql`
      select u.id as subject, concat_ws(', ', 'deleted ' || u.deleted_at,
        case when u.name <> ${GONE_NAME} or u.handle not like 'deleted-%' or u.bio <> '' then 'has a name' end,
        case when u.email is not null or u.password_hash is not null then 'has an address or a password' end,
        case when u.role <> 'person' then 'is ' || u.role end,
        had.what) as problem, ${account()} as account
      from users u
      cross join lateral (
        select string_agg(what, ', ') as what from (
          select 'a login' as what from auth_session where user_id = u.id
          union all select 'a login elsewhere' from auth_account where user_id = u.id
          union all select 'a passkey' from passkey where user_id = u.id
          union all select 'the key ' || id from access_key where person_id = u.id and revoked_at is null
          union all select 'the bot ' || id from bot where owner_id = u.id and (removed_at is null or name <> ${GONE_BOT_NAME})
          union all select 'an alert' from matcher where person_id = u.id
          union all select 'a webhook' from inbox_webhook where person_id = u.id
          union all select 'the offer ' || id from info_offer
            where seller_id = u.id and state <> 'bought' and forgotten_at is null
          union all select 'the question ' || c.id from buyer_context c
            where c.buyer_id = u.id and c.phase not in ('settled', 'cancelled', 'failed')) left_over) had
      where u.id = any (${ids}) and u.deleted_at is not null and (
        u.name <> ${GONE_NAME} or u.handle not like 'deleted-%' or u.bio <> '' or u.email is not null or u.password_hash is not null
        or u.role <> 'person' or had.what is not null)`,
  },
  {
    id: 'gone-names-are-nobodys',
    area: 'people',
    walk: 'people',
    sentence: 'Nobody has a handle that a deleted account had.',
    todo: 'Somebody wrote a handle past the market: others take this person for the one who is gone. Give them another handle, and tell them.',
    find: ({ ids }) => sql`
      select u.id as subject, u.handle || ' was a deleted account’s' as problem, ${account()} as account
      from users u join retired_handle r
        on r.digest = translate(rtrim(encode(sha256(convert_to(u.handle, 'UTF8')), 'base64'), '='), '+/', '-_')
      where u.id = any (${ids})`,
  },
  {
    id: 'the-bill-adds-up',
    area: 'people',
    walk: 'whole',
    sentence: 'What all people and bots used of the operator’s model in a day is no more than the site used.',
    todo: 'The row of the site (model_use, payer site) was lost or changed: raise it to the sum of the people, or the ceiling of the site is not held.',
    find: ({ now }) => sql`
      select '' as subject, day || ': people ' || people || ', bots ' || bots || ', the site ' || site as problem, ${account()} as account
      from (
        select day, coalesce(sum(tokens) filter (where payer = 'site'), 0) as site,
          coalesce(sum(tokens) filter (where payer = 'person'), 0) as people,
          coalesce(sum(tokens) filter (where payer = 'bot'), 0) as bots, min(tokens) as least
        from model_use where day >= (${now} at time zone 'UTC')::date - 1 group by day) used
      where people > site or bots > people or least < 0`,
  },
]
