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
CREATE TYPE "public"."bot_kind" AS ENUM('fixed', 'llm');--> statement-breakpoint
CREATE TYPE "public"."bot_run_state" AS ENUM('queued', 'answered', 'silent', 'failed');--> statement-breakpoint
CREATE TYPE "public"."matcher_scope" AS ENUM('roots', 'sub-contexts', 'both');--> statement-breakpoint
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
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
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
	"teaser" text NOT NULL,
	"price_micros" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" "offer_state" DEFAULT 'open' NOT NULL,
	"reason" "verdict_reason",
	"private_words" integer NOT NULL,
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
CREATE TABLE "bot_run" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"context_id" text NOT NULL,
	"state" "bot_run_state" DEFAULT 'queued' NOT NULL,
	"offer_id" text,
	"failure" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bot" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" "bot_kind" NOT NULL,
	"name" text NOT NULL,
	"teaser" text DEFAULT '' NOT NULL,
	"knowledge_key_id" text NOT NULL,
	"knowledge_sealed" text NOT NULL,
	"price_micros" bigint NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bot_price_above_zero" CHECK ("bot"."price_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "matcher_anchor" (
	"term" text NOT NULL,
	"matcher_id" text NOT NULL,
	CONSTRAINT "matcher_anchor_term_matcher_id_pk" PRIMARY KEY("term","matcher_id")
);
--> statement-breakpoint
CREATE TABLE "matcher" (
	"id" text PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"keywords" text[] NOT NULL,
	"scope" "matcher_scope" NOT NULL,
	"budget_micros_min" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_step" ADD CONSTRAINT "inspection_step_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection" ADD CONSTRAINT "inspection_root_id_buyer_context_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfer" ADD CONSTRAINT "ledger_transfer_from_account_ledger_account_id_fk" FOREIGN KEY ("from_account") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transfer" ADD CONSTRAINT "ledger_transfer_to_account_ledger_account_id_fk" FOREIGN KEY ("to_account") REFERENCES "public"."ledger_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_about" ADD CONSTRAINT "context_about_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "context_revision" ADD CONSTRAINT "context_revision_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD CONSTRAINT "buyer_context_parent_id_buyer_context_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_context" ADD CONSTRAINT "buyer_context_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_private" ADD CONSTRAINT "offer_private_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "info_offer_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "info_offer_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "info_offer_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_offer_id_info_offer_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."info_offer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_context_id_buyer_context_id_fk" FOREIGN KEY ("context_id") REFERENCES "public"."buyer_context"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_run" ADD CONSTRAINT "bot_run_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot" ADD CONSTRAINT "bot_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matcher_anchor" ADD CONSTRAINT "matcher_anchor_matcher_id_matcher_id_fk" FOREIGN KEY ("matcher_id") REFERENCES "public"."matcher"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matcher" ADD CONSTRAINT "matcher_bot_id_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspection_step_lease" ON "inspection_step" USING btree ("lease_until") WHERE state in ('claimed', 'waiting');--> statement-breakpoint
CREATE INDEX "inspection_step_root" ON "inspection_step" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "inspection_status" ON "inspection" USING btree ("status","deadline_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfer_key" ON "ledger_transfer" USING btree ("key");--> statement-breakpoint
CREATE INDEX "ledger_transfer_from" ON "ledger_transfer" USING btree ("from_account","seq");--> statement-breakpoint
CREATE INDEX "ledger_transfer_to" ON "ledger_transfer" USING btree ("to_account","seq");--> statement-breakpoint
CREATE INDEX "context_about_offer" ON "context_about" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "context_root" ON "buyer_context" USING btree ("root_id","level");--> statement-breakpoint
CREATE INDEX "context_parent" ON "buyer_context" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "context_roots_newest" ON "buyer_context" USING btree ("created_at" DESC NULLS LAST,"id") WHERE parent_id is null;--> statement-breakpoint
CREATE INDEX "context_buyer" ON "buyer_context" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "context_search" ON "buyer_context" USING gin ("search");--> statement-breakpoint
CREATE INDEX "context_tags" ON "buyer_context" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "offer_context" ON "info_offer" USING btree ("context_id","created_at");--> statement-breakpoint
CREATE INDEX "offer_root" ON "info_offer" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "offer_seller" ON "info_offer" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_offer_key" ON "purchase" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "purchase_root" ON "purchase" USING btree ("root_id","created_at");--> statement-breakpoint
CREATE INDEX "purchase_buyer" ON "purchase" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "purchase_seller" ON "purchase" USING btree ("seller_id","created_at");--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_handle_key" ON "users" USING btree ("handle");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email") WHERE "users"."email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bot_run_once" ON "bot_run" USING btree ("bot_id","context_id");--> statement-breakpoint
CREATE INDEX "bot_run_context" ON "bot_run" USING btree ("context_id");--> statement-breakpoint
CREATE INDEX "bot_owner" ON "bot" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "matcher_bot" ON "matcher" USING btree ("bot_id");