-- A database of revision 75314af, beside its tables (`db/migrations/0000_market.sql` makes the same): what drizzle wrote down
-- of its nineteen migrations, the functions these made (their names and shapes; each refuses to work), and a row or more in
-- every table.
create schema drizzle;
create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
insert into drizzle.__drizzle_migrations (hash, created_at) values
  ('f14abeed4a74c78457e4b0a5184d28015ba0e1c379f9f8bc3adec7bbff81d607', 1795229712122),
  ('3e52e4a1eb750f1a93b21b855ed165d27b92c43441a23afb700fbb5dee217e13', 1795229713474),
  ('0f9e30d23607548903b4cdcc16e4f6fb70d909fe6a94c108efb1d6079ae8e39c', 1795229715130),
  ('6157ac65372fc5b74452c31fc84b739e1287ddb7039cb80517729fa85479a400', 1795233739153),
  ('7e70c396ba57ff7bd03eb0d3cf8d7fdaa526e73ac58d7c9c088875e2366f6ca2', 1795235610412),
  ('3298397cafa2abee8b4c321de57bb6cc8a97673c27e4d05653de081fb47d6e4b', 1795235750338),
  ('c41c3e1a07fdf432f2cb3ed16bf53c9a629e438fe8c83b781cb65e9d5732005c', 1795236987378),
  ('38de00e0ea5ae7ff40bfe93d312fe71c644a5a540c997a1799a5bae9197e1e11', 1795237462653),
  ('92d3f6533f3a3030f9127470ebc0d75e8d245f794e529d9227c505115041bf47', 1795247221515),
  ('bae09df1b8ebf062bb030cb0ec8ae55c8fdf333a68c59a889f914e272e72b213', 1795248359183),
  ('2eacbf581fce2b2d476491f1be62ac596f112a1644a8e247896eed764286e9df', 1795249271770),
  ('eeee1f2c7a7af880269cca9c6bcb6c1fd5d589f43124062e3cfcf75f90cbefca', 1795249614974),
  ('706c9a381555263d4511a3730fbe2983894d3f34ac3593dbd91c10025819c63b', 1795249763229),
  ('6a33d2371732b32a4880279a578b2199c550bdaf828824c2e5791a859509677b', 1795249920204),
  ('f58a64ea1930f9c34c3a79231b6dec6f1940e57b4d3f7f70e8dd266e1a287756', 1795250020204),
  ('78b09d779a6aff4e6e8cd9be072834d60dff968918a55a73bc850d75c80c79ac', 1795250120204),
  ('72658af87925bd073c2ea7ba517a7427895dda11dc0107a29d0015b0580dc4f5', 1795250220204),
  ('39587129416067c358096d3597ae198c0d665dedd7ae6ebad90d771bf07cd29a', 1795259869937),
  ('8ad0e6934df2ec02ad9a098cfa4833e363e47994ef14c8e6435e550460be414f', 1795259969937);

create function bots_answer(drafts jsonb, runs jsonb, contexts jsonb, today text, answered_at timestamptz) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;
create function bots_found(terms text[], budget bigint, buyer text, most integer) returns json language plpgsql as $$ begin raise 'former'; end $$;
create function context_steps(wanted text[]) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;
create function contexts_move(states jsonb, releases jsonb, steps jsonb, tree text, inspector text, leased_until timestamptz, moved_at timestamptz) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;
create function contexts_open(children jsonb, tree text, buyer text, wait_for_bots timestamptz, wait_for_people timestamptz, opened_at timestamptz) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function contexts_save(states jsonb, saved_at timestamptz) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_account_kind_of(account text) returns ledger_account_kind language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_account_stays() returns trigger language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_allows(kind ledger_transfer_kind, from_account text, to_account text) returns boolean language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_has_key(keys text[]) returns boolean language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_lock(accounts text[]) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_move(keys text[], kinds ledger_transfer_kind[], froms text[], tos text[], amounts bigint[], fees bigint[], context_ids text[], root_ids text[], offer_ids text[], posted_at timestamptz, keys_are_new boolean) returns boolean[] language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_post(legs jsonb, posted_at timestamptz) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;
create function ledger_transfer_is_append_only() returns trigger language plpgsql as $$ begin raise 'former'; end $$;
create function market_buy(items jsonb, buyer text, bought_how purchase_way, bought_at timestamptz) returns text[] language plpgsql as $$ begin raise 'former'; end $$;
create function market_explain_refusal(purchase_id text, offer_id text, version integer, price bigint, buyer text, bought_how purchase_way) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function market_purchase(items jsonb, buyer text, bought_how purchase_way, bought_at timestamptz) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;
create function matcher_candidates(terms text[], budget bigint, of_bots boolean, after_budget bigint, after_id text, most integer) returns TABLE(least_budget bigint, id text) language plpgsql as $$ begin raise 'former'; end $$;
create function matchers_of_bots(terms text[], budget bigint, buyer text) returns TABLE(wanted matcher, bot_id text, owner_id text, audience bot_audience, audience_people text[], price_micros bigint, created_at timestamptz) language plpgsql as $$ begin raise 'former'; end $$;
create function matchers_of_people(terms text[], budget bigint, after_budget bigint, after_id text, most integer) returns SETOF matcher language plpgsql as $$ begin raise 'former'; end $$;
create function offers_sealed(tree text, offer_ids text[], versions integer[]) returns json language plpgsql as $$ begin raise 'former'; end $$;
create function offers_write(rows jsonb, written_at timestamptz) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function request_seen(person text, called text, request text) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;
create function steps_begin(steps jsonb, tree text, inspector text, leased_until timestamptz, begun_at timestamptz) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function steps_close(steps jsonb, reasons jsonb, closed_at timestamptz) returns void language plpgsql as $$ begin raise 'former'; end $$;
create function tree_note(tree text, events jsonb, changes jsonb, while_in text[], noted_at timestamptz, is_read boolean) returns json language plpgsql as $$ begin raise 'former'; end $$;
create function tree_rows(tree text) returns json language plpgsql as $$ begin raise 'former'; end $$;
create function verdicts_carry_out(steps jsonb, reasons jsonb, purchases jsonb, children jsonb, carves jsonb, states jsonb, parents text[], tree text, buyer text, wait_for_bots timestamptz, wait_for_people timestamptz, carried_out_at timestamptz) returns jsonb language plpgsql as $$ begin raise 'former'; end $$;

