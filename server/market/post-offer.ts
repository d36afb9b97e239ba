import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { rowsOf, type Tx } from '@/db/client'
import { bondsEnd, offersForget, offersPosted, offersWrite, type WrittenOffer } from '@/db/functions/market'
import { ledgerAccounts, type OfferRow, offers } from '@/db/schema'
import { notEarning } from '../auth/standing'
import { FOR_ASKER, type LicenceTerms, licenceColumns, licenceOf } from '../contract/licence'
import type { ChangeOfferInput, PostOfferInput } from '../contract/market'
import type { Deps } from '../deps'
import { AppError } from '../errors'
import { userAccount } from '../ledger/accounts'
import { layOutSold } from '../prose/laid-out'
import { isTerminal } from '../protocol/advance'
import { inTree, type Note } from '../realtime/tree-transaction'
import { readFixed } from '../settings/settings'
import { exactCredits } from '../shared/money'
import { wordCount } from '../shared/words'
import { barredSales } from './moderation/barred'
import { once } from './once'
import { commitTo } from './private/commitment'
import { sealNew, writePrivates } from './private/seal'
import { type EndedQuestion, reopenable } from './reopening'

/** What a seller, person or bot, puts on a context. */
export type NewOffer = {
  contextId: string
  sellerId: string
  botId: string | null
  /** The run of the bot that made it. */
  botRunId?: string
  /** Through a key of the seller's. */
  isByKey?: boolean
  teaser: string
  privateInfo: string
  priceMicros: bigint
  licence: LicenceTerms
  /** May stand on a settled question; nobody's by itself. */
  mayCounter?: boolean
  /** What is sealed chose it: among how many passages, and the words of the longest of them. */
  chosen?: { among: number; wordsMax: number }
}

/**
 * Posts a person's offer.
 *
 * @throws AppError `market.context_not_found`, `market.context_closed`, `market.takes_counters`, `market.deadline_passed`, `market.own_context`,
 * `market.offer_over_budget`, `market.offers_too_many`, `market.bond_not_covered`, `market.text_unreadable`, `market.text_shows_nothing`, `request.key_reused`, `actor.unverified`,
 * `actor.suspended`, `market.blocked`, `market.question_hidden`.
 */
export async function postOffer(
  deps: Deps,
  sellerId: string,
  input: PostOfferInput,
): Promise<{ offerId: string }> {
  const {
    contextId,
    teaser,
    privateInfo,
    priceMicros,
    licence = FOR_ASKER,
    isCounter = false,
    requestKey,
  } = input
  await layOutSold(deps.prose, { teaser, privateInfo })
  const rootId = await rootOf(deps, contextId)
  return inTree(deps, rootId, (tx, note) =>
    once(
      tx,
      deps,
      { userId: sellerId, route: 'offers.post', key: requestKey, input, at: deps.clock.now() },
      async () => {
        const isByKey = deps.actor.kind === 'key'
        const offer = { contextId, sellerId, botId: null, isByKey, teaser, privateInfo, priceMicros, licence }
        return { offerId: await insertOffer(tx, deps, note, { ...offer, mayCounter: isCounter }) }
      },
    ),
  )
}

/** What the seller's last offer by hand allowed; nothing beyond the asker before the first. */
export async function usualLicence({ db }: Pick<Deps, 'db'>, sellerId: string): Promise<LicenceTerms> {
  const [last] = await db
    .select({ licence: offers.licence, resaleMicros: offers.resaleMicros })
    .from(offers)
    .where(and(eq(offers.sellerId, sellerId), isNull(offers.botId)))
    .orderBy(desc(offers.createdAt))
    .limit(1)
  return last ? licenceOf(last) : FOR_ASKER
}

/** Writes one offer and wakes the context it answers. @throws AppError as `postOffer`. */
async function insertOffer(tx: Tx, deps: OfferDeps, note: Note, offer: NewOffer): Promise<string> {
  const [checked] = await checkOffers(tx, deps, [offer])
  if (!checked) throw new Error('An offer was neither admitted nor refused')
  if (!checked.ok) throw checked.refusal
  const sealed = sealOffer(deps, checked)
  await offersWrite(tx, { offers: [sealed.row], at: deps.clock.now() })
  notePosted(note, sealed)
  const { rootId, phase } = checked.context
  if (phase === 'collecting' || phase === 'provisional')
    await deps.jobs.enqueue(tx, 'inspection.advance', [{ rootId, contextId: offer.contextId }])
  return sealed.posted.id
}

type OfferDeps = Pick<Deps, 'ids' | 'clock' | 'cipher' | 'jobs' | 'env'>

/** An offer that may be posted, with the locked context it answers. */
type AdmittedOffer = { offer: NewOffer; context: OfferableContext }
type Checked = ({ ok: true } & AdmittedOffer) | { ok: false; refusal: AppError }

