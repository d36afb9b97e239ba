-- A purchase wrote each of its transfers into two unique indexes on nearly the same text: `id` is `xfr_` and the key.
ALTER TABLE "ledger_transfer" DROP CONSTRAINT "ledger_transfer_pkey";--> statement-breakpoint
DROP INDEX "ledger_transfer_key";--> statement-breakpoint
ALTER TABLE "ledger_transfer" ADD PRIMARY KEY ("key");--> statement-breakpoint
ALTER TABLE "ledger_transfer" ADD CONSTRAINT "ledger_transfer_id_of_key" CHECK ("ledger_transfer"."id" = 'xfr_' || "ledger_transfer"."key");
