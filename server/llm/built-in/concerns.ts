import type { AskKind } from '@/server/protocol/verdict'
import { MICROS_PER_CREDIT, shareOf } from '@/server/shared/money'
import type { InspectReply, InspectTask } from '../model'
import type { Judged } from './judge'
import { areOpposed } from './recommend'
import { subQuestion } from './sub-question'

/** Something that had better be asked before money is spent. */
export type Concern = { about: Judged[]; kind: AskKind; weight: number }

/** Two questions at a time: each takes a share of the budget that could buy an answer instead. */
const ASKS_AT_ONCE = 2
/** A fifth of what is left is worth a check first; in a sub-question only half of it, or trees would grow for pennies. */
const EXPENSIVE_ROOT: readonly [bigint, bigint] = [1n, 5n]
const EXPENSIVE_BELOW: readonly [bigint, bigint] = [1n, 2n]
/** An open question has no decision to turn; there the most useful expensive offer is what matters. */
const WORTH_DECIDING = 0.4
/** Which concern goes first when not all can be asked. */
const WEIGHT = { contradicted: 3, sweeping: 2, expensive: 1 }
/** Words by which a teaser promises figures. They are public: the kind of question must not depend on private text. */
const PROMISES_FIGURES =
  /\b(stud(?:y|ies)|survey|data|figures?|numbers?|statistics?|report|measured|trial|research|poll)\b/i

/** What the inspector would rather know first; none after the first round, or when nothing may be asked. */
export function concernsOf(task: InspectTask, judged: readonly Judged[]): Concern[] {
  if (task.asksAllowed <= 0 || task.round > 0) return []
  const open = judged.filter(
    (candidate) => candidate.fault === null && candidate.offer.priceMicros <= task.budgetMicros,
  )
  const found = [...contradictions(open), ...singles(task, open)].sort((a, b) => b.weight - a.weight)
  const taken = new Set<string>()
  const chosen: Concern[] = []
  for (const concern of found) {
    if (chosen.length >= Math.min(task.asksAllowed, ASKS_AT_ONCE)) break
    if (concern.about.some(({ offer }) => taken.has(offer.handle))) continue
    for (const { offer } of concern.about) taken.add(offer.handle)
    chosen.push(concern)
  }
  return chosen
}

function contradictions(open: readonly Judged[]): Concern[] {
  return open.flatMap((one, index) =>
    open
      .slice(index + 1)
      .filter((other) => areOpposed(one.reading, other.reading) || areOpposed(other.reading, one.reading))
      .map((other): Concern => ({ about: [one, other], kind: 'compare', weight: WEIGHT.contradicted })),
  )
}

function singles(task: InspectTask, open: readonly Judged[]): Concern[] {
  const isBelow = task.questions.length > 1
  const [share, of] = isBelow ? EXPENSIVE_BELOW : EXPENSIVE_ROOT
  const kind = task.questions[0]?.decision.kind
  return open.flatMap((candidate): Concern[] => {
    const { offer, isBacked } = candidate
    if (isBacked) return []
    if (candidate.isSweeping && candidate.isDecisive && !isBelow) {
      return [{ about: [candidate], kind: 'exception', weight: WEIGHT.sweeping }]
    }
    const decides = kind === 'open' ? candidate.worth >= WORTH_DECIDING : candidate.isDecisive
    if (!decides || offer.priceMicros <= shareOf(task.budgetMicros, share, of)) return []
    return [
      {
        about: [candidate],
        kind: askKind((kind === 'belief' || kind === 'forecast') && !isBelow, offer.teaser),
        weight: WEIGHT.expensive,
      },
    ]
  })
}

function askKind(isOfProbability: boolean, teaser: string): AskKind {
  if (PROMISES_FIGURES.test(teaser)) return 'source'
  return isOfProbability ? 'context' : 'verify'
}

/**
 * A sub-question gets at most half of what is left, for what it does not spend comes back, and budgets have few sizes, the next
 * smaller of which is granted; never what buying the offer afterwards would need.
 */
const ASK_SHARE: readonly [bigint, bigint] = [1n, 2n]

/** Turns concerns into sub-questions with a budget each; a check that leaves nothing to buy with is not made. */
export function fundAsks(task: InspectTask, concerns: readonly Concern[]): InspectReply['ask'] {
  const root = task.questions[0]
  if (!root) return []
  const asks: InspectReply['ask'] = []
  let leftMicros = task.budgetMicros
  for (const { about, kind } of concerns) {
    const dearest = dearestOf(about)
    const spareMicros = leftMicros - dearest
    if (spareMicros < task.askBudgetMicrosMin) continue
    const budgetMicros = between(
      task.askBudgetMicrosMin,
      rounded(shareOf(leftMicros, ...ASK_SHARE)),
      spareMicros,
    )
    const handles = about.map(({ offer }) => offer.handle)
    const teasers = about.map(({ offer }) => offer.teaser)
    const question = subQuestion(kind, teasers, root.title)
    asks.push({ about: handles, kind, question, budgetMicros })
    leftMicros = spareMicros - budgetMicros
  }
  return asks
}

function dearestOf(about: readonly Judged[]): bigint {
  let dearest = 0n
  for (const { offer } of about) {
    if (offer.priceMicros > dearest) dearest = offer.priceMicros
  }
  return dearest
}

/** `wished`, kept within `least` and `most`; `least` is never above `most` here. */
function between(least: bigint, wished: bigint, most: bigint): bigint {
  if (wished < least) return least
  return wished > most ? most : wished
}

/** A budget that a person reads easily: down to a hundredth of a credit. */
function rounded(amountMicros: bigint): bigint {
  return amountMicros - (amountMicros % (MICROS_PER_CREDIT / 100n))
}
