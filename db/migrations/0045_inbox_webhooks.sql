ALTER TYPE "public"."notice_event" ADD VALUE 'webhook.paused';--> statement-breakpoint
CREATE TABLE "inbox_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"event" "notice_event",
	"context_id" text,
	"offer_id" text,
	"bot_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	"amount_micros" bigint,
	"reason" "verdict_reason",
	"happened_at" timestamp (3) with time zone NOT NULL,
	"state" "delivery_state" DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"http_status" integer,
	"failure" text,
	"duration_ms" integer,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_try_at" timestamp (3) with time zone,
	CONSTRAINT "inbox_delivery_due" CHECK (("inbox_delivery"."due_at" is not null) = ("inbox_delivery"."state" = 'queued'))
);
--> statement-breakpoint
CREATE TABLE "inbox_webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"url" text NOT NULL,
	"topics" text[] NOT NULL,
	"secret_key_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"old_secret_key_id" text,
	"old_secret_sealed" text,
	"old_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inbox_webhook_topics" CHECK (cardinality("inbox_webhook"."topics") > 0)
);
--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "fee_basis_points" integer DEFAULT 500 NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_delivery" ADD CONSTRAINT "inbox_delivery_webhook_id_inbox_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."inbox_webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_webhook" ADD CONSTRAINT "inbox_webhook_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_delivery_newest" ON "inbox_delivery" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "inbox_delivery_due_at" ON "inbox_delivery" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inbox_webhook_person" ON "inbox_webhook" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_fee" CHECK ("inspection"."fee_basis_points" between 0 and 5000);