import { BUDGET_MICROS_MIN } from '../shared/money'
import { TITLE_CHARS_MIN } from '../shared/text'
import { wordsOf } from '../shared/words'
import type {
  AnswerOnTheWay,
  AnswerStage,
  AskKind,
  BuyReason,
  HoldReason,
  PassReason,
  Told,
} from './alphabets'
import {
  affordAsks,
  affordFollowUps,
  affordReasons,
  affordSize,
  affordsAsk,
  affordTeasers,
  bitsLeft,
  bitsOfVerdict,
  bitsShare,
  FOLLOW_UP_MILLIBITS,
} from './bits'
import { depthAllowed, type Policy, shareLeft, TREE_CONTEXTS_MAX } from './policy'

export {
  ASK_KINDS,
  type AskKind,
  BUY_REASONS,
  type BuyReason,
  HOLD_REASONS,
  type HoldReason,
  PASS_REASONS,
  type PassReason,
  REASONS,
  type Reason,
  type Told,
  WITHHELD,
} from './alphabets'

/** 200 characters: long enough for a question that names what it is about. */
export const SUB_QUESTION_CHARS_MAX = 200

/** What an inspector says, before anything is checked. Offer ids are those it was shown. */
export type VerdictDraft = {
  buy: { offerId: string; reason: BuyReason }[]
  pass: { offerId: string; reason: PassReason }[]
  /** Whether the teasers of offers that were read keep to their texts. */
  teasers?: JudgedTeaser[]
  ask: Ask[]
  /** Of a step that writes an answer: which parts of the question it lacks something on, by their places, and what each may cost. */
  lacks?: Lack[]
  /** What it wrote; left out where there was nothing to refine. */
  wrote?: AnswerOnTheWay
}

export type Lack = { aspect: number; budgetMicros: bigint }

export type JudgedTeaser = { offerId: string; isFair: boolean }

/**
 * A sub-question, about offers on the table; about none it is a `follow-up` to the question itself. Its words count only where nothing
 * else words it (`VerdictSituation.words`).
 */
export type Ask = {
  about: string[]
  kind: AskKind
  question: string
  budgetMicros: bigint
}

/** What lies before the inspector: unbought offers of the context it decides, with the pinned price. */
export type TableOffer = { offerId: string; priceMicros: bigint }

/** A sub-question that may be put: about offers on the table, within the escrow, with its share of the bits. */
export type CheckedAsk = Ask & { millibits: number }

/** A verdict that is legal here and now: every id on the table bought, passed or held, once; sums within the escrow. */
export type CheckedVerdict = {
  buy: { offerId: string; priceMicros: bigint; reason: Told<BuyReason> }[]
  /** Offers that a verdict that asks would buy, in its order: an intention, which its context's last verdict confirms or drops. */
  reserve: string[]
  pass: { offerId: string; reason: Told<PassReason> }[]
  hold: { offerId: string; reason: HoldReason }[]
  /** Told with the last verdict of a context, of all that were judged or of none. */
  teasers: JudgedTeaser[]
  ask: CheckedAsk[]
  /** A step follows that writes a first answer from what was bought. */
  isAnswered?: true
  /** Of a step that wrote an answer. */
  wrote?: AnswerOnTheWay
  /** What its choices cost (`bits.ts`). */
  millibits: number
  /** What was asked for and not granted, as counts: shown to operators, never text from the model. */
  refused: { unknownOffers: number; overBudget: number; asks: number }
}

export type VerdictSituation = {
  policy: Policy
  level: number
  /** Verdicts given before this one in this sitting. */
  round: number
  /** In this sitting. */
  childrenOpened: number
  /** Contexts in the whole tree so far, the root included. */
  treeContexts: number
  /** All that this context was given. */
  budgetMicros: bigint
  escrowMicros: bigint
  /** What this context may still tell, in thousandths of a bit (`bits.ts`). */
  millibitsLeft: number
  table: readonly TableOffer[]
  /** Sub-questions that this context has put already. */
  asked: readonly Pick<Ask, 'about' | 'question' | 'kind' | 'budgetMicros'>[]
  /** Left out where nobody writes answers on the way. */
  answering?: Answering
  /** Words a sub-question from what is public alone: its kind and the offers it is about. Without it those who ask word theirs. */
  words?: (kind: AskKind, about: readonly string[]) => string
}

export type Answering = {
  stage: AnswerStage
  /** How many follow-ups lie one below another down to this context; null below a check of offers. */
  depth: number | null
  /** The parts of the question that something may be lacking on, each as the question that a follow-up would put. All of it is public. */
  aspects: readonly string[]
}

