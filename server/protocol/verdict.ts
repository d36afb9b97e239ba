import { BUDGET_MICROS_MIN } from '../shared/money'
import { TITLE_CHARS_MIN } from '../shared/text'
import { wordsOf } from '../shared/words'
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
/**
 * An offer left on the table while sub-questions are open: because they are about it, or because nothing is decided before they are
 * answered. What is reserved is held with the others, so nobody sees it.
 */
export const HOLD_REASONS = ['needs-check', 'undecided'] as const

export const REASONS = [...BUY_REASONS, ...PASS_REASONS, ...HOLD_REASONS] as const
export type BuyReason = (typeof BUY_REASONS)[number]
export type PassReason = (typeof PASS_REASONS)[number]
export type HoldReason = (typeof HOLD_REASONS)[number]
export type Reason = (typeof REASONS)[number]

/** What a sub-question is for. Only the kind is asked when its words would give an offer away (design, section 5). */
export const ASK_KINDS = ['verify', 'exception', 'source', 'compare', 'context', 'follow-up'] as const
export type AskKind = (typeof ASK_KINDS)[number]

/** 200 characters: long enough for a question, too short to carry an offer out (reliability, D3.4). */
export const SUB_QUESTION_CHARS_MAX = 200

/** What an inspector says, before anything is checked. Offer ids are those it was shown. */
export type VerdictDraft = {
  buy: { offerId: string; reason: BuyReason }[]
  pass: { offerId: string; reason: PassReason }[]
  ask: Ask[]
}

/**
 * A sub-question, about offers on the table; about none it is a `follow-up` to the question itself. `isSealed`: its words are not all
 * public, so only the market reads them; taken for true when left out. `isOnSubject`: it has a word of the questions above it; false
 * only where somebody looked and found none.
 */
export type Ask = {
  about: string[]
  kind: AskKind
  question: string
  budgetMicros: bigint
  isSealed?: boolean
  isOnSubject?: boolean
}

/** What lies before the inspector: unbought offers of the context it decides, with the pinned price. */
export type TableOffer = { offerId: string; priceMicros: bigint }

/** A sub-question that may be put: about offers on the table, within the escrow. */
export type CheckedAsk = Omit<Ask, 'isOnSubject'>

/** A verdict that is legal here and now: every id on the table bought, passed or held, once; sums within the escrow. */
export type CheckedVerdict = {
  buy: { offerId: string; priceMicros: bigint; reason: BuyReason }[]
  /** Offers that a verdict that asks would buy, in its order: an intention, which its context's last verdict confirms or drops. */
  reserve: string[]
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
  /** Sub-questions that this context has put already. */
  asked: readonly Pick<Ask, 'about' | 'question'>[]
}

/** How many sub-questions may be put now; 0 when depth, rounds, breadth or the tree's size forbid it. */
export function asksAllowed(
  situation: Pick<VerdictSituation, 'policy' | 'level' | 'round' | 'childrenOpened' | 'treeContexts'>,
): number {
  const { policy, level, round, childrenOpened, treeContexts } = situation
  if (level >= depthAllowed(policy)) return 0
  if (round + 1 >= policy.maxRounds) return 0
  return Math.max(0, Math.min(policy.maxChildren - childrenOpened, TREE_CONTEXTS_MAX - treeContexts))
}

/**
 * Turns what an inspector said into what may happen. Ids not on the table are dropped; purchases are granted in the order
 * named while they fit the escrow; sub-questions are granted while depth, rounds and breadth allow, each with at most what
 * is left, never below `BUDGET_MICROS_MIN`.
 *
 * x^{n+1} comes before x^n (equations 6 to 8): a verdict that asks decides nothing yet. It reserves what it would buy, its
 * sub-questions may use the whole escrow, and every offer is held. The verdict that asks nothing is the last one of its context: it
 * buys what it names and passes the rest. With `buyAtOnce` a verdict that asks pays for what it names first, and asks nothing about
 * that. A verdict can therefore be wrong, but never illegal. Source: design, section 2 (order, budget) and section 5.
 */
