ALTER TYPE "public"."ledger_account_kind" ADD VALUE 'bond';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'bond';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'forfeit';--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "is_teaser_fair" boolean;--> statement-breakpoint
-- Told so far with the reason of an offer alone.
UPDATE "info_offer" SET "is_teaser_fair" = "reason"::text <> 'misleading-teaser'
WHERE "first_read_at" IS NOT NULL AND "state" IN ('bought', 'passed') AND "reason"::text NOT IN ('not-read', 'no-verdict', 'needs-check', 'undecided', 'withheld');
