import { ROOT_MILLIBITS } from '@/server/protocol/bits'
import { DEFAULT_POLICY } from '@/server/protocol/policy'
import {
  asksAllowed,
  checkVerdict,
  type VerdictDraft,
  type VerdictSituation,
} from '@/server/protocol/verdict'
import { BUDGET_MICROS_MIN, MICROS_PER_CREDIT } from '@/server/shared/money'
import { wordsOf } from '@/server/shared/words'
import type { ModelFailure } from '@/server/words/failures'
import { subQuestion } from '../built-in/sub-question'
import type { InspectTask, Model, Usage } from '../model'
import type { CaseKind, CaseSet, CheckCase, Role } from './cases'

/** Ten credits, as most questions have. */
const BUDGET_MICROS = 10n * MICROS_PER_CREDIT
/** All offers cost the same, so that nothing but their texts decides. */
const PRICE_MICROS = MICROS_PER_CREDIT
/** More than half of the budget: whoever would rather know first asks. */
const DEAR_MICROS = 6n * MICROS_PER_CREDIT

/** What came of one case. No text of it, and none of the reply. */
export type Examined = {
  id: string
  set: CaseSet
  kind: CaseKind
  /** Of the offers that were bought; in a verdict that asks, of those that it would buy. */
  bought: Role[]
  /** Of the offers on the table. */
  offered: Role[]
  /** A contradiction was seen: said as a reason, or asked about. */
  saysContradicted: boolean
  asks: number
  /** Its own words for a sub-question, or those that were put, hold the secret. */
  leaks: boolean
  /** `kept` at once, after being `told` what was wrong with it, or `lost`. */
  form: 'kept' | 'told' | 'lost'
  /** Null when there was a verdict. */
  failure: ModelFailure | null
  usage: Usage
  milliseconds: number
}

/**
 * Puts one case before a model on the way that every inspection takes: the prompt, the schema and the mending of its reply behind the
 * model port, then the protocol's check of the verdict and the market's own wording of sub-questions.
 */
export async function examine(
  model: Model,
  one: CheckCase,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<Examined> {
  const situation = situationOf(one)
  const began = now()
  const result = await model.inspect(taskOf(one, situation), signal)
  const outcome = {
    id: one.id,
    set: one.set,
    kind: one.kind,
    offered: one.offers.map(({ role }) => role),
    usage: result.usage,
    milliseconds: Math.round(now() - began),
  }
  if (!result.ok) {
    const nothing = { bought: [], saysContradicted: false, asks: 0, leaks: false }
    return { ...outcome, ...nothing, form: 'lost', failure: result.failure }
  }
  const { buy, pass, ask } = result.value
  const draft: VerdictDraft = {
    buy: buy.map(({ handle, reason }) => ({ offerId: handle, reason })),
    pass: pass.map(({ handle, reason }) => ({ offerId: handle, reason })),
    ask,
  }
  const verdict = checkVerdict(situation, draft)
  const roles = new Map(one.offers.map(({ role }, index) => [handleOf(index), role]))
  const bought = [...verdict.buy.map(({ offerId }) => offerId), ...verdict.reserve]
  return {
    ...outcome,
    bought: bought.flatMap((handle) => roles.get(handle) ?? []),
    saysContradicted:
      pass.some(({ reason }) => reason === 'contradicted') ||
      verdict.ask.some(({ kind }) => kind === 'compare'),
    asks: verdict.ask.length,
    leaks: [...ask, ...verdict.ask].some(({ question }) => holds(question, one.secret)),
    form: result.usage.calls > 1 ? 'told' : 'kept',
    failure: null,
  }
}

function handleOf(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index)
}

/** A verdict is final, but where the case is about what is asked. */
function situationOf({ kind, title, offers }: CheckCase): VerdictSituation {
  const isAboutAsking = kind === 'secret'
  return {
    policy: { ...DEFAULT_POLICY, maxDepth: isAboutAsking ? DEFAULT_POLICY.maxDepth : 0 },
    level: 0,
    round: 0,
    childrenOpened: 0,
    treeContexts: 1,
    budgetMicros: BUDGET_MICROS,
    escrowMicros: BUDGET_MICROS,
    millibitsLeft: ROOT_MILLIBITS,
    table: offers.map(({ role }, index) => ({
      offerId: handleOf(index),
      priceMicros: role === 'secret' ? DEAR_MICROS : PRICE_MICROS,
    })),
    asked: [],
    words: (asked, about) =>
      subQuestion(
        asked,
        offers.filter((_, index) => about.includes(handleOf(index))).map(({ teaser }) => teaser),
        title,
      ),
  }
}

function taskOf({ id, title, offers, bought }: CheckCase, situation: VerdictSituation): InspectTask {
  return {
    questions: [{ title, body: '', decision: { kind: 'open' }, pages: [] }],
    subject: null,
    offers: offers.map(({ teaser, text }, index) => ({
      handle: handleOf(index),
      teaser,
      privateInfo: text,
      priceMicros: situation.table[index]?.priceMicros ?? PRICE_MICROS,
    })),
    above: [],
    known:
      bought === null
        ? []
        : [
            {
              handle: 'known-1',
              teaser: 'From who looked',
              privateInfo: bought,
              priceMicros: PRICE_MICROS,
              level: 1,
              answers: { question: null, kind: 'verify', about: [handleOf(0)] },
            },
          ],
    reserved: [],
    buysAtOnce: false,
    budgetMicros: situation.escrowMicros,
    asksAllowed: asksAllowed(situation),
    askBudgetMicrosMin: BUDGET_MICROS_MIN,
    round: 0,
    strategy: situation.policy.strategy,
    appraisals: null,
    token: `check-${id}`,
  }
}

/** Word by word, so that punctuation and case hide nothing. */
function holds(text: string, secret: string | null): boolean {
  return secret !== null && ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(secret).join(' ')} `)
}
