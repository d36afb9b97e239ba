CREATE TYPE "public"."account_mail_kind" AS ENUM('register', 'verify', 'reset', 'moved');--> statement-breakpoint
CREATE TABLE "account_mail" (
	"mail_id" text PRIMARY KEY NOT NULL,
	"kind" "account_mail_kind" NOT NULL,
	"email" text NOT NULL,
	"person_id" text,
	"name" text,
	"handle" text,
	"path" text,
	"digest" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_mail_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"user_id" text NOT NULL,
	"digest" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_device_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"digest" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "subject" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "account_mail" ADD CONSTRAINT "account_mail_mail_id_mail_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_mail" ADD CONSTRAINT "account_mail_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mail_expires" ON "account_mail" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "account_mail_person" ON "account_mail" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "known_device_digest" ON "known_device" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expires" ON "passkey_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");