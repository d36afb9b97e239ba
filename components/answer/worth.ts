import { recommendationInWords } from '@/components/answer/trail'
import type { Decision } from '@/server/contract/decision'
import { MICROS_PER_CREDIT } from '@/server/shared/money'
import type { AnswerView, Counted } from '@/server/tree/contract'

type Share = Counted['purchases'][number]

/** A share as the page shows it. */
export type ShareLine = {
  offerId: string
  /** "+0.13 bits", "+3.20 credits", "+42 % of the gap between the best and the worst option", or that it changes nothing. */
  words: string
  /** `never`: in no order does it change what is recommended. `unseen`: in none of those drawn. */
  changes: Share['changes']
  /** Where the share lies when not all orders were counted; null when they were. */
  band: string | null
  /** What would be decided without it; null for everybody but the buyer, and where that is not known. */
  without: string | null
  /** Of the longest bar, from −1 to 1. */
  length: number
}

/**
 * Shares in the unit that says most: bits for a claim; for a choice credits where the buyer has said what it is worth, else parts of what
 * lies between the best option and the worst.
 */
export function sharesInWords(counted: Counted, decision: Decision): ShareLine[] {
  const longest = Math.max(...counted.purchases.map(({ share }) => Math.abs(share)), Number.MIN_VALUE)
  return counted.purchases.map((one) => ({
    offerId: one.offerId,
    changes: one.changes,
    ...shareInWords(one, counted),
    without: withoutInWords(one, decision),
    // What is written as nothing has no bar.
    length: /[1-9]/.test(unitOf(counted)(one.share)) ? one.share / longest : 0,
  }))
}

/** One share, and its band where orders were drawn. */
export function shareInWords(
  { share, low, high, changes }: Pick<Share, 'share' | 'low' | 'high' | 'changes'>,
  counted: Pick<Counted, 'unit' | 'spread' | 'stakeMicros' | 'isExact'>,
): Pick<ShareLine, 'words' | 'band'> {
  const inUnit = unitOf(counted)
  return {
    words: changes === 'never' ? 'changes nothing, in any order' : `${inUnit(share)} on average`,
    band: counted.isExact ? null : `between ${inUnit(low)} and ${inUnit(high)}`,
  }
}

function withoutInWords({ without }: Share, decision: Decision): string | null {
  if (without === null) return null
  const words = recommendationInWords(without, decision)
  return words === null ? null : `Without it: ${words}`
}

type Scale = Pick<Counted, 'unit' | 'spread' | 'stakeMicros'>

/** What something was worth, with its sign, and what that is a part of where it is one: "+18 %", " of the gap …". */
export function amountInWords(figure: number, { unit, spread, stakeMicros }: Scale) {
  if (unit === 'bits') return { amount: `${signed(figure, 2)} bits`, of: '' }
  const part = spread ? figure / spread : 0
  if (stakeMicros === null)
    return { amount: `${signed(100 * part, 0)} %`, of: ' of the gap between the best and the worst option' }
  const credits = Number(stakeMicros) / Number(MICROS_PER_CREDIT)
  return { amount: `${signed(credits * part, 2)} credits`, of: '' }
}

function unitOf(scale: Scale): (figure: number) => string {
  return (figure) => {
    const { amount, of } = amountInWords(figure, scale)
    return `${amount}${of}`
  }
}

/** The sign is always written, for a purchase can also mislead. */
function signed(figure: number, digits: number): string {
  const rounded = Math.abs(figure).toFixed(digits)
  if (Number(rounded) === 0) return rounded
  return `${figure > 0 ? '+' : '−'}${rounded}`
}

/** What was counted, in one sentence. */
export function countInWords({ isExact, orders, countedBy, unit, stakeMicros, isDue }: Counted): string {
  const counted = isExact
    ? 'What each purchase changed is averaged over all orders in which they could have been bought.'
    : `What each purchase changed is averaged over ${orders} orders in which they could have been bought, drawn at random; the average over all orders lies within the band in at least nine of ten counts.`
  const explained =
    unit === 'bits'
      ? ' One bit is what the answer to an even yes-or-no question tells.'
      : stakeMicros === null
        ? ' The gap lies between the best option and the worst, as everything bought has them.'
        : ''
  return `${counted}${explained} Recommended by ${countedBy}, each time knowing only that much.${isDue ? ' It is still being counted.' : ''}`
}

/** What a purchase did when it was bought, where its share over all orders stands above; null where that says it all. */
export function orderInWords(changed: string | null, { changes }: Pick<ShareLine, 'changes'>): string | null {
  if (changed !== null) return `When it was bought: ${changed}`
  if (changes === 'never') return null
  return changes === 'sometimes'
    ? 'It changed nothing when it was bought, but in another order it would have.'
    : 'It changed nothing when it was bought, nor in any order drawn.'
}

/** What would have been known with a budget: a stop of the slider. */
export type BudgetStop = {
  /** Purchases, the first ones bought. */
  bought: number
  costMicros: bigint
  /** What was recommended to who knew these; null where nobody was asked. */
  words: string | null
}

/** What would have been recommended for so much: with the purchases in the order bought, as far as it goes. */
export function stopAt(answer: AnswerView, decision: Decision, budgetMicros: bigint): BudgetStop {
  let [bought, costMicros] = [0, 0n]
  for (const { priceMicros } of answer.citations) {
    if (costMicros + priceMicros > budgetMicros) break
    costMicros += priceMicros
    bought += 1
  }
  const recommended = answer.trail[bought]
  return { bought, costMicros, words: recommended ? recommendationInWords(recommended, decision) : null }
}
