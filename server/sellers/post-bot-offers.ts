import { eq, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { type BotRow, botDays } from '@/db/schema'
import type { Deps } from '../deps'
import type { PostedOffer } from '../market/matching/match-bots'
import {
  type AdmittedOffer,
  checkOffers,
  type NewOffer,
  type OfferableContext,
  writeOffers,
} from '../market/post-offer'
import type { Note } from '../realtime/tree-transaction'
import type { Silence } from '../shared/seller-words'
import type { BotDraft } from './answering'
import { dayOf } from './spend'

/** What one run of a bot would post, best first. */
export type RunDrafts = {
  runId: string
  contextId: string
  bot: Pick<BotRow, 'id' | 'ownerId'>
  drafts: readonly BotDraft[]
}

/** What a run posted; when nothing, why. */
export type RunPosted = { offers: PostedOffer[]; silence: Silence | null }

type Candidate = AdmittedOffer & { offer: NewOffer & { botId: string; botRunId: string } }

/**
 * Posts what runs have to offer, as far as their contexts and their bots' caps allow: not above the budget, not what somebody
 * offers there for no more, at most so many per context and day. Locks the contexts, unless they are `known` to be new or locked,
 * then counts the days in the statement that finds the duplicates, so a cap holds whatever runs at once. Nothing is thrown for
 * what is left out: that is silence.
 */
export async function postBotOffers(
  tx: Tx,
  deps: Deps,
  note: Note,
  runs: readonly RunDrafts[],
  known?: ReadonlyMap<string, OfferableContext>,
): Promise<RunPosted[]> {
  const wanted = runs.flatMap(({ runId, contextId, bot, drafts }) =>
    drafts.map((draft) => ({ ...draft, contextId, sellerId: bot.ownerId, botId: bot.id, botRunId: runId })),
  )
  if (wanted.length === 0) return runs.map(() => ({ offers: [], silence: 'nothing-to-say' }))
  const checked = await checkOffers(tx, deps, wanted, known)
  const silences = new Map<string, Silence>()
  const candidates: Candidate[] = []
  for (const [index, offer] of wanted.entries()) {
    const one = checked[index]
    if (one?.ok) candidates.push({ offer, context: one.context })
    else
      silences.set(
        offer.botRunId,
        one?.refusal.code === 'market.offer_over_budget' ? 'over-budget' : 'closed',
      )
  }
  const claimed = candidates.length > 0 ? await claim(tx, deps, candidates) : []
  const kept = claimed.filter(({ silence }) => silence === null).map(({ candidate }) => candidate)
  for (const { candidate, silence } of claimed) if (silence) silences.set(candidate.offer.botRunId, silence)
  const written = await writeOffers(tx, deps, note, kept)
  const byRun = Map.groupBy(kept, ({ offer }) => offer.botRunId)
  return runs.map(({ runId, drafts }) => {
    const offers = (byRun.get(runId) ?? []).flatMap(({ offer }) => written.get(offer) ?? [])
    const silence = drafts.length === 0 ? 'nothing-to-say' : (silences.get(runId) ?? 'closed')
    return { offers, silence: offers.length > 0 ? null : silence }
  })
}

type Claimed = { candidate: Candidate; silence: Silence | null }
type ClaimRow = {
  ord: number
  isDuplicate: boolean
  isWithinContext: boolean
  /** The bot's offers of the day with all that were claimed here, null when its day was full before. */
  total: number | null
  offersPerDayMax: number
}

async function claim(tx: Tx, deps: Deps, candidates: readonly Candidate[]): Promise<Claimed[]> {
  const day = dayOf(deps.clock.now())
  const hashes = candidates.map(({ offer }) => deps.cipher.fingerprint(offer.privateInfo))
  const cheapest = cheapestOf(candidates, hashes)
  const drafts = candidates.map(({ offer }, ord) => ({
    ord,
    run_id: offer.botRunId,
    bot_id: offer.botId,
    context_id: offer.contextId,
    hash: hashes[ord],
    price: offer.priceMicros.toString(),
    is_cheapest: cheapest.has(ord),
  }))
  const found = await tx.execute(sql`
    select ord, is_duplicate as "isDuplicate", is_within_context as "isWithinContext", total, most as "offersPerDayMax"
    from bot_offers_admit(${JSON.stringify(drafts)}::jsonb, ${day})`)
  return settleDays(tx, day, candidates, rowsOf<ClaimRow>(found))
}

/** Of drafts with the same words on one context only the cheapest is posted, the first of equals. */
function cheapestOf(candidates: readonly Candidate[], hashes: readonly string[]): Set<number> {
  const best = new Map<string, number>()
  for (const [ord, { offer }] of candidates.entries()) {
    const key = `${offer.contextId} ${hashes[ord]}`
    const before = best.get(key)
    const beforePrice = before === undefined ? undefined : candidates[before]?.offer.priceMicros
    if (before === undefined || beforePrice === undefined || offer.priceMicros < beforePrice)
      best.set(key, ord)
  }
  return new Set(best.values())
}

/** Leaves out what is above a day's cap, and takes it back from the day's count. */
async function settleDays(
  tx: Tx,
  day: string,
  candidates: readonly Candidate[],
  rows: readonly ClaimRow[],
): Promise<Claimed[]> {
  const surplus = new Map<string, number>()
  const claimed: Claimed[] = []
  // Backwards, so that the last ones are left out.
  for (const row of rows.toReversed()) {
    const candidate = candidates[row.ord]
    if (!candidate) continue
    if (row.isDuplicate || !row.isWithinContext) {
      if (row.isDuplicate) claimed.push({ candidate, silence: 'duplicate' })
      continue
    }
    const botId = candidate.offer.botId
    const taken = surplus.get(botId) ?? 0
    const isOver = row.total === null || row.total - taken > row.offersPerDayMax
    if (isOver && row.total !== null) surplus.set(botId, taken + 1)
    claimed.push({ candidate, silence: isOver ? 'day-cap' : null })
  }
  for (const [botId, offers] of surplus) {
    await tx
      .update(botDays)
      .set({ offers: sql`${botDays.offers} - ${offers}` })
      .where(sql`${eq(botDays.botId, botId)} and ${eq(botDays.day, day)}`)
  }
  return claimed.reverse()
}
