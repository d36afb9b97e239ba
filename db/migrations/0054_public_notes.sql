CREATE TABLE "note_rating" (
	"note_id" text NOT NULL,
	"person_id" text NOT NULL,
	"is_helpful" boolean NOT NULL,
	"reason" text NOT NULL,
	"rated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "note_rating_note_id_person_id_pk" PRIMARY KEY("note_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "public_note" (
	"id" text PRIMARY KEY NOT NULL,
	"root_id" text NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"intercept" double precision DEFAULT 0 NOT NULL,
	"ratings" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "public_note_ratings" CHECK ("public_note"."ratings" >= 0)
);
--> statement-breakpoint
ALTER TABLE "note_rating" ADD CONSTRAINT "note_rating_note_id_public_note_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."public_note"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_rating" ADD CONSTRAINT "note_rating_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_note" ADD CONSTRAINT "public_note_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_note" ADD CONSTRAINT "public_note_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_rating_person" ON "note_rating" USING btree ("person_id","rated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "public_note_once" ON "public_note" USING btree ("root_id","author_id");--> statement-breakpoint
CREATE INDEX "public_note_status" ON "public_note" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "public_note_author" ON "public_note" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "public_note_due" ON "public_note" USING btree ("due_at") WHERE due_at is not null;