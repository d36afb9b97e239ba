CREATE TABLE "site_decision" (
	"site_id" text NOT NULL,
	"context_id" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_decision_site_id_context_id_pk" PRIMARY KEY("site_id","context_id")
);
--> statement-breakpoint
CREATE TABLE "site_owner" (
	"site_id" text NOT NULL,
	"person_id" text NOT NULL,
	"token" text NOT NULL,
	"way" text,
	"proven_at" timestamp (3) with time zone,
	"valid_until" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"failure" text,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_owner_site_id_person_id_pk" PRIMARY KEY("site_id","person_id"),
	CONSTRAINT "site_owner_token_unique" UNIQUE("token"),
	CONSTRAINT "site_owner_proven" CHECK (("site_owner"."proven_at" is null) = ("site_owner"."valid_until" is null) and ("site_owner"."proven_at" is null) = ("site_owner"."way" is null))
);
--> statement-breakpoint
CREATE TABLE "site" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"accent" text,
	"theme" text DEFAULT 'auto' NOT NULL,
	"moderated_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_host_unique" UNIQUE("host"),
	CONSTRAINT "site_accent" CHECK ("site"."accent" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
ALTER TABLE "site_decision" ADD CONSTRAINT "site_decision_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_decision" ADD CONSTRAINT "site_decision_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_owner" ADD CONSTRAINT "site_owner_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_owner" ADD CONSTRAINT "site_owner_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_owner_person" ON "site_owner" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "site_owner_due" ON "site_owner" USING btree ("due_at") WHERE due_at is not null;