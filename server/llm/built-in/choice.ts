import { BUY_OPTIONS } from '@/server/protocol/decision'
import { termsOf, wordsOf } from '@/server/shared/words'
import type { QuestionText } from '../model'
import { type Claims, type Clause, shared, topicOf } from './claims'

/** What a text says of one option; `specificity` is the share of the option's own words that it names. */
export type OptionEvidence = { option: number; value: number; specificity: number }

type OptionWords = { stems: Map<string, number>; total: number; stance: 'yes' | 'no' | null }

/** Utilities run from −10 to 10, as in the model port. */
const UTILITY_MAX = 10
/** Evidence about legumes at large counts a quarter for boiled legumes once something is known of boiled legumes. */
const GENERAL_SHARE = 0.25

/** The utility of each option, from −10 to 10, in the asker's order. */
export function weigh(options: readonly string[], evidence: readonly OptionEvidence[]): number[] {
  return options.map((_, option) => {
    const about = evidence.filter((item) => item.option === option)
    const closest = Math.max(0, ...about.map((item) => item.specificity))
    const sum = about.reduce(
      (total, item) => total + item.value * (item.specificity >= closest ? 1 : GENERAL_SHARE),
      0,
    )
    return Math.max(-UTILITY_MAX, Math.min(UTILITY_MAX, Math.round(sum * 100) / 100))
  })
}

/**
 * Reads what one text says of each option. A clause speaks of the options whose words it names most, a word that several
 * options share counting less; a clause that names none speaks of what its sentence spoke of before.
 */
export function evidenceOn(
  question: QuestionText,
  options: readonly string[],
  claims: Claims,
): OptionEvidence[] {
  const words = optionWords(options)
  const asked = topicOf(`${question.title} ${question.body}`)
  const evidence: OptionEvidence[] = []
  let subject: { sentence: number; options: Named[] } = { sentence: -1, options: [] }
  for (const clause of claims.clauses) {
    const isSame = subject.sentence === clause.sentence || clause.refersBack
    const sofar = isSame ? subject.options : []
    subject = { sentence: clause.sentence, options: narrowed(sofar, namedOptions(words, clause), clause) }
    if (clause.polarity === 0) continue
    const spokenOf = subject.options.length > 0 ? subject.options : yesAndNo(words, clause, asked)
    for (const item of spokenOf) {
      evidence.push({
        option: item.option,
        value: clause.polarity * item.sign,
        specificity: item.specificity,
      })
    }
  }
  return summed(evidence)
}

/** What one text says of one option counts as much as one strong clause: saying it ten times does not make it truer. */
const EVIDENCE_MAX = 4

/** One entry for each option and specificity; what cancels out is gone. */
function summed(evidence: readonly OptionEvidence[]): OptionEvidence[] {
  const sums = new Map<string, OptionEvidence>()
  for (const item of evidence) {
    const key = `${item.option} ${item.specificity}`
    sums.set(key, { ...item, value: item.value + (sums.get(key)?.value ?? 0) })
  }
  return [...sums.values()]
    .filter((item) => item.value !== 0)
    .map((item) => ({ ...item, value: Math.max(-EVIDENCE_MAX, Math.min(EVIDENCE_MAX, item.value)) }))
}

/** "After boiling, legumes are safe" stays with boiled legumes; "rice is fine, legumes are not" goes on to legumes. */
function narrowed(sofar: Named[], named: Named[], clause: Clause): Named[] {
  if (named.length === 0) return sofar
  const both = clause.doesTurn
    ? []
    : sofar.filter((item) => named.some((other) => other.option === item.option))
  return both.length > 0 && both.length < named.length ? both : named
}

type Named = { option: number; specificity: number; sign: 1 | -1 }

function namedOptions(words: readonly OptionWords[], clause: Clause): Named[] {
  const against = clause.against
  const before = new Set([...clause.terms].filter((term) => !against.has(term)))
  const praised = closest(words, before).map((item): Named => ({ ...item, sign: 1 }))
  const compared = closest(words, against).map((item): Named => ({ ...item, sign: -1 }))
  return [...praised, ...compared.filter((item) => !praised.some((other) => other.option === item.option))]
}

function closest(
  words: readonly OptionWords[],
  terms: ReadonlySet<string>,
): { option: number; specificity: number }[] {
  const matched = words.map(({ stems }) =>
    [...stems].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0),
  )
  const best = Math.max(0, ...matched)
  if (best === 0) return []
  return matched.flatMap((weight, option) =>
    weight === best ? [{ option, specificity: weight / Math.max(1, words[option]?.total ?? 1) }] : [],
  )
}

/** A question with the options "yes" and "no": what speaks well of its subject speaks for yes. */
function yesAndNo(words: readonly OptionWords[], clause: Clause, asked: ReadonlySet<string>): Named[] {
  if (shared(clause.topic, asked) === 0) return []
  return words.flatMap(({ stance }, option): Named[] =>
    stance === null ? [] : [{ option, specificity: 1, sign: stance === 'yes' ? 1 : -1 }],
  )
}

function optionWords(options: readonly string[]): OptionWords[] {
  const sets = options.map((option) => new Set(termsOf(option)))
  return options.map((option, index) => {
    const stems = new Map<string, number>()
    for (const term of sets[index] ?? []) stems.set(term, 1 / sets.filter((set) => set.has(term)).length)
    return {
      stems,
      total: [...stems.values()].reduce((sum, weight) => sum + weight, 0),
      stance: optionStance(option),
    }
  })
}

/** To buy is to say yes to the product; not to buy has its "not". */
const BUYING = wordsOf(BUY_OPTIONS[0]).join(' ')

function optionStance(option: string): 'yes' | 'no' | null {
  const words = wordsOf(option)
  if (words[0] === 'yes' || words.join(' ') === BUYING) return 'yes'
  if (words[0] === 'no' || words[0] === 'don' || words.includes('not')) return 'no'
  return null
}
