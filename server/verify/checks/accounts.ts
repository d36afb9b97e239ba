import { sql } from 'drizzle-orm'
import { LINK_MS } from '../../auth/account-mail'
import { PASSKEYS_MAX } from '../../auth/passkeys'
import { SESSION_SECONDS } from '../../auth/sessions'
import { ADDRESS_ACCOUNTS_MAX, ADDRESS_DAYS } from '../../market/clusters/find-clusters'
import { CLUSTERS_EVERY_MS } from '../../market/clusters/keep-clusters'
import type { Check } from '../check'
import { account } from './parts'

const MS_PER_MINUTE = 60_000
/** A row and the act that tells of it are written in one transaction; it may have waited for a lock. */
const ACT_MINUTES = 5
/** Three looks for clusters: a worker that was away for one has caught up. */
const CLUSTERS_LATE_MINUTES = (3 * CLUSTERS_EVERY_MS) / MS_PER_MINUTE

/** The first row of the log: what is older was done before it was kept. */
const logBegins = sql`(select at from audit_row where seq > 0 order by seq limit 1)`

const linkLasts = sql.join(
  Object.entries(LINK_MS).map(([kind, ms]) => sql`when ${kind} then ${ms / MS_PER_MINUTE}::integer`),
  sql` `,
)

/** Acts that put credits into a question or a game. */
const SPENDING = sql`'question.asked', 'question.raised', 'question.reopened', 'offer.bought-unseen', 'offer.bought-at-resale', 'game.opened', 'game.joined'`

