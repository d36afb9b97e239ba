import { BUDGET_MICROS_MIN, MICROS_PER_CREDIT } from '@/server/shared/money'
import type { DecisionText, InspectTask, KnownInfo, QuestionText, ReadOffer } from './model'

/** Short hands for tests of what stands behind the model port. */

export function question(title: string, decision: DecisionText = { kind: 'open' }, body = ''): QuestionText {
  return { title, body, decision, pages: [] }
}

/** `price` in whole and half credits. */
export function offer(handle: string, teaser: string, privateInfo: string, price = 1): ReadOffer {
  return { handle, teaser, privateInfo, priceMicros: credits(price) }
}

export function known(privateInfo: string, handle = '1', teaser = 'Bought before'): KnownInfo {
  return { handle, teaser, privateInfo, priceMicros: credits(1), level: 1, answers: null }
}

/** Bought as the answer to a check of these offers. */
export function checked(privateInfo: string, about: readonly string[], handle = '1'): KnownInfo {
  return { ...known(privateInfo, handle), answers: { question: 'Is it so?', kind: 'verify', about } }
}

export function inspectTask(
  task: Partial<InspectTask> & Pick<InspectTask, 'questions' | 'offers'>,
): InspectTask {
  return {
    subject: null,
    above: [],
    known: [],
    reserved: [],
    buysAtOnce: false,
    budgetMicros: credits(10),
    asksAllowed: 0,
    askBudgetMicrosMin: BUDGET_MICROS_MIN,
    round: 0,
    strategy: 'direct',
    appraisals: null,
    token: 'k3y',
    ...task,
  }
}

export function credits(amount: number): bigint {
  return BigInt(Math.round(amount * 100)) * (MICROS_PER_CREDIT / 100n)
}
