import { seededRandom } from '@/server/shared/random'
import { UNBOUNDED } from './bits'
import { runTree } from './memory-driver'
import type { MemoryTree, Message, Progress, ResolvedView } from './memory-tree'
import { DEFAULT_POLICY, type Policy, type Protocol } from './policy'
import { ASK_KINDS, BUY_REASONS, PASS_REASONS, type VerdictDraft, type VerdictSituation } from './verdict'

/** Random worlds for the generated tests: hostile inspectors, odd prices, and things that happen at the wrong moment. */

export type Scenario = {
  protocol: Protocol
  maxDepth: number
  maxRounds: number
  maxChildren: number
  budgetMicros: bigint
  /** Offers read at once; the policy's default when left out. */
  readMax?: number
  buyAtOnce?: boolean
  /** Sittings of the root; one when left out. */
  maxSittings?: number
  /** Follow-ups below one another, and the shares of budgets, in per cent; none and the policy's defaults when left out. */
  followUpDepth?: number
  followUpShare?: number
  checkShare?: number
  /** What the inspectors of the tree are like. */
  mood: 'mixed' | 'asks-for-ever' | 'overspends' | 'silent'
  /** Cancels, failures, early and repeated messages, at most. */
  disturbances: number
  seed: number
}

export type Watch = {
  /** Called with every state between two deliveries. */
  onStep?: (progress: Progress) => void
  /** Called with what each inspector is shown and the run it is taken from. */
  onInspect?: (view: ResolvedView<unknown>, situation: VerdictSituation, progress: Progress) => void
}

export type Dice = {
  random: () => number
  below: (count: number) => number
  pick: <V>(items: readonly V[]) => V | undefined
}

export function diceOf(seed: number): Dice {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  return { random, below, pick: (items) => items[below(items.length)] }
}

export function policyOf(scenario: Scenario): Policy {
  const { protocol, maxDepth, maxRounds, maxChildren, readMax, buyAtOnce, maxSittings } = scenario
  const limits = {
    maxDepth,
    maxRounds,
    maxChildren,
    maxSittings: maxSittings ?? 1,
    readMax: readMax ?? DEFAULT_POLICY.readMax,
  }
  const shares = {
    followUpDepth: scenario.followUpDepth ?? DEFAULT_POLICY.followUpDepth,
    followUpShare: scenario.followUpShare ?? DEFAULT_POLICY.followUpShare,
    checkShare: scenario.checkShare ?? DEFAULT_POLICY.checkShare,
  }
  return {
    ...DEFAULT_POLICY,
    protocol,
    ...limits,
    ...shares,
    buyAtOnce: buyAtOnce ?? DEFAULT_POLICY.buyAtOnce,
  }
}

/** Runs one random world to its end; the same scenario is the same world. */
export function runScenario(scenario: Scenario, watch: Watch = {}): MemoryTree<unknown, undefined> {
  const dice = diceOf(scenario.seed)
  let disturbancesLeft = scenario.disturbances
  let latest: Progress | undefined
  return runTree({
    policy: policyOf(scenario),
    root: { budgetMicros: scenario.budgetMicros },
    // With few bits nobody could ask for ever.
    ...(scenario.mood === 'asks-for-ever' ? { millibits: UNBOUNDED } : {}),
    market: (context) =>
      Array.from({ length: dice.pick([0, 1, 2, 3, 4, 4]) ?? 0 }, (_, index) => ({
        id: `${context.id}/${index}`,
        priceMicros: dice.pick(pricesFor(scenario.budgetMicros)) ?? 0n,
      })),
    later: (root, sitting) =>
      laterOffers(dice, `${root.id}/later-${sitting}`, pricesFor(scenario.budgetMicros)),
    inspect: (view, situation) => {
      if (latest) watch.onInspect?.(view, situation, latest)
      return hostileDraft(dice, scenario.mood, view, situation)
    },
    answers: {
      aspects: ASPECTS,
      write: (view, situation) => {
        if (latest) watch.onInspect?.(view, situation, latest)
        return hostileAnswer(dice, scenario.mood, situation)
      },
    },
    order: (pending) => dice.below(pending.length),
    disturb: (progress) => {
      latest = progress
      watch.onStep?.(progress)
      if (disturbancesLeft === 0 || dice.random() < 0.8) return []
      disturbancesLeft -= 1
      const message = disturbance(dice, progress)
      return message ? [message] : []
    },
  })
}

