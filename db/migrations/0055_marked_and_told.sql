ALTER TYPE "public"."notice_event" ADD VALUE 'game.turn';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'game.judging';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'game.ended';--> statement-breakpoint
ALTER TYPE "public"."notice_topic" ADD VALUE 'games';--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "game_id" text;--> statement-breakpoint
ALTER TABLE "inbox_delivery" ADD COLUMN "game_id" text;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "by_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_game_id_game_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."game"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_first_read" ON "info_offer" USING btree ("first_read_at") WHERE first_read_at is not null;