ALTER TYPE "public"."ask_kind" ADD VALUE 'follow-up';--> statement-breakpoint
ALTER TYPE "public"."verdict_reason" ADD VALUE 'undecided';--> statement-breakpoint
ALTER TABLE "inspection_step" ADD COLUMN "reserved" text[] DEFAULT '{}' NOT NULL;