CREATE TABLE "oauth_record" (
	"model" text NOT NULL,
	"digest" text NOT NULL,
	"payload" jsonb NOT NULL,
	"access_id" text,
	"grant_digest" text,
	"expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_record_model_digest_pk" PRIMARY KEY("model","digest")
);
--> statement-breakpoint
ALTER TABLE "access_key" ALTER COLUMN "digest" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "access_key" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "access_key" ADD COLUMN "client_host" text;--> statement-breakpoint
ALTER TABLE "oauth_record" ADD CONSTRAINT "oauth_record_access_id_access_key_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."access_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_record_key" ON "oauth_record" USING btree ("access_id") WHERE access_id is not null;--> statement-breakpoint
CREATE INDEX "oauth_record_grant" ON "oauth_record" USING btree ("grant_digest") WHERE grant_digest is not null;--> statement-breakpoint
CREATE INDEX "oauth_record_end" ON "oauth_record" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "access_key_program" ON "access_key" USING btree ("person_id","client_id") WHERE client_id is not null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "access_key_client_id" ON "access_key" USING btree ("client_id") WHERE client_id is not null;--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_opens" CHECK (("access_key"."digest" is null) = ("access_key"."client_id" is not null));--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_client" CHECK (("access_key"."client_id" is null) = ("access_key"."client_host" is null));