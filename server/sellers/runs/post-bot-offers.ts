import type { Tx } from '@/db/client'
import { type BegunRun, botsAnswer, type JudgedDraft } from '@/db/functions/sellers'
import type { BotRow } from '@/db/schema'
import { licenceOf } from '../../contract/licence'
import type { Deps } from '../../deps'
import type { ErrorCode } from '../../errors'
import type { PostedOffer } from '../../market/post-offer'
import {
  checkOffers,
  type NewOffer,
  notePosted,
  type OfferableContext,
  type SealedOffer,
  sealOffer,
} from '../../market/post-offer'
import type { Note } from '../../realtime/tree-transaction'
import type { Silence } from '../../words/sellers'
import type { ChosenDraft } from './choose-passage'
import { dayOf } from './spend'

/** What one run of a bot would post, best first. */
export type RunDrafts = {
  runId: string
  contextId: string
  bot: Pick<BotRow, 'id' | 'ownerId' | 'licence' | 'resaleMicros'>
  drafts: readonly ChosenDraft[]
}

/** What a run posted; when nothing, why. */
export type RunPosted = { offers: PostedOffer[]; silence: Silence | null }

/** Runs that are asked and answered later, and what becomes of contexts: how many runs each waits for. */
export type Beginning = {
  asked: readonly Pick<RunDrafts, 'runId' | 'contextId' | 'bot'>[]
  pending: ReadonlyMap<string, number>
  /** Contexts that are new in this transaction or locked by it. */
  known?: ReadonlyMap<string, OfferableContext>
}

/**
 * Posts what runs have to offer, as far as their contexts and their bots' caps allow: not above the budget, not what somebody
 * offers there for no more, at most so many per context and day. The days are counted in the statement that finds the duplicates,
 * so a cap holds whatever runs at once. Locks the contexts. Nothing is thrown for what is left out: that is silence.
 */
export async function postBotOffers(
  tx: Tx,
  deps: Deps,
  note: Note,
  runs: readonly RunDrafts[],
): Promise<RunPosted[]> {
  const { candidates, refused } = await checkDrafts(tx, deps, runs)
  if (candidates.length === 0) return runs.map(toPosted([], refused))
  const judged = await answer(tx, deps, { candidates, runs: [], pending: new Map() })
  return runs.map(toPosted(written(note, candidates, judged), refused))
}

/** Begins runs: of bots that answer at once, whose offers are posted as `postBotOffers` does, and of those that are asked. */
export async function beginRuns(
  tx: Tx,
  deps: Deps,
  note: Note,
  runs: readonly RunDrafts[],
  { asked, pending, known }: Beginning,
): Promise<RunPosted[]> {
  const { candidates, refused } = await checkDrafts(tx, deps, runs, known)
  const begun = [
    ...asked.map((run) => ({ ...rowOf(run), isFinished: false, silence: null })),
    ...runs.map((run) => ({ ...rowOf(run), isFinished: true, silence: silenceOf(run, refused) })),
  ]
  const judged = await answer(tx, deps, { candidates, runs: begun, pending })
  return runs.map(toPosted(written(note, candidates, judged), refused))
}

const rowOf = ({ runId, contextId, bot }: Beginning['asked'][number]) => ({
  id: runId,
  botId: bot.id,
  contextId,
})

/** A draft that its context admits. */
type Candidate = { runId: string; sealed: SealedOffer }

/** Why drafts of a run were not admitted. */
type Refused = Map<string, Silence>

async function checkDrafts(
  tx: Tx,
  deps: Deps,
  runs: readonly RunDrafts[],
  known?: ReadonlyMap<string, OfferableContext>,
): Promise<{ candidates: Candidate[]; refused: Refused }> {
  const refused: Refused = new Map()
  const wanted = runs.flatMap(({ runId, contextId, bot, drafts }) =>
    drafts.map((draft): NewOffer & { botRunId: string } => ({
      ...draft,
      contextId,
      sellerId: bot.ownerId,
      botId: bot.id,
      botRunId: runId,
      licence: licenceOf(bot),
    })),
  )
  if (wanted.length === 0) return { candidates: [], refused }
  const checked = await checkOffers(tx, deps, wanted, known)
  const candidates = wanted.flatMap(({ botRunId: runId }, index): Candidate[] => {
    const one = checked[index]
    if (one?.ok) return [{ runId, sealed: sealOffer(deps, one) }]
    refused.set(runId, silenceFor(one?.refusal.code))
    return []
  })
  return { candidates, refused }
}

function silenceFor(code: ErrorCode | undefined): Silence {
  if (code === 'market.offer_over_budget') return 'over-budget'
  // Its owner has to prove an e-mail first, and the bot rests until then.
  if (code === 'actor.unverified' || code === 'actor.suspended') return 'paused'
  if (code === 'market.bond_not_covered') return 'no-bond'
  return code === 'market.offers_too_many' ? 'too-many' : 'closed'
}

/** Chooses, posts and writes the runs, in one statement. */
async function answer(
  tx: Tx,
  deps: Deps,
  {
    candidates,
    runs,
    pending,
  }: {
    candidates: readonly Candidate[]
    runs: readonly BegunRun[]
    pending: ReadonlyMap<string, number>
  },
): Promise<JudgedDraft[]> {
  const at = deps.clock.now()
  const cheapest = cheapestOf(candidates)
  const drafts = candidates.map((one, ord) => ({ ...one.sealed.row, ord, isCheapest: cheapest.has(one) }))
  return botsAnswer(tx, { drafts, runs, pending, day: dayOf(at), at })
}

/** Of one owner's drafts with the same words on one context only the cheapest is posted, the first of equals. */
function cheapestOf(candidates: readonly Candidate[]): Set<Candidate> {
  const best = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const { posted, row } = candidate.sealed
    const key = `${row.contextId} ${row.sellerId} ${posted.contentHash ?? posted.id}`
    const before = best.get(key)
    if (!before || posted.priceMicros < before.sealed.posted.priceMicros) best.set(key, candidate)
  }
  return new Set(best.values())
}

type Written = (JudgedDraft & { posted: PostedOffer })[]

/** Notes what was posted. */
function written(note: Note, candidates: readonly Candidate[], judged: readonly JudgedDraft[]): Written {
  return judged.flatMap((one) => {
    const sealed = candidates[one.ord]?.sealed
    if (!sealed) return []
    if (one.isPosted) notePosted(note, sealed)
    return [{ ...one, posted: sealed.posted }]
  })
}

function toPosted(all: Written, refused: Refused): (run: RunDrafts) => RunPosted {
  const byRun = Map.groupBy(all, (one) => one.runId)
  return (run) => {
    const own = byRun.get(run.runId) ?? []
    const offers = own.filter((one) => one.isPosted).map(({ posted }) => posted)
    const leftOut = own.findLast(({ silence }) => silence !== null)?.silence
    return { offers, silence: offers.length > 0 ? null : (leftOut ?? silenceOf(run, refused)) }
  }
}

/** Of a run none of whose drafts came before the caps. */
function silenceOf({ runId, drafts }: RunDrafts, refused: Refused): Silence {
  return drafts.length === 0 ? 'nothing-to-say' : (refused.get(runId) ?? 'closed')
}
