ALTER TYPE "public"."notice_event" ADD VALUE 'offer.bond-kept' BEFORE 'bot.paused';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'offer.quoted' BEFORE 'bot.paused';--> statement-breakpoint
ALTER TYPE "public"."notice_topic" ADD VALUE 'quotes' BEFORE 'bots';