import { sql } from 'drizzle-orm'
import { findOverpublished } from '../../inspection/step/overpublished'
import { sealedThatStayShut } from '../../keys/sealed-places'
import { FORGET_AFTER_DAYS } from '../../market/private/forget'
import { findUnsoundTexts } from '../../market/private/open'
import { OWN_KEY } from '../../shared/cipher'
import type { Check } from '../check'
import { account } from './parts'

/** Housekeeping looks every hour; a market that was stopped for a weekend is not at fault. */
const FORGET_LATE_DAYS = 4

const RESTORE_TEXT =
  'Find the row in the newest backup that opens (offer_private, and offer_key in offer-keys.ndjson) and put it back; the ids are part of the seal, so it fits only where it was.'

/** What was sold and what was forgotten. */
export const CUSTODY: readonly Check[] = [
  {
    id: 'bought-texts-are-there',
    area: 'custody',
    walk: 'purchases',
    sentence: 'The text of every bought offer is there, in the version that was bought, with its key.',
    todo: RESTORE_TEXT,
    find: ({ ids }) => sql`
      select p.id as subject, 'the text of ' || p.offer_id || ' in version ' || p.offer_version || ' is '
        || case when t.offer_id is null then 'gone' else 'without its key' end as problem, ${account()} as account
      from purchase p
      left join offer_private t on t.offer_id = p.offer_id and t.version = p.offer_version
      left join offer_key k on k.offer_id = p.offer_id
      where p.id = any (${ids}) and (t.offer_id is null or t.key_id = ${OWN_KEY} and k.offer_id is null)`,
  },
  {
    id: 'texts-are-there',
    area: 'custody',
    walk: 'offers',
    sentence:
      'Every offer that is not forgotten has the text of its present version, none of a later one, and its key.',
    todo: RESTORE_TEXT,
    find: ({ ids }) => sql`
      select o.id as subject, 'is at version ' || o.version || ', has ' || coalesce(max(t.version)::text, 'no text')
        || case when bool_and(k.offer_id is null) then ' and no key' else '' end as problem, ${account()} as account
      from info_offer o
      left join offer_private t on t.offer_id = o.id
      left join offer_key k on k.offer_id = o.id
      where o.id = any (${ids}) and o.forgotten_at is null and o.state <> 'bought'
      group by o.id
      having max(t.version) is distinct from o.version or bool_or(t.key_id = ${OWN_KEY} and k.offer_id is null)`,
  },
  {
    id: 'forgotten-is-gone',
    area: 'custody',
    walk: 'offers',
    sentence: 'Of a forgotten offer neither text nor key is left, and what was bought is not forgotten.',
    todo: 'Delete what is left in offer_private and offer_key: people were told that it is gone. Never delete the text of a bought offer: clear its forgotten_at instead.',
    find: ({ ids }) => sql`
      select o.id as subject, o.state || coalesce(', forgotten ' || o.forgotten_at, ', not forgotten')
        || case when t.has then ', has a text' else '' end || case when k.has then ', has a key' else '' end as problem,
        ${account()} as account
      from info_offer o
      cross join lateral (select exists (select from offer_private where offer_id = o.id) as has) t
      cross join lateral (select exists (select from offer_key where offer_id = o.id) as has) k
      where o.id = any (${ids}) and (
        o.forgotten_at is not null and (t.has or k.has or o.state = 'bought')
        or k.has and not t.has)`,
  },
  {
    id: 'forgetting-is-done',
    area: 'custody',
    walk: 'offers',
    sentence: `What was taken back is destroyed, and what was not bought ${FORGET_AFTER_DAYS} days after its question ended.`,
    todo: 'Housekeeping does not run or fails: look for "housekeeping failed" in the log of the workers, and see that one runs.',
    find: ({ ids, now }) => sql`
      select o.id as subject, o.state || ', its question ended ' || coalesce(i.ended_at::text, 'not yet') || ', still kept' as problem, ${account()} as account
      from info_offer o join inspection i on i.root_id = o.root_id
      where o.id = any (${ids}) and o.forgotten_at is null and o.state <> 'bought'
        and (i.ended_at < ${now} - make_interval(days => ${FORGET_AFTER_DAYS + FORGET_LATE_DAYS})
          or o.state = 'withdrawn' and o.ended_at < ${now} - make_interval(days => ${FORGET_LATE_DAYS}))`,
  },
  {
    id: 'texts-open',
    area: 'custody',
    walk: 'offers',
    sentence:
      'Every text of an offer opens with the market’s keys, and the present one is the one that was posted or sold.',
    todo: `The row was damaged, exchanged, or sealed under a key that is not among the keys. ${RESTORE_TEXT}`,
    open: async (tools, ids) =>
      (await findUnsoundTexts(tools, ids)).map(({ offerId, version, why }) => ({
        subject: offerId,
        problem: `version ${version} ${why}`,
        account: null,
      })),
  },
  ...(
    [
      ['answers-open', 'trees', ['answer', 'trail_answer'], 'Every written answer opens.'],
      [
        'bots-open',
        'bots',
        ['bot', 'webhook'],
        'What bots know, their model keys and their webhook secrets open.',
      ],
      ['webhooks-open', 'hooks', ['inbox_webhook'], 'The secrets of people’s own webhooks open.'],
      [
        'documents-open',
        'documents',
        ['corpus_upload', 'corpus_document'],
        'Every document’s name opens, and every upload that waits to be read.',
      ],
      [
        'passages-open',
        'passages',
        ['corpus_passage'],
        'Every passage that a bot sells opens, with its meaning.',
      ],
    ] as const
  ).map(
    ([id, walk, tables, sentence]): Check => ({
      id,
      area: 'custody',
      walk,
      sentence,
      todo: 'The row was damaged or exchanged, or a key is missing. Take the row from the newest backup that opens; what an owner can give again (a prompt, a key, a document) ask the owner for.',
      open: async ({ db, cipher }, ids) =>
        (await sealedThatStayShut(db, cipher, { tables, ids })).map(({ subject, place }) => ({
          subject,
          problem: `${place} does not open`,
          account: null,
        })),
    }),
  ),
  {
    id: 'licences-are-as-sold',
    area: 'custody',
    walk: 'purchases',
    sentence: 'A purchase has the licence that the offer was sold under.',
    todo: 'Somebody gave the buyer more rights, or fewer, than were sold: what may be published follows the purchase. Put back what the newest backup says (purchase.licence, info_offer.licence), and look at what was published since.',
    find: ({ ids }) => sql`
      select p.id as subject, 'bought as ' || p.licence || ', offered as ' || o.licence as problem, ${account()} as account
      from purchase p join info_offer o on o.id = p.offer_id
      where p.id = any (${ids}) and p.licence <> o.licence`,
  },
  {
    id: 'opinions-are-of-purchases',
    area: 'custody',
    walk: 'trees',
    sentence: 'Opinions are kept of offers that were bought on that question, and of no others.',
    todo: 'Who would have bought what was not bought is nobody’s to know. Take it out of inspection_step.opinions; find out what wrote it there.',
    find: ({ ids }) => sql`
      select s.root_id as subject, 'round ' || s.round || ' of ' || s.context_id || ' has an opinion on ' || one.offer_id as problem,
        ${account()} as account
      from inspection_step s
      cross join lateral jsonb_array_elements(s.opinions) as opinion(said)
      cross join lateral jsonb_array_elements_text(opinion.said -> 'bought') as one(offer_id)
      where s.root_id = any (${ids}) and not exists (
        select from purchase p where p.offer_id = one.offer_id and p.context_id = s.context_id)`,
  },
  {
    id: 'publications-keep-to-licences',
    area: 'custody',
    walk: 'trees',
    sentence:
      'What is published of an answer says and quotes only what the licences of all that was bought for it allow.',
    todo: 'Take it back at once: everybody reads it. Sign in as its asker, or empty the row (verdict, lead, markdown, quoted, with taken_back_at and ended_at). It was written by other code or by hand; look at what else was, and tell the seller.',
    open: async (tools, ids) =>
      (await findOverpublished(tools, ids)).map(({ rootId, number, why }) => ({
        subject: rootId,
        problem: `publication ${number} ${why}`,
        account: null,
      })),
  },
  {
    id: 'publications-follow-each-other',
    area: 'custody',
    walk: 'trees',
    sentence:
      'Publications of a question are numbered without gaps, each ends when the next one begins, only the last may stand, and each has its event.',
    todo: 'A row of publication is gone or was changed by hand. The events answer.published and answer.withdrawn of the question say what was published and taken back, and when: correct the rows by them. What stands is the last one that was not taken back.',
    find: ({ ids }) => sql`
      select p.root_id as subject, 'publication ' || p.number || ' of ' || p.many || ', of revision ' || p.revision
        || coalesce(', ended ' || p.ended_at, ', stands') || ', ' || p.told || ' events' as problem, ${account()} as account
      from (
        select publication.*, count(*) over tree as many, row_number() over in_order as place,
          lag(revision) over in_order as revision_before, lead(published_at) over in_order as next_at,
          (select count(*) from inspection_event e where e.root_id = publication.root_id and e.type = 'answer.published') as told
        from publication where root_id = any (${ids})
        window tree as (partition by root_id), in_order as (partition by root_id order by number)
      ) p
      where p.number <> p.place or p.many <> p.told or p.revision < p.revision_before
        or p.next_at is not null and (p.ended_at is null or p.ended_at > p.next_at)
        or p.ended_at < p.published_at
        or p.next_at is null and p.ended_at is not null and p.taken_back_at is null`,
  },
]