export function checkVerdict(situation: VerdictSituation, draft: VerdictDraft): CheckedVerdict {
  const { policy, table } = situation
  const onTable = new Set(table.map(({ offerId }) => offerId))
  const unknown = [...draft.buy, ...draft.pass].filter(({ offerId }) => !onTable.has(offerId)).length
  const refused = { unknownOffers: unknown, overBudget: 0, asks: 0 }

  const wanted = checkBuys(situation, draft.buy)
  const paidFirst = policy.buyAtOnce ? wanted.buy : []
  const ask = checkAsks(situation, draft.ask, paidFirst)
  refused.asks = draft.ask.length - ask.length
  if (ask.length > 0) {
    const asked = new Set(ask.flatMap(({ about }) => about))
    const paid = new Set(paidFirst.map(({ offerId }) => offerId))
    const hold = table
      .filter(({ offerId }) => !paid.has(offerId))
      .map(({ offerId }): { offerId: string; reason: HoldReason } => ({
        offerId,
        reason: asked.has(offerId) ? 'needs-check' : 'undecided',
      }))
    const reserve = wanted.named.filter((offerId) => !paid.has(offerId))
    return { buy: paidFirst, reserve, pass: [], hold, ask, refused }
  }

  refused.overBudget = wanted.named.length - wanted.buy.length
  const bought = new Set(wanted.buy.map(({ offerId }) => offerId))
  const passReasons = new Map(draft.pass.map((pass) => [pass.offerId, pass.reason]))
  const pass = table
    .filter(({ offerId }) => !bought.has(offerId))
    .map(({ offerId }): { offerId: string; reason: PassReason } => ({
      offerId,
      reason: wanted.named.includes(offerId) ? 'over-budget' : (passReasons.get(offerId) ?? 'no-verdict'),
    }))
  return { buy: wanted.buy, reserve: [], pass, hold: [], ask, refused }
}

/** Of what was reserved, in its order, that which is still on the table and fits what is left: shown with the next call. */
export function standingReserve(
  reserved: readonly string[],
  { table, escrowMicros }: Pick<VerdictSituation, 'table' | 'escrowMicros'>,
): string[] {
  const wishes = reserved.map((offerId) => ({ offerId, reason: 'worth-its-price' as const }))
  return checkBuys({ table, escrowMicros }, wishes).buy.map(({ offerId }) => offerId)
}

/** `named`: offers on the table that it would buy, each once, in its order; `buy`: those that fit the escrow one after another. */
function checkBuys(
  { table, escrowMicros }: Pick<VerdictSituation, 'table' | 'escrowMicros'>,
  wishes: VerdictDraft['buy'],
): { named: string[]; buy: CheckedVerdict['buy'] } {
  const onTable = new Map(table.map((offer) => [offer.offerId, offer]))
  const named = new Set<string>()
  const buy: CheckedVerdict['buy'] = []
  let leftMicros = escrowMicros
  for (const { offerId, reason } of wishes) {
    const offer = onTable.get(offerId)
    if (!offer || named.has(offerId)) continue
    named.add(offerId)
    if (offer.priceMicros > leftMicros) continue
    leftMicros -= offer.priceMicros
    buy.push({ offerId, priceMicros: offer.priceMicros, reason })
  }
  return { named: [...named], buy }
}

/** The sub-questions that are put, out of what purchases that are paid first leave of the escrow. */
function checkAsks(
  situation: VerdictSituation,
  wishes: readonly Ask[],
  paidFirst: CheckedVerdict['buy'],
): CheckedAsk[] {
  const room = asksAllowed(situation)
  const paid = new Set(paidFirst.map(({ offerId }) => offerId))
  const askable = new Set(situation.table.map(({ offerId }) => offerId).filter((id) => !paid.has(id)))
  const taken = new Set(situation.asked.map(twinKey))
  const granted: CheckedAsk[] = []
  let leftMicros = paidFirst.reduce((left, { priceMicros }) => left - priceMicros, situation.escrowMicros)
  for (const { isOnSubject, ...wish } of wishes) {
    const about = [...new Set(wish.about)].filter((id) => askable.has(id))
    const budgetMicros = wish.budgetMicros < leftMicros ? wish.budgetMicros : leftMicros
    const question = wish.question.trim().slice(0, SUB_QUESTION_CHARS_MAX)
    const ask = { ...wish, about, kind: kindOf(wish.kind, about), question, budgetMicros }
    const namesNothing = wish.about.length > 0 && about.length === 0
    if (granted.length >= room || namesNothing || budgetMicros < BUDGET_MICROS_MIN) continue
    if (question.length < TITLE_CHARS_MIN || isOnSubject === false || taken.has(twinKey(ask))) continue
    leftMicros -= budgetMicros
    taken.add(twinKey(ask))
    granted.push(ask)
  }
  return granted
}

/** What is about no offer asks on about the question itself, and nothing else does. */
function kindOf(kind: AskKind, about: readonly string[]): AskKind {
  if (about.length === 0) return 'follow-up'
  return kind === 'follow-up' ? 'context' : kind
}

/** Two sub-questions with the same words about the same offers are one. */
function twinKey({ about, question }: Pick<Ask, 'about' | 'question'>): string {
  return JSON.stringify([wordsOf(question), about.toSorted()])
}

/** The verdict of an inspector that has nothing to say: buys nothing, asks nothing. */
export const EMPTY_VERDICT: VerdictDraft = { buy: [], pass: [], ask: [] }
