CREATE TYPE "public"."errand_kind" AS ENUM('fan-out', 'apply-matcher', 'match-again', 'gather-mail');--> statement-breakpoint
CREATE TABLE "errand" (
	"kind" "errand_kind" NOT NULL,
	"subject_id" text NOT NULL,
	"after" text,
	"version" integer DEFAULT 1 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "errand_kind_subject_id_pk" PRIMARY KEY("kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "answer_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "answer_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_run" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bot_run" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus_document" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "inspection" SET "answered_at" = a."written_at" FROM "answer" a WHERE a."root_id" = "inspection"."root_id";--> statement-breakpoint
UPDATE "bot_run" SET "due_at" = now() WHERE "state" IN ('queued', 'awaited');--> statement-breakpoint
UPDATE "corpus_document" SET "due_at" = now() WHERE "state" IN ('waiting', 'reading');--> statement-breakpoint
-- Older ones waited for a mail server that was not there.
UPDATE "mail" SET "due_at" = now() WHERE "state" = 'queued' AND "created_at" > now() - interval '1 day';--> statement-breakpoint
CREATE INDEX "errand_due_at" ON "errand" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "mail_due_at" ON "mail" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inspection_unanswered" ON "inspection" USING btree ("answer_due_at") WHERE status = 'settled' and answered_at is null;--> statement-breakpoint
CREATE INDEX "bot_run_due_at" ON "bot_run" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "corpus_document_due_at" ON "corpus_document" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_due" CHECK ("mail"."due_at" is null or "mail"."state" = 'queued');--> statement-breakpoint
ALTER TABLE "bot_run" ADD CONSTRAINT "bot_run_due" CHECK (("bot_run"."due_at" is not null) = ("bot_run"."state" in ('queued', 'awaited')));--> statement-breakpoint
ALTER TABLE "corpus_document" ADD CONSTRAINT "corpus_document_due" CHECK (("corpus_document"."due_at" is not null) = ("corpus_document"."state" in ('waiting', 'reading')));