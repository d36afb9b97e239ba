ALTER TYPE "public"."notice_event" ADD VALUE 'sale.contested';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'sale.decided';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'complaint.decided';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'question.countered';--> statement-breakpoint
ALTER TYPE "public"."ledger_account_kind" ADD VALUE 'pending';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'clear';--> statement-breakpoint
CREATE TABLE "complaint" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"context_id" text NOT NULL,
	"root_id" text NOT NULL,
	"buyer_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"pending_micros" bigint NOT NULL,
	"filed_at" timestamp (3) with time zone NOT NULL,
	"answer_until" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answer_words" text DEFAULT '' NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"decide_until" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"decided_by" text,
	"moderator_id" text,
	"decision_words" text DEFAULT '' NOT NULL,
	"refunded_micros" bigint DEFAULT 0 NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "complaint_refund_within" CHECK ("complaint"."refunded_micros" between 0 and "complaint"."pending_micros"),
	CONSTRAINT "complaint_decided_whole" CHECK (("complaint"."outcome" is null) = ("complaint"."decided_at" is null) and ("complaint"."outcome" is null) = ("complaint"."decided_by" is null)),
	CONSTRAINT "complaint_answered_whole" CHECK (("complaint"."answer" is null) = ("complaint"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "context_page" ADD COLUMN "earlier_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "reopened" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "commitment" text;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "is_counter" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "clears_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint" ADD CONSTRAINT "complaint_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_open" ON "complaint" USING btree ("decide_until","offer_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "complaint_buyer" ON "complaint" USING btree ("buyer_id","filed_at");--> statement-breakpoint
CREATE INDEX "complaint_seller" ON "complaint" USING btree ("seller_id","filed_at");--> statement-breakpoint
CREATE INDEX "purchase_pending" ON "purchase" USING btree ("clears_at") WHERE clears_at is not null and cleared_at is null;--> statement-breakpoint
CREATE INDEX "purchase_pending_seller" ON "purchase" USING btree ("seller_id","clears_at") WHERE clears_at is not null and cleared_at is null;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_cleared_was_pending" CHECK ("purchase"."cleared_at" is null or "purchase"."clears_at" is not null);