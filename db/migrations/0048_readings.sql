CREATE TABLE "question_reading" (
	"context_id" text PRIMARY KEY NOT NULL,
	"readings" integer NOT NULL,
	CONSTRAINT "question_reading_above_zero" CHECK ("question_reading"."readings" > 0)
);
--> statement-breakpoint
ALTER TABLE "question_reading" ADD CONSTRAINT "question_reading_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "question_reading_most" ON "question_reading" USING btree ("readings" DESC NULLS FIRST,"context_id");