/** How many follow-ups lie one below another along these sub-questions, from the root down; null when one of them checks offers. */
export function followUpsAlong(kinds: readonly AskKind[]): number | null {
  return kinds.every((kind) => kind === 'follow-up') ? kinds.length : null
}

/** What may be given to a sub-question of this kind: what is left, within the share of its sort. */
function roomFor(
  kind: AskKind,
  { policy, budgetMicros, asked }: Pick<VerdictSituation, 'policy' | 'budgetMicros' | 'asked'>,
  {
    leftMicros,
    granted = [],
  }: { leftMicros: bigint; granted?: readonly Pick<Ask, 'kind' | 'budgetMicros'>[] },
): bigint {
  const isOneSort = (other: AskKind) => (other === 'follow-up') === (kind === 'follow-up')
  const given = [...asked, ...granted].filter((ask) => isOneSort(ask.kind))
  const givenMicros = given.reduce((sum, ask) => sum + ask.budgetMicros, 0n)
  const percent = kind === 'follow-up' ? policy.followUpShare : policy.checkShare
  const shareMicros = shareLeft(percent, { budgetMicros, givenMicros })
  return shareMicros === null || shareMicros > leftMicros ? leftMicros : shareMicros
}

/** What an answer may ask on: how many follow-ups, and what they may cost together. */
export function followUpsAllowed(
  situation: Pick<
    VerdictSituation,
    | 'policy'
    | 'level'
    | 'childrenOpened'
    | 'treeContexts'
    | 'budgetMicros'
    | 'escrowMicros'
    | 'asked'
    | 'answering'
  >,
): { asks: number; roomMicros: bigint } {
  const { policy, level, childrenOpened, treeContexts, escrowMicros, answering } = situation
  const depth = answering?.depth ?? null
  const isDeepest = depth === null || depth >= policy.followUpDepth || level >= depthAllowed(policy)
  const roomMicros = roomFor('follow-up', situation, { leftMicros: escrowMicros })
  if (isDeepest || roomMicros < BUDGET_MICROS_MIN) return { asks: 0, roomMicros: 0n }
  return { asks: breadthLeft({ policy, childrenOpened, treeContexts }), roomMicros }
}

/**
 * Whether an answer is written on the way to a context that has just bought something, and what it may ask: at the root when that is
 * anything that its bits pay for, in a follow-up always, since the answers above are refined by it.
 */
function answerNext(
  situation: VerdictSituation,
  bought: readonly Bought[],
): { isAnswered: boolean; asks: number } {
  const { policy, level, answering } = situation
  const depth = answering?.depth ?? null
  const isDue =
    depth !== null && depth <= policy.followUpDepth && policy.followUpDepth > 0 && bought.length > 0
  if (!isDue) return { isAnswered: false, asks: 0 }
  const escrowMicros = bought.reduce((left, { priceMicros }) => left - priceMicros, situation.escrowMicros)
  const { asks: room } = followUpsAllowed({ ...situation, escrowMicros })
  const whole = { aspect: 0 }
  const paid = affordFollowUps({ millibits: situation.millibitsLeft, room, aspects: 1 }, [whole])
  const asks = paid.asks.length > 0 ? room : 0
  return { isAnswered: level > 0 || asks > 0, asks }
}

/**
 * How many sub-questions may be put now; 0 when depth, rounds, breadth or the tree's size forbid it, and when the bits left pay for none: an
 * inspector that holds an offer back until a check has come would pass it for nothing.
 *
 * @param situation `millibitsLeft` is what is left when it is paid that a verdict comes (`bitsOfVerdict`).
 */
export function asksAllowed(
  situation: Pick<
    VerdictSituation,
    'policy' | 'level' | 'round' | 'childrenOpened' | 'treeContexts' | 'millibitsLeft'
  >,
): number {
  const { policy, level, round, childrenOpened, treeContexts, millibitsLeft } = situation
  if (level >= depthAllowed(policy)) return 0
  if (round + 1 >= policy.maxRounds) return 0
  const room = breadthLeft({ policy, childrenOpened, treeContexts })
  return affordsAsk(millibitsLeft, room) ? room : 0
}

