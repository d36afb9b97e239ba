CREATE TABLE "trail_answer" (
	"root_id" text NOT NULL,
	"context_id" text NOT NULL,
	"round" integer NOT NULL,
	"written_as" text NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"citations" text[] NOT NULL,
	"written_by" text NOT NULL,
	CONSTRAINT "trail_answer_root_id_context_id_round_pk" PRIMARY KEY("root_id","context_id","round")
);
--> statement-breakpoint
ALTER TABLE "buyer_context" ADD COLUMN "answer_stage" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trail_answer" ADD CONSTRAINT "trail_answer_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD CONSTRAINT "context_answer_stage" CHECK ("buyer_context"."answer_stage" between 0 and 2);