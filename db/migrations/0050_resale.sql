ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'resale';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'share';--> statement-breakpoint
CREATE TABLE "resale" (
	"id" text PRIMARY KEY NOT NULL,
	"offer_id" text NOT NULL,
	"root_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"buyer_id" text NOT NULL,
	"asker_id" text NOT NULL,
	"price_micros" bigint NOT NULL,
	"fee_micros" bigint NOT NULL,
	"share_micros" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "resale_parts" CHECK ("resale"."fee_micros" >= 0 and "resale"."share_micros" >= 0 and "resale"."fee_micros" + "resale"."share_micros" < "resale"."price_micros"),
	CONSTRAINT "resale_buyer" CHECK ("resale"."buyer_id" <> "resale"."seller_id" and "resale"."buyer_id" <> "resale"."asker_id")
);
--> statement-breakpoint
ALTER TABLE "spend_request" DROP CONSTRAINT "spend_request_kind";--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "is_resale_agreed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "resale" ADD CONSTRAINT "resale_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resale" ADD CONSTRAINT "resale_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "resale_once" ON "resale" USING btree ("offer_id","buyer_id");--> statement-breakpoint
CREATE INDEX "resale_buyer_newest" ON "resale" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "resale_buyer_root" ON "resale" USING btree ("buyer_id","root_id");--> statement-breakpoint
CREATE INDEX "resale_seller" ON "resale" USING btree ("seller_id");--> statement-breakpoint
CREATE INDEX "resale_asker" ON "resale" USING btree ("asker_id");--> statement-breakpoint
ALTER TABLE "spend_request" ADD CONSTRAINT "spend_request_kind" CHECK ("spend_request"."kind" in ('ask', 'buy', 'raise', 'reopen', 'resale'));