/**
 * Says for each offer, of people and of bots, whether it may be posted, in the order given. Nothing is written. Locks the contexts, so that an offer and
 * the end of its context never pass each other; those that are `known` are new in this transaction or locked by it.
 */
export async function checkOffers(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'env'>,
  wanted: readonly NewOffer[],
  known?: ReadonlyMap<string, OfferableContext>,
): Promise<Checked[]> {
  const found = known ?? (await lockForOffers(tx, [...new Set(wanted.map((offer) => offer.contextId))]))
  const most = await readFixed(tx, 'offersPerSeller')
  const counted = await countPosted(tx, wanted, { areNew: known !== undefined, most })
  const bonds = await bondsCovered(tx, deps, wanted)
  const unproven = await notEarning(tx, deps, [...new Set(wanted.map((offer) => offer.sellerId))])
  const now = deps.clock.now()
  const barred = await barredSales(
    tx,
    wanted.map(({ contextId, sellerId, botId }) => {
      const { buyerId = '', rootId = '' } = found.get(contextId) ?? {}
      return { sellerId, botId, buyerId, rootId }
    }),
    now,
  )
  return wanted.map((offer, place): Checked => {
    if (unproven.has(offer.sellerId)) return { ok: false, refusal: new AppError('actor.unverified') }
    const context = found.get(offer.contextId)
    if (!context) return { ok: false, refusal: new AppError('market.context_not_found') }
    const isCrowding = counted.countedFor(offer) >= most
    const refusal =
      barred[place] ??
      whyRefused(offer, context, now) ??
      (isCrowding ? crowding(most) : null) ??
      bonds.refusalFor(offer.sellerId)
    if (refusal) return { ok: false, refusal }
    counted.count(offer)
    bonds.take(offer.sellerId)
    return { ok: true, offer, context }
  })
}

const crowding = (most: number) => new AppError('market.offers_too_many', { details: { most } })

/** How many offers the hand behind an offer has on its context: already, or with it. */
type Counted = { countedFor(offer: NewOffer): number; count(offer: NewOffer): void }

async function countPosted(
  tx: Tx,
  wanted: readonly NewOffer[],
  { areNew, most }: { areNew: boolean; most: number },
): Promise<Counted> {
  const perContext = Map.groupBy(wanted, ({ contextId }) => contextId)
  // So few on a new context are within the limit, whoever posts them.
  const isWithin = [...perContext.values()].every(({ length }) => length <= most)
  const posted =
    areNew && isWithin
      ? []
      : await offersPosted(tx, {
          sellerIds: [...new Set(wanted.map((offer) => offer.sellerId))],
          contextIds: [...perContext.keys()],
        })
  const hands = new Map(posted.map(({ sellerId, hand }) => [sellerId, hand]))
  const placeOf = ({ contextId, sellerId }: Pick<NewOffer, 'contextId' | 'sellerId'>) =>
    `${contextId} ${hands.get(sellerId) ?? sellerId}`
  const counted = new Map(
    posted.flatMap(({ sellerId, counts }) =>
      Object.entries(counts).map(([contextId, count]) => [placeOf({ contextId, sellerId }), count] as const),
    ),
  )
  const countedFor = (offer: NewOffer) => counted.get(placeOf(offer)) ?? 0
  return { countedFor, count: (offer) => counted.set(placeOf(offer), countedFor(offer) + 1) }
}

/** What sellers have for the bonds of the offers that they want to post. */
type Bonds = { refusalFor(sellerId: string): AppError | null; take(sellerId: string): void }

/** The ledger has the last word: who spends between this look and the writing makes the writing fail. */
async function bondsCovered(
  tx: Tx,
  { env: { POSTING_BOND: bondMicros } }: Pick<Deps, 'env'>,
  wanted: readonly NewOffer[],
): Promise<Bonds> {
  if (bondMicros === 0n) return { refusalFor: () => null, take: () => {} }
  const accounts = [...new Set(wanted.map(({ sellerId }) => userAccount(sellerId)))]
  const rows = await tx
    .select({ id: ledgerAccounts.id, balanceMicros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, accounts))
  const available = new Map(rows.map(({ id, balanceMicros }) => [id, balanceMicros]))
  const heldBy = (sellerId: string) => available.get(userAccount(sellerId)) ?? 0n
  return {
    refusalFor: (sellerId) =>
      heldBy(sellerId) >= bondMicros
        ? null
        : new AppError('market.bond_not_covered', {
            details: { bond: exactCredits(bondMicros), available: exactCredits(heldBy(sellerId)) },
          }),
    take: (sellerId) => available.set(userAccount(sellerId), heldBy(sellerId) - bondMicros),
  }
}

