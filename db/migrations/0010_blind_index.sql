ALTER TABLE "corpus_document" ALTER COLUMN "name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus_document" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus_passage" ALTER COLUMN "section" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "corpus_document" ADD COLUMN "label_key_id" text;--> statement-breakpoint
ALTER TABLE "corpus_document" ADD COLUMN "label_sealed" text;--> statement-breakpoint
ALTER TABLE "corpus_document" ADD COLUMN "index_version" integer DEFAULT 0 NOT NULL;