/** Nobody, now and then: then the deadline has come. */
export function laterOffers(
  dice: Dice,
  name: string,
  prices: readonly bigint[],
): { id: string; priceMicros: bigint }[] {
  return Array.from({ length: dice.pick([0, 1, 1, 2]) ?? 0 }, (_, index) => ({
    id: `${name}-${index}`,
    priceMicros: dice.pick(prices) ?? 1n,
  }))
}

function pricesFor(budgetMicros: bigint): bigint[] {
  return [0n, 1n, 10_000n, budgetMicros / 9n, budgetMicros / 4n, budgetMicros, budgetMicros + 1n, 10n ** 30n]
}

function disturbance(dice: Dice, progress: Progress): Message | undefined {
  const contextId = dice.pick([...progress.contexts.keys()])
  if (contextId === undefined) return undefined
  switch (dice.below(7)) {
    case 6:
      return { type: 'enough', contextId }
    case 0:
      return { type: 'cancel', contextId }
    case 1:
      return { type: 'fail', contextId }
    case 2:
      return dice.pick(progress.pending)
    case 3:
      return dice.pick(progress.delivered.filter((message) => message.type === 'verdict'))
    default:
      return dice.pick(progress.delivered)
  }
}

/** Says anything: unknown ids, ids of other contexts, everything twice, budgets below zero and beyond all money. */
export function hostileDraft(
  dice: Dice,
  mood: Scenario['mood'],
  view: ResolvedView<unknown>,
  situation: VerdictSituation,
): VerdictDraft {
  if (mood === 'silent') return { buy: [], pass: [], ask: [] }
  const known = [...view.readOffers, ...view.purchasedOffers].map((offer) => offer.id)
  const table = situation.table.map((offer) => offer.offerId)
  const ids = [...table, ...table, ...known, 'ghost', '']
  const some = (most: number): string[] =>
    Array.from({ length: dice.below(most + 1) }, () => dice.pick(ids) ?? 'ghost')
  const fair = situation.escrowMicros / 4n
  const budgets = [
    -(10n ** 30n),
    -1n,
    99_999n,
    100_000n,
    fair,
    fair,
    fair,
    situation.escrowMicros,
    10n ** 30n,
  ]
  const wishes =
    mood === 'overspends' ? [...table, ...table, ...some(2)] : some(mood === 'asks-for-ever' ? 1 : 3)
  const questions = mood === 'asks-for-ever' ? 8 : dice.below(5)
  return {
    buy: wishes.map((offerId) => ({ offerId, reason: dice.pick(BUY_REASONS) ?? 'decisive' })),
    pass: some(4).map((offerId) => ({ offerId, reason: dice.pick(PASS_REASONS) ?? 'irrelevant' })),
    ask: Array.from({ length: questions }, () => ({
      about: mood === 'asks-for-ever' ? table : some(6),
      kind: dice.pick(ASK_KINDS) ?? 'verify',
      // Numbered, so that few are twins; now and then too short to be asked.
      question: mood === 'asks-for-ever' || dice.below(8) > 0 ? questionOf(dice) : 'So?',
      budgetMicros: (mood === 'asks-for-ever' ? fair : dice.pick(budgets)) ?? 0n,
    })),
  }
}

/** Parts of a question that something may be lacking on, as follow-ups word them. */
export const ASPECTS = ['the whole', 'the year', 'the price', 'the place', 'the weight'].map(
  (part) => `What else should one know about ${part}?`,
)

/** Lacks anything: what is no part of the question, the same twice, for less than nothing and for more than there is. */
export function hostileAnswer(
  dice: Dice,
  mood: Scenario['mood'],
  { escrowMicros, answering }: VerdictSituation,
): VerdictDraft {
  const wrote = answering?.stage === 2 ? 'refined' : 'first'
  const budgets = [-1n, 99_999n, 100_000n, escrowMicros / 8n, escrowMicros / 4n, escrowMicros, 10n ** 30n]
  const lacks = Array.from({ length: mood === 'silent' ? 0 : dice.below(6) }, () => ({
    aspect: dice.below(ASPECTS.length + 2) - 1,
    budgetMicros: dice.pick(budgets) ?? 0n,
  }))
  return { buy: [], pass: [], ask: [], lacks, ...(dice.below(4) > 0 ? { wrote } : {}) }
}

const questionOf = (dice: Dice) => `Is it so (${dice.below(1_000)})? `.repeat(1 + dice.below(20))
