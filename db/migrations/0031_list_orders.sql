DROP INDEX "context_roots_newest";--> statement-breakpoint
CREATE INDEX "inspection_ending" ON "inspection" USING btree ("deadline_at","root_id") WHERE status not in ('running', 'paused', 'settled', 'cancelled', 'failed');--> statement-breakpoint
CREATE INDEX "context_open_newest" ON "buyer_context" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE parent_id is null and phase not in ('settled', 'cancelled', 'failed');--> statement-breakpoint
CREATE INDEX "context_open_budget" ON "buyer_context" USING btree ("budget_micros" DESC NULLS FIRST,"id") WHERE parent_id is null and phase not in ('settled', 'cancelled', 'failed');--> statement-breakpoint
CREATE INDEX "context_settled_newest" ON "buyer_context" USING btree ("ended_at" DESC NULLS FIRST,"id") WHERE parent_id is null and phase = 'settled' and ended_at is not null;--> statement-breakpoint
CREATE INDEX "context_roots_newest" ON "buyer_context" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE parent_id is null;