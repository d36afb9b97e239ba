CREATE TYPE "public"."person_role" AS ENUM('person', 'moderator', 'operator');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" "person_role" DEFAULT 'person' NOT NULL;