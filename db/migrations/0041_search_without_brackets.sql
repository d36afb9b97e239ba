ALTER TABLE "publication" drop column "search";--> statement-breakpoint
ALTER TABLE "publication" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', translate(verdict, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(lead, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(markdown, '<', ' ')), 'B')) STORED;--> statement-breakpoint
ALTER TABLE "buyer_context" drop column "search";--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', translate(title, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(claim, '<', ' ')), 'A') || setweight(to_tsvector('english', translate(body, '<', ' ')), 'B')) STORED;--> statement-breakpoint
CREATE INDEX "publication_search" ON "publication" USING gin ("search") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "context_search" ON "buyer_context" USING gin ("search") WHERE parent_id is null;
