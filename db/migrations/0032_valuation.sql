CREATE TABLE "valuation" (
	"root_id" text NOT NULL,
	"revision" integer NOT NULL,
	"stake_micros" bigint,
	"seed" bigint NOT NULL,
	"is_free" boolean NOT NULL,
	"known" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_by" text DEFAULT '' NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"counted_at" timestamp (3) with time zone,
	CONSTRAINT "valuation_root_id_revision_pk" PRIMARY KEY("root_id","revision"),
	CONSTRAINT "valuation_stake" CHECK ("valuation"."stake_micros" > 0)
);
--> statement-breakpoint
ALTER TABLE "valuation" ADD CONSTRAINT "valuation_root_id_revision_answer_root_id_revision_fk" FOREIGN KEY ("root_id","revision") REFERENCES "public"."answer"("root_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "valuation_uncounted" ON "valuation" USING btree ("due_at") WHERE counted_at is null;