import { BUDGET_MICROS_MIN } from '../shared/money'
import {
  ASK_KINDS,
  type AskKind,
  BUY_REASONS,
  type BuyReason,
  PASS_REASONS,
  PAUSE_KINDS,
  type PassReason,
  type PauseKind,
  type Told,
  WITHHELD,
} from './alphabets'

/**
 * How much a run may tell beyond what it buys. An inspector reads what nobody has paid for, and may be malicious: whatever it
 * chooses and somebody sees carries a part of that. So all it can choose has an alphabet, each choice a cost in bits, and a root
 * has a budget of bits over all its rounds and levels. Bits move as money does: a sub-question is opened with a share of what is
 * left and gives back what it did not use. Which offers are bought is not counted here: that is paid for, and stated apart.
 *
 * Costs are lengths of a prefix code (at every choice the sum of 2^-cost over what could be chosen is at most 1), so runs that
 * cost at most B bits are at most 2^B different ones. What the inspector cannot afford is chosen by code, from what is public.
 * A pause is paid when it comes, and so is a passage that is chosen by what is sealed. Besides, bits are spent in this order: how many sub-questions, their kinds and the offers, or the parts of
 * the question, that they are about; sizes of their budgets; and in a
 * verdict that asks nothing, which teasers mislead, and reasons; what is left at the end, on where opinions split, on tokens and on
 * times.
 * Source: design, section 5; reliability, G8.
 */

/** Goal G8 of what may leave a run; far below the shortest text worth a price. */
export const BITS_PER_ROOT = 32
/** Costs are whole thousandths of a bit, rounded up: no float is summed. */
export const MILLIBITS = 1_000

/** Tokens that a tree has used are told once, when it has ended, as one of these: below so many, the last without an end. */
export const TOKEN_BOUNDS = [10_000, 100_000, 1_000_000] as const
const TOKENS_MILLIBITS = bitsOfOneIn(TOKEN_BOUNDS.length + 1)

/** The bound that a number of tokens is below; null beyond the last. */
export function tokensBelow(tokens: number): number | null {
  return TOKEN_BOUNDS.find((bound) => tokens < bound) ?? null
}

/** In place of them it is told that the built-in inspector took over from the model: whether, and not when. */
const END_MILLIBITS = bitsOfOneIn(TOKEN_BOUNDS.length + 2)

/** What verdicts and pauses of one root may spend. */
export const ROOT_MILLIBITS = BITS_PER_ROOT * MILLIBITS - END_MILLIBITS

/** How long a context's readings took is told once, when its tree has ended, as one of these: below so many seconds, the last without an end. */
export const SECONDS_BOUNDS = [10, 60, 600] as const
const SECONDS_MILLIBITS = bitsOfOneIn(SECONDS_BOUNDS.length + 1)

/** The bound that a number of seconds is below; null beyond the last. */
export function secondsBelow(seconds: number): number | null {
  return SECONDS_BOUNDS.find((bound) => seconds < bound) ?? null
}

/** For worlds without strangers (experiments): nothing is counted or rounded. */
export const UNBOUNDED = Number.POSITIVE_INFINITY

/** What one of so many costs when all cost the same. */
function bitsOfOneIn(count: number): number {
  return Math.ceil(Math.log2(count) * MILLIBITS)
}

/** What is left of a budget of bits; that of a world without strangers stays as it is. */
export function bitsLeft(millibits: number, spent: number): number {
  return millibits === UNBOUNDED ? UNBOUNDED : millibits - spent
}

/** What each of a context and the sub-questions that it opens may spend from now on. */
export function bitsShare(millibits: number, asks: number): number {
  return Math.floor(millibits / (asks + 1))
}

/** Fifteen times in sixteen a verdict comes, and no pause before it. */
const NO_PAUSE = Math.ceil(Math.log2(16 / 15) * MILLIBITS)
/** One bit more: whether a pause ends by itself or waits for its buyer is the model's to choose as well. */
const SOME_PAUSE = bitsOfOneIn(16) + bitsOfOneIn(2)
const PAUSE_KIND = bitsOfOneIn(PAUSE_KINDS.length)

/** What it costs that a verdict comes and not a pause: nothing where no pause could be told. */
export function bitsOfVerdict(millibits: number): number {
  return millibits < SOME_PAUSE ? 0 : NO_PAUSE
}

