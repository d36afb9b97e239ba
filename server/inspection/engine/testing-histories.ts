import { eq } from 'drizzle-orm'
import {
  contexts,
  inspectionEvents,
  inspections,
  ledgerAccounts,
  offers,
  purchases,
  users,
} from '@/db/schema'
import { bondAccount, escrowAccount, ISSUANCE, userAccount } from '../../ledger/accounts'
import { postTransfers } from '../../ledger/post'
import { insertTexts } from '../../ledger/testing'
import { ask } from '../../market/ask'
import { countsOf } from '../../protocol/advance'
import { ROOT_ID, runTree } from '../../protocol/memory-driver'
import type { LogEntry, MemoryTree, Message, PlacedOffer } from '../../protocol/memory-tree'
import type { Policy } from '../../protocol/policy'
import {
  ASPECTS,
  type Dice,
  diceOf,
  hostileAnswer,
  hostileDraft,
  laterOffers,
  policyOf,
  type Scenario,
} from '../../protocol/testing'
import { HOLD_REASONS } from '../../protocol/verdict'
import { inTree, type NewEvent } from '../../realtime/tree-transaction'
import type { Ids } from '../../shared/ids'
import type { TestMarket } from '../../testing'
import { applyVerdict } from './apply-verdict'
import { claim } from './claim'
import type { Claim } from './claims'
import { cancelTree, endSittings } from './control'
import { eventsOf } from './events'

/**
 * One seeded history through both drivers: the one in memory, which the generated tests of the protocol and the lab use, and the
 * durable engine. Both are given the same offers, the same verdicts in the same order, late and repeated ones among them, and the
 * buyer's cancel at the same moment.
 */

/** What of a tree both drivers have, by names that do not depend on the driver. */
export type Outcome = {
  contexts: Record<string, object>
  purchases: Record<string, bigint>
  /** What became of each offer, and why. */
  offers: Record<string, { state: string; reason: string | null }>
  /** What is left in each escrow. */
  escrows: Record<string, bigint>
  returnedMicros: bigint
  events: NewEvent[]
}

type History = { tree: MemoryTree<unknown, undefined>; delivered: Message[]; policy: Policy }

/** Runs a scenario in memory. What a context says to another is heard at once, as within a transaction of the engine. */
export function runInMemory(scenario: Scenario): History {
  const dice = diceOf(scenario.seed)
  const policy = { ...policyOf(scenario), botWaitSeconds: 0, sittingGapSeconds: 0 }
  const delivered: Message[] = []
  let disturbancesLeft = scenario.disturbances
  let told = 0
  const tree = runTree<unknown>({
    policy,
    root: { budgetMicros: scenario.budgetMicros },
    market: (context) =>
      Array.from({ length: dice.below(5) }, (_, index) => ({
        id: `${context.id}/${index}`,
        priceMicros: dice.pick(pricesFor(scenario.budgetMicros)) ?? 1n,
      })),
    later: (root, sitting) =>
      laterOffers(dice, `${root.id}/later-${sitting}`, pricesFor(scenario.budgetMicros)),
    inspect: (view, situation) => hostileDraft(dice, scenario.mood, view, situation),
    answers: { aspects: ASPECTS, write: (_, situation) => hostileAnswer(dice, scenario.mood, situation) },
    order: (pending) => {
      const inner = pending.findIndex(({ type }) => type === 'child-ended' || type === 'cancel')
      return inner < 0 ? dice.below(pending.length) : inner
    },
    disturb: (progress) => {
      // Everything since the last look, in the order in which it was delivered.
      delivered.push(...progress.delivered.slice(told))
      told = progress.delivered.length
      const isQuiet = !progress.pending.some(({ type }) => type === 'child-ended' || type === 'cancel')
      if (!isQuiet || disturbancesLeft === 0 || dice.random() < 0.85) return []
      disturbancesLeft -= 1
      return disturbance(dice, progress.delivered)
    },
  })
  return { tree, delivered, policy }
}

const BOND_MICROS = 50_000n

const pricesFor = (budgetMicros: bigint) => [
  1n,
  10_000n,
  budgetMicros / 9n + 1n,
  budgetMicros / 4n + 1n,
  budgetMicros,
  budgetMicros + 1n,
]

/** A cancel of the whole tree, a buyer who has heard enough, or something once more: a late answer, a job that is delivered twice. */
function disturbance(dice: Dice, delivered: readonly Message[]): Message[] {
  const drawn = dice.below(5)
  if (drawn === 0) return [{ type: 'cancel', contextId: ROOT_ID }]
  if (drawn === 1) return [{ type: 'enough', contextId: ROOT_ID }]
  const again = dice.pick(delivered.filter(({ type }) => type === 'verdict' || type === 'collect'))
  return again ? [again] : []
}

