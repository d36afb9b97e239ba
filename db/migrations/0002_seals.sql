ALTER TABLE "buyer_context" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "quotes" text[] DEFAULT '{}' NOT NULL;