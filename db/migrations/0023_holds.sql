ALTER TYPE "public"."cluster_cause" ADD VALUE 'device' BEFORE 'ring';--> statement-breakpoint
CREATE INDEX "audit_row_delegate" ON "audit_row" USING btree ("actor_id","at") WHERE "audit_row"."actor_kind" in ('bot', 'key');--> statement-breakpoint
CREATE INDEX "known_address_digest" ON "known_address" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "person_cluster_cluster" ON "person_cluster" USING btree ("cluster");