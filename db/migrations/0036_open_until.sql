DROP INDEX "inspection_ending";--> statement-breakpoint
CREATE INDEX "inspection_ending" ON "inspection" USING btree ("deadline_at","root_id") WHERE status not in ('settled', 'cancelled', 'failed');