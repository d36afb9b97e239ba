CREATE TABLE "spending_day" (
	"actor" text NOT NULL,
	"day" text NOT NULL,
	"spent_micros" bigint NOT NULL,
	CONSTRAINT "spending_day_actor_day_pk" PRIMARY KEY("actor","day")
);
