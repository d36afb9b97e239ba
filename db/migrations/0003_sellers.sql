CREATE TYPE "public"."mail_state" AS ENUM('queued', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."notice_event" AS ENUM('question.matched', 'offer.read', 'offer.bought', 'offer.passed', 'bot.paused', 'question.offered', 'question.paused', 'question.settled');--> statement-breakpoint
CREATE TYPE "public"."notice_topic" AS ENUM('matches', 'readings', 'sales', 'bots', 'questions');--> statement-breakpoint
CREATE TYPE "public"."bot_audience" AS ENUM('everyone', 'only', 'except');--> statement-breakpoint
CREATE TYPE "public"."bot_pause_reason" AS ENUM('not-live', 'owner', 'failures', 'dead-address');--> statement-breakpoint
CREATE TYPE "public"."bot_silence" AS ENUM('nothing-to-say', 'over-budget', 'closed', 'duplicate', 'day-cap', 'token-cap', 'too-late', 'paused');--> statement-breakpoint
CREATE TYPE "public"."delivery_state" AS ENUM('queued', 'delivered', 'failed', 'given-up');--> statement-breakpoint
CREATE TYPE "public"."document_state" AS ENUM('waiting', 'reading', 'ready', 'failed');--> statement-breakpoint
CREATE TYPE "public"."price_rule" AS ENUM('fixed', 'chosen', 'per-document', 'per-length');--> statement-breakpoint
ALTER TYPE "public"."bot_kind" ADD VALUE 'corpus';--> statement-breakpoint
ALTER TYPE "public"."bot_kind" ADD VALUE 'webhook';--> statement-breakpoint
ALTER TYPE "public"."bot_run_state" ADD VALUE 'awaited' BEFORE 'answered';--> statement-breakpoint
CREATE TABLE "inbox_item" (
	"person_id" text NOT NULL,
	"context_id" text NOT NULL,
	"matcher_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"ignored_at" timestamp (3) with time zone,
	CONSTRAINT "inbox_item_person_id_context_id_pk" PRIMARY KEY("person_id","context_id")
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"state" "mail_state" DEFAULT 'queued' NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notice_progress" (
	"root_id" text PRIMARY KEY NOT NULL,
	"seq" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_switch" (
	"person_id" text NOT NULL,
	"topic" "notice_topic" NOT NULL,
	"on_site" boolean NOT NULL,
	"by_mail" boolean NOT NULL,
	CONSTRAINT "notice_switch_person_id_topic_pk" PRIMARY KEY("person_id","topic")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"event" "notice_event" NOT NULL,
	"cause" text NOT NULL,
	"context_id" text,
	"offer_id" text,
	"bot_id" text,
	"count" integer DEFAULT 1 NOT NULL,
	"amount_micros" bigint,
	"reason" "verdict_reason",
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bot_day" (
	"bot_id" text NOT NULL,
	"day" text NOT NULL,
	"offers" integer DEFAULT 0 NOT NULL,
	"prompt_tokens" integer DEFAULT 0 NOT NULL,
	"completion_tokens" integer DEFAULT 0 NOT NULL,
	"cost_micro_usd" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "bot_day_bot_id_day_pk" PRIMARY KEY("bot_id","day")
);
--> statement-breakpoint
CREATE TABLE "corpus_document" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"price_micros" bigint,
	"state" "document_state" DEFAULT 'waiting' NOT NULL,
	"failure" text,
	"passages_done" integer DEFAULT 0 NOT NULL,
	"passages_total" integer,
	"terms_total" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "corpus_passage" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"document_id" text NOT NULL,
	"position" integer NOT NULL,
	"section" text NOT NULL,
	"words" integer NOT NULL,
	"length" integer NOT NULL,
	"terms" "tsvector" NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"embedding_key_id" text,
	"embedding_sealed" text
);
--> statement-breakpoint
CREATE TABLE "corpus_term" (
	"bot_id" text NOT NULL,
	"term" text NOT NULL,
	"passages" integer NOT NULL,
	CONSTRAINT "corpus_term_bot_id_term_pk" PRIMARY KEY("bot_id","term")
);
--> statement-breakpoint
CREATE TABLE "corpus_upload" (
	"document_id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "draft_judgement" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"context_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"bot_run_id" text,
	"state" "delivery_state" DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"http_status" integer,
	"failure" text,
	"duration_ms" integer,
	"reply_bytes" integer,
	"next_try_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_try_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret_key_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"old_secret_key_id" text,
	"old_secret_sealed" text,
	"old_secret_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "matcher" ALTER COLUMN "bot_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "bot_run_id" text;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "bot_run" ADD COLUMN "silence" "bot_silence";--> statement-breakpoint
ALTER TABLE "bot_run" ADD COLUMN "prompt_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_run" ADD COLUMN "completion_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_run" ADD COLUMN "cost_micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "about" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "price_rule" "price_rule" DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "price_micros_min" bigint;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "price_micros_max" bigint;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "audience" "bot_audience" DEFAULT 'everyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "audience_people" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "offers_per_day_max" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "offers_per_context_max" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "tokens_per_day_max" integer DEFAULT 200000 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "model_name" text;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "model_base_url" text;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "model_key_id" text;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "model_key_sealed" text;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "input_micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "output_micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "score_min" double precision DEFAULT 0.5 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "uses_embeddings" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "paused_for" "bot_pause_reason";--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "person_id" text;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "any_of" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "all_of" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "none_of" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "page_prefixes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "decisions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "inspected_percent_min" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "bought_percent_min" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "age_hours_max" integer;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_matcher_id_matcher_id_fk" FOREIGN KEY ("matcher_id") REFERENCES "public"."matcher"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_switch" ADD CONSTRAINT "notice_switch_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_day" ADD CONSTRAINT "bot_day_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_document" ADD CONSTRAINT "corpus_document_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_passage" ADD CONSTRAINT "corpus_passage_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_passage" ADD CONSTRAINT "corpus_passage_document_id_corpus_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."corpus_document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_term" ADD CONSTRAINT "corpus_term_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_upload" ADD CONSTRAINT "corpus_upload_document_id_corpus_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."corpus_document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_judgement" ADD CONSTRAINT "draft_judgement_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_bot_run_id_bot_run_id_fk" FOREIGN KEY ("bot_run_id") REFERENCES "public"."bot_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_item_newest" ON "inbox_item" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "inbox_item_context" ON "inbox_item" USING btree ("context_id");--> statement-breakpoint
CREATE INDEX "inbox_item_matcher" ON "inbox_item" USING btree ("matcher_id");--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_open_cause" ON "notice" USING btree ("person_id","cause") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notice_newest" ON "notice" USING btree ("person_id","changed_at");--> statement-breakpoint
CREATE INDEX "corpus_document_bot" ON "corpus_document" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "corpus_passage_place" ON "corpus_passage" USING btree ("document_id","position");--> statement-breakpoint
CREATE INDEX "corpus_passage_bot" ON "corpus_passage" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "corpus_passage_terms" ON "corpus_passage" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "draft_judgement_person" ON "draft_judgement" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_bot" ON "webhook_delivery" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_run" ON "webhook_delivery" USING btree ("bot_run_id");--> statement-breakpoint
ALTER TABLE "matcher" ADD CONSTRAINT "matcher_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_bot" ON "info_offer" USING btree ("bot_id","created_at") WHERE bot_id is not null;--> statement-breakpoint
CREATE INDEX "offer_bot_run" ON "info_offer" USING btree ("bot_run_id") WHERE bot_run_id is not null;--> statement-breakpoint
CREATE INDEX "bot_run_newest" ON "bot_run" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE INDEX "matcher_anchor_matcher" ON "matcher_anchor" USING btree ("matcher_id");--> statement-breakpoint
CREATE INDEX "matcher_person" ON "matcher" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "bot" ADD CONSTRAINT "bot_price_bounds" CHECK ("bot"."price_micros_min" <= "bot"."price_micros_max");--> statement-breakpoint
ALTER TABLE "matcher" ADD CONSTRAINT "matcher_of_one" CHECK (("matcher"."bot_id" is null) <> ("matcher"."person_id" is null));--> statement-breakpoint
UPDATE "matcher" SET "any_of" = "keywords";--> statement-breakpoint
UPDATE "info_offer" SET "bot_run_id" = "bot_run"."id" FROM "bot_run" WHERE "bot_run"."offer_id" = "info_offer"."id";--> statement-breakpoint
UPDATE "bot" SET "paused_for" = CASE WHEN "failures" >= 3 THEN 'failures'::bot_pause_reason ELSE 'owner'::bot_pause_reason END WHERE "is_paused";--> statement-breakpoint
ALTER TABLE "bot_run" DROP COLUMN "offer_id";--> statement-breakpoint
ALTER TABLE "matcher" DROP COLUMN "keywords";--> statement-breakpoint
-- Until now every matcher was a bot's and every anchor a word.
ALTER TABLE "matcher_anchor" DROP CONSTRAINT "matcher_anchor_term_matcher_id_pk";--> statement-breakpoint
ALTER TABLE "matcher_anchor" ADD COLUMN "is_bots" boolean;--> statement-breakpoint
ALTER TABLE "matcher_anchor" ADD COLUMN "also" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher_anchor" ADD COLUMN "budget_micros_min" bigint;--> statement-breakpoint
UPDATE "matcher_anchor" SET "term" = 'w:' || "term", "is_bots" = true, "budget_micros_min" = "matcher"."budget_micros_min" FROM "matcher" WHERE "matcher"."id" = "matcher_anchor"."matcher_id";--> statement-breakpoint
ALTER TABLE "matcher_anchor" ALTER COLUMN "is_bots" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher_anchor" ALTER COLUMN "budget_micros_min" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "matcher_anchor" ADD CONSTRAINT "matcher_anchor_pk" PRIMARY KEY("term","is_bots","also","budget_micros_min","matcher_id");
