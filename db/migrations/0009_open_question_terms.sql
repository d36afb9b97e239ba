CREATE TABLE "context_terms" (
	"context_id" text PRIMARY KEY NOT NULL,
	"terms" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "context_terms" ADD CONSTRAINT "context_terms_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "context_terms_terms" ON "context_terms" USING gin ("terms");--> statement-breakpoint

-- Questions that are open already: their terms are not known to the database, so every matcher looks at them.
INSERT INTO "context_terms" ("context_id", "terms") SELECT "id", '{?}' FROM "buyer_context" WHERE "parent_id" IS NULL AND "ended_at" IS NULL;
