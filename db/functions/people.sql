-- Nothing new is of somebody whose account was deleted: whatever began before and comes after is refused. Its argument names the column
-- that says whose it is. It waits for a deletion that is under way, as the foreign key would, and then looks at what became of it.
create function of_a_person_who_is_here() returns trigger
language plpgsql
as $$
declare
  gone timestamptz;
begin
  select deleted_at into gone from users where id = to_jsonb(new) ->> tg_argv[0] for key share;
  if gone is not null then
    raise exception using errcode = 'CV020', message = 'this account was deleted';
  end if;
  return new;
end
$$;

create trigger buyer_context_of_person before insert on buyer_context
for each row execute function of_a_person_who_is_here('buyer_id');
create trigger info_offer_of_person before insert on info_offer
for each row execute function of_a_person_who_is_here('seller_id');
create trigger resale_of_person before insert on resale
for each row execute function of_a_person_who_is_here('buyer_id');
create trigger bot_of_person before insert on bot
for each row execute function of_a_person_who_is_here('owner_id');
create trigger access_key_of_person before insert on access_key
for each row execute function of_a_person_who_is_here('person_id');
create trigger auth_session_of_person before insert on auth_session
for each row execute function of_a_person_who_is_here('user_id');
create trigger auth_account_of_person before insert on auth_account
for each row execute function of_a_person_who_is_here('user_id');
create trigger passkey_of_person before insert on passkey
for each row execute function of_a_person_who_is_here('user_id');
create trigger matcher_of_person before insert on matcher
for each row execute function of_a_person_who_is_here('person_id');
create trigger inbox_webhook_of_person before insert on inbox_webhook
for each row execute function of_a_person_who_is_here('person_id');
create trigger spend_request_of_person before insert on spend_request
for each row execute function of_a_person_who_is_here('person_id');
create trigger flag_of_person before insert on flag
for each row execute function of_a_person_who_is_here('person_id');
create trigger game_of_person before insert on game
for each row execute function of_a_person_who_is_here('asker_id');
create trigger game_seat_of_person before insert on game_seat
for each row execute function of_a_person_who_is_here('person_id');
create trigger public_note_of_person before insert on public_note
for each row execute function of_a_person_who_is_here('author_id');
create trigger note_rating_of_person before insert on note_rating
for each row execute function of_a_person_who_is_here('person_id');
create trigger claim_subject_of_person before insert on claim_subject
for each row execute function of_a_person_who_is_here('person_id');
create trigger claim_reply_of_person before insert on claim_reply
for each row execute function of_a_person_who_is_here('author_id');
create trigger same_claim_of_person before insert on same_claim
for each row execute function of_a_person_who_is_here('proposed_by_id');
