CREATE TYPE "public"."mending_kind" AS ENUM('reverse', 'restate');--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'reverse';--> statement-breakpoint
CREATE TABLE "ledger_freeze" (
	"account" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding" (
	"check_id" text NOT NULL,
	"subject_id" text NOT NULL,
	"problem" text NOT NULL,
	"account" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "finding_check_id_subject_id_problem_pk" PRIMARY KEY("check_id","subject_id","problem")
);
--> statement-breakpoint
CREATE TABLE "mending" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"check_id" text NOT NULL,
	"subject_id" text NOT NULL,
	"kind" "mending_kind" NOT NULL,
	"deed" text NOT NULL,
	"reason" text NOT NULL,
	"mended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verify_walk" (
	"walk" text PRIMARY KEY NOT NULL,
	"after" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"size" integer NOT NULL,
	"checked" bigint DEFAULT 0 NOT NULL,
	"pass_begun_at" timestamp (3) with time zone,
	"pass_ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "finding_account" ON "finding" USING btree ("account") WHERE account is not null;