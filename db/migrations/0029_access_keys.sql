CREATE TABLE "access_key" (
	"id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"hint" text NOT NULL,
	"person_id" text NOT NULL,
	"bot_id" text,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"spend_per_day_micros" bigint,
	"spend_per_question_micros" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "access_key_caps" CHECK (('spend' = any("access_key"."scopes")) = ("access_key"."spend_per_day_micros" is not null) and ('spend' = any("access_key"."scopes")) = ("access_key"."spend_per_question_micros" is not null))
);
--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_key" ADD CONSTRAINT "access_key_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_key_digest_key" ON "access_key" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "access_key_person" ON "access_key" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "access_key_bot" ON "access_key" USING btree ("bot_id") WHERE "access_key"."bot_id" is not null;