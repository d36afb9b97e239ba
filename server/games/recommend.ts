import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { games } from '@/db/schema'
import type { Deps } from '../deps'
import { type Background, createBackground } from '../inspection/step/background'
import { leasedUntil, renewedLease, underLease } from '../jobs/lease'
import type { KnownInfo, QuestionText } from '../llm/model'
import { chosenModels } from '../settings/chosen-models'
import { decisionOfGame, endWait, giveUpOnModel, takeRecommendation } from './play-game'
import { type GameRows, readGame } from './read-game'

/** Calls begun, and waits ended, by one pass; the next pass goes on. */
const SWEEP_MAX = 50
/** A model that refused is asked again, until the time of the turn has run out. */
const RETRY_MS = 2_000

/** Games whose evaluator is the model, while it recommends. */
export function createGameJudge(deps: Deps): Background {
  return createBackground(deps, {
    what: 'a recommendation in a game',
    work: (gameId, stopped) => recommendIn(deps, gameId, stopped),
    due: dueForModel,
  })
}

/** Games that wait for the model, and that nobody is at. */
export const dueForModel = (now: Date) => sql`
  select id as "rootId" from game
  where due_at > ${now.toISOString()}::timestamptz and phase = 'judging' and evaluator = 'model'
    and (claimed_until is null or claimed_until <= ${now.toISOString()}::timestamptz)
  order by due_at limit ${SWEEP_MAX}`

/** Ends the wait for everybody whose time has run out. */
export async function sweepGames(deps: Deps): Promise<void> {
  const late = await deps.db
    .select({ id: games.id })
    .from(games)
    .where(
      and(
        lte(games.dueAt, deps.clock.now()),
        // While its money is stopped it cannot end.
        sql`not exists (select from ledger_freeze f where f.account = 'game:' || ${games.id})`,
        sql`not exists (select from ledger_state where frozen_reason is not null)`,
      ),
    )
    .orderBy(games.dueAt)
    .limit(SWEEP_MAX)
  for (const { id } of late)
    await endWait(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, gameId: id }, 'a game was not ended'),
    )
}

/** Asks the model once, under a lease; safe to repeat. */
async function recommendIn(deps: Deps, gameId: string, stopped: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const [claimed] = await deps.db
    .update(games)
    .set({ tries: sql`${games.tries} + 1`, claimedUntil: leasedUntil(now, games.tries) })
    .where(
      and(
        eq(games.id, gameId),
        eq(games.phase, 'judging'),
        eq(games.evaluator, 'model'),
        or(isNull(games.claimedUntil), lte(games.claimedUntil, now)),
      ),
    )
    .returning({ tries: games.tries })
  if (!claimed) return
  const isOurs = and(eq(games.id, gameId), eq(games.phase, 'judging'), eq(games.tries, claimed.tries))
  const renew = async () => {
    const claimedUntil = renewedLease(deps.clock.now(), games.claimedUntil)
    return (await deps.db.update(games).set({ claimedUntil }).where(isOurs).returning()).length > 0
  }
  await underLease(deps, renew, async (lost) => {
    const rows = await readGame(deps.db, gameId)
    if (!rows) return
    if (await recommendOnce(deps, rows, AbortSignal.any([stopped, lost]))) return
    const claimedUntil = new Date(deps.clock.now().getTime() + RETRY_MS)
    await deps.db.update(games).set({ claimedUntil }).where(isOurs)
  })
}

/** True when nothing is left to ask. */
async function recommendOnce(deps: Deps, rows: GameRows, signal: AbortSignal): Promise<boolean> {
  const { game } = rows
  // All recommendations of a game are one mind's, whichever is the usual one since.
  const models = game.judgedBy === '' ? await chosenModels(deps) : deps.models
  const model = models.paidBy({ kind: 'person', personId: game.askerId }, game.judgedBy)
  const task = { question: questionOf(rows), dossier: dossierOf(rows), token: deps.ids.next('step') }
  const result = await model.recommend(task, signal)
  if (!result.ok) return false
  // The built-in agent has no probability for any claim: a game that waited for one would hold its stakes in silence.
  if (result.value.kind === 'open') {
    await giveUpOnModel(deps, rows)
    return true
  }
  const by = result.by ?? model.name
  // Rewards compare recommendations.
  if (game.judgedBy !== '' && game.judgedBy !== by) return false
  const recommended =
    result.value.kind === 'belief'
      ? { kind: 'belief' as const, probability: result.value.probability }
      : { kind: 'choice' as const, utilities: result.value.utilities }
  await takeRecommendation(deps, rows, { recommended, by })
  return true
}

function questionOf({ game }: GameRows): QuestionText {
  return { title: game.title, body: game.body, decision: decisionOfGame(game), pages: [] }
}

/** What was said so far: the call is told nothing of what comes. */
function dossierOf({ turns }: GameRows): KnownInfo[] {
  return turns.map(({ number, text }) => ({
    handle: String(number),
    teaser: `Turn ${number}`,
    privateInfo: text,
    priceMicros: 0n,
    level: 0,
    answers: null,
  }))
}
