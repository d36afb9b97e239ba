ALTER TYPE "public"."model_payer" ADD VALUE 'model';--> statement-breakpoint
ALTER TABLE "inspection_step" ADD COLUMN "prompt_version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_step" ADD COLUMN "calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_step" ADD COLUMN "tells_tokens" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_step" ADD COLUMN "opinions" jsonb DEFAULT '[]' NOT NULL;