CREATE TYPE "public"."model_payer" AS ENUM('site', 'person', 'bot');--> statement-breakpoint
CREATE TABLE "model_use" (
	"payer" "model_payer" NOT NULL,
	"payer_id" text NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	"micro_usd" bigint NOT NULL,
	CONSTRAINT "model_use_day_payer_payer_id_pk" PRIMARY KEY("day","payer","payer_id")
);
--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "built_in_since" timestamp (3) with time zone;