create trigger ledger_transfer_append_only
before update or delete on ledger_transfer for each row execute function ledger_transfer_is_append_only();
create trigger ledger_account_stays
before delete or update of id on ledger_account for each row execute function ledger_account_stays();

insert into users (id, handle, name, email, is_demo, created_at) values
  ('user_ann', 'ann', 'Ann', 'ann@example.org', false, '2026-11-01T08:00Z'),
  ('user_bob', 'bob', 'Bob', null, true, '2026-11-01T08:01Z');
insert into auth_account values ('github', '1', 'user_ann', '2026-11-01T08:00Z');
insert into auth_session values ('session_1', 'user_ann', '2026-11-01T08:00Z', '2026-12-01T08:00Z');
insert into buyer_context (id, root_id, parent_id, level, kind, buyer_id, title, body, decision, options, claim, pages, tags,
  budget_micros, ask_kind, is_sealed, phase, bots_until, created_at)
values
  ('bc_root', 'bc_root', null, 0, 'root', 'user_ann', 'Which legume?', 'For a cold.', 'choice', '{rice,"boiled legumes"}', '',
    '{https://example.org/a}', '{food}', 5000000, null, false, 'waiting', '2026-11-01T09:00Z', '2026-11-01T09:00Z'),
  ('bc_child', 'bc_root', 'bc_root', 1, 'inspection', 'user_ann', 'Is that so?', '', 'open', '{}', '', '{}', '{food}',
    1000000, 'verify', true, 'collecting', '2026-11-01T09:05Z', '2026-11-01T09:02Z');
insert into context_revision values ('bc_root', 1, 'Which?', 'For a cold.', '2026-11-01T09:00Z');
insert into context_terms values ('bc_root', '{w:legume,w:cold}');
insert into bot (id, owner_id, kind, name, knowledge_key_id, knowledge_sealed, price_micros, audience_people, model_name, created_at)
values ('bot_1', 'user_bob', 'corpus', 'Cook', 'key_1', 'c2VhbGVk', 250000, '{user_ann}', 'small', '2026-11-01T08:02Z');
insert into bot_run (id, bot_id, context_id, state, created_at) values ('run_1', 'bot_1', 'bc_root', 'answered', '2026-11-01T09:01Z');
insert into bot_day (bot_id, day, offers) values ('bot_1', '2026-11-01', 1);
insert into info_offer (id, context_id, root_id, seller_id, bot_id, bot_run_id, content_hash, teaser, price_micros, state, reason,
  private_words, created_at)
values
  ('offer_1', 'bc_root', 'bc_root', 'user_bob', 'bot_1', 'run_1', 'hash', 'What helps', 250000, 'bought', 'decisive', 3,
    '2026-11-01T09:01Z'),
  ('offer_2', 'bc_root', 'bc_root', 'user_bob', null, null, null, 'What does not', 9007199254740993, 'open', null, 4,
    '2026-11-01T09:01Z');
