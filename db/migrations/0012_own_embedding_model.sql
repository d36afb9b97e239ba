ALTER TABLE "bot" ADD COLUMN "model_embeddings" text;--> statement-breakpoint

-- What these were asked for until now.
UPDATE "bot" SET "model_embeddings" = 'text-embedding-3-small' WHERE "model_name" IS NOT NULL;