/** An offer keeps the last word on it; one that is still there when its context ends is passed, and held no more. */
function offersInMemory({ offers: placed, log }: History['tree']): Outcome['offers'] {
  const found = new Map(placed.map(({ id }) => [id, { state: 'open', reason: null as string | null }]))
  for (const { contextId, state, effects } of log) {
    for (const effect of effects) {
      if (effect.type === 'buy') found.set(effect.offerId, { state: 'bought', reason: effect.reason })
      if (effect.type === 'hold' || effect.type === 'pass')
        found.set(effect.offerId, { state: 'open', reason: effect.reason })
      if (effect.type !== 'ended') continue
      for (const { id } of placed.filter((offer) => offer.contextId === contextId)) {
        const offer = found.get(id)
        if (offer?.state !== 'open') continue
        const said = HOLD_REASONS.some((reason) => reason === offer.reason) ? null : offer.reason
        found.set(id, {
          state: 'passed',
          reason: said ?? (state.phase === 'settled' ? 'not-read' : 'no-verdict'),
        })
      }
    }
  }
  return Object.fromEntries(found)
}

export function outcomeInMemory({ tree }: History): Outcome {
  const opened = new Map<string, number>()
  const told = tree.log.map(({ contextId: id, state, effects }: LogEntry) => ({
    context: { id, state },
    effects,
    opened: effects.flatMap((effect) => {
      if (effect.type !== 'open-child') return []
      const place = (opened.get(id) ?? 0) + 1
      opened.set(id, place)
      return [{ id: `${id}.${place}`, ask: effect.ask }]
    }),
  }))
  return {
    contexts: Object.fromEntries(
      tree.contexts.map(({ id, parentId, budgetMicros, state }) => {
        const { escrowMicros: _held, ...counted } = state
        return [id, { parentId, budgetMicros, ...counted }]
      }),
    ),
    purchases: Object.fromEntries(tree.purchases.map(({ offerId, priceMicros }) => [offerId, priceMicros])),
    offers: offersInMemory(tree),
    escrows: Object.fromEntries(tree.escrows),
    returnedMicros: tree.returnedMicros,
    events: eventsOf(told, true),
  }
}

/** Gives the same deliveries to the durable engine, and reads what the database has then. */
export async function runInEngine(
  { deps: given }: TestMarket,
  { tree, delivered, policy }: History,
  name: string,
): Promise<Outcome> {
  const at = given.clock.now()
  const buyer = `${name}-buyer`
  const seller = `${name}-seller`
  for (const id of [buyer, seller]) {
    await given.db.insert(users).values({ id, handle: id, name: id, isDemo: true, createdAt: at })
  }
  const budgetMicros = tree.contexts[0]?.budgetMicros ?? 0n
  const grantOf = (id: string, amountMicros: bigint) =>
    ({ key: `${id}:demo-run:1`, kind: 'grant', from: ISSUANCE, to: userAccount(id), amountMicros }) as const
  const bondsMicros = BigInt(tree.offers.length + 1) * BOND_MICROS
  await postTransfers(given.db, { legs: [grantOf(buyer, budgetMicros), grantOf(seller, bondsMicros)], at })

  // Contexts have the names that they have in memory, in the order in which they are opened.
  let opening = ''
  const children = new Map<string, number>()
  const nextContext = () => {
    if (opening === '') return `${name}-${ROOT_ID}`
    const place = (children.get(opening) ?? 0) + 1
    children.set(opening, place)
    return `${opening}.${place}`
  }
  const ids: Ids = { next: (kind) => (kind === 'context' ? nextContext() : given.ids.next(kind)) }
  const deps = { ...given, ids }
  const { contextId: rootId } = await ask(deps, buyer, {
    title: 'What is so?',
    body: '',
    decision: { kind: 'open' },
    pages: [],
    tags: [],
    budgetMicros,
    // What is there at the start is read: nobody is waited for.
    deadlineMinutes: 60,
    start: { rule: 'now' },
    isTreePublic: false,
    policy,
    requestKey: `${name}-ask`,
  })

  const claims = new Map<string, Claim>()
  const remember = (found: readonly Claim[]) => {
    for (const one of found) claims.set(`${one.contextId} ${one.round}`, one)
  }
  const collected = new Set<string>()
  for (const message of delivered) {
    const contextId = `${name}-${message.contextId}`
    opening = contextId
    switch (message.type) {
      case 'collect':
        if (!collected.has(contextId)) {
          collected.add(contextId)
          const first = tree.offers.filter(({ sitting }) => sitting === 0)
          const isAnswered = await postOffers(given, { name, rootId, seller, contextId }, first)
          // Nobody answers a root: its deadline comes.
          if (!isAnswered && contextId === rootId)
            await given.db.update(inspections).set({ deadlineAt: at }).where(eq(inspections.rootId, rootId))
        }
        remember(await claim(deps, { rootId, contextId }))
        break
      case 'verdict': {
        const claimed = claims.get(`${contextId} ${message.round}`)
        if (!claimed) throw new Error(`Nobody has claimed round ${message.round} of ${contextId}`)
        const named = <T extends { offerId: string }>(one: T) => ({
          ...one,
          offerId: `${name}-${one.offerId}`,
        })
        const { buy, pass, ask: asks, lacks, wrote } = message.draft
        const draft = {
          ...(lacks ? { lacks } : {}),
          ...(wrote ? { wrote } : {}),
          buy: buy.map(named),
          pass: pass.map(named),
          ask: asks.map((one) => ({ ...one, about: one.about.map((id) => `${name}-${id}`) })),
        }
        const decided = {
          draft,
          quotes: new Map(),
          usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
          inspector: 'History',
          promptVersion: '',
          opinions: [],
          aspects: ASPECTS,
          answer: null,
        }
        remember(await applyVerdict(deps, { claim: claimed, decided, milliseconds: 1 }, null))
        break
      }
      case 'cancel':
        if (message.contextId === ROOT_ID) await cancelTree(deps, rootId)
        break
      case 'wake': {
        const later = tree.offers.filter(({ sitting }) => sitting === message.sitting)
        const isNews = await postOffers(given, { name, rootId, seller, contextId }, later)
        if (isNews) remember(await claim(deps, { rootId, contextId }))
        else await inTree(deps, rootId, (tx, note) => endSittings(tx, deps, note, rootId))
        break
      }
      case 'enough':
        await inTree(deps, rootId, (tx, note) => endSittings(tx, deps, note, rootId))
        break
      // Within the engine's transactions, or its call of the inspector.
      case 'inspect':
      case 'child-ended':
      case 'fail':
        break
    }
  }
  return readOutcome(given, { name, rootId, buyer })
}