/**
 * What is told of a step that can go no further: that its tree pauses, and why as far as that can be paid. Null when not even the
 * pause can: then somebody else must give the verdict, and nobody is told.
 */
export function affordPause(
  millibits: number,
  kind: PauseKind,
): { kind: Told<PauseKind>; spent: number } | null {
  if (millibits < SOME_PAUSE) return null
  if (millibits < SOME_PAUSE + PAUSE_KIND) return { kind: WITHHELD, spent: SOME_PAUSE }
  return { kind, spent: SOME_PAUSE + PAUSE_KIND }
}

/** Eight bits: what one follow-up costs, on one of sixteen parts of the question. They are kept from teasers and reasons where an answer may ask. */
export const FOLLOW_UP_MILLIBITS = 8 * MILLIBITS

/** Two verdicts in three that could ask do not. */
const NO_ASK = Math.ceil(Math.log2(3 / 2) * MILLIBITS)
const SOME_ASK = bitsOfOneIn(3)

/** What it costs to ask so many questions where `room` may be asked; a unary code, since fewer are likelier. */
function bitsOfNumber(asks: number, room: number): number {
  return asks === 0 ? NO_ASK : SOME_ASK + Math.min(asks, room - 1) * MILLIBITS
}

/** Seven in eight sub-questions are as the inspector wants them, as long as that can be paid. */
const OWN_CHOICE = Math.ceil(Math.log2(8 / 7) * MILLIBITS)
const CODE_CHOICE = bitsOfOneIn(8)
/** Half of all are checks whether something is true; what is about no offer is a follow-up, and its kind is all there is to choose. */
const LIKELIEST_KIND: AskKind = 'verify'
const LIKELIEST_KIND_COST = bitsOfOneIn(2)
const OTHER_KIND_COST = bitsOfOneIn(2) + bitsOfOneIn(ASK_KINDS.length - 1)
/** Three in four are about one offer. */
const ABOUT_ONE = Math.ceil(Math.log2(4 / 3) * MILLIBITS)
const ABOUT_MORE = bitsOfOneIn(4)

function bitsOfAsk(kind: AskKind, about: number, table: number): number {
  const kindCost = kind === LIKELIEST_KIND ? LIKELIEST_KIND_COST : OTHER_KIND_COST
  if (about === 0) return OWN_CHOICE + kindCost
  const aboutCost =
    about === 1
      ? ABOUT_ONE + bitsOfOneIn(table)
      : ABOUT_MORE + bitsOfOneIn(table) + bitsOfSubset(about, table)
  return OWN_CHOICE + kindCost + aboutCost
}

/** log2 of the number of ways to choose so many of `table`. */
function bitsOfSubset(chosen: number, table: number): number {
  let bits = 0
  for (let place = 1; place <= chosen; place += 1) bits += Math.log2((table - chosen + place) / place)
  return Math.ceil(bits * MILLIBITS)
}

/** Whether a single sub-question could be paid, of `room` that may be put. */
export function affordsAsk(millibits: number, room: number): boolean {
  return room > 0 && millibits >= bitsOfNumber(1, room)
}

type Wish = { kind: AskKind; about: readonly string[] }
type Priced = { offerId: string; priceMicros: bigint }

/**
 * Which sub-questions are put: of those wished for as many as can be paid, each as it is wished or, when that cannot be paid, as
 * code has it: a check of the dearest offer. In the order of what they are about, so that their order says nothing.
 */
export function affordAsks<W extends Wish>(
  { millibits, room, table }: { millibits: number; room: number; table: readonly Priced[] },
  wished: readonly W[],
): { asks: W[]; spent: number } {
  if (!affordsAsk(millibits, room)) return { asks: [], spent: 0 }
  let number = Math.min(wished.length, room)
  while (bitsOfNumber(number, room) > millibits) number -= 1
  let spent = bitsOfNumber(number, room)
  const dearest = table.toSorted(dearestFirst)
  let byCode = 0
  const asks = wished.slice(0, number).map((wish) => {
    const left = bitsLeft(millibits, spent)
    const own = bitsOfAsk(wish.kind, wish.about.length, table.length)
    if (own <= left && CODE_CHOICE <= left) {
      spent += own
      return wish
    }
    // Where nothing could have been chosen, that it was not says nothing.
    const cheapest = bitsOfAsk(LIKELIEST_KIND, 1, table.length)
    if (Math.max(cheapest, CODE_CHOICE) <= left) spent += CODE_CHOICE
    const subject = dearest[byCode % dearest.length]
    byCode += 1
    return { ...wish, kind: LIKELIEST_KIND, about: subject ? [subject.offerId] : [] }
  })
  return { asks: asks.toSorted(byContent), spent }
}

