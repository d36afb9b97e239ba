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

-- Nor are all of them at once: truncate fires no trigger for each row.
create function audit_row_is_not_emptied() returns trigger
language plpgsql
as $$
begin
  raise exception 'the audit log is never emptied' using errcode = '0A000';
end
$$;

create trigger audit_row_never_emptied
before truncate on audit_row
for each statement execute function audit_row_is_not_emptied();