async function postOffers(
  { db, clock }: TestMarket['deps'],
  { name, rootId, seller, contextId }: { name: string; rootId: string; seller: string; contextId: string },
  placed: readonly PlacedOffer<unknown>[],
): Promise<boolean> {
  const own = placed.filter((offer) => `${name}-${offer.contextId}` === contextId)
  if (own.length === 0) return false
  const at = clock.now()
  // Every other one under a bond.
  const rows = own.map(({ id, priceMicros }, index) => ({
    id: `${name}-${id}`,
    contextId,
    rootId,
    sellerId: seller,
    teaser: id,
    priceMicros,
    bondMicros: index % 2 === 0 ? BOND_MICROS : 0n,
    privateWords: 1,
    createdAt: at,
  }))
  await db.insert(offers).values(rows)
  await insertTexts(
    db,
    rows.map(({ id }) => id),
  )
  const legs = rows
    .filter(({ bondMicros }) => bondMicros > 0n)
    .map(({ id, bondMicros: amountMicros }) => ({
      key: `${id}:bond`,
      kind: 'bond' as const,
      from: userAccount(seller),
      to: bondAccount(id),
      amountMicros,
      contextId,
      rootId,
      offerId: id,
    }))
  await postTransfers(db, { legs, at })
  return true
}

async function readOutcome(
  { db }: TestMarket['deps'],
  { name, rootId, buyer }: { name: string; rootId: string; buyer: string },
): Promise<Outcome> {
  const plain = (id: string) => id.slice(name.length + 1)
  const rows = await db.select().from(contexts).where(eq(contexts.rootId, rootId))
  const bought = await db.select().from(purchases).where(eq(purchases.rootId, rootId))
  const placed = await db.select().from(offers).where(eq(offers.rootId, rootId))
  const events = await db
    .select()
    .from(inspectionEvents)
    .where(eq(inspectionEvents.rootId, rootId))
    .orderBy(inspectionEvents.seq)
  const balances = new Map(
    (await db.select().from(ledgerAccounts)).map(({ id, balanceMicros }) => [id, balanceMicros]),
  )
  return {
    contexts: Object.fromEntries(
      rows.map(({ id, parentId, budgetMicros, phase, level, ...row }) => [
        plain(id),
        { parentId: parentId && plain(parentId), budgetMicros, phase, level, ...countsOf(row) },
      ]),
    ),
    offers: Object.fromEntries(placed.map(({ id, state, reason }) => [plain(id), { state, reason }])),
    purchases: Object.fromEntries(bought.map(({ offerId, priceMicros }) => [plain(offerId), priceMicros])),
    escrows: Object.fromEntries(rows.map(({ id }) => [plain(id), balances.get(escrowAccount(id)) ?? 0n])),
    returnedMicros: balances.get(userAccount(buyer)) ?? 0n,
    events: events
      // Asking and starting are not the protocol's.
      .filter(
        ({ type, contextId }) =>
          type !== 'tree.started' &&
          type !== 'enough.said' &&
          (type !== 'context.opened' || contextId !== rootId),
      )
      .map(({ type, contextId, offerId, amountMicros, round, code }) => ({
        type: type as NewEvent['type'],
        contextId: plain(contextId),
        ...(offerId === null ? {} : { offerId: plain(offerId) }),
        ...(amountMicros === null ? {} : { amountMicros }),
        ...(round === null ? {} : { round }),
        ...(code === null ? {} : { code }),
      })),
  }
}
