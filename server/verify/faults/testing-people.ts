import { type Fault, open, passed } from './testing-fault'

export const PEOPLE_FAULTS: readonly Fault[] = [
  [
    'deleted-is-gone',
    'a deleted account with its name',
    () => `update users set name = 'Ula' where deleted_at is not null`,
  ],
  [
    'deleted-is-gone',
    'a login of a deleted account',
    ({ people }) =>
      `insert into auth_session (id, user_id, created_at, expires_at) select 'ses_back', id, now(), now() + interval '1 day' from users where deleted_at is not null; update users set bio = bio where id = '${people.ann}'`,
  ],
  [
    'deleted-is-gone',
    'a key of a deleted account that opens again',
    () =>
      `update access_key set revoked_at = null where person_id = (select id from users where deleted_at is not null)`,
  ],
  [
    'deleted-is-gone',
    'an offer of a deleted account that is not forgotten',
    (m) =>
      `update info_offer set seller_id = (select id from users where deleted_at is not null) where id = ${passed(m)}`,
  ],
  [
    'gone-names-are-nobodys',
    'a handle that was a deleted account’s',
    ({ people }) => `update users set handle = 'ula' where id = '${people.ann}'`,
  ],
  [
    'names-are-as-typed-to-sign-in',
    'an e-mail with capitals',
    ({ people }) => `update users set email = 'Ann@Example.org' where id = '${people.ann}'`,
  ],
  [
    'demo-people-are-apart',
    'a visitor of the demo who is of the market',
    () => `update users set is_demo = false where id = 'usr_visitor'`,
  ],
  [
    'questions-have-their-request',
    'the key of a form that is gone',
    ({ roots }) => `delete from request_key where result ->> 'contextId' = '${roots.oven}'`,
  ],
  [
    'requests-had-their-effect',
    'an offer that somebody was told of and is gone',
    (m) => `delete from info_offer where id = ${open(m)}`,
  ],
  [
    'inboxes-are-their-owners',
    'what one person looks for in another’s inbox',
    ({ people }) => `update inbox_item set person_id = '${people.bob}' where matcher_id is not null`,
  ],
  [
    'matchers-are-indexed',
    'a matcher that finds nothing',
    () =>
      `delete from matcher_anchor where matcher_id = (select id from matcher where person_id is not null)`,
  ],
  [
    'matchers-are-indexed',
    'an anchor of another budget',
    () =>
      `update matcher_anchor set budget_micros_min = 999999999 where matcher_id = (select id from matcher where person_id is not null)`,
  ],
  [
    'notices-are-of-what-is-there',
    'a notice of an offer that is not there',
    () => `update notice set offer_id = 'off_gone'`,
  ],
  [
    'the-bill-adds-up',
    'a site that used less than its people',
    () => `update model_use set tokens = 10 where payer = 'site'`,
  ],
]
