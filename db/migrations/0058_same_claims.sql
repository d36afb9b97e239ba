CREATE TABLE "same_claim" (
	"left_id" text NOT NULL,
	"right_id" text NOT NULL,
	"proposed_by_id" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by_id" text,
	"confirmed_at" timestamp (3) with time zone,
	"parted_by_id" text,
	"parted_at" timestamp (3) with time zone,
	CONSTRAINT "same_claim_left_id_right_id_pk" PRIMARY KEY("left_id","right_id"),
	CONSTRAINT "same_claim_order" CHECK ("same_claim"."left_id" < "same_claim"."right_id"),
	CONSTRAINT "same_claim_confirmed" CHECK (("same_claim"."confirmed_by_id" is null) = ("same_claim"."confirmed_at" is null)),
	CONSTRAINT "same_claim_by_two" CHECK ("same_claim"."confirmed_by_id" <> "same_claim"."proposed_by_id"),
	CONSTRAINT "same_claim_parted" CHECK (("same_claim"."parted_by_id" is null) = ("same_claim"."parted_at" is null))
);
--> statement-breakpoint
ALTER TABLE "same_claim" ADD CONSTRAINT "same_claim_left_id_buyer_context_id_fk" FOREIGN KEY ("left_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "same_claim" ADD CONSTRAINT "same_claim_right_id_buyer_context_id_fk" FOREIGN KEY ("right_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "same_claim" ADD CONSTRAINT "same_claim_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "same_claim" ADD CONSTRAINT "same_claim_confirmed_by_id_users_id_fk" FOREIGN KEY ("confirmed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "same_claim" ADD CONSTRAINT "same_claim_parted_by_id_users_id_fk" FOREIGN KEY ("parted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "same_claim_right" ON "same_claim" USING btree ("right_id");--> statement-breakpoint
CREATE INDEX "same_claim_proposed" ON "same_claim" USING btree ("proposed_by_id","proposed_at");