ALTER TYPE "public"."notice_event" ADD VALUE 'question.due';--> statement-breakpoint
ALTER TYPE "public"."decision_kind" ADD VALUE 'forecast';--> statement-breakpoint
ALTER TYPE "public"."decision_kind" ADD VALUE 'buy';--> statement-breakpoint
CREATE TABLE "market_day" (
	"day" text PRIMARY KEY NOT NULL,
	"trades" integer NOT NULL,
	"spent_micros" bigint NOT NULL,
	"median_price_micros" bigint,
	"sellers" integer NOT NULL,
	"buyers" integer NOT NULL,
	"sellers_index" double precision,
	"buyers_index" double precision,
	"ended" integer NOT NULL,
	"answered" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "probability_score" (
	"root_id" text NOT NULL,
	"judge" text NOT NULL,
	"name" text NOT NULL,
	"probability" double precision NOT NULL,
	"is_true" boolean NOT NULL,
	"resolved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "probability_score_root_id_judge_pk" PRIMARY KEY("root_id","judge"),
	CONSTRAINT "probability_score_range" CHECK ("probability_score"."probability" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "purchase_score" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"root_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"bot_id" text,
	"bits" double precision NOT NULL,
	"resolved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resolution" (
	"root_id" text NOT NULL,
	"number" integer NOT NULL,
	"outcome" text NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"by_id" text NOT NULL,
	"by_role" text NOT NULL,
	"resolved_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "resolution_root_id_number_pk" PRIMARY KEY("root_id","number")
);
--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "context_page" ADD COLUMN "product" jsonb;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "closes_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "resolves_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "resolver" text;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "resolve_source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "resolved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "product_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "product_price" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "needs" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase_score" ADD CONSTRAINT "purchase_score_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "probability_score_asker" ON "probability_score" USING btree ("name","resolved_at") WHERE judge = 'asker';--> statement-breakpoint
CREATE INDEX "probability_score_inspector" ON "probability_score" USING btree ("resolved_at") WHERE judge = 'inspector';--> statement-breakpoint
CREATE INDEX "purchase_score_seller" ON "purchase_score" USING btree ("seller_id","resolved_at");--> statement-breakpoint
CREATE INDEX "purchase_score_root" ON "purchase_score" USING btree ("root_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resolution_standing" ON "resolution" USING btree ("root_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "context_due" ON "buyer_context" USING btree ("resolves_at","id") WHERE resolves_at is not null and resolved_at is null and parent_id is null;--> statement-breakpoint
CREATE INDEX "context_unreminded" ON "buyer_context" USING btree ("resolves_at","id") WHERE resolves_at is not null and resolved_at is null and reminded_at is null and parent_id is null;--> statement-breakpoint
CREATE INDEX "context_resolved" ON "buyer_context" USING btree ("resolved_at") WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX "purchase_day" ON "purchase" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "buyer_context" ADD CONSTRAINT "context_forecast_dates" CHECK (("buyer_context"."resolves_at" is null) = ("buyer_context"."closes_at" is null) and "buyer_context"."closes_at" <= "buyer_context"."resolves_at");