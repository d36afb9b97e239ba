import type { AnswerOnTheWay, AnswerStage } from './alphabets'
import { bitsLeft } from './bits'
import type {
  BuyReason,
  CheckedAsk,
  CheckedVerdict,
  HoldReason,
  JudgedTeaser,
  PassReason,
  Told,
} from './verdict'

/**
 * A context's life in an inspection (design, section 2): `collecting` → `inspecting` → (`waiting` → `inspecting`)* → `settled`,
 * or `cancelled`, `failed`. That is one sitting. A root may have several: between two of them it is `provisional`, its answer is
 * written from what was bought so far, and it keeps the rest of its escrow; later offers wake it, its deadline or its buyer ends it.
 * Where follow-ups are allowed, a sitting that buys something is followed by a step that writes a first answer from what was bought and
 * asks what that lacks; a sub-question's is refined when its follow-ups have ended, and the root's by the answer itself. This file maps (state, event) to (state, effects) and does nothing else. Both drivers carry out the
 * effects it returns: the durable engine (`server/inspection/engine/`) and the one in memory (`memory-driver.ts`).
 */
export const PHASES = [
  'collecting',
  'inspecting',
  'waiting',
  'provisional',
  'settled',
  'cancelled',
  'failed',
] as const
export type Phase = (typeof PHASES)[number]

export type ContextState = {
  phase: Phase
  level: number
  /** Verdicts given so far. */
  round: number
  /** Those given in this sitting. */
  sittingRound: number
  /** Sittings that may follow this one; a sub-context has none. */
  sittingsLeft: number
  /** Children opened in this sitting. */
  childrenOpened: number
  /** Children that have not ended. */
  openChildren: number
  /** Of its answer on the way, in this sitting. */
  answerStage: AnswerStage
  /** What this context may still spend: its escrow. */
  escrowMicros: bigint
  /** What it may still tell beyond what it buys, in thousandths of a bit (`bits.ts`). */
  millibitsLeft: number
}

/** What a context's state counts, apart from money and place: kept and read back as it is. */
type Counts = Pick<
  ContextState,
  | 'round'
  | 'sittingRound'
  | 'sittingsLeft'
  | 'childrenOpened'
  | 'openChildren'
  | 'answerStage'
  | 'millibitsLeft'
>

/** These alone, of a state or of a row that has more. */
export function countsOf({
  round,
  sittingRound,
  sittingsLeft,
  childrenOpened,
  openChildren,
  answerStage,
  millibitsLeft,
}: Counts): Counts {
  return { round, sittingRound, sittingsLeft, childrenOpened, openChildren, answerStage, millibitsLeft }
}

export type ContextEvent =
  /** The offers are in, or the wait is over. With nothing on the table there is nothing to inspect. */
  | { type: 'collected'; offersOnTable: number }
  /** `round` is that of the `inspect` effect it answers. */
  | { type: 'verdict'; round: number; verdict: CheckedVerdict }
  /** A child reached its end and gave back what it did not spend. */
  | { type: 'child-ended'; returnedMicros: bigint; returnedMillibits: number; offersOnTable: number }
  /** Offers have come since the last sitting. */
  | { type: 'wake'; offersOnTable: number }
  /** Its deadline has passed, or its buyer has heard enough: this sitting is the last. */
  | { type: 'enough' }
  | { type: 'cancel' }
  /** A root that was settled before is given up: its answer stands, so it ends settled again. */
  | { type: 'stop' }
  | { type: 'fail' }

export type Effect =
  /** `answer`: the step decides on no offers, but writes an answer from what was bought and says what that lacks. */
  | { type: 'inspect'; round: number; answer?: AnswerOnTheWay }
  /** Null where there was nothing to refine it by. */
  | { type: 'answered'; as: AnswerOnTheWay | null }
  | { type: 'buy'; offerId: string; priceMicros: bigint; reason: Told<BuyReason> }
  /** An intention, for the context's own inspector alone: nothing is set aside. */
  | { type: 'reserve'; offerIds: string[] }
  | { type: 'hold'; offerId: string; reason: HoldReason }
  | { type: 'pass'; offerId: string; reason: Told<PassReason> }
  | { type: 'judge-teasers'; teasers: JudgedTeaser[] }
  | { type: 'open-child'; ask: CheckedAsk }
  | { type: 'cancel-children' }
  /** What is left in the escrow goes to the parent's escrow, or to the buyer from a root. */
  | { type: 'return-escrow'; amountMicros: bigint }
  /** A sitting of a root is over and another may follow: the answer is written or revised, and the rest of the escrow stays. */
  | { type: 'stay-open' }
  /** Once per context, when nothing is open below it. The parent hears `child-ended`; from a settled root, the answer is written. */
  | { type: 'ended'; returnedMicros: bigint; returnedMillibits: number }

