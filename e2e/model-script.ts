import { answerBuiltIn, recommendBuiltIn } from '@/server/llm/built-in/answer'
import { inspectBuiltIn } from '@/server/llm/built-in/inspect'
import { appraiseBuiltIn, offerBuiltIn } from '@/server/llm/built-in/offer'
import { creditsText } from '@/server/llm/fence'
import type { KnownInfo, ReadOffer } from '@/server/llm/model'
import type { AskKind, BuyReason, PassReason } from '@/server/protocol/verdict'
import { parseCredits } from '@/server/shared/money'
import type { CallData, ModelCall, Script, Scripted } from './model-calls'

/**
 * How tests say what a scripted model does, by what a reader sees: titles and teasers, never ids.
 *
 * ```ts
 * server.setScript(
 *   scriptOf([
 *     { question: 'lunch', unlessKnown: 'boiling', ask: [{ about: 'legumes', kind: 'exception' }] },
 *     { question: 'lunch', buy: ['legumes', 'rice'] },
 *     { question: 'exceptions', buy: ['prepared'] },
 *   ]),
 * )
 * ```
 */
export type Rule = {
  /** Part of the title of the question that the offers answer; every question when left out. */
  question?: string
  /** 0 for the root question, 1 for a sub-question, and so on. */
  level?: number
  round?: number
  /** Part of the private information of something bought: the rule holds only when it is known, or unless it is. */
  ifKnown?: string
  unlessKnown?: string
  /** Anything else. */
  when?: (data: CallData['verdict']) => boolean
  /** Parts of teasers; the first offers go first. Handles that no offer has can be named with `#`, for example "#Z". */
  buy?: readonly (string | { teaser: string; reason: BuyReason })[]
  pass?: readonly { teaser: string; reason: Opinion }[]
  ask?: readonly RuleAsk[]
  delayMs?: number
}
export type RuleAsk = {
  /** Part of the teaser of each offer it is about. */
  about: string | readonly string[]
  /** Whatever it says: the market words a sub-question itself. */
  question?: string
  kind?: AskKind
  /** Decimal credits; by default the least that is allowed. */
  budget?: string
}
type Opinion = Exclude<PassReason, 'over-budget' | 'not-read' | 'no-verdict'>
type Verdict = CallData['verdict']

export type ScriptParts = {
  answer?: (data: CallData['answer']) => Scripted
  appraisal?: (data: CallData['appraisal']) => Scripted
  recommendation?: (data: CallData['recommendation']) => Scripted
  offer?: (data: CallData['offer']) => Scripted
}

/**
 * A script from rules: the first one that fits a verdict's situation decides it, offers that it does not name are passed
 * as irrelevant, and without a fitting rule nothing is bought. The other kinds of call are answered as by the built-in
 * inspector, unless `parts` says otherwise.
 */
export function scriptOf(rules: readonly Rule[], parts: ScriptParts = {}): Script {
  return (call) => {
    if (call.kind === 'answer' && parts.answer) return parts.answer(call.data)
    if (call.kind === 'appraisal' && parts.appraisal) return parts.appraisal(call.data)
    if (call.kind === 'recommendation' && parts.recommendation) return parts.recommendation(call.data)
    if (call.kind === 'offer' && parts.offer) return parts.offer(call.data)
    if (call.kind !== 'verdict') return builtInScript(call)
    const rule = rules.find((candidate) => fits(candidate, call.data))
    return { reply: withReasoning(call, verdictOf(rule ?? {}, call.data)), delayMs: rule?.delayMs }
  }
}

/** The same reply, or the same fault, to everything; `then` takes over after `times` calls. */
export function always(
  scripted: Scripted,
  times = Number.POSITIVE_INFINITY,
  then: Script = builtInScript,
): Script {
  let calls = 0
  return (call) => {
    calls += 1
    return calls <= times ? scripted : then(call)
  }
}

/** A model that buys everything, and things that are not there, whatever they cost. */
export const greedyScript: Script = (call) => {
  if (call.kind !== 'verdict') return builtInScript(call)
  const handles = [...call.data.offers, ...call.data.above].map((offer) => offer.handle)
  const buy = [...handles, ...handles, 'nowhere'].map((handle) => ({ handle, reason: 'decisive' }))
  return { reply: withReasoning(call, { buy, pass: [], ask: [] }) }
}

/** A model that buys nothing and asks about everything, with all the money, each time it may and each time it may not. */
export const askingScript: Script = (call) => {
  if (call.kind !== 'verdict') return builtInScript(call)
  const { offers, budget, questions, round } = call.data
  const title = questions[0]?.title.slice(0, 100)
  const ask = offers.map(({ handle }) => ({
    about: [handle],
    kind: 'verify',
    question: `Is this so, and is what makes it so itself so, ${round}: ${title}`,
    budget,
  }))
  return { reply: withReasoning(call, { buy: [], pass: [], ask }) }
}

