ALTER TYPE "public"."notice_event" ADD VALUE 'claim.about-you' BEFORE 'question.raised';--> statement-breakpoint
CREATE TABLE "claim_reply" (
	"id" text PRIMARY KEY NOT NULL,
	"root_id" text NOT NULL,
	"author_id" text NOT NULL,
	"standing" text NOT NULL,
	"host" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "claim_reply_of_site" CHECK (("claim_reply"."standing" = 'site') = ("claim_reply"."host" <> ''))
);
--> statement-breakpoint
CREATE TABLE "claim_reply_revision" (
	"reply_id" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "claim_reply_revision_reply_id_number_pk" PRIMARY KEY("reply_id","number")
);
--> statement-breakpoint
CREATE TABLE "claim_subject" (
	"root_id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"named_by_id" text NOT NULL,
	"is_by_moderator" boolean NOT NULL,
	"named_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "claim_reply" ADD CONSTRAINT "claim_reply_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_reply" ADD CONSTRAINT "claim_reply_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_reply_revision" ADD CONSTRAINT "claim_reply_revision_reply_id_claim_reply_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."claim_reply"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_subject" ADD CONSTRAINT "claim_subject_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_subject" ADD CONSTRAINT "claim_subject_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_subject" ADD CONSTRAINT "claim_subject_named_by_id_users_id_fk" FOREIGN KEY ("named_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_reply_once" ON "claim_reply" USING btree ("root_id","author_id");--> statement-breakpoint
CREATE INDEX "claim_reply_author" ON "claim_reply" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "claim_subject_person" ON "claim_subject" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "claim_subject_named_by" ON "claim_subject" USING btree ("named_by_id","named_at");