export type Step = { state: ContextState; effects: Effect[] }

/** A context in such a phase decides nothing more. While children of it are open its escrow waits for theirs. */
export function isTerminal(phase: Phase): boolean {
  return phase === 'settled' || phase === 'cancelled' || phase === 'failed'
}

/** Phases of a context that still decides something. */
export const OPEN_PHASES = PHASES.filter((phase) => !isTerminal(phase))

/** True once a context has given back its escrow: nothing of it is under way. */
export function hasEnded(state: Pick<ContextState, 'phase' | 'openChildren'>): boolean {
  return isTerminal(state.phase) && state.openChildren === 0
}

/** @param sittings how many a root may have; a sub-context has one. */
export function openedState(
  level: number,
  budgetMicros: bigint,
  millibitsLeft: number,
  sittings = 1,
): ContextState {
  return {
    phase: 'collecting',
    level,
    round: 0,
    sittingRound: 0,
    sittingsLeft: level === 0 ? sittings - 1 : 0,
    childrenOpened: 0,
    openChildren: 0,
    answerStage: 0,
    escrowMicros: budgetMicros,
    millibitsLeft,
  }
}

/**
 * One step. An event that comes too late (a child ending after a cancel, a second verdict for the same round) decides nothing.
 * A context that is cancelled or fails while children are open takes them with it, and ends when the last of them has given
 * back its escrow: so every escrow is emptied once, deepest first. `child-ended` names no child: whoever drives this delivers
 * it once for each.
 *
 * @throws Error when a verdict spends more than the escrow (`checkVerdict` makes that impossible) or a child ends that is
 * not open: bugs both.
 */
export function advance(state: ContextState, event: ContextEvent): Step {
  switch (event.type) {
    case 'collected':
      if (state.phase !== 'collecting') return { state, effects: [] }
      return event.offersOnTable === 0 ? close(state, 'settled') : inspect(state)
    case 'wake':
      if (state.phase !== 'provisional' || event.offersOnTable === 0) return { state, effects: [] }
      return inspect({ ...state, sittingsLeft: state.sittingsLeft - 1, sittingRound: 0, childrenOpened: 0 })
    case 'enough':
      if (isTerminal(state.phase)) return { state, effects: [] }
      return state.phase === 'provisional'
        ? close(state, 'settled')
        : { state: { ...state, sittingsLeft: 0 }, effects: [] }
    case 'verdict':
      if (state.phase !== 'inspecting' || event.round !== state.round) return { state, effects: [] }
      return applyVerdict(state, event.verdict)
    case 'child-ended':
      return childEnded(state, event)
    case 'cancel':
      return isTerminal(state.phase) ? { state, effects: [] } : close(state, 'cancelled')
    case 'stop':
      return isTerminal(state.phase) ? { state, effects: [] } : close(state, 'settled')
    case 'fail':
      return isTerminal(state.phase) ? { state, effects: [] } : close(state, 'failed')
  }
}

function inspect(state: ContextState): Step {
  return { state: { ...state, phase: 'inspecting' }, effects: [inspectOf(state)] }
}

/** The step that is due in this state. */
export function inspectOf({ round, answerStage }: Pick<ContextState, 'round' | 'answerStage'>): Effect {
  if (answerStage === 0) return { type: 'inspect', round }
  return { type: 'inspect', round, answer: answerStage === 1 ? 'first' : 'refined' }
}

