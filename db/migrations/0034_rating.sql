CREATE TABLE "rating" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"root_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"rating" text NOT NULL,
	"reason" text NOT NULL,
	"rated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rating" ADD CONSTRAINT "rating_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rating_seller" ON "rating" USING btree ("seller_id","rated_at");