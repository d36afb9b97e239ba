ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
-- Of people who sign in through a provider only e-mails were kept that the provider had verified.
UPDATE "users" SET "email_verified_at" = "created_at" WHERE "email" IS NOT NULL AND EXISTS (SELECT 1 FROM "auth_account" WHERE "auth_account"."user_id" = "users"."id");
