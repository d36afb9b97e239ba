import { performance } from 'node:perf_hooks'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '@/db/client'
import { contexts, offers, purchases, users } from '@/db/schema'
import { BOTS } from '@/db/seed/bots'
import { GAMES } from '@/db/seed/games'
import { PEOPLE } from '@/db/seed/people'
import { STORIES } from '@/db/seed/stories'
import type { Deps } from '../deps'
import type { WaitingJob } from '../jobs/memory-queue'
import { employ, join } from './demo-people'
import { playStories } from './play'

/** People and bots are there a day before the first question is asked. */
const HOURS_BEFORE = 24
const MS_PER_HOUR = 3_600_000

/**
 * Fills the market with the demo, once: people, bots, and three weeks of questions, played through the market's own
 * functions and the real engine with the built-in inspector. Everything is written in one transaction, so a start that is
 * interrupted leaves nothing behind and the next one does it again; two processes that start at once wait for each other.
 *
 * A market whose demo cannot be made still opens, without it: the reason is logged.
 */
export async function seedDemoOnce(deps: Deps): Promise<void> {
  if (await isSeeded(deps.db)) return
  const began = performance.now()
  try {
    const counts = await deps.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo.seed', 0))`)
      return (await isSeeded(tx)) ? null : seed(deps, tx)
    })
    if (counts)
      deps.log.info(
        { ...counts, milliseconds: Math.round(performance.now() - began) },
        'made the demo market',
      )
  } catch (error) {
    deps.log.error({ err: error }, 'the demo market could not be made')
  }
}

async function isSeeded(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.isDemo, true)).limit(1)
  return found.length > 0
}

async function seed(deps: Deps, tx: Tx) {
  const first = Math.max(...STORIES.map((story) => story.askedHoursAgo))
  const startsAt = new Date(deps.clock.now().getTime() - (first + HOURS_BEFORE) * MS_PER_HOUR)
  const later = await playStories(
    { ...deps, db: tx },
    { stories: STORIES, games: GAMES },
    startsAt,
    async (stage) => {
      for (const person of PEOPLE) await join(stage, person)
      for (const [index, bot] of BOTS.entries()) await employ(stage, bot, `demo-bot-${index + 1}`)
    },
  )
  await handOver(deps, tx, later)
  return {
    people: PEOPLE.length,
    bots: BOTS.length,
    questions: STORIES.length,
    contexts: await tx.$count(contexts),
    offers: await tx.$count(offers),
    purchases: await tx.$count(purchases),
  }
}

/** Deadlines and waits of questions that are still open go on in the real queue. */
async function handOver(deps: Deps, tx: Tx, later: readonly WaitingJob[]): Promise<void> {
  const advances = later.flatMap((job) => (job.name === 'inspection.advance' ? [job] : []))
  const open = await tx
    .select({ id: contexts.id })
    .from(contexts)
    .where(inArray(contexts.phase, ['collecting', 'inspecting', 'waiting']))
  const openIds = new Set(open.map((context) => context.id))
  for (const { name, payload, startAfter } of advances) {
    if (openIds.has(payload.contextId)) await deps.jobs.enqueue(tx, name, [payload], startAfter ?? undefined)
  }
}