/** An offer that was just written, in its first version. */
export type PostedOffer = Pick<
  OfferRow,
  'id' | 'version' | 'teaser' | 'priceMicros' | 'contentHash' | 'chosenAmong'
>

/** An offer that may be posted, sealed. */
export type SealedOffer = { posted: PostedOffer; row: WrittenOffer }

/** Gives an offer its id and seals it; nothing is written. */
export function sealOffer(
  deps: Pick<Deps, 'ids' | 'cipher' | 'env'>,
  { offer, context }: AdmittedOffer,
): SealedOffer {
  const { teaser, priceMicros, privateInfo, chosen } = offer
  const id = deps.ids.next('offer')
  // Its seller could try the passages against either.
  const contentHash = chosen ? null : deps.cipher.fingerprint(privateInfo)
  const posted = { id, version: 1, teaser, priceMicros, contentHash, chosenAmong: chosen?.among ?? null }
  const commitment = chosen ? null : commitTo(deps.cipher, { offerId: id, version: 1, privateInfo })
  return {
    posted,
    row: {
      ...rowOf(offer, context, { posted, commitment, ...sealNew(deps.cipher, { offerId: id, privateInfo }) }),
      // Whoever offers to a settled question risks the price already: nobody need read it.
      bondMicros: isTerminal(context.phase) ? 0n : deps.env.POSTING_BOND,
      isCounter: isTerminal(context.phase),
    },
  }
}

function rowOf(
  offer: NewOffer,
  context: OfferableContext,
  { posted, ...sealed }: { posted: PostedOffer; commitment: string | null } & ReturnType<typeof sealNew>,
): Omit<WrittenOffer, 'bondMicros' | 'isCounter'> {
  return {
    id: posted.id,
    contextId: offer.contextId,
    rootId: context.rootId,
    sellerId: offer.sellerId,
    botId: offer.botId,
    botRunId: offer.botRunId ?? null,
    isByKey: offer.isByKey ?? false,
    contentHash: posted.contentHash,
    teaser: offer.teaser,
    priceMicros: offer.priceMicros,
    ...licenceColumns(offer.licence),
    privateWords: offer.chosen?.wordsMax ?? wordCount(offer.privateInfo),
    chosenAmong: posted.chosenAmong,
    ...sealed,
  }
}

/** The event of an offer that is written. */
export function notePosted(note: Note, { posted, row }: SealedOffer): void {
  note({
    type: 'offer.posted',
    contextId: row.contextId,
    offerId: posted.id,
    amountMicros: posted.priceMicros,
  })
}

function whyRefused(offer: NewOffer, context: OfferableContext, now: Date): AppError | null {
  const isReopenable = reopenable(context, now).may
  // Whoever wrote for an open question has not said that they would take that risk, and a bot has not read what was bought.
  if (isReopenable && !offer.mayCounter && offer.botId === null) return new AppError('market.takes_counters')
  const takesCounters = isReopenable && offer.mayCounter === true
  if (isTerminal(context.phase) && !takesCounters) return new AppError('market.context_closed')
  if (context.parentId === null && !takesCounters && now >= context.deadlineAt)
    return new AppError('market.deadline_passed')
  if (context.buyerId === offer.sellerId) return new AppError('market.own_context')
  if (offer.priceMicros > context.budgetMicros) {
    return new AppError('market.offer_over_budget', {
      details: { field: 'priceMicros', budget: exactCredits(context.budgetMicros) },
    })
  }
  return null
}

/**
 * Changes an offer that nobody has read; the change is a new version.
 *
 * @throws AppError `market.offer_not_found`, `market.offer_frozen`, `market.offer_changed`, `market.offer_over_budget`,
 * `market.text_unreadable`, `market.text_shows_nothing`.
 */
export async function changeOffer(
  deps: Deps,
  sellerId: string,
  input: ChangeOfferInput,
): Promise<{ offerId: string; version: number }> {
  await layOutSold(deps.prose, input)
  const rootId = await rootOfOffer(deps, input.offerId)
  return inTree(deps, rootId, async (tx, note) => {
    const offer = await lockOwnOffer(tx, sellerId, input.offerId)
    if (offer.firstReadAt || offer.state !== 'open') throw new AppError('market.offer_frozen')
    if (offer.version !== input.version) throw new AppError('market.offer_changed')
    const context = (await lockForOffers(tx, [offer.contextId])).get(offer.contextId)
    if (!context || input.priceMicros > context.budgetMicros)
      throw new AppError('market.offer_over_budget', { details: { field: 'priceMicros' } })
    const version = offer.version + 1
    await writePrivates(tx, deps.cipher, [{ offerId: offer.id, version, privateInfo: input.privateInfo }])
    await tx
      .update(offers)
      .set({
        teaser: input.teaser,
        priceMicros: input.priceMicros,
        ...(input.licence ? licenceColumns(input.licence) : {}),
        privateWords: wordCount(input.privateInfo),
        chosenAmong: null,
        contentHash: deps.cipher.fingerprint(input.privateInfo),
        commitment: commitTo(deps.cipher, { offerId: offer.id, version, privateInfo: input.privateInfo }),
        version,
        isByKey: offer.isByKey || deps.actor.kind === 'key',
        changedAt: deps.clock.now(),
      })
      .where(eq(offers.id, offer.id))
    note({
      type: 'offer.changed',
      contextId: offer.contextId,
      offerId: offer.id,
      amountMicros: input.priceMicros,
    })
    return { offerId: offer.id, version }
  })
}

