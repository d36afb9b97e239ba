ALTER TYPE "public"."bot_silence" ADD VALUE 'no-bond';--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "bond_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "offer_bond_not_negative" CHECK ("info_offer"."bond_micros" >= 0);