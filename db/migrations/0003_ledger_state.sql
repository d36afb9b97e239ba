CREATE TABLE "ledger_state" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"frozen_reason" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_state_one_row" CHECK ("ledger_state"."id")
);
