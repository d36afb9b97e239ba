CREATE TYPE "public"."cluster_cause" AS ENUM('address', 'ring');--> statement-breakpoint
ALTER TYPE "public"."ledger_account_kind" ADD VALUE 'allowance';--> statement-breakpoint
ALTER TYPE "public"."ledger_transfer_kind" ADD VALUE 'lapse';--> statement-breakpoint
CREATE TABLE "person_cluster" (
	"person_id" text PRIMARY KEY NOT NULL,
	"cluster" text NOT NULL,
	"cause" "cluster_cause" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "allowance_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "person_cluster" ADD CONSTRAINT "person_cluster_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;