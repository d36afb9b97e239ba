ALTER TYPE "public"."bot_silence" ADD VALUE 'asker-cap' BEFORE 'token-cap';--> statement-breakpoint
CREATE TABLE "corpus_probe" (
	"bot_id" text NOT NULL,
	"asker_id" text NOT NULL,
	"day" text NOT NULL,
	"terms" text[] NOT NULL,
	CONSTRAINT "corpus_probe_bot_id_asker_id_day_pk" PRIMARY KEY("bot_id","asker_id","day")
);
--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "fit_min" double precision DEFAULT 0.3 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "names_documents" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus_probe" ADD CONSTRAINT "corpus_probe_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_probe" ADD CONSTRAINT "corpus_probe_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A BM25 score, which said nothing about how well a passage fits: no value of it has a meaning any more.
ALTER TABLE "bot" DROP COLUMN "score_min";