-- An act that was written down is never changed or deleted.
create function audit_row_is_append_only() returns trigger
language plpgsql
as $$
begin
  raise exception 'a row of the audit log is never changed or deleted (%)', old.seq using errcode = '0A000';
end
$$;

create trigger audit_row_append_only
before update or delete on audit_row
for each row execute function audit_row_is_append_only();
