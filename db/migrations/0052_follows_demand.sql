ALTER TYPE "public"."price_rule" ADD VALUE 'follows-demand';--> statement-breakpoint
CREATE TABLE "bot_price_move" (
	"bot_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"price_micros" bigint NOT NULL,
	"reads" integer NOT NULL,
	"sold" integer NOT NULL,
	CONSTRAINT "bot_price_move_bot_id_at_pk" PRIMARY KEY("bot_id","at"),
	CONSTRAINT "bot_price_move_above_zero" CHECK ("bot_price_move"."price_micros" > 0),
	CONSTRAINT "bot_price_move_sold" CHECK (0 <= "bot_price_move"."sold" and "bot_price_move"."sold" <= "bot_price_move"."reads")
);
--> statement-breakpoint
ALTER TABLE "bot_price_move" ADD CONSTRAINT "bot_price_move_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot" ADD CONSTRAINT "bot_price_follows" CHECK ("bot"."price_rule"::text <> 'follows-demand' or coalesce("bot"."price_micros" between "bot"."price_micros_min" and "bot"."price_micros_max", false));