/**
 * Which follow-ups an answer puts: of those wished for as many as can be paid, each about the part of the question that is wished, or, when
 * that cannot be paid, about the whole of it. In the order of the parts, so that their order says nothing.
 */
export function affordFollowUps<W extends { aspect: number }>(
  { millibits, room, aspects }: { millibits: number; room: number; aspects: number },
  wished: readonly W[],
): { asks: W[]; spent: number } {
  if (aspects === 0 || !affordsAsk(millibits, room)) return { asks: [], spent: 0 }
  let number = Math.min(wished.length, room)
  while (bitsOfNumber(number, room) > millibits) number -= 1
  let spent = bitsOfNumber(number, room)
  const cost = bitsOfOneIn(aspects)
  const asks = wished.slice(0, number).map((wish) => {
    if (cost > bitsLeft(millibits, spent)) return { ...wish, aspect: 0 }
    spent += cost
    return wish
  })
  return { asks: asks.toSorted((a, b) => a.aspect - b.aspect), spent }
}

/**
 * The market's own search may choose a passage by what is sealed, among so many that public words name: three bits, of some ten that a
 * sub-question has where its question puts but one.
 */
export const CHOICE_MAX = 8

/**
 * Among how many of these candidates what is sealed may choose: as many as half of what is left pays for, so that a verdict can still ask and
 * say why. Paid when the choice is offered: whoever may buy it needs nobody's word for that. One candidate is none, and costs nothing.
 */
export function affordChoice(millibits: number, candidates: number): { among: number; spent: number } {
  let among = Math.max(1, Math.min(candidates, CHOICE_MAX))
  while (bitsOfOneIn(among) * 2 > millibits) among -= 1
  return { among, spent: millibits === UNBOUNDED ? 0 : bitsOfOneIn(among) }
}

function dearestFirst(a: Priced, b: Priced): number {
  if (a.priceMicros !== b.priceMicros) return a.priceMicros > b.priceMicros ? -1 : 1
  return a.offerId < b.offerId ? -1 : 1
}

function byContent(a: Wish, b: Wish): number {
  const [one, other] = [a, b].map(({ kind, about }) => `${about.join(' ')} ${kind}`)
  return (one ?? '') < (other ?? '') ? -1 : 1
}

/** The greatest steps of 1, 2, 5, 10, … credits that fit; fewer where less is left than four of them. */
const SIZES_MAX = 4
const STEPS = [1n, 2n, 5n] as const

/** The sizes that a sub-question's budget may have, greatest first; none when not even the least is left. */
export function sizesWithin(leftMicros: bigint): bigint[] {
  const sizes: bigint[] = []
  for (let unit = BUDGET_MICROS_MIN; unit <= leftMicros; unit *= 10n) {
    for (const step of STEPS) if (unit * step <= leftMicros) sizes.unshift(unit * step)
  }
  return sizes.slice(0, SIZES_MAX)
}

/**
 * The budget of a sub-question: of few sizes the greatest that is not above what is wished for, or the least; when the choice cannot
 * be paid, the one that code takes. Null when not even the least budget of all is left.
 */
export function affordSize(
  millibits: number,
  { wishedMicros, leftMicros }: { wishedMicros: bigint; leftMicros: bigint },
): { budgetMicros: bigint; spent: number } | null {
  if (leftMicros < BUDGET_MICROS_MIN) return null
  if (millibits === UNBOUNDED) {
    return { budgetMicros: wishedMicros < leftMicros ? wishedMicros : leftMicros, spent: 0 }
  }
  const sizes = sizesWithin(leftMicros)
  const least = sizes.at(-1) ?? BUDGET_MICROS_MIN
  const cost = bitsOfOneIn(sizes.length)
  if (cost > millibits) return { budgetMicros: sizes[Math.floor(sizes.length / 2)] ?? least, spent: 0 }
  return { budgetMicros: sizes.find((size) => size <= wishedMicros) ?? least, spent: cost }
}

