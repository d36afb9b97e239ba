CREATE TABLE "market_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seal_key_check" (
	"key_id" text PRIMARY KEY NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_key" (
	"offer_id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "forgotten_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offer_key" ADD CONSTRAINT "offer_key_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_to_forget" ON "info_offer" USING btree ("root_id") WHERE forgotten_at is null and state <> 'bought';