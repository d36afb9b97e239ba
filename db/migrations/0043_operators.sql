ALTER TYPE "public"."notice_event" ADD VALUE 'flag.decided';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'thing.hidden';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'thing.shown';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'right.suspended';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'right.restored';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'credits.corrected';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'credits.given';--> statement-breakpoint
ALTER TYPE "public"."notice_topic" ADD VALUE 'rules';--> statement-breakpoint
ALTER TYPE "public"."mending_kind" ADD VALUE 'grant';--> statement-breakpoint
CREATE TABLE "flag" (
	"case_id" text NOT NULL,
	"person_id" text NOT NULL,
	"rule" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flag_case_id_person_id_pk" PRIMARY KEY("case_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "hidden_thing" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"case_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hidden_thing_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "moderation_case" (
	"id" text PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"author_id" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"rule" text,
	"note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decider_id" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal" text DEFAULT '' NOT NULL,
	"appeal_outcome" text,
	"appeal_note" text DEFAULT '' NOT NULL,
	"appeal_decided_at" timestamp (3) with time zone,
	"appeal_decider_id" text,
	"kept" jsonb,
	CONSTRAINT "moderation_case_decided" CHECK (("moderation_case"."outcome" is null) = ("moderation_case"."decided_at" is null)),
	CONSTRAINT "moderation_case_rule" CHECK (("moderation_case"."rule" is not null) = ("moderation_case"."outcome" is not distinct from 'hidden')),
	CONSTRAINT "moderation_case_appeal" CHECK ("moderation_case"."appealed_at" is null or "moderation_case"."outcome" is not distinct from 'hidden'),
	CONSTRAINT "moderation_case_appeal_decided" CHECK (("moderation_case"."appeal_outcome" is null) = ("moderation_case"."appeal_decided_at" is null) and ("moderation_case"."appeal_outcome" is null or "moderation_case"."appealed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "person_mute" (
	"person_id" text NOT NULL,
	"other_id" text NOT NULL,
	"is_blocked" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "person_mute_person_id_other_id_pk" PRIMARY KEY("person_id","other_id"),
	CONSTRAINT "person_mute_of_another" CHECK ("person_mute"."person_id" <> "person_mute"."other_id")
);
--> statement-breakpoint
CREATE TABLE "suspension" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"bot_id" text,
	"suspended_right" text NOT NULL,
	"rule" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"by_id" text,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by_id" text,
	CONSTRAINT "suspension_ends" CHECK ("suspension"."until" > "suspension"."created_at"),
	CONSTRAINT "suspension_of_bot" CHECK ("suspension"."bot_id" is null or "suspension"."suspended_right" = 'sell')
);
--> statement-breakpoint
CREATE TABLE "market_setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"by_id" text
);
--> statement-breakpoint
CREATE TABLE "market_stop" (
	"name" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL,
	"by_id" text
);
--> statement-breakpoint
CREATE TABLE "operator_code" (
	"digest" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retired_handle" (
	"digest" text PRIMARY KEY NOT NULL,
	"retired_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flag" ADD CONSTRAINT "flag_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flag" ADD CONSTRAINT "flag_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_thing" ADD CONSTRAINT "hidden_thing_case_id_moderation_case_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_case"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case" ADD CONSTRAINT "moderation_case_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_mute" ADD CONSTRAINT "person_mute_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_mute" ADD CONSTRAINT "person_mute_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspension" ADD CONSTRAINT "suspension_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspension" ADD CONSTRAINT "suspension_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flag_person" ON "flag" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "hidden_thing_case" ON "hidden_thing" USING btree ("case_id");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_case_open" ON "moderation_case" USING btree ("subject_kind","subject_id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "moderation_case_waiting" ON "moderation_case" USING btree ("opened_at") WHERE outcome is null or (appealed_at is not null and appeal_outcome is null);--> statement-breakpoint
CREATE INDEX "moderation_case_author" ON "moderation_case" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "moderation_case_log" ON "moderation_case" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
CREATE INDEX "person_mute_other" ON "person_mute" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "suspension_standing" ON "suspension" USING btree ("person_id","until") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "suspension_person" ON "suspension" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "suspension_newest" ON "suspension" USING btree ("created_at");