/** Three verdicts in four find no teaser misleading; more of them are less likely, and which these are is chosen. */
const NO_TEASER = Math.ceil(Math.log2(4 / 3) * MILLIBITS)
const SOME_TEASER = bitsOfOneIn(4)

function bitsOfTeasers(misleading: number, table: number): number {
  return misleading === 0 ? NO_TEASER : SOME_TEASER + misleading * MILLIBITS + bitsOfSubset(misleading, table)
}

/** What is told of the teasers that were judged: all, or nothing when that cannot be paid. */
export function affordTeasers<T extends { isFair: boolean }>(
  millibits: number,
  { table, teasers }: { table: number; teasers: readonly T[] },
): { teasers: T[]; spent: number } {
  if (teasers.length === 0) return { teasers: [], spent: 0 }
  const cost = bitsOfTeasers(teasers.filter(({ isFair }) => !isFair).length, table)
  return cost > millibits ? { teasers: [], spent: 0 } : { teasers: [...teasers], spent: cost }
}

/** All but what is said of an offer that no inspector was shown. */
const PASS_COST = bitsOfOneIn(PASS_REASONS.length - 1)
const BUY_COST = bitsOfOneIn(BUY_REASONS.length)

type Reasoned<R> = { offerId: string; reason: R }

/** The reasons of one verdict, in the order of offers, as far as they can be paid; those of the others are withheld. */
export function affordReasons<B extends Reasoned<BuyReason>>(
  millibits: number,
  { buy, pass }: { buy: readonly B[]; pass: readonly Reasoned<PassReason>[] },
): {
  buy: (Omit<B, 'reason'> & Reasoned<Told<BuyReason>>)[]
  pass: Reasoned<Told<PassReason>>[]
  spent: number
} {
  let spent = 0
  const isPaid = (cost: number) => {
    if (cost > bitsLeft(millibits, spent)) return false
    spent += cost
    return true
  }
  const reasoned = {
    buy: buy.map((one) => ({ ...one, reason: isPaid(BUY_COST) ? one.reason : WITHHELD })),
    pass: pass.map(({ offerId, reason }) => ({
      offerId,
      reason: isPaid(PASS_COST) ? spoken(reason) : WITHHELD,
    })),
  }
  return { ...reasoned, spent }
}

function spoken(reason: PassReason): PassReason {
  return reason === 'not-read' ? 'no-verdict' : reason
}

/** How many sets of so many opinions are more than half of them. */
function majoritiesOf(opinions: number): number {
  const sets = Array.from({ length: 2 ** opinions }, (_, set) => set.toString(2).replaceAll('0', '').length)
  return sets.filter((size) => size * 2 > opinions).length
}

/** Of what is told besides, which offers and which contexts it is told of. */
export type ToldAtEnd = {
  splits: ReadonlySet<string>
  tokens: ReadonlySet<string>
  seconds: ReadonlySet<string>
  spent: number
}

/**
 * What the bits that a tree has left when it has ended tell of how it was read: first of the offers that were bought, in their order,
 * which opinions were for each (or that no other was asked); then of its contexts, in their order, how many tokens each used, as one
 * of the sizes of `TOKEN_BOUNDS`, and how long its readings took. What an offer or a context costs does not depend on what is told of it.
 */
export function affordAtEnd(
  millibits: number,
  {
    opinions,
    bought,
    contexts,
    timed,
  }: { opinions: number; bought: readonly string[]; contexts: readonly string[]; timed: readonly string[] },
): ToldAtEnd {
  let spent = 0
  const asFarAsPaid = (ids: readonly string[], cost: number) => {
    const told = ids.slice(0, Math.max(0, Math.floor((millibits - spent) / cost)))
    spent += told.length * cost
    return new Set(told)
  }
  const splits = asFarAsPaid(opinions < 2 ? [] : bought, bitsOfOneIn(majoritiesOf(opinions) + 1))
  const tokens = asFarAsPaid(contexts, TOKENS_MILLIBITS)
  const seconds = asFarAsPaid(timed, SECONDS_MILLIBITS)
  return { splits, tokens, seconds, spent }
}

/** How many bits of a root's budget are spent, rounded up: `millibitsLeft` is what its contexts have left together. */
export function bitsSpent(millibitsLeft: number): number {
  return Math.max(0, Math.ceil((ROOT_MILLIBITS - millibitsLeft) / MILLIBITS))
}