insert into offer_private values ('offer_1', 1, 'key_1', '\x00ff', '\x0102'), ('offer_2', 1, 'key_1', '\x01ff', '\x0304');
insert into context_about values ('bc_child', 'offer_2');
insert into purchase values ('pur_1', 'offer_1', 1, 'bc_root', 'bc_root', 'user_ann', 'user_bob', 250000, 12500, 'inspected',
  '{offer_2}', '2026-11-01T09:03Z');
insert into inspection (root_id, status, policy, start_rule, deadline_at, last_seq, token_cap, inspector_name)
values ('bc_root', 'running', '{"maxRounds": 3}', 'now', '2026-11-02T09:00Z', 1, 200000, 'built-in');
insert into inspection_event (root_id, seq, type, context_id, at) values ('bc_root', 1, 'started', 'bc_root', '2026-11-01T09:01Z');
insert into inspection_step (context_id, round, root_id, state, attempt, lease_until, shown, seed, inspector_name, created_at)
values ('bc_root', 1, 'bc_root', 'done', 1, '2026-11-01T09:02Z', '[{"offerId": "offer_1", "version": 1}]', 7, 'built-in',
  '2026-11-01T09:01Z');
insert into answer values ('bc_root', 'key_1', '\x00', '\x01', '{pur_1}', '[]', 'built-in', '2026-11-01T09:04Z');
insert into decision values ('bc_root', 'user_ann', 1, null, 'Beans.', '2026-11-01T09:06Z');
insert into ledger_account (id, kind, balance_micros, version) values
  ('user:user_ann', 'user', 5000000, 2), ('user:user_bob', 'user', 237500, 2), ('escrow:bc_root', 'escrow', 4750000, 2);
insert into ledger_state (frozen_reason, checked_at) values (null, '2026-11-01T08:00Z');
insert into ledger_transfer (id, key, kind, from_account, to_account, amount_micros, context_id, created_at) values
  ('xfr_grant:user_ann', 'grant:user_ann', 'grant', 'issuance', 'user:user_ann', 10000000, null, '2026-11-01T08:00Z'),
  ('xfr_hold:bc_root', 'hold:bc_root', 'hold', 'user:user_ann', 'escrow:bc_root', 5000000, 'bc_root', '2026-11-01T09:00Z'),
  ('xfr_purchase:pur_1', 'purchase:pur_1', 'purchase', 'escrow:bc_root', 'user:user_bob', 250000, 'bc_root', '2026-11-01T09:03Z'),
  ('xfr_purchase:pur_1:fee', 'purchase:pur_1:fee', 'fee', 'user:user_bob', 'fees', 12500, 'bc_root', '2026-11-01T09:03Z');
insert into request_key values ('user_ann', 'contexts.ask', 'key', 'hash', '{"id": "bc_root"}', '2026-11-01T09:00Z');
insert into matcher (id, bot_id, scope, any_of) values ('matcher_1', 'bot_1', 'both', '{legume}');
insert into matcher (id, person_id, scope, name) values ('matcher_2', 'user_bob', 'roots', 'Food');
insert into matcher_anchor (term, is_bots, budget_micros_min, matcher_id) values ('w:legume', true, 0, 'matcher_1');
insert into inbox_item (person_id, context_id, matcher_id, created_at) values ('user_bob', 'bc_root', 'matcher_2', '2026-11-01T09:00Z');
insert into mail (id, person_id, subject, body, created_at) values ('mail_1', 'user_ann', 'Settled', 'Beans.', '2026-11-01T09:07Z');
insert into notice_progress values ('bc_root', 1);
insert into notice_switch values ('user_ann', 'questions', true, false);
insert into notice (id, person_id, event, cause, created_at, changed_at)
values ('notice_1', 'user_ann', 'question.cancelled', 'bc_root', '2026-11-01T09:07Z', '2026-11-01T09:07Z');
insert into corpus_document (id, bot_id, name, title, media_type, bytes, state, created_at)
values ('doc_1', 'bot_1', 'a.txt', 'Beans', 'text/plain', 12, 'ready', '2026-11-01T08:03Z');
insert into corpus_passage (id, bot_id, document_id, position, section, words, length, terms, key_id, nonce, ciphertext)
values ('passage_1', 'bot_1', 'doc_1', 0, '', 2, 2, '''bean'':1', 'key_1', '\x00', '\x01');
insert into corpus_term values ('bot_1', 'bean', 1);
insert into corpus_upload values ('doc_1', 'key_1', '\x00', '\x01');
insert into draft_judgement values ('judged_1', 'user_bob', 'bc_root', '2026-11-01T09:01Z');
insert into webhook (bot_id, url, secret_key_id, secret_sealed) values ('bot_1', 'https://example.org/hook', 'key_1', 'c2VhbGVk');
insert into webhook_delivery (id, bot_id, bot_run_id, created_at) values ('delivery_1', 'bot_1', 'run_1', '2026-11-01T09:01Z');
