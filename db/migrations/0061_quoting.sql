ALTER TYPE "public"."notice_event" ADD VALUE 'quote.wanted' BEFORE 'bot.paused';--> statement-breakpoint
ALTER TYPE "public"."notice_event" ADD VALUE 'quote.allowed' BEFORE 'bot.paused';--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "quote_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "quote_allowed_at" timestamp (3) with time zone;