-- A purchase looked up and locked seven other rows for its references, among them the row of `fees`, which all purchases at once
-- locked in turn. What they held follows from the functions that write: `ledger_move` changes or makes both accounts in the
-- same statement, and `market_purchase` takes question, buyer and seller from the offer, whose own references stay. That no
-- account goes is held by a trigger instead; `npm run verify` checks both.
ALTER TABLE "ledger_transfer" DROP CONSTRAINT "ledger_transfer_from_account_ledger_account_id_fk";
--> statement-breakpoint
ALTER TABLE "ledger_transfer" DROP CONSTRAINT "ledger_transfer_to_account_ledger_account_id_fk";
--> statement-breakpoint
ALTER TABLE "purchase" DROP CONSTRAINT "purchase_context_id_buyer_context_id_fk";
--> statement-breakpoint
ALTER TABLE "purchase" DROP CONSTRAINT "purchase_buyer_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "purchase" DROP CONSTRAINT "purchase_seller_id_users_id_fk";
--> statement-breakpoint

create function ledger_account_stays() returns trigger
language plpgsql
as $$
begin
  raise exception 'an account is never deleted or renamed (%)', old.id using errcode = '0A000';
end
$$;
--> statement-breakpoint

create trigger ledger_account_stays
before delete or update of id on ledger_account
for each row execute function ledger_account_stays();