/** Replies as the built-in inspector does, over the wire. */
export const builtInScript: Script = (call) => {
  switch (call.kind) {
    case 'verdict':
      return { reply: withReasoning(call, inspected(call.data, call.token)) }
    case 'appraisal':
      return {
        reply: appraiseBuiltIn({
          ...call.data,
          ...readable(call.data, call.token),
          offer: read(call.data.offer),
        }),
      }
    case 'answer': {
      const { markdown } = answerBuiltIn({
        ...call.data,
        dossier: call.data.dossier.map(read),
        token: call.token,
      })
      return { reply: { markdown } }
    }
    case 'recommendation': {
      const recommended = recommendBuiltIn({
        ...call.data,
        dossier: call.data.dossier.map(read),
        token: call.token,
      })
      // The built-in inspector gives no probability; a model must.
      return {
        reply: recommended.kind === 'choice' ? { utilities: recommended.utilities } : { probability: 0.5 },
      }
    }
    case 'offer': {
      const { brief, budget, question, subject } = call.data
      const offer = offerBuiltIn({
        prompt: brief,
        question,
        subject,
        budgetMicros: micros(budget),
        token: call.token,
      })
      return {
        reply: offer ? { hasAnswer: true, ...offer } : { hasAnswer: false, teaser: '', privateInfo: '' },
      }
    }
  }
}

function fits(rule: Rule, data: Verdict): boolean {
  const own = data.questions[data.questions.length - 1]
  const knows = (part: string) => data.known.some((info) => contains(info.privateInfo, part))
  return (
    (rule.question === undefined || contains(own?.title ?? '', rule.question)) &&
    (rule.level === undefined || rule.level === data.questions.length - 1) &&
    (rule.round === undefined || rule.round === data.round) &&
    (rule.ifKnown === undefined || knows(rule.ifKnown)) &&
    (rule.unlessKnown === undefined || !knows(rule.unlessKnown)) &&
    (rule.when?.(data) ?? true)
  )
}

function verdictOf(rule: Rule, data: Verdict): object {
  const handlesOf = (part: string) =>
    part.startsWith('#')
      ? [part.slice(1)]
      : data.offers.filter((offer) => contains(offer.teaser, part)).map((offer) => offer.handle)
  const buy = (rule.buy ?? []).flatMap((wish) => {
    const { teaser, reason } = typeof wish === 'string' ? { teaser: wish, reason: 'worth-its-price' } : wish
    return handlesOf(teaser).map((handle) => ({ handle, reason }))
  })
  const ask = (rule.ask ?? []).map(({ about, question, kind = 'verify', budget = data.askBudgetMin }) => ({
    // What is not on the table is named all the same: about nothing it would be another question.
    about: [about]
      .flat()
      .flatMap((part) => handlesOf(part).concat(handlesOf(part).length > 0 ? [] : 'nowhere')),
    kind,
    question,
    budget,
  }))
  const pass = (rule.pass ?? []).flatMap(({ teaser, reason }) =>
    handlesOf(teaser).map((handle) => ({ handle, reason })),
  )
  const named = new Set(
    [...buy, ...pass].map((item) => item.handle).concat(ask.flatMap((item) => item.about)),
  )
  const rest = data.offers.filter((offer) => !named.has(offer.handle))
  return { buy, pass: [...pass, ...rest.map(({ handle }) => ({ handle, reason: 'irrelevant' }))], ask }
}

/** What the strategy wants written before the verdict. */
function withReasoning(call: ModelCall, verdict: object): object {
  if (call.fields.includes('thoughts')) return { thoughts: 'One by one.', ...verdict }
  if (call.fields.includes('debate')) return { debate: [{ speaker: 'best', says: 'Take it.' }], ...verdict }
  return verdict
}

function inspected(data: Verdict, token: string): object {
  const appraisals = data.offers.flatMap(({ handle, appraisal }) =>
    appraisal ? [[handle, appraisal] as const] : [],
  )
  const { buy, pass, misleading, ask } = inspectBuiltIn({
    ...data,
    ...readable(data, token),
    offers: data.offers.map(read),
    above: data.above.map(read),
    budgetMicros: micros(data.budget),
    askBudgetMicrosMin: micros(data.askBudgetMin),
    strategy: 'direct',
    appraisals: appraisals.length > 0 ? Object.fromEntries(appraisals) : null,
  })
  return {
    buy,
    pass,
    misleading,
    ask: ask.map(({ about, kind, question, budgetMicros }) => ({
      about,
      kind,
      question,
      budget: creditsText(budgetMicros),
    })),
  }
}

function readable(data: Pick<Verdict, 'known'>, token: string): { known: KnownInfo[]; token: string } {
  return { known: data.known.map(read), token }
}

function read<T extends { price: string }>(item: T): T & Pick<ReadOffer, 'priceMicros'> {
  return { ...item, priceMicros: micros(item.price) }
}

function micros(text: string): bigint {
  const amount = parseCredits(text)
  if (!amount.ok) throw new Error(`Not an amount: ${text}`)
  return amount.micros
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}
