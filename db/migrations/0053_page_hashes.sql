ALTER TABLE "page_thread" ADD COLUMN "hash" "bytea";--> statement-breakpoint
CREATE INDEX "page_thread_hash" ON "page_thread" USING btree ("hash");--> statement-breakpoint
-- Every page in whose thread something stands has a row; its hash is computed by the market when it starts.
INSERT INTO "page_thread" ("address")
SELECT DISTINCT "own" FROM "thread_question" WHERE "address" <> ''
ON CONFLICT DO NOTHING;
