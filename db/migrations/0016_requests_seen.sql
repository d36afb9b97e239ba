-- Waits for a call with the same key to end, then says what it came to, in one round trip: {input_hash, result}, null for a new one.
create function request_seen(person text, called text, request text) returns jsonb
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(person || '|' || called || '|' || request, 0));
  return (
    select jsonb_build_object('input_hash', r.input_hash, 'result', r.result)
    from request_key r where r.user_id = person and r.route = called and r.key = request
  );
end
$$;
