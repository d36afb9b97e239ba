import { botOf, type Fault } from './testing-fault'

export const ACCOUNTS_FAULTS: readonly Fault[] = [
  [
    'caps-count-what-was-spent',
    'a day that forgot what a key spent',
    () => `update spending_day set spent_micros = spent_micros - 1`,
  ],
  [
    'caps-count-what-was-spent',
    'a day of a key that spent nothing',
    () => `insert into spending_day values ('key:key_2', '2031-05-01', 1)`,
  ],
  [
    'passkeys-were-added',
    'a passkey in somebody’s account that nobody added',
    ({ people }) =>
      `insert into passkey (id, user_id, public_key, counter, transports, name, created_at) select 'planted', '${people.ann}', public_key, 0, transports, name, created_at from passkey`,
  ],
  [
    'passkeys-were-added',
    'more passkeys than anybody may have',
    () =>
      `insert into passkey (id, user_id, public_key, counter, transports, name, created_at) select 'planted-' || n, user_id, public_key, 0, transports, name, created_at from passkey, generate_series(1, 10) n`,
  ],
  [
    'passkeys-can-be-checked',
    'a passkey without its public half',
    () => `update passkey set public_key = '\\x'::bytea`,
  ],
  ['passkeys-can-be-checked', 'a count of uses that lets a copy in', () => `update passkey set counter = -1`],
  [
    'who-registered-can-sign-in',
    'a password that is gone, and nothing else',
    () => `update users set password_hash = null where handle = 'ute'`,
  ],
  [
    'roles-were-given',
    'an operator whom nobody made',
    () => `update users set role = 'operator' where handle = 'ute'`,
  ],
  [
    'roles-were-given',
    'a moderator who is none any more, by nobody’s act',
    () => `update users set role = 'person' where handle = 'una'`,
  ],
  [
    'hidden-things-were-decided',
    'a thing that was hidden by a decision, and is in sight',
    ({ people }) =>
      `insert into moderation_case (id, subject_kind, subject_id, author_id, opened_at, outcome, rule, decided_at) values ('case_x', 'person', '${people.ann}', '${people.ann}', now(), 'hidden', 'spam', now())`,
  ],
  [
    'rights-were-suspended',
    'a right that nobody’s act took',
    ({ people }) =>
      `insert into suspension (id, person_id, suspended_right, rule, created_at, until) values ('sus_x', '${people.ann}', 'sell', 'spam', now(), now() + interval '1 day')`,
  ],
  [
    'links-end',
    'a link that is good for ever',
    () => `update account_mail set expires_at = expires_at + interval '9 years' where kind = 'reset'`,
  ],
  [
    'links-open-for-one',
    'a new password for nobody in particular',
    () => `update account_mail set person_id = null where kind = 'reset'`,
  ],
  [
    'links-open-for-one',
    'a registration that is somebody’s account',
    ({ people }) =>
      `update account_mail set kind = 'register', person_id = '${people.ann}' where kind = 'verify'`,
  ],
  [
    'clusters-are-whole',
    'a cluster of one',
    () => `delete from person_cluster where person_id = (select max(person_id) from person_cluster)`,
  ],
  [
    'clusters-are-whole',
    'a cluster that goes by somebody who is not in it',
    ({ people }) => `update person_cluster set cluster = '${people.sol}'`,
  ],
  [
    'clusters-are-found',
    'two accounts of one hand that nobody joined',
    () => `delete from person_cluster; update known_address set seen_at = seen_at - interval '1 hour'`,
  ],
  [
    'questions-are-logged',
    'the act of a question that is gone',
    ({ roots }) =>
      `delete from audit_row where about ->> 'questionId' = '${roots.oven}' and act = 'question.asked'`,
  ],
  [
    'questions-are-logged',
    'an act with another budget',
    ({ roots }) => `update audit_row set amount_micros = 1 where about ->> 'questionId' = '${roots.oven}'`,
  ],
  [
    'unseen-purchases-are-logged',
    'the act of an unseen purchase that is gone',
    () => `delete from audit_row where act = 'offer.bought-unseen'`,
  ],
  [
    'resales-are-logged',
    'a resale without its act',
    () => `delete from audit_row where act = 'offer.bought-at-resale'`,
  ],
  [
    'the-log-only-grows',
    'a log that can be changed',
    () => `alter table audit_row disable trigger audit_row_append_only`,
  ],
  [
    'the-log-only-grows',
    'a log without its trigger',
    () => `drop trigger audit_row_append_only on audit_row`,
  ],
  [
    'the-log-only-grows',
    'a log that can be emptied',
    () => `drop trigger audit_row_never_emptied on audit_row`,
  ],
  [
    'keys-were-given',
    'a key that nobody made',
    ({ people }) =>
      `insert into access_key (id, digest, hint, person_id, name, scopes, created_at) select 'planted', 'planted', 'aaaa', '${people.ann}', name, '{sell}', created_at from access_key limit 1`,
  ],
  [
    'keys-were-given',
    'a key that may do more than its owner said',
    () => `update access_key set scopes = scopes || '{sell}'`,
  ],
  [
    'keys-were-given',
    'a key that may spend more than its owner said',
    () => `update access_key set spend_per_day_micros = spend_per_day_micros * 100`,
  ],
  [
    'keys-were-given',
    'a key that was revoked and opens again',
    () => `update access_key set revoked_at = null`,
  ],
  [
    'keys-were-given',
    'a key that acts as somebody else’s bot',
    () => `update access_key set bot_id = ${botOf('fixed')}`,
  ],
  [
    'tokens-stand-for-programs',
    'a token that opens a key made by hand',
    () =>
      `insert into oauth_record (model, digest, payload, access_id) select 'AccessToken', 'planted', '{"clientId": "agent"}', id from access_key limit 1`,
  ],
  [
    'yes-was-said',
    'a request that was carried out without its owner',
    () => `update spend_request set id = 'planted'`,
  ],
  ['yes-was-said', 'a request for less than was spent', () => `update spend_request set amount_micros = 1`],
  [
    'nothing-above-without-a-yes',
    'a key that spent above its threshold by itself',
    () => `delete from spend_request`,
  ],
  [
    'logins-end',
    'a login for ever',
    ({ people }) =>
      `insert into auth_session (id, user_id, created_at, expires_at) values ('planted', '${people.sol}', now(), now() + interval '50 years')`,
  ],
]
