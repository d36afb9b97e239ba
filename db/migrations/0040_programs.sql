ALTER TYPE "public"."notice_event" ADD VALUE 'spend.waiting';--> statement-breakpoint
ALTER TYPE "public"."notice_topic" ADD VALUE 'programs';--> statement-breakpoint
CREATE TABLE "registered_agent" (
	"id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"hint" text NOT NULL,
	"claim_digest" text NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"words" text[] NOT NULL,
	"price_micros" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"access_id" text,
	"adopted_at" timestamp (3) with time zone,
	CONSTRAINT "registered_agent_adopted" CHECK (("registered_agent"."access_id" is null) = ("registered_agent"."adopted_at" is null))
);
--> statement-breakpoint
CREATE TABLE "spend_request" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"access_id" text NOT NULL,
	"kind" text NOT NULL,
	"request_key" text NOT NULL,
	"input_hash" text NOT NULL,
	"input" text,
	"offer_id" text,
	"amount_micros" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "spend_request_kind" CHECK ("spend_request"."kind" in ('ask', 'buy')),
	CONSTRAINT "spend_request_state" CHECK ("spend_request"."state" in ('waiting', 'done', 'declined')),
	CONSTRAINT "spend_request_decided" CHECK (("spend_request"."state" = 'waiting') = ("spend_request"."decided_at" is null)),
	CONSTRAINT "spend_request_done" CHECK (("spend_request"."state" = 'done') = ("spend_request"."result" is not null))
);
--> statement-breakpoint
ALTER TABLE "access_key" ADD COLUMN "ask_above_micros" bigint;--> statement-breakpoint
ALTER TABLE "registered_agent" ADD CONSTRAINT "registered_agent_access_id_access_key_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_request" ADD CONSTRAINT "spend_request_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_request" ADD CONSTRAINT "spend_request_access_id_access_key_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "registered_agent_digest_key" ON "registered_agent" USING btree ("digest");--> statement-breakpoint
CREATE UNIQUE INDEX "registered_agent_claim_key" ON "registered_agent" USING btree ("claim_digest");--> statement-breakpoint
CREATE INDEX "registered_agent_waiting" ON "registered_agent" USING btree ("expires_at") WHERE access_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "spend_request_once" ON "spend_request" USING btree ("person_id","kind","request_key");--> statement-breakpoint
CREATE INDEX "spend_request_newest" ON "spend_request" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "spend_request_key" ON "spend_request" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "spend_request_waiting" ON "spend_request" USING btree ("expires_at") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_asks" CHECK ("access_key"."ask_above_micros" is null or "access_key"."spend_per_day_micros" is not null and "access_key"."ask_above_micros" >= 0);