CREATE TABLE "laid_out_text" (
	"id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"prose" jsonb NOT NULL
);
