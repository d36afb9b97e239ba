CREATE TABLE "seller_record" (
	"season" text NOT NULL,
	"topic" text NOT NULL,
	"seller_id" text NOT NULL,
	"read" integer NOT NULL,
	"bought" integer NOT NULL,
	"buyers" integer NOT NULL,
	"rated" integer NOT NULL,
	"useful" integer NOT NULL,
	"spent_micros" bigint NOT NULL,
	"refunded_micros" bigint NOT NULL,
	"standing" double precision NOT NULL,
	"value" double precision NOT NULL,
	"valued" integer NOT NULL,
	"bits" double precision NOT NULL,
	"scored" integer NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "seller_record_season_topic_seller_id_pk" PRIMARY KEY("season","topic","seller_id"),
	CONSTRAINT "seller_record_standing" CHECK ("seller_record"."standing" between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "spend_request" DROP CONSTRAINT "spend_request_kind";--> statement-breakpoint
ALTER TABLE "complaint" ADD COLUMN "is_capped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "market_day" ADD COLUMN "refunded_micros" bigint;--> statement-breakpoint
ALTER TABLE "market_day" ADD COLUMN "misleading" integer;--> statement-breakpoint
ALTER TABLE "market_day" ADD COLUMN "misleading_bought" integer;--> statement-breakpoint
ALTER TABLE "seller_record" ADD CONSTRAINT "seller_record_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seller_record_seller" ON "seller_record" USING btree ("seller_id","season");--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_capped" CHECK (not "complaint"."is_capped" or ("complaint"."outcome" in ('partly', 'refused') and "complaint"."decided_by" <> 'seller'));--> statement-breakpoint
ALTER TABLE "spend_request" ADD CONSTRAINT "spend_request_kind" CHECK ("spend_request"."kind" in ('ask', 'buy', 'raise', 'reopen'));