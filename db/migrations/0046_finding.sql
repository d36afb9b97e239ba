ALTER TYPE "public"."errand_kind" ADD VALUE 'tell-asked';--> statement-breakpoint
ALTER TYPE "public"."errand_kind" ADD VALUE 'tell-followers';--> statement-breakpoint
ALTER TYPE "public"."errand_kind" ADD VALUE 'tell-raised';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'question.addressed';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'question.raised';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'followed.asked';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'followed.answered';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'followed.ended';--> statement-breakpoint
ALTER TYPE "public"."notice_topic" ADD VALUE 'follows';--> statement-breakpoint
CREATE TABLE "context_addressee" (
	"context_id" text NOT NULL,
	"person_id" text NOT NULL,
	"bot_id" text
);
--> statement-breakpoint
CREATE TABLE "follow" (
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follow_person_id_kind_subject_pk" PRIMARY KEY("person_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "question_tag" (
	"context_id" text NOT NULL,
	"tag" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "question_tag_context_id_tag_pk" PRIMARY KEY("context_id","tag")
);
--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "raised" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "context_addressee" ADD CONSTRAINT "context_addressee_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_addressee" ADD CONSTRAINT "context_addressee_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_addressee" ADD CONSTRAINT "context_addressee_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow" ADD CONSTRAINT "follow_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_tag" ADD CONSTRAINT "question_tag_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "context_addressee_person" ON "context_addressee" USING btree ("context_id","person_id") WHERE bot_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "context_addressee_bot" ON "context_addressee" USING btree ("context_id","bot_id") WHERE bot_id is not null;--> statement-breakpoint
CREATE INDEX "follow_subject" ON "follow" USING btree ("kind","subject","person_id");--> statement-breakpoint
CREATE INDEX "question_tag_newest" ON "question_tag" USING btree ("tag" text_pattern_ops,"asked_at" DESC NULLS FIRST,"context_id");--> statement-breakpoint
CREATE INDEX "offer_teaser_search" ON "info_offer" USING gin (to_tsvector('english', translate(teaser, '<', ' '))) WHERE context_id = root_id;--> statement-breakpoint
CREATE INDEX "users_handle_begins" ON "users" USING btree ("handle" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_name_begins" ON "users" USING btree (lower(name) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_begins" ON "users" USING btree (lower(substring(name from '[^ ]+$')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "bot_name_begins" ON "bot" USING btree (lower(name) text_pattern_ops) WHERE not is_paused;--> statement-breakpoint
INSERT INTO "question_tag" ("context_id", "tag", "asked_at") SELECT DISTINCT c.id, t, c.created_at FROM "buyer_context" c, unnest(c.tags) AS t WHERE c.parent_id IS NULL;