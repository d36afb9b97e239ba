import { BUDGET_MICROS_MIN } from '../shared/money'
import { depthAllowed, type Policy, TREE_CONTEXTS_MAX } from './policy'

/** Why an offer was bought. */
export const BUY_REASONS = ['worth-its-price', 'decisive', 'corroborates'] as const
/** Why an offer was left; all that is kept of the inspector's opinion of an unbought offer (design, section 5). */
export const PASS_REASONS = [
  'irrelevant',
  'too-expensive',
  'redundant',
  'unconvincing',
  'contradicted',
  'misleading-teaser',
  'over-budget',
  'not-read',
  'no-verdict',
] as const
/** An offer left on the table until a sub-question is answered. */
export const HOLD_REASONS = ['needs-check'] as const

export const REASONS = [...BUY_REASONS, ...PASS_REASONS, ...HOLD_REASONS] as const
export type BuyReason = (typeof BUY_REASONS)[number]
export type PassReason = (typeof PASS_REASONS)[number]
export type HoldReason = (typeof HOLD_REASONS)[number]
export type Reason = (typeof REASONS)[number]

/** What a sub-question is for. Only the kind is asked when its words would give an offer away (design, section 5). */
export const ASK_KINDS = ['verify', 'exception', 'source', 'compare', 'context'] as const
export type AskKind = (typeof ASK_KINDS)[number]

/** 200 characters: long enough for a question, too short to carry an offer out (reliability, D3.4). */
export const SUB_QUESTION_CHARS_MAX = 200

/** What an inspector says, before anything is checked. Offer ids are those it was shown. */
export type VerdictDraft = {
  buy: { offerId: string; reason: BuyReason }[]
  pass: { offerId: string; reason: PassReason }[]
  ask: Ask[]
}

/** A sub-question. `isSealed`: its words are not all public, so only the market reads them; taken for true when left out. */
export type Ask = {
  about: string[]
  kind: AskKind
  question: string
  budgetMicros: bigint
  isSealed?: boolean
}

/** What lies before the inspector: unbought offers of the context it decides, with the pinned price. */
export type TableOffer = { offerId: string; priceMicros: bigint }

/** A sub-question that may be put: about offers on the table, within the escrow. */
export type CheckedAsk = Ask

/** A verdict that is legal here and now: every id on the table exactly once, sums within the escrow. */
export type CheckedVerdict = {
  buy: { offerId: string; priceMicros: bigint; reason: BuyReason }[]
  pass: { offerId: string; reason: PassReason }[]
  hold: { offerId: string; reason: HoldReason }[]
  ask: CheckedAsk[]
  /** What was asked for and not granted, as counts: shown to operators, never text from the model. */
  refused: { unknownOffers: number; overBudget: number; asks: number }
}

export type VerdictSituation = {
  policy: Policy
  level: number
  /** Verdicts given before this one. */
  round: number
  childrenOpened: number
  /** Contexts in the whole tree so far, the root included. */
  treeContexts: number
  escrowMicros: bigint
  table: readonly TableOffer[]
}

/** How many sub-questions may be put now; 0 when depth, rounds, breadth or the tree's size forbid it. */
export function asksAllowed(situation: Omit<VerdictSituation, 'table'>): number {
  const { policy, level, round, childrenOpened, treeContexts } = situation
  if (level >= depthAllowed(policy)) return 0
  if (round + 1 >= policy.maxRounds) return 0
  return Math.max(0, Math.min(policy.maxChildren - childrenOpened, TREE_CONTEXTS_MAX - treeContexts))
}

/**
 * Turns what an inspector said into what may happen. Ids not on the table are dropped; purchases are granted in the order
 * named while they fit the escrow; sub-questions are granted while depth, rounds and breadth allow, each with at most what
 * is left, never below `BUDGET_MICROS_MIN`. Every other offer is held (if something was asked about it) or passed.
 * A verdict can therefore be wrong, but never illegal. Source: design, section 2 (budget) and section 5.
 */
export function checkVerdict(situation: VerdictSituation, draft: VerdictDraft): CheckedVerdict {
  const onTable = new Map(situation.table.map((offer) => [offer.offerId, offer]))
  const checked: CheckedVerdict = {
    buy: [],
    pass: [],
    hold: [],
    ask: [],
    refused: { unknownOffers: 0, overBudget: 0, asks: 0 },
  }
  const settled = new Set<string>()
  let leftMicros = situation.escrowMicros

  for (const wish of draft.buy) {
    const offer = onTable.get(wish.offerId)
    if (!offer) {
      checked.refused.unknownOffers += 1
      continue
    }
    if (settled.has(offer.offerId)) continue
    settled.add(offer.offerId)
    if (offer.priceMicros > leftMicros) {
      checked.refused.overBudget += 1
      checked.pass.push({ offerId: offer.offerId, reason: 'over-budget' })
      continue
    }
    leftMicros -= offer.priceMicros
    checked.buy.push({ offerId: offer.offerId, priceMicros: offer.priceMicros, reason: wish.reason })
  }

  const room = asksAllowed(situation)
  for (const wish of draft.ask) {
    const about = [...new Set(wish.about)].filter((id) => onTable.has(id))
    const budgetMicros = wish.budgetMicros < leftMicros ? wish.budgetMicros : leftMicros
    if (checked.ask.length >= room || about.length === 0 || budgetMicros < BUDGET_MICROS_MIN) {
      checked.refused.asks += 1
      continue
    }
    leftMicros -= budgetMicros
    const question = wish.question.trim().slice(0, SUB_QUESTION_CHARS_MAX)
    checked.ask.push({ ...wish, about, question, budgetMicros })
  }

  const asked = new Set(checked.ask.flatMap((ask) => ask.about))
  const passReasons = new Map(draft.pass.map((pass) => [pass.offerId, pass.reason]))
  checked.refused.unknownOffers += draft.pass.filter((pass) => !onTable.has(pass.offerId)).length
  for (const offer of situation.table) {
    if (settled.has(offer.offerId)) continue
    if (asked.has(offer.offerId)) checked.hold.push({ offerId: offer.offerId, reason: 'needs-check' })
    else checked.pass.push({ offerId: offer.offerId, reason: passReasons.get(offer.offerId) ?? 'no-verdict' })
  }
  return checked
}

/** The verdict of an inspector that has nothing to say: buys nothing, asks nothing. */
export const EMPTY_VERDICT: VerdictDraft = { buy: [], pass: [], ask: [] }
