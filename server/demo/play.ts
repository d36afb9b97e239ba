import { and, eq, isNull } from 'drizzle-orm'
import { answers, contexts, inspections, valuations } from '@/db/schema'
import type { SeedGame, SeedStory } from '@/db/seed/types'
import { createCrew } from '../crew'
import type { Deps } from '../deps'
import { requestCount } from '../inspection/step/count-value'
import { deliver, memoryQueue, type WaitingJob } from '../jobs/memory-queue'
import { unmetered } from '../llm/metered'
import { localBus } from '../realtime/bus'
import { countedIds } from '../shared/ids'
import { perform, type Scene } from './deeds'
import { askAs } from './demo-people'
import { playGame } from './play-games'
import { workedExampleModel } from './worked-example'

const MS_PER_HOUR = 3_600_000
/** Between two jobs on the seed's clock, so that a replay has seconds to show. */
const TICK_MS = 4_000

/** What happens in the demo, each at its time. */
type Played = { stories: readonly SeedStory[]; games: readonly SeedGame[] }

/** What the market's parts are given while the demo is played: a clock that moves, and a queue that waits for it. */
type Stage = { deps: Deps; waiting: WaitingJob[]; clock: ReturnType<typeof stageClock> }

/**
 * Plays stories and games in the order of their times, up to now: people act through the market's own functions, and every job
 * they cause runs at its time. Returns the jobs that are due later, for the real queue.
 *
 * `deps.db` must be a transaction of the caller: all of this commits together or not at all. Jobs therefore run one by one.
 *
 * @throws Error when something was logged as an error, or a deed finds nothing to act on: the content is wrong.
 */
export async function playStories(
  real: Deps,
  { stories, games }: Played,
  startsAt: Date,
  setUp: (deps: Deps) => Promise<void>,
): Promise<WaitingJob[]> {
  const until = real.clock.now()
  const faults: unknown[] = []
  const clock = stageClock(startsAt, until)
  const { jobs, waiting } = memoryQueue()
  const deps: Deps = {
    ...real,
    clock,
    jobs,
    ids: countedIds('demo'),
    bus: localBus(),
    // Its world is stated: nobody on the web is asked.
    pages: null,
    models: unmetered({ site: workedExampleModel, builtIn: workedExampleModel, isSiteBuiltIn: true }),
    // Its other methods ask for the logger itself.
    log: Object.assign(Object.create(real.log), { error: (fields: unknown) => faults.push(fields) }),
  }
  await setUp(deps)
  const stage: Stage = { deps, waiting, clock }
  // Inside one transaction steps must not overlap, and each is to have a moment of its own.
  const crew = createCrew(deps, { begins: false })
  for (const { at, run } of timeline(deps, { stories, games }, until)) {
    await runJobs(at)
    clock.forwardTo(at)
    await run()
  }
  await runJobs(until)
  return waiting

  async function runJobs(before: Date): Promise<void> {
    for (let job = takeNext(stage, before); job; job = takeNext(stage, before)) {
      if (job.startAfter) clock.forwardTo(job.startAfter)
      await deliver(crew.handlers, job)
      await crew.idle()
      if ('rootId' in job.payload) await countValue(deps, job.payload.rootId)
      if (faults.length > 0) throw new Error('Something was logged as an error', { cause: faults[0] })
      clock.forward(TICK_MS)
    }
  }
}

/** Askers of the demo have what each of their purchases was worth counted as soon as they have their answer, so that visitors see it. */
async function countValue(deps: Deps, rootId: string): Promise<void> {
  const [found] = await deps.db
    .select({ revision: answers.revision, buyerId: contexts.buyerId, trail: answers.trail })
    .from(answers)
    .innerJoin(contexts, and(eq(contexts.id, answers.rootId), eq(contexts.phase, 'settled')))
    .innerJoin(
      inspections,
      and(eq(inspections.rootId, answers.rootId), eq(inspections.answerRevision, answers.revision)),
    )
    .leftJoin(
      valuations,
      and(eq(valuations.rootId, answers.rootId), eq(valuations.revision, answers.revision)),
    )
    .where(and(eq(answers.rootId, rootId), isNull(valuations.rootId)))
  if (!found) return
  const { revision, buyerId, trail } = found
  const isCountable = trail.length > 1 && trail.at(-1)?.kind !== 'open'
  if (isCountable) await requestCount(deps, buyerId, { rootId, revision, stakeMicros: null })
}

type Act = { at: Date; run: () => Promise<void> }

function timeline(deps: Deps, { stories, games }: Played, until: Date): Act[] {
  const ago = (hours: number) => new Date(until.getTime() - hours * MS_PER_HOUR)
  const played = games.map((game) => ({ at: ago(game.openedHoursAgo), run: () => playGame(deps, game) }))
  return stories
    .flatMap((story): Act[] => {
      const asked = until.getTime() - story.askedHoursAgo * MS_PER_HOUR
      const scene: Scene = { asker: story.question.asker, rootId: '' }
      const ask = async () => {
        const { contextId } = await askAs(deps, story.question, {
          deadlineMinutes: story.deadlineHours * 60,
          publishWhenDone: !story.keepsAnswer && !story.question.isTreePrivate,
          requestKey: `demo-${story.key}`,
        })
        scene.rootId = contextId
      }
      const deeds = story.deeds.map((deed, index) => ({
        at: new Date(asked + deed.afterHours * MS_PER_HOUR),
        run: () =>
          perform(deps, scene, deed, `demo-${story.key}-${index + 1}`).catch((cause: unknown) => {
            throw new Error(`The story “${story.key}” cannot go on: ${deed.does}`, { cause })
          }),
      }))
      return [{ at: new Date(asked), run: ask }, ...deeds]
    })
    .concat(played)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** The next job that is due before `before`: those that need not wait first, then by their time. */
function takeNext({ waiting, clock }: Stage, before: Date): WaitingJob | null {
  const time = (job: WaitingJob) => Math.max(job.startAfter?.getTime() ?? 0, clock.now().getTime())
  let next: WaitingJob | null = null
  for (const job of waiting) if (next === null || time(job) < time(next)) next = job
  if (next === null || (next.startAfter !== null && next.startAfter > before)) return null
  waiting.splice(waiting.indexOf(next), 1)
  return next
}

/** Goes forward only, and never past `end`. */
function stageClock(start: Date, end: Date) {
  let now = start.getTime()
  const forwardTo = (at: Date) => {
    now = Math.min(end.getTime(), Math.max(now, at.getTime()))
  }
  return { now: () => new Date(now), forwardTo, forward: (ms: number) => forwardTo(new Date(now + ms)) }
}
