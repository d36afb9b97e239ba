ALTER TYPE "public"."verdict_reason" ADD VALUE 'withheld';--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "millibits_left" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Roots have their whole budget of bits; sub-questions that are open now have none, so nothing of theirs is told.
UPDATE "buyer_context" SET "millibits_left" = 30000 WHERE "parent_id" IS NULL;
