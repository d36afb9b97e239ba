CREATE TYPE "public"."licence" AS ENUM('asker', 'quotable', 'resale');--> statement-breakpoint
CREATE TABLE "publication" (
	"root_id" text NOT NULL,
	"number" integer NOT NULL,
	"revision" integer NOT NULL,
	"verdict" text NOT NULL,
	"lead" text NOT NULL,
	"markdown" text NOT NULL,
	"withheld" integer NOT NULL,
	"quoted" text[] NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"taken_back_at" timestamp (3) with time zone,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english', verdict), 'A') || setweight(to_tsvector('english', lead), 'A') || setweight(to_tsvector('english', markdown), 'B')) STORED,
	CONSTRAINT "publication_root_id_number_pk" PRIMARY KEY("root_id","number"),
	CONSTRAINT "publication_withheld" CHECK ("publication"."withheld" >= 0),
	CONSTRAINT "publication_taken_back" CHECK ("publication"."taken_back_at" is null or ("publication"."ended_at" is not null and "publication"."verdict" = '' and "publication"."lead" = '' and "publication"."markdown" = '' and "publication"."quoted" = '{}'))
);
--> statement-breakpoint
ALTER TABLE "inspection" ADD COLUMN "publish_when_done" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "licence" "licence" DEFAULT 'asker' NOT NULL;--> statement-breakpoint
ALTER TABLE "info_offer" ADD COLUMN "resale_micros" bigint;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "licence" "licence" DEFAULT 'asker' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "licence" "licence" DEFAULT 'asker' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot" ADD COLUMN "resale_micros" bigint;--> statement-breakpoint
ALTER TABLE "publication" ADD CONSTRAINT "publication_root_id_revision_answer_root_id_revision_fk" FOREIGN KEY ("root_id","revision") REFERENCES "public"."answer"("root_id","revision") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "publication_standing" ON "publication" USING btree ("root_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "publication_newest" ON "publication" USING btree ("published_at","root_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "publication_search" ON "publication" USING gin ("search") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "info_offer" ADD CONSTRAINT "offer_resale_price" CHECK (("info_offer"."licence" = 'resale') = ("info_offer"."resale_micros" is not null) and "info_offer"."resale_micros" > 0);--> statement-breakpoint
ALTER TABLE "bot" ADD CONSTRAINT "bot_resale_price" CHECK (("bot"."licence" = 'resale') = ("bot"."resale_micros" is not null) and "bot"."resale_micros" > 0);