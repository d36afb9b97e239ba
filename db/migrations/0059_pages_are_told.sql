ALTER TYPE "public"."notice_event" ADD VALUE 'offer.resold' BEFORE 'bot.paused';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'answer.resold' BEFORE 'bot.paused';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'note.shown' BEFORE 'question.raised';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'note.not-shown' BEFORE 'question.raised';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'site.asked' BEFORE 'question.raised';--> statement-breakpoint
ALTER TYPE "public"."notice_topic" ADD VALUE 'pages';--> statement-breakpoint
ALTER TABLE "thread_question" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "thread_question_host" ON "thread_question" USING btree (split_part("address", '/', 3),"asked_at" DESC NULLS FIRST);--> statement-breakpoint
UPDATE "thread_question" SET "changed_at" = (SELECT max("replaced_at") FROM "context_revision" was WHERE was."context_id" = "thread_question"."context_id");