function breadthLeft({
  policy,
  childrenOpened,
  treeContexts,
}: Pick<VerdictSituation, 'policy' | 'childrenOpened' | 'treeContexts'>): number {
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
 * that. What is chosen comes from the alphabets of `bits.ts` and is paid from the bits left; everything is told in the order of ids,
 * and reasons once, with the last verdict. A verdict can therefore be wrong, but never illegal. Source: design, section 2 (order,
 * budget) and section 5.
 */
export function checkVerdict(situation: VerdictSituation, draft: VerdictDraft): CheckedVerdict {
  if (situation.answering && situation.answering.stage > 0)
    return checkAnswer(situation, situation.answering, draft)
  const came = bitsOfVerdict(situation.millibitsLeft)
  const millibitsLeft = bitsLeft(situation.millibitsLeft, came)
  const verdict = checkChoices({ ...situation, millibitsLeft }, draft)
  return { ...verdict, millibits: came + verdict.millibits }
}

/**
 * What an answer asks on: one follow-up each on parts of the question that it lacks something on, worded by the market, within what
 * follow-ups may cost together. It decides on no offers. One that was refined asks nothing more.
 */
function checkAnswer(
  situation: VerdictSituation,
  { stage, aspects }: Answering,
  { lacks = [], wrote }: VerdictDraft,
): CheckedVerdict {
  const { millibitsLeft, escrowMicros, asked } = situation
  const room = stage === 1 ? followUpsAllowed(situation).asks : 0
  const taken = new Set(asked.map(twinKey))
  const wanted = new Set<number>()
  const wishes = lacks.filter(({ aspect, budgetMicros }) => {
    const question = aspects[aspect]
    const isFunded = budgetMicros >= BUDGET_MICROS_MIN
    if (!isFunded || question === undefined || wanted.has(aspect)) return false
    wanted.add(aspect)
    return !taken.has(twinKey({ about: [], question }))
  })
  const afforded = affordFollowUps({ millibits: millibitsLeft, room, aspects: aspects.length }, wishes)
  let { spent } = afforded
  let leftMicros = escrowMicros
  const granted: Ask[] = []
  for (const { aspect, budgetMicros: wishedMicros } of afforded.asks) {
    const question = aspects[aspect] ?? ''
    // What code has chosen instead may have been asked already.
    if (taken.has(twinKey({ about: [], question }))) continue
    const roomMicros = roomFor('follow-up', situation, { leftMicros, granted })
    const size = affordSize(bitsLeft(millibitsLeft, spent), { wishedMicros, leftMicros: roomMicros })
    if (!size) continue
    const { budgetMicros } = size
    spent += size.spent
    leftMicros -= budgetMicros
    taken.add(twinKey({ about: [], question }))
    granted.push({ about: [], kind: 'follow-up', question, budgetMicros })
  }
  const millibits = bitsShare(bitsLeft(millibitsLeft, spent), granted.length)
  const ask = granted.map((one) => ({ ...one, millibits }))
  const refused = { unknownOffers: 0, overBudget: 0, asks: lacks.length - ask.length }
  const nothing = { buy: [], reserve: [], pass: [], hold: [], teasers: [] }
  return { ...nothing, ask, ...(wrote ? { wrote } : {}), millibits: spent, refused }
}

function checkChoices(situation: VerdictSituation, draft: VerdictDraft): CheckedVerdict {
  const { policy, table } = situation
  const onTable = new Set(table.map(({ offerId }) => offerId))
  const unknown = [...draft.buy, ...draft.pass].filter(({ offerId }) => !onTable.has(offerId)).length
  const refused = { unknownOffers: unknown, overBudget: 0, asks: 0 }

  const wanted = checkBuys(situation, draft.buy)
  const paidFirst = policy.buyAtOnce ? wanted.buy : []
  const { ask, spent: askedFor } = checkAsks(situation, draft.ask, paidFirst)
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
    const { buy } = affordReasons(0, { buy: paidFirst.toSorted(byOffer), pass: [] })
    const held = { reserve, hold: hold.toSorted(byOffer) }
    return { buy, pass: [], ...held, teasers: [], ask, millibits: askedFor, refused }
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
  const millibitsLeft = bitsLeft(situation.millibitsLeft, askedFor)
  const next = answerNext({ ...situation, millibitsLeft }, wanted.buy)
  const kept = next.asks > 0 ? FOLLOW_UP_MILLIBITS : 0
  const judged = affordTeasers(bitsLeft(situation.millibitsLeft, askedFor + kept), {
    table: table.length,
    teasers: judgedOf(draft, onTable),
  })
  const before = askedFor + judged.spent
  const { spent, ...told } = affordReasons(bitsLeft(situation.millibitsLeft, before + kept), {
    buy: wanted.buy.toSorted(byOffer),
    pass: pass.toSorted(byOffer),
  })
  const { teasers } = judged
  return {
    ...told,
    reserve: [],
    hold: [],
    teasers,
    ask,
    ...(next.isAnswered ? { isAnswered: true } : {}),
    millibits: before + spent,
    refused,
  }
}

/** Of offers on the table, each once. */
function judgedOf({ teasers = [] }: VerdictDraft, onTable: ReadonlySet<string>): JudgedTeaser[] {
  const judged = new Map(teasers.map((one) => [one.offerId, one]))
  return [...judged.values()].filter(({ offerId }) => onTable.has(offerId)).toSorted(byOffer)
}

function byOffer(a: { offerId: string }, b: { offerId: string }): number {
  return a.offerId < b.offerId ? -1 : 1
}

/** Of what was reserved, in its order, that which is still on the table and fits what is left: shown with the next call. */
export function standingReserve(
  reserved: readonly string[],
  { table, escrowMicros }: Pick<VerdictSituation, 'table' | 'escrowMicros'>,
): string[] {
  const wishes = reserved.map((offerId) => ({ offerId, reason: 'worth-its-price' as const }))
  return checkBuys({ table, escrowMicros }, wishes).buy.map(({ offerId }) => offerId)
}

type Bought = { offerId: string; priceMicros: bigint; reason: BuyReason }

/** `named`: offers on the table that it would buy, each once, in its order; `buy`: those that fit the escrow one after another. */
function checkBuys(
  { table, escrowMicros }: Pick<VerdictSituation, 'table' | 'escrowMicros'>,
  wishes: VerdictDraft['buy'],
): { named: string[]; buy: Bought[] } {
  const onTable = new Map(table.map((offer) => [offer.offerId, offer]))
  const named = new Set<string>()
  const buy: Bought[] = []
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

/** The sub-questions that are put, out of what purchases that are paid first leave of the escrow; and what they cost in bits. */
function checkAsks(
  situation: VerdictSituation,
  wished: readonly Ask[],
  paidFirst: readonly Bought[],
): { ask: CheckedAsk[]; spent: number } {
  const { millibitsLeft, words, escrowMicros } = situation
  const paid = new Set(paidFirst.map(({ offerId }) => offerId))
  const table = situation.table.filter(({ offerId }) => !paid.has(offerId))
  const askable = new Set(table.map(({ offerId }) => offerId))
  const inWords = <W extends Ask>(ask: W): W => ({
    ...ask,
    question: (words?.(ask.kind, ask.about) ?? ask.question).trim().slice(0, SUB_QUESTION_CHARS_MAX),
  })
  const wanted = new Set(situation.asked.map(twinKey))
  const wishes = wished.flatMap((wish) => {
    const about = [...new Set(wish.about)].filter((id) => askable.has(id)).sort()
    const namesNothing = wish.about.length > 0 && about.length === 0
    if (namesNothing || wish.budgetMicros < BUDGET_MICROS_MIN) return []
    const worded = inWords({ ...wish, about, kind: kindOf(wish.kind, about) })
    if (worded.question.length < TITLE_CHARS_MIN || wanted.has(twinKey(worded))) return []
    wanted.add(twinKey(worded))
    return worded
  })
  let leftMicros = paidFirst.reduce((left, { priceMicros }) => left - priceMicros, escrowMicros)
  const room = leftMicros < BUDGET_MICROS_MIN ? 0 : asksAllowed(situation)
  const afforded = affordAsks({ millibits: millibitsLeft, room, table }, wishes)
  let { spent } = afforded
  const taken = new Set(situation.asked.map(twinKey))
  const granted: Ask[] = []
  for (const wish of afforded.asks) {
    // What code has chosen instead may have been asked already.
    const { kind, about, question, budgetMicros: wishedMicros } = inWords(wish)
    const roomMicros = roomFor(kind, situation, { leftMicros, granted })
    const size = affordSize(bitsLeft(millibitsLeft, spent), { wishedMicros, leftMicros: roomMicros })
    if (!size || taken.has(twinKey({ about, question }))) continue
    spent += size.spent
    leftMicros -= size.budgetMicros
    taken.add(twinKey({ about, question }))
    granted.push({ about, kind, question, budgetMicros: size.budgetMicros })
  }
  const millibits = bitsShare(bitsLeft(millibitsLeft, spent), granted.length)
  return { ask: granted.map((ask) => ({ ...ask, millibits })), spent }
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
