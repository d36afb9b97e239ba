CREATE TYPE "public"."actor_kind" AS ENUM('visitor', 'person', 'bot', 'key', 'operator', 'market');--> statement-breakpoint
CREATE TABLE "audit_row" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" "actor_kind" NOT NULL,
	"actor_id" text,
	"person_id" text,
	"act" text NOT NULL,
	"about" jsonb NOT NULL,
	"amount_micros" bigint,
	"network" text
);
--> statement-breakpoint
CREATE INDEX "audit_row_person" ON "audit_row" USING btree ("person_id","seq");