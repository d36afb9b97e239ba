ALTER TYPE "public"."inspection_status" ADD VALUE 'provisional' BEFORE 'paused';--> statement-breakpoint
ALTER TYPE "public"."context_phase" ADD VALUE 'provisional' BEFORE 'settled';--> statement-breakpoint
DROP INDEX "inspection_unanswered";--> statement-breakpoint
DROP INDEX "context_moving";--> statement-breakpoint
ALTER TABLE "answer" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "answer" DROP CONSTRAINT "answer_pkey";--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_root_id_revision_pk" PRIMARY KEY("root_id","revision");--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "answer_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Trees that settled before have their one answer, or wait for it.
UPDATE "inspection" SET "answer_revision" = 1 WHERE "status" = 'settled';--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "sitting_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "sittings_left" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "next_sitting_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "inspection_unanswered" ON "inspection" USING btree ("answer_due_at") WHERE answer_revision > 0 and answered_at is null;--> statement-breakpoint
CREATE INDEX "context_moving" ON "buyer_context" USING btree ("phase") WHERE phase not in ('waiting', 'settled', 'cancelled', 'failed');