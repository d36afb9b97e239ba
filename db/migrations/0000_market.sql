CREATE TYPE "public"."mail_state" AS ENUM('queued', 'sent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."notice_event" AS ENUM('question.matched', 'offer.read', 'offer.bought', 'offer.passed', 'bot.paused', 'question.offered', 'question.paused', 'question.settled', 'question.cancelled');--> statement-breakpoint
CREATE TYPE "public"."notice_topic" AS ENUM('matches', 'readings', 'sales', 'bots', 'questions');--> statement-breakpoint
CREATE TYPE "public"."inspection_status" AS ENUM('collecting', 'running', 'paused', 'settled', 'cancelled', 'failed');--> statement-breakpoint
CREATE TYPE "public"."start_rule" AS ENUM('manual', 'now', 'quorum', 'deadline');--> statement-breakpoint
CREATE TYPE "public"."step_state" AS ENUM('claimed', 'waiting', 'done', 'dropped');--> statement-breakpoint
CREATE TYPE "public"."ledger_account_kind" AS ENUM('user', 'escrow', 'issuance', 'fees');--> statement-breakpoint
CREATE TYPE "public"."ledger_transfer_kind" AS ENUM('grant', 'hold', 'carve', 'purchase', 'fee', 'release', 'refund');--> statement-breakpoint
CREATE TYPE "public"."ask_kind" AS ENUM('verify', 'exception', 'source', 'compare', 'context');--> statement-breakpoint
CREATE TYPE "public"."context_kind" AS ENUM('root', 'inspection', 'follow-up');--> statement-breakpoint
CREATE TYPE "public"."context_phase" AS ENUM('collecting', 'inspecting', 'waiting', 'settled', 'cancelled', 'failed');--> statement-breakpoint
CREATE TYPE "public"."decision_kind" AS ENUM('open', 'choice', 'belief');--> statement-breakpoint
CREATE TYPE "public"."offer_state" AS ENUM('open', 'withdrawn', 'bought', 'passed');--> statement-breakpoint
CREATE TYPE "public"."purchase_way" AS ENUM('inspected', 'unseen');--> statement-breakpoint
CREATE TYPE "public"."verdict_reason" AS ENUM('worth-its-price', 'decisive', 'corroborates', 'irrelevant', 'too-expensive', 'redundant', 'unconvincing', 'contradicted', 'misleading-teaser', 'over-budget', 'not-read', 'no-verdict', 'needs-check');--> statement-breakpoint
CREATE TYPE "public"."bot_audience" AS ENUM('everyone', 'only', 'except');--> statement-breakpoint
CREATE TYPE "public"."bot_kind" AS ENUM('fixed', 'llm', 'corpus', 'webhook');--> statement-breakpoint
CREATE TYPE "public"."bot_pause_reason" AS ENUM('not-live', 'owner', 'failures', 'dead-address');--> statement-breakpoint
CREATE TYPE "public"."bot_run_state" AS ENUM('queued', 'awaited', 'answered', 'silent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."bot_silence" AS ENUM('nothing-to-say', 'over-budget', 'closed', 'duplicate', 'day-cap', 'token-cap', 'too-late', 'paused');--> statement-breakpoint
CREATE TYPE "public"."delivery_state" AS ENUM('queued', 'delivered', 'failed', 'given-up');--> statement-breakpoint
CREATE TYPE "public"."document_state" AS ENUM('waiting', 'reading', 'ready', 'failed');--> statement-breakpoint
CREATE TYPE "public"."matcher_scope" AS ENUM('roots', 'sub-contexts', 'both');--> statement-breakpoint
CREATE TYPE "public"."price_rule" AS ENUM('fixed', 'chosen', 'per-document', 'per-length');--> statement-breakpoint
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
CREATE TABLE "answer" (
	"root_id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"citations" text[] NOT NULL,
	"trail" jsonb NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision" (
	"root_id" text PRIMARY KEY NOT NULL,
	"buyer_id" text NOT NULL,
	"option" integer,
	"percent" integer,
	"note" text DEFAULT '' NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "decision_percent" CHECK ("decision"."percent" is null or "decision"."percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "inspection_event" (
	"root_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"type" text NOT NULL,
	"context_id" text NOT NULL,
	"offer_id" text,
	"amount_micros" bigint,
	"round" integer,
	"code" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inspection_event_root_id_seq_pk" PRIMARY KEY("root_id","seq")
);
--> statement-breakpoint
CREATE TABLE "inspection_step" (
	"context_id" text NOT NULL,
	"round" integer NOT NULL,
	"root_id" text NOT NULL,
	"state" "step_state" NOT NULL,
	"attempt" integer NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"shown" jsonb NOT NULL,
	"seed" bigint NOT NULL,
	"inspector_name" text NOT NULL,
	"prompt_tokens" integer DEFAULT 0 NOT NULL,
	"completion_tokens" integer DEFAULT 0 NOT NULL,
	"milliseconds" integer,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "inspection_step_context_id_round_pk" PRIMARY KEY("context_id","round")
);
--> statement-breakpoint
CREATE TABLE "inspection" (
	"root_id" text PRIMARY KEY NOT NULL,
	"status" "inspection_status" DEFAULT 'collecting' NOT NULL,
	"policy" jsonb NOT NULL,
	"start_rule" "start_rule" NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"chosen_offers" text[],
	"is_tree_public" boolean DEFAULT false NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"tree_contexts" integer DEFAULT 1 NOT NULL,
	"tokens_used" bigint DEFAULT 0 NOT NULL,
	"token_cap" bigint NOT NULL,
	"model_calls" integer DEFAULT 0 NOT NULL,
	"inspector_name" text DEFAULT '' NOT NULL,
	"paused_for" text,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "inspection_tree_not_empty" CHECK ("inspection"."tree_contexts" > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_account" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" "ledger_account_kind" NOT NULL,
	"balance_micros" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_account_never_below_zero" CHECK ("ledger_account"."balance_micros" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_state" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"frozen_reason" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_state_one_row" CHECK ("ledger_state"."id")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfer" (
	"seq" bigserial NOT NULL,
	"id" text NOT NULL,
	"key" text PRIMARY KEY NOT NULL,
	"kind" "ledger_transfer_kind" NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"amount_micros" bigint NOT NULL,
	"from_balance_micros" bigint,
	"to_balance_micros" bigint,
	"from_version" bigint,
	"to_version" bigint,
	"context_id" text,
	"root_id" text,
	"offer_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transfer_id_of_key" CHECK ("ledger_transfer"."id" = 'xfr_' || "ledger_transfer"."key"),
	CONSTRAINT "ledger_transfer_above_zero" CHECK ("ledger_transfer"."amount_micros" > 0),
	CONSTRAINT "ledger_transfer_two_accounts" CHECK ("ledger_transfer"."from_account" <> "ledger_transfer"."to_account")
);
--> statement-breakpoint
CREATE TABLE "context_about" (
	"context_id" text NOT NULL,
	"offer_id" text NOT NULL,
	CONSTRAINT "context_about_context_id_offer_id_pk" PRIMARY KEY("context_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "context_revision" (
	"context_id" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "context_revision_context_id_version_pk" PRIMARY KEY("context_id","version")
);
--> statement-breakpoint
CREATE TABLE "context_terms" (
	"context_id" text PRIMARY KEY NOT NULL,
	"terms" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "buyer_context" (
	"id" text PRIMARY KEY NOT NULL,
	"root_id" text NOT NULL,
	"parent_id" text,
	"level" integer NOT NULL,
	"kind" "context_kind" NOT NULL,
	"buyer_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"decision" "decision_kind" NOT NULL,
	"options" text[] DEFAULT '{}' NOT NULL,
	"claim" text DEFAULT '' NOT NULL,
	"pages" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"budget_micros" bigint NOT NULL,
	"ask_kind" "ask_kind",
	"is_sealed" boolean DEFAULT false NOT NULL,
	"phase" "context_phase" DEFAULT 'collecting' NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"children_opened" integer DEFAULT 0 NOT NULL,
	"open_children" integer DEFAULT 0 NOT NULL,
	"is_matched" boolean DEFAULT false NOT NULL,
	"bots_pending" integer DEFAULT 0 NOT NULL,
	"bots_until" timestamp (3) with time zone NOT NULL,
	"people_until" timestamp (3) with time zone,
	"quorum" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"inspected_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', claim), 'A') || setweight(to_tsvector('english', body), 'B')) STORED,
	CONSTRAINT "context_budget_above_zero" CHECK ("buyer_context"."budget_micros" > 0),
	CONSTRAINT "context_children_not_negative" CHECK ("buyer_context"."open_children" >= 0 and "buyer_context"."bots_pending" >= 0)
);
--> statement-breakpoint
CREATE TABLE "offer_private" (
	"offer_id" text NOT NULL,
	"version" integer NOT NULL,
	"key_id" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	CONSTRAINT "offer_private_offer_id_version_pk" PRIMARY KEY("offer_id","version")
);
--> statement-breakpoint
CREATE TABLE "info_offer" (
	"id" text PRIMARY KEY NOT NULL,
	"context_id" text NOT NULL,
	"root_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"bot_id" text,
	"bot_run_id" text,
	"teaser" text NOT NULL,
	"price_micros" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" "offer_state" DEFAULT 'open' NOT NULL,
	"reason" "verdict_reason",
	"private_words" integer NOT NULL,
	"content_hash" text,
	"first_read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "offer_price_above_zero" CHECK ("info_offer"."price_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "purchase" (
	"id" text PRIMARY KEY NOT NULL,
	"offer_id" text NOT NULL,
	"offer_version" integer NOT NULL,
	"context_id" text NOT NULL,
	"root_id" text NOT NULL,
	"buyer_id" text NOT NULL,
	"seller_id" text NOT NULL,
	"price_micros" bigint NOT NULL,
	"fee_micros" bigint NOT NULL,
	"way" "purchase_way" NOT NULL,
	"quotes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_key" (
	"user_id" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"input_hash" text NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_key_user_id_route_key_pk" PRIMARY KEY("user_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "auth_account" (
	"provider" text NOT NULL,
	"provider_account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_account_provider_provider_account_id_pk" PRIMARY KEY("provider","provider_account_id")
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	"name" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"email" text,
	"password_hash" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "bot_run" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"context_id" text NOT NULL,
	"state" "bot_run_state" DEFAULT 'queued' NOT NULL,
	"silence" "bot_silence",
	"failure" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"prompt_tokens" integer DEFAULT 0 NOT NULL,
	"completion_tokens" integer DEFAULT 0 NOT NULL,
	"cost_micro_usd" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bot" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" "bot_kind" NOT NULL,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"teaser" text DEFAULT '' NOT NULL,
	"knowledge_key_id" text NOT NULL,
	"knowledge_sealed" text NOT NULL,
	"price_rule" "price_rule" DEFAULT 'fixed' NOT NULL,
	"price_micros" bigint NOT NULL,
	"price_micros_min" bigint,
	"price_micros_max" bigint,
	"audience" "bot_audience" DEFAULT 'everyone' NOT NULL,
	"audience_people" text[] DEFAULT '{}' NOT NULL,
	"offers_per_day_max" integer DEFAULT 200 NOT NULL,
	"offers_per_context_max" integer DEFAULT 1 NOT NULL,
	"tokens_per_day_max" integer DEFAULT 200000 NOT NULL,
	"model_name" text,
	"model_base_url" text,
	"model_embeddings" text,
	"model_key_id" text,
	"model_key_sealed" text,
	"input_micro_usd" bigint DEFAULT 0 NOT NULL,
	"output_micro_usd" bigint DEFAULT 0 NOT NULL,
	"score_min" double precision DEFAULT 0.5 NOT NULL,
	"uses_embeddings" boolean DEFAULT false NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"paused_for" "bot_pause_reason",
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "bot_removed_is_paused" CHECK ("bot"."removed_at" is null or "bot"."is_paused"),
	CONSTRAINT "bot_price_above_zero" CHECK ("bot"."price_micros" > 0),
	CONSTRAINT "bot_price_bounds" CHECK ("bot"."price_micros_min" <= "bot"."price_micros_max")
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
	"tries" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "matcher_anchor" (
	"term" text NOT NULL,
	"is_bots" boolean NOT NULL,
	"also" text DEFAULT '' NOT NULL,
	"budget_micros_min" bigint NOT NULL,
	"matcher_id" text NOT NULL,
	CONSTRAINT "matcher_anchor_pk" PRIMARY KEY("term","is_bots","also","budget_micros_min","matcher_id")
);
--> statement-breakpoint
CREATE TABLE "matcher" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text,
	"person_id" text,
	"name" text DEFAULT '' NOT NULL,
	"any_of" text[] DEFAULT '{}' NOT NULL,
	"all_of" text[] DEFAULT '{}' NOT NULL,
	"none_of" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"page_prefixes" text[] DEFAULT '{}' NOT NULL,
	"decisions" text[] DEFAULT '{}' NOT NULL,
	"scope" "matcher_scope" NOT NULL,
	"budget_micros_min" bigint DEFAULT 0 NOT NULL,
	"inspected_percent_min" integer DEFAULT 0 NOT NULL,
	"bought_percent_min" integer DEFAULT 0 NOT NULL,
	"age_hours_max" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "matcher_of_one" CHECK (("matcher"."bot_id" is null) <> ("matcher"."person_id" is null))
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
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_item" ADD CONSTRAINT "inbox_item_matcher_id_matcher_id_fk" FOREIGN KEY ("matcher_id") REFERENCES "public"."matcher"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_switch" ADD CONSTRAINT "notice_switch_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_step" ADD CONSTRAINT "inspection_step_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_about" ADD CONSTRAINT "context_about_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_revision" ADD CONSTRAINT "context_revision_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_terms" ADD CONSTRAINT "context_terms_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD CONSTRAINT "buyer_context_parent_id_buyer_context_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD CONSTRAINT "buyer_context_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_private" ADD CONSTRAINT "offer_private_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "info_offer_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "info_offer_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "info_offer_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_day" ADD CONSTRAINT "bot_day_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_run" ADD CONSTRAINT "bot_run_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot" ADD CONSTRAINT "bot_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_document" ADD CONSTRAINT "corpus_document_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_passage" ADD CONSTRAINT "corpus_passage_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_passage" ADD CONSTRAINT "corpus_passage_document_id_corpus_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."corpus_document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_term" ADD CONSTRAINT "corpus_term_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_upload" ADD CONSTRAINT "corpus_upload_document_id_corpus_document_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."corpus_document"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_judgement" ADD CONSTRAINT "draft_judgement_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matcher_anchor" ADD CONSTRAINT "matcher_anchor_matcher_id_matcher_id_fk" FOREIGN KEY ("matcher_id") REFERENCES "public"."matcher"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matcher" ADD CONSTRAINT "matcher_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matcher" ADD CONSTRAINT "matcher_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_bot_run_id_bot_run_id_fk" FOREIGN KEY ("bot_run_id") REFERENCES "public"."bot_run"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_item_newest" ON "inbox_item" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "inbox_item_context" ON "inbox_item" USING btree ("context_id");--> statement-breakpoint
CREATE INDEX "inbox_item_matcher" ON "inbox_item" USING btree ("matcher_id");--> statement-breakpoint
CREATE INDEX "mail_newest" ON "mail" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_open_cause" ON "notice" USING btree ("person_id","cause") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notice_newest" ON "notice" USING btree ("person_id","changed_at");--> statement-breakpoint
CREATE INDEX "inspection_step_lease" ON "inspection_step" USING btree ("lease_until") WHERE state in ('claimed', 'waiting');--> statement-breakpoint
CREATE INDEX "inspection_step_root" ON "inspection_step" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "inspection_status" ON "inspection" USING btree ("status","deadline_at");--> statement-breakpoint
CREATE INDEX "ledger_transfer_from" ON "ledger_transfer" USING btree ("from_account","seq");--> statement-breakpoint
CREATE INDEX "ledger_transfer_to" ON "ledger_transfer" USING btree ("to_account","seq");--> statement-breakpoint
CREATE INDEX "context_about_offer" ON "context_about" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "context_terms_terms" ON "context_terms" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "context_root" ON "buyer_context" USING btree ("root_id","level");--> statement-breakpoint
CREATE INDEX "context_parent" ON "buyer_context" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "context_roots_newest" ON "buyer_context" USING btree ("created_at" DESC NULLS LAST,"id") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "context_buyer" ON "buyer_context" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "context_search" ON "buyer_context" USING gin ("search") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "context_tags" ON "buyer_context" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "offer_context" ON "info_offer" USING btree ("context_id","created_at");--> statement-breakpoint
CREATE INDEX "offer_root" ON "info_offer" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "offer_seller" ON "info_offer" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "offer_bot" ON "info_offer" USING btree ("bot_id","created_at") WHERE bot_id is not null;--> statement-breakpoint
CREATE INDEX "offer_bot_run" ON "info_offer" USING btree ("bot_run_id") WHERE bot_run_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_offer_key" ON "purchase" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "purchase_root" ON "purchase" USING btree ("root_id","created_at");--> statement-breakpoint
CREATE INDEX "purchase_buyer" ON "purchase" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "purchase_seller" ON "purchase" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_handle_key" ON "users" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email") WHERE "users"."email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_run_once" ON "bot_run" USING btree ("bot_id","context_id");--> statement-breakpoint
CREATE INDEX "bot_run_context" ON "bot_run" USING btree ("context_id");--> statement-breakpoint
CREATE INDEX "bot_run_newest" ON "bot_run" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE INDEX "bot_owner" ON "bot" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "corpus_document_bot" ON "corpus_document" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "corpus_passage_place" ON "corpus_passage" USING btree ("document_id","position");--> statement-breakpoint
CREATE INDEX "corpus_passage_bot" ON "corpus_passage" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "corpus_passage_terms" ON "corpus_passage" USING gin ("terms");--> statement-breakpoint
CREATE INDEX "draft_judgement_person" ON "draft_judgement" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "matcher_anchor_matcher" ON "matcher_anchor" USING btree ("matcher_id");--> statement-breakpoint
CREATE INDEX "matcher_bot" ON "matcher" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "matcher_person" ON "matcher" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_bot" ON "webhook_delivery" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_run" ON "webhook_delivery" USING btree ("bot_run_id");--> statement-breakpoint

-- From here on: what drizzle cannot say.

-- Room on the page for the next version of a row: an offer is read, given a verdict and bought, an account changes with each
-- transfer, a context and its tree with every step. Without it every change writes to all indexes of the table.
ALTER TABLE "info_offer" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "ledger_account" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "buyer_context" SET (fillfactor = 60);--> statement-breakpoint
ALTER TABLE "inspection" SET (fillfactor = 60);--> statement-breakpoint

-- A search reads the terms of some thousand passages and the text of ten. With the text out of the way and the terms in the row
-- and not compressed, that takes a quarter of the time (100 000 passages).
ALTER TABLE "corpus_passage" ALTER COLUMN "terms" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "corpus_passage" ALTER COLUMN "ciphertext" SET STORAGE EXTERNAL;--> statement-breakpoint

-- The two accounts that are nobody's.
INSERT INTO "ledger_account" ("id", "kind") VALUES ('issuance', 'issuance'), ('fees', 'fees');