function applyVerdict(state: ContextState, verdict: CheckedVerdict): Step {
  const spentMicros = verdict.buy.reduce((sum, buy) => sum + buy.priceMicros, 0n)
  const carvedMicros = verdict.ask.reduce((sum, ask) => sum + ask.budgetMicros, 0n)
  const escrowMicros = state.escrowMicros - spentMicros - carvedMicros
  const told = verdict.ask.reduce((sum, ask) => sum + ask.millibits, verdict.millibits)
  if (escrowMicros < 0n) throw new Error('A checked verdict spends more than the escrow of its context')

  const next: ContextState = {
    ...state,
    round: state.round + 1,
    sittingRound: state.sittingRound + (state.answerStage === 0 ? 1 : 0),
    escrowMicros,
    millibitsLeft: bitsLeft(state.millibitsLeft, told),
    childrenOpened: state.childrenOpened + verdict.ask.length,
    openChildren: state.openChildren + verdict.ask.length,
  }
  const effects: Effect[] = [
    ...(state.answerStage > 0 ? [{ type: 'answered', as: verdict.wrote ?? null } as const] : []),
    ...verdict.buy.map((buy): Effect => ({ type: 'buy', ...buy })),
    ...(verdict.reserve.length > 0 ? [{ type: 'reserve', offerIds: verdict.reserve } as const] : []),
    ...verdict.hold.map((hold): Effect => ({ type: 'hold', ...hold })),
    ...verdict.pass.map((pass): Effect => ({ type: 'pass', ...pass })),
    ...(verdict.teasers.length > 0 ? [{ type: 'judge-teasers', teasers: verdict.teasers } as const] : []),
    ...verdict.ask.map((ask): Effect => ({ type: 'open-child', ask })),
  ]
  if (verdict.ask.length > 0) return { state: { ...next, phase: 'waiting' }, effects }
  if (verdict.isAnswered) {
    const first = inspect({ ...next, answerStage: 1 })
    return { state: first.state, effects: [...effects, ...first.effects] }
  }
  const over = endSitting(next)
  return { state: over.state, effects: [...effects, ...over.effects] }
}

/** The last sitting settles a context. */
function endSitting(before: ContextState): Step {
  const state: ContextState = { ...before, answerStage: 0 }
  if (state.sittingsLeft === 0) return close(state, 'settled')
  return { state: { ...state, phase: 'provisional' }, effects: [{ type: 'stay-open' }] }
}

function childEnded(state: ContextState, event: Extract<ContextEvent, { type: 'child-ended' }>): Step {
  if (state.openChildren === 0) throw new Error('A child ended that was not open')
  const next = {
    ...state,
    openChildren: state.openChildren - 1,
    escrowMicros: state.escrowMicros + event.returnedMicros,
    millibitsLeft: state.millibitsLeft + event.returnedMillibits,
  }
  if (next.openChildren > 0) return { state: next, effects: [] }
  if (isTerminal(next.phase)) return end(next)
  if (next.phase !== 'waiting') return { state: next, effects: [] }
  // What follow-ups of the root bought is in the answer that is written next.
  if (next.answerStage > 0) return next.level === 0 ? endSitting(next) : inspect({ ...next, answerStage: 2 })
  return event.offersOnTable === 0 ? endSitting(next) : inspect(next)
}

/** Decides nothing more; the end itself waits for children that are open. */
function close(state: ContextState, phase: 'settled' | 'cancelled' | 'failed'): Step {
  const closed = { ...state, phase }
  return state.openChildren > 0 ? { state: closed, effects: [{ type: 'cancel-children' }] } : end(closed)
}

function end(state: ContextState): Step {
  const returnedMicros = state.escrowMicros
  const effects: Effect[] =
    returnedMicros > 0n ? [{ type: 'return-escrow', amountMicros: returnedMicros }] : []
  effects.push({ type: 'ended', returnedMicros, returnedMillibits: state.millibitsLeft })
  // What a root has left is kept: it says how much the run told.
  const millibitsLeft = state.level === 0 ? state.millibitsLeft : 0
  return { state: { ...state, escrowMicros: 0n, millibitsLeft }, effects }
}

/** When a collecting context has waited long enough. */
export type Readiness = {
  offers: number
  /** Bots that were triggered and have not answered, declined or failed. */
  botsPending: number
  now: Date
  /** Until then triggered bots are waited for. */
  botsUntil: Date
  /** Until then people are waited for too; null when only bots are. */
  peopleUntil: Date | null
  /** Enough offers to start at once; null when there is no quorum. */
  quorum: number | null
  /** A root waits for its first offer until its deadline; null for a sub-context, which ends when nobody answers. */
  emptyUntil: Date | null
}

/**
 * True when every triggered bot has answered and nobody else is waited for, the offer quorum is reached, or the wait has
 * run out. Source: design, section 2.
 */
export function isCollected(readiness: Readiness): boolean {
  const { offers, botsPending, now, botsUntil, peopleUntil, quorum, emptyUntil } = readiness
  if (offers === 0 && emptyUntil !== null && now < emptyUntil) return false
  if (quorum !== null && offers >= quorum) return true
  const isWaitingForBots = botsPending > 0 && now < botsUntil
  const isWaitingForPeople = peopleUntil !== null && now < peopleUntil
  return !isWaitingForBots && !isWaitingForPeople
}