/** Who may get in, what programs may spend for them, who counts as one hand, and the log of it all. */
export const ACCOUNTS: readonly Check[] = [
  {
    id: 'caps-count-what-was-spent',
    area: 'accounts',
    walk: 'spending',
    sentence: 'What a bot or key with a cap counts as spent in a day is what its acts of that day spent.',
    todo: 'Set spending_day.spent_micros to the sum of its acts (audit_row, question.asked, question.raised, question.reopened, offer.bought-unseen, offer.bought-at-resale, game.opened and game.joined): a count too low lets it pass its cap, one too high stops it early. Its owner sees the acts under Settings, Log.',
    find: ({ ids }) => sql`
      select s.actor as subject, s.day || ': counts ' || s.spent_micros || ', its acts ' || done.surely as problem, ${account()} as account
      from spending_day s
      cross join lateral (select s.day::timestamp at time zone 'UTC' as begins, make_interval(mins => ${ACT_MINUTES}) as late) d
      cross join lateral (
        select coalesce(sum(r.amount_micros) filter (where r.at >= d.begins + d.late and r.at < d.begins + interval '1 day'), 0) as surely,
          coalesce(sum(r.amount_micros), 0) as perhaps
        from audit_row r
        where r.actor_kind in ('bot', 'key') and r.actor_id = split_part(s.actor, ':', 2) and r.actor_kind::text = split_part(s.actor, ':', 1)
          and r.at >= d.begins and r.at < d.begins + interval '1 day' + d.late
          and r.act in (${SPENDING})) done
      where s.actor = any (${ids}) and s.spent_micros not between done.surely and done.perhaps`,
  },
  {
    id: 'keys-were-given',
    area: 'accounts',
    walk: 'people',
    sentence:
      'Every access key was made by an act of its owner, may do what the newest such act says, opens nothing once an act revoked it, and acts as nobody else’s bot.',
    todo: 'Somebody wrote a way into this account past the market, or widened one. Revoke it (access_key.revoked_at), look through what it did (audit_row, actor_id), and tell its owner.',
    find: ({ ids }) => sql`
      select k.person_id as subject, k.id || ' may ' || array_to_string(k.scopes, ' ') || coalesce(', ' || k.spend_per_day_micros || ' a day', '')
        || ', was made to ' || coalesce(made.scopes || coalesce(', ' || made.micros || ' a day', ''), 'do nothing')
        || case when gone.is_so then ', was revoked' else '' end as problem, ${account()} as account
      from access_key k
      left join bot b on b.id = k.bot_id
      left join lateral (
        select r.about ->> 'scopes' as scopes, r.amount_micros as micros from audit_row r
        where r.person_id = any (${ids}) and r.person_id = k.person_id and r.act in ('key.created', 'key.changed') and r.about ->> 'keyId' = k.id
        order by r.seq desc limit 1) made on true
      cross join lateral (select exists (
        select from audit_row r
        where r.person_id = any (${ids}) and r.person_id = k.person_id and r.act = 'key.revoked' and r.about ->> 'keyId' = k.id) as is_so) gone
      where k.person_id = any (${ids}) and (
        k.created_at >= ${logBegins} and (
          made.scopes is distinct from array_to_string(k.scopes, ' ') or made.micros is distinct from k.spend_per_day_micros)
        or k.revoked_at is null and gone.is_so
        or k.bot_id is not null and b.owner_id is distinct from k.person_id)`,
  },
  {
    id: 'tokens-stand-for-programs',
    area: 'accounts',
    walk: 'people',
    sentence:
      'A consent, code or token stands for the key of the connected program that it was given to, and for no other key.',
    todo: 'Somebody wrote a way into this account past the market. Delete the row of oauth_record, revoke the key (access_key.revoked_at), look through what it did (audit_row, actor_id), and tell its owner.',
    find: ({ ids }) => sql`
      select k.person_id as subject, r.model || ' for ' || k.id || ' was not given to its program' as problem, ${account()} as account
      from access_key k join oauth_record r on r.access_id = k.id
      where k.person_id = any (${ids}) and k.client_id is distinct from r.payload ->> 'clientId'`,
  },
  {
    id: 'yes-was-said',
    area: 'accounts',
    walk: 'requests',
    sentence:
      'What a key asked its owner for was carried out by an act of that owner’s, for that amount, and is there.',
    todo: 'Somebody wrote a yes past the market. Revoke the key (access_key.revoked_at), look through what it did (audit_row, actor_id), and tell its owner.',
    find: ({ ids }) => sql`
      select s.id as subject, s.kind || ' for ' || s.amount_micros || ' by ' || s.access_id || ', approved for '
        || coalesce(said.micros::text, 'nothing') || ', spent ' || coalesce(spent.micros::text, 'nothing') as problem, ${account()} as account
      from spend_request s
      left join lateral (
        select r.amount_micros as micros from audit_row r
        where r.person_id = s.person_id and r.act = 'spending.approved' and r.about ->> 'requestId' = s.id limit 1) said on true
      left join lateral (
        select r.amount_micros as micros from audit_row r
        where r.actor_kind = 'key' and r.actor_id = s.access_id
          and (r.act = 'question.asked' and r.about ->> 'questionId' = s.result ->> 'contextId'
            or s.kind = 'raise' and r.act = 'question.raised' and r.about ->> 'questionId' = s.result ->> 'rootId'
            or s.kind = 'reopen' and r.act = 'question.reopened' and r.about ->> 'questionId' = s.result ->> 'rootId'
            or s.kind = 'resale' and r.act = 'offer.bought-at-resale' and r.about ->> 'offerId' = s.offer_id
            or r.act = 'offer.bought-unseen' and r.about ->> 'offerId' = s.offer_id)
        -- A question may be raised more than once.
        order by r.amount_micros = s.amount_micros desc limit 1) spent on true
      where s.id = any (${ids}) and s.state = 'done'
        and (said.micros is distinct from s.amount_micros or spent.micros is distinct from s.amount_micros)`,
  },
  {
    id: 'nothing-above-without-a-yes',
    area: 'accounts',
    walk: 'people',
    sentence: 'A key with a threshold spends more than that at once only after its owner’s yes.',
    todo: 'The key was let past its threshold. Revoke it (access_key.revoked_at), and give its owner back what it spent.',
    find: ({ ids }) => sql`
      select k.person_id as subject, k.id || ' spent ' || r.amount_micros || ' above ' || k.ask_above_micros as problem, ${account()} as account
      from access_key k
      join audit_row r on r.actor_kind in ('bot', 'key') and r.actor_kind = 'key' and r.actor_id = k.id
      where k.person_id = any (${ids}) and r.act in (${SPENDING}) and r.amount_micros > k.ask_above_micros
        and not exists (
          select from audit_row c
          where c.person_id = k.person_id and c.act = 'key.changed' and c.about ->> 'keyId' = k.id and c.seq > r.seq)
        and not exists (
          select from spend_request s
          where s.access_id = k.id and s.state = 'done' and s.amount_micros = r.amount_micros
            and (coalesce(s.result ->> 'contextId', s.result ->> 'rootId') = r.about ->> 'questionId' or s.offer_id = r.about ->> 'offerId'))`,
  },
  {
    id: 'logins-end',
    area: 'accounts',
    walk: 'people',
    sentence: `A login ends ${SESSION_SECONDS / 86_400} days after it was opened at the latest.`,
    todo: 'Somebody made it last past the market. Delete the row of auth_session, and tell its owner: they sign in anew.',
    find: ({ ids }) => sql`
      select s.user_id as subject, 'a login of ' || s.created_at || ' is good until ' || s.expires_at as problem, ${account()} as account
      from auth_session s
      where s.user_id = any (${ids}) and s.expires_at > s.created_at + make_interval(secs => ${SESSION_SECONDS}, mins => ${ACT_MINUTES})`,
  },
  {
    id: 'passkeys-were-added',
    area: 'accounts',
    walk: 'people',
    sentence: `Every passkey was added by an act that its owner can read, and nobody has more than ${PASSKEYS_MAX}, a demo person none.`,
    todo: 'Somebody wrote a way into this account past the market. Delete the passkey, end the person’s logins (auth_session), and tell them.',
    find: ({ ids }) => sql`
      select k.user_id as subject, 'the passkey of ' || k.created_at || ' was added by no act' as problem, ${account()} as account
      from passkey k join users u on u.id = k.user_id
      where k.user_id = any (${ids}) and (u.is_demo or k.created_at >= ${logBegins} and not exists (
        select from audit_row r
        where r.person_id = k.user_id and r.act = 'passkey.added'
          and r.at between k.created_at and k.created_at + make_interval(mins => ${ACT_MINUTES})))
      union all
      select k.user_id, 'has ' || count(*) || ' passkeys', ${account()}
      from passkey k where k.user_id = any (${ids}) group by k.user_id having count(*) > ${PASSKEYS_MAX}`,
  },
  {
    id: 'passkeys-can-be-checked',
    area: 'accounts',
    walk: 'people',
    sentence: 'A passkey has its public half, and its uses count from 0 on.',
    todo: 'It opens nothing, or its count was changed so that a copy of it would get in. Delete it and ask its owner to add it again.',
    find: ({ ids }) => sql`
      select k.user_id as subject, 'a passkey of ' || octet_length(k.public_key) || ' bytes, counted ' || k.counter || ', used '
        || coalesce(k.used_at::text, 'never') as problem, ${account()} as account
      from passkey k
      where k.user_id = any (${ids}) and (
        octet_length(k.public_key) = 0 or k.counter < 0 or k.used_at < k.created_at)`,
  },
  {
    id: 'who-registered-can-sign-in',
    area: 'accounts',
    walk: 'people',
    sentence: 'Whoever registered here has a way in: a password, a passkey or a login of another provider.',
    todo: 'Their last way in was deleted past the market. With a proven e-mail they get in by “Forgot your password”; else put the row back from a backup (users.password_hash, passkey, auth_account).',
    find: ({ ids }) => sql`
      select u.id as subject, 'has no way in, the e-mail ' || case when u.email_verified_at is null then 'not proven' else 'proven' end as problem,
        ${account()} as account
      from users u
      where u.id = any (${ids}) and u.deleted_at is null and not u.is_demo and u.password_hash is null
        and not exists (select from passkey k where k.user_id = u.id)
        and not exists (select from auth_account a where a.user_id = u.id)
        and exists (select from audit_row r where r.person_id = u.id and r.act = 'person.registered')`,
  },
  {
    id: 'roles-were-given',
    area: 'accounts',
    walk: 'people',
    sentence: 'Everybody has the role that an act gave them last, and nobody else has one.',
    todo: 'Somebody made themselves an operator past the market, or took a role away. Give the right one (npm run operator) and look through what they did (Settings, Log).',
    find: ({ ids }) => sql`
      select u.id as subject, 'is ' || u.role || ', was made ' || coalesce(given.role, 'nothing') as problem, ${account()} as account
      from users u
      left join lateral (
        select r.about ->> 'role' as role from audit_row r
        where r.person_id = u.id and r.act = 'role.given' order by r.seq desc limit 1) given on true
      where u.id = any (${ids}) and u.role::text <> coalesce(given.role, 'person')`,
  },
  {
    id: 'hidden-things-were-decided',
    area: 'accounts',
    walk: 'people',
    sentence:
      'What is out of sight was hidden by a decision that stands, and what such a decision hid is out of sight.',
    todo: 'Somebody hid or showed a thing past the moderators. Delete the row of hidden_thing, or write it with the id of its case, and look through what they did (Settings, Log).',
    find: ({ ids }) => sql`
      select c.author_id as subject, c.id || ', ' || coalesce(c.outcome, 'waiting') || coalesce(', appeal ' || c.appeal_outcome, '') || ', is '
        || case when h.id is null then 'in sight' else 'out of sight' end as problem, ${account()} as account
      from moderation_case c left join hidden_thing h on h.kind = c.subject_kind and h.id = c.subject_id
      where c.author_id = any (${ids})
        and coalesce(h.case_id = c.id, false)
          <> coalesce(c.outcome = 'hidden' and c.appeal_outcome is distinct from 'overturned', false)`,
  },
  {
    id: 'rights-were-suspended',
    area: 'accounts',
    walk: 'people',
    sentence: 'Every suspended right was taken by an act that its owner can read.',
    todo: 'Somebody took a right past the moderators. Set suspension.lifted_at, and find out who had the database.',
    find: ({ ids }) => sql`
      select s.person_id as subject, s.id || ' takes ' || s.suspended_right || ' until ' || s.until as problem, ${account()} as account
      from suspension s
      where s.person_id = any (${ids}) and not exists (
        select from audit_row r
        where r.person_id = any (${ids}) and r.person_id = s.person_id and r.act = 'right.suspended' and r.about ->> 'suspensionId' = s.id)`,
  },
  {
    id: 'links-end',
    area: 'accounts',
    walk: 'links',
    sentence: 'A mailed link is good no longer than its kind may be.',
    todo: 'Delete the row (mail, by mail_id): whoever has the link could use it for ever. Whoever needs one asks for another.',
    find: ({ ids, now }) => sql`
      select l.mail_id as subject, l.kind || ' is good until ' || l.expires_at as problem, ${account()} as account
      from account_mail l
      where l.mail_id = any (${ids})
        and l.expires_at > ${now} + make_interval(mins => (case l.kind::text ${linkLasts} end) + ${ACT_MINUTES})`,
  },
  {
    id: 'links-open-for-one',
    area: 'accounts',
    walk: 'links',
    sentence:
      'A mailed link opens one thing for one person: a registration nobody’s account, a proof or a new password that of whoever it was mailed for, a notice nothing.',
    todo: 'Delete the row (mail, by mail_id) before the link is used: it would open another account than it was mailed for.',
    find: ({ ids }) => sql`
      select l.mail_id as subject, l.kind || ' for ' || coalesce(l.person_id, 'nobody')
        || case when l.digest is null then '' else ', with a link' end as problem, ${account()} as account
      from account_mail l left join users u on u.id = l.person_id
      where l.mail_id = any (${ids}) and case l.kind
        when 'register' then l.person_id is not null or l.name is null or l.handle is null
        when 'verify' then u.id is null
        when 'reset' then (l.digest is not null) <> (l.person_id is not null) or u.is_demo
        else l.digest is not null end`,
  },
  {
    id: 'clusters-are-whole',
    area: 'accounts',
    walk: 'people',
    sentence:
      'A cluster of accounts goes by its first member, has one cause and at least two members, none of the demo.',
    todo: 'Delete its rows (person_cluster): a worker finds the clusters anew within minutes. Until then what these accounts bought of each other counts in their records, or what others sold does not.',
    find: ({ ids }) => sql`
      select c.person_id as subject, 'in the cluster of ' || c.cluster || ' (' || c.cause || ') with ' || others.count || ' others' as problem,
        ${account()} as account
      from person_cluster c
      join users u on u.id = c.person_id
      left join person_cluster first on first.person_id = c.cluster
      cross join lateral (
        select count(*) as count from person_cluster other where other.cluster = c.cluster and other.person_id <> c.person_id) others
      where c.person_id = any (${ids}) and (
        u.is_demo or others.count = 0 or first.cluster is distinct from c.cluster or first.cause <> c.cause or c.person_id < c.cluster)`,
  },
  {
    id: 'clusters-are-found',
    area: 'accounts',
    walk: 'people',
    sentence: `Accounts made within ${ADDRESS_DAYS} days that sign in from one address are in one cluster, unless more than ${ADDRESS_ACCOUNTS_MAX} do.`,
    todo: 'See that a worker runs and what its log says of clusters: it looks every few minutes. Until then washing between these accounts makes a record.',
    find: ({ ids, now }) => sql`
      select u.id as subject, 'signs in where ' || other.id || ' does; in ' || coalesce('the cluster of ' || mine.cluster, 'no cluster')
        || ', the other in ' || coalesce('that of ' || theirs.cluster, 'none') as problem, ${account()} as account
      from users u
      join known_address a on a.user_id = u.id
      join known_address b on b.digest = a.digest and b.user_id <> a.user_id
      join users other on other.id = b.user_id
      left join person_cluster mine on mine.person_id = u.id
      left join person_cluster theirs on theirs.person_id = other.id
      where u.id = any (${ids}) and not u.is_demo and not other.is_demo
        and (mine.cluster is null or mine.cluster is distinct from theirs.cluster)
        and greatest(a.seen_at, b.seen_at) < ${now} - make_interval(mins => ${CLUSTERS_LATE_MINUTES})
        and abs(extract(epoch from u.created_at - other.created_at)) <= ${ADDRESS_DAYS * 86_400}
        and (select count(*) from known_address here where here.digest = a.digest) <= ${ADDRESS_ACCOUNTS_MAX}`,
  },
  {
    id: 'questions-are-logged',
    area: 'accounts',
    walk: 'trees',
    sentence:
      'Every question has its act in the audit log, with the budget that was held, and one more each time that it was raised or taken up again.',
    todo: 'An act was deleted or changed past the market. Find out who had the database (the log of Postgres), put the row back from a backup, and take what that person did since as not proven.',
    find: ({ ids }) => sql`
      select c.id as subject, 'was asked ' || c.created_at || ' with ' || c.budget_micros || ', the log says '
        || coalesce(r.amount_micros::text, 'nothing') as problem, ${account()} as account
      from buyer_context c
      left join (
        select about ->> 'questionId' as question, sum(amount_micros) as amount_micros from audit_row
        where person_id = any (array(select buyer_id from buyer_context where id = any (${ids}))) and act in ('question.asked', 'question.raised', 'question.reopened')
        group by about ->> 'questionId') r on r.question = c.id
      where c.id = any (${ids}) and c.created_at >= ${logBegins} and r.amount_micros is distinct from c.budget_micros`,
  },
  {
    id: 'unseen-purchases-are-logged',
    area: 'accounts',
    walk: 'purchases',
    sentence: 'Every purchase of an unseen offer has its act in the audit log, with its price.',
    todo: 'An act was deleted or changed past the market: as for questions-are-logged.',
    find: ({ ids }) => sql`
      select p.id as subject, p.offer_id || ' for ' || p.price_micros || ', the log says ' || coalesce(r.amount_micros::text, 'nothing') as problem,
        ${account()} as account
      from purchase p
      left join (
        select about ->> 'offerId' as offer, min(amount_micros) as amount_micros from audit_row
        where person_id = any (array(select buyer_id from purchase where id = any (${ids}) and way = 'unseen')) and act = 'offer.bought-unseen'
        group by about ->> 'offerId') r on r.offer = p.offer_id
      where p.id = any (${ids}) and p.way = 'unseen' and p.created_at >= ${logBegins} and r.amount_micros is distinct from p.price_micros`,
  },
  {
    id: 'resales-are-logged',
    area: 'accounts',
    walk: 'resales',
    sentence: 'Every resale has its act in the audit log, with its price.',
    todo: 'An act was deleted or changed past the market: as for questions-are-logged.',
    find: ({ ids }) => sql`
      select s.id as subject, s.offer_id || ' for ' || s.price_micros || ', the log says ' || coalesce(r.amount_micros::text, 'nothing') as problem,
        ${account()} as account
      from resale s
      left join (
        select person_id, about ->> 'offerId' as offer, min(amount_micros) as amount_micros from audit_row
        where person_id = any (array(select buyer_id from resale where id = any (${ids}))) and act = 'offer.bought-at-resale'
        group by person_id, about ->> 'offerId') r on r.offer = s.offer_id and r.person_id = s.buyer_id
      where s.id = any (${ids}) and r.amount_micros is distinct from s.price_micros`,
  },
  {
    id: 'the-log-only-grows',
    area: 'accounts',
    walk: 'whole',
    sentence: 'The database refuses to change or delete a row of the audit log, or to empty it.',
    todo: 'Somebody took a trigger of the audit log off or disabled it. Put it back from db/functions/audit.sql, or enable it (alter table audit_row enable trigger …), and compare the log with a backup.',
    // Bits of `tgtype`: 8 delete, 16 update, 32 truncate.
    find: () => sql`
      select '' as subject, 'the trigger ' || wanted.name || ' is ' || case when t.tgname is null then 'gone' else 'off' end as problem,
        ${account()} as account
      from (values ('audit_row_append_only', 24), ('audit_row_never_emptied', 32)) wanted(name, acts)
      left join pg_trigger t on t.tgrelid = 'audit_row'::regclass and t.tgname = wanted.name
      where t.tgname is null or t.tgenabled not in ('O', 'A') or t.tgtype & wanted.acts <> wanted.acts`,
  },
]
