CREATE TYPE "public"."passage_place" AS ENUM('unread', 'attached', 'detached');--> statement-breakpoint
CREATE TABLE "page_thread" (
	"address" text PRIMARY KEY NOT NULL,
	"joined_to" text,
	"title" text DEFAULT '' NOT NULL,
	"product" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"content_hash" text DEFAULT '' NOT NULL,
	"read_at" timestamp (3) with time zone,
	"failure" text,
	"tried_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_question" (
	"context_id" text NOT NULL,
	"own" text NOT NULL,
	"address" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"exact" text DEFAULT '' NOT NULL,
	"prefix" text DEFAULT '' NOT NULL,
	"suffix" text DEFAULT '' NOT NULL,
	"start_at" integer,
	"end_at" integer,
	"place" "passage_place" DEFAULT 'unread' NOT NULL,
	CONSTRAINT "thread_question_context_id_own_pk" PRIMARY KEY("context_id","own"),
	CONSTRAINT "passage_position" CHECK (("thread_question"."start_at" is null) = ("thread_question"."end_at" is null)),
	CONSTRAINT "passage_attached" CHECK ("thread_question"."place" <> 'attached' or ("thread_question"."start_at" is not null and "thread_question"."exact" <> ''))
);
--> statement-breakpoint
ALTER TABLE "thread_question" ADD CONSTRAINT "thread_question_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_thread_due" ON "page_thread" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "thread_question_address" ON "thread_question" USING btree ("address","asked_at" DESC NULLS FIRST,"context_id");--> statement-breakpoint
-- Pages of earlier questions, as they were written: their normal form is computed by the market when it starts.
INSERT INTO "thread_question" ("context_id", "own", "address", "asked_at")
SELECT c."id", p."page", '', c."created_at" FROM "buyer_context" c, unnest(c."pages") AS p("page")
WHERE c."parent_id" IS NULL AND octet_length(p."page") <= 2000
ON CONFLICT DO NOTHING;