/** Takes back an offer that nobody has read; what it says is destroyed for good. @throws AppError `market.offer_not_found`, `market.offer_frozen`. */
export async function withdrawOffer(
  deps: Deps,
  sellerId: string,
  offerId: string,
): Promise<{ offerId: string }> {
  const rootId = await rootOfOffer(deps, offerId)
  return inTree(deps, rootId, async (tx, note) => {
    const offer = await lockOwnOffer(tx, sellerId, offerId)
    if (offer.state === 'withdrawn') return { offerId }
    if (offer.firstReadAt || offer.state !== 'open') throw new AppError('market.offer_frozen')
    await tx
      .update(offers)
      .set({ state: 'withdrawn', endedAt: deps.clock.now() })
      .where(eq(offers.id, offerId))
    await offersForget(tx, { offerIds: [offerId], at: deps.clock.now() })
    if (offer.bondMicros > 0n) await bondsEnd(tx, { offerIds: [offerId], at: deps.clock.now() })
    note({ type: 'offer.withdrawn', contextId: offer.contextId, offerId })
    return { offerId }
  })
}

async function lockOwnOffer(tx: Tx, sellerId: string, offerId: string) {
  const [offer] = await tx.select().from(offers).where(eq(offers.id, offerId)).for('update')
  if (!offer || offer.sellerId !== sellerId) throw new AppError('market.offer_not_found')
  return offer
}

/** What decides whether an offer may be posted on a context. */
export type OfferableContext = EndedQuestion & {
  id: string
  rootId: string
  buyerId: string
  budgetMicros: bigint
  /** Of the tree; only roots close to offers at it. */
  deadlineAt: Date
}

/** Times come as milliseconds. */
type OfferableRow = Pick<
  OfferableContext,
  'id' | 'rootId' | 'parentId' | 'buyerId' | 'phase' | 'reopened'
> & {
  budgetMicros: string
  deadlineMs: string | number
  endedMs: string | number | null
  resolvedMs: string | number | null
  closesMs: string | number | null
}

/** Locked in the order of their ids. */
async function lockForOffers(tx: Tx, contextIds: readonly string[]): Promise<Map<string, OfferableContext>> {
  const found = await tx.execute(sql`
    select c.id, c.root_id as "rootId", c.buyer_id as "buyerId", c.phase, c.budget_micros as "budgetMicros",
      c.parent_id as "parentId", c.reopened, extract(epoch from i.deadline_at) * 1000 as "deadlineMs",
      extract(epoch from c.ended_at) * 1000 as "endedMs", extract(epoch from c.resolved_at) * 1000 as "resolvedMs",
      extract(epoch from c.closes_at) * 1000 as "closesMs"
    from buyer_context c join inspection i on i.root_id = c.root_id
    where c.id = any(${sql.param([...contextIds])}::text[]) order by c.id for update of c`)
  return new Map(
    rowsOf<OfferableRow>(found).map(({ budgetMicros, deadlineMs, endedMs, resolvedMs, closesMs, ...row }) => [
      row.id,
      {
        ...row,
        budgetMicros: BigInt(budgetMicros),
        deadlineAt: new Date(Number(deadlineMs)),
        endedAt: momentOf(endedMs),
        resolvedAt: momentOf(resolvedMs),
        closesAt: momentOf(closesMs),
      },
    ]),
  )
}

const momentOf = (ms: string | number | null) => (ms === null ? null : new Date(Number(ms)))

async function rootOf(deps: Pick<Deps, 'db'>, contextId: string): Promise<string> {
  const found = await deps.db.query.contexts.findFirst({
    columns: { rootId: true },
    where: (context) => eq(context.id, contextId),
  })
  if (!found) throw new AppError('market.context_not_found')
  return found.rootId
}

/** The root of the tree an offer lies in. @throws AppError `market.offer_not_found`. */
export async function rootOfOffer(deps: Pick<Deps, 'db'>, offerId: string): Promise<string> {
  const found = await deps.db.query.offers.findFirst({
    columns: { rootId: true },
    where: (offer) => eq(offer.id, offerId),
  })
  if (!found) throw new AppError('market.offer_not_found')
  return found.rootId
}
