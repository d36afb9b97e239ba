CREATE TYPE "public"."page_state" AS ENUM('waiting', 'read', 'unread');--> statement-breakpoint
CREATE TABLE "context_page" (
	"context_id" text NOT NULL,
	"url" text NOT NULL,
	"state" "page_state" DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"final_url" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"content_hash" text DEFAULT '' NOT NULL,
	"read_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "context_page_context_id_url_pk" PRIMARY KEY("context_id","url"),
	CONSTRAINT "page_due_while_waiting" CHECK (("context_page"."state" = 'waiting') = ("context_page"."due_at" is not null)),
	CONSTRAINT "page_unread_has_failure" CHECK (("context_page"."state" = 'unread') = ("context_page"."failure" is not null))
);
--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "pages_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "context_page" ADD CONSTRAINT "context_page_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "context_page_due" ON "context_page" USING btree ("due_at") WHERE due_at is not null;