ALTER TYPE "public"."ledger_account_kind" ADD VALUE 'game';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'stake';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'reward';--> statement-breakpoint
CREATE TABLE "game_seat" (
	"game_id" text NOT NULL,
	"place" integer NOT NULL,
	"person_id" text NOT NULL,
	"bot_id" text,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "game_seat_game_id_place_pk" PRIMARY KEY("game_id","place")
);
--> statement-breakpoint
CREATE TABLE "game_turn" (
	"game_id" text NOT NULL,
	"number" integer NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"recommended" jsonb,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "game_turn_game_id_number_pk" PRIMARY KEY("game_id","number"),
	CONSTRAINT "game_turn_says_or_passes" CHECK (("game_turn"."kind" = 'said') = ("game_turn"."text" <> '')),
	CONSTRAINT "game_turn_judged_if_said" CHECK ("game_turn"."recommended" is null or "game_turn"."kind" = 'said')
);
--> statement-breakpoint
CREATE TABLE "game" (
	"id" text PRIMARY KEY NOT NULL,
	"asker_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"decision" text NOT NULL,
	"options" text[] NOT NULL,
	"claim" text NOT NULL,
	"evaluator" text NOT NULL,
	"is_own" boolean NOT NULL,
	"seats" integer NOT NULL,
	"turns_most" integer NOT NULL,
	"turn_seconds" integer NOT NULL,
	"pot_micros" bigint NOT NULL,
	"stake_micros" bigint NOT NULL,
	"rate_micros" bigint NOT NULL,
	"phase" text NOT NULL,
	"ending" text,
	"first" jsonb,
	"judged_by" text DEFAULT '' NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "game_ended_whole" CHECK (("game"."phase" = 'ended') = ("game"."ending" is not null) and ("game"."phase" = 'ended') = ("game"."ended_at" is not null) and ("game"."phase" = 'ended') = ("game"."due_at" is null)),
	CONSTRAINT "game_pays_what_it_has" CHECK ("game"."pot_micros" >= 0 and "game"."stake_micros" >= 0 and "game"."rate_micros" > 0)
);
--> statement-breakpoint
ALTER TABLE "game_seat" ADD CONSTRAINT "game_seat_game_id_game_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."game"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_seat" ADD CONSTRAINT "game_seat_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_seat" ADD CONSTRAINT "game_seat_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_turn" ADD CONSTRAINT "game_turn_game_id_game_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."game"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game" ADD CONSTRAINT "game_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "game_seat_bot" ON "game_seat" USING btree ("game_id","bot_id");--> statement-breakpoint
CREATE INDEX "game_seat_person" ON "game_seat" USING btree ("person_id","game_id");--> statement-breakpoint
CREATE INDEX "game_newest" ON "game" USING btree ("created_at","id") WHERE not is_own;--> statement-breakpoint
CREATE INDEX "game_asker" ON "game" USING btree ("asker_id","created_at");--> statement-breakpoint
CREATE INDEX "game_due" ON "game" USING btree ("due_at") WHERE due_at is not null;