import { contentWordsOf, sentencesOf, stem, termsOf, wordsOf } from '@/server/shared/words'
import {
  CORRECTIVES,
  GENERIC,
  NEGATIONS,
  POLARITY,
  REFERS_BACK,
  REFUTES,
  REMOVALS,
  SUPPORTS,
  TURNS,
} from './lexicon'

/**
 * What a text claims, read word by word: clauses with what they speak of and whether they speak well or ill of it. It has no
 * understanding; it is the same for the same words, which is what an inspector without a model can honestly offer.
 */
export type Clause = {
  /** Stems of the subject matter: no stop words, no cues, no words of good and bad. */
  topic: ReadonlySet<string>
  /** The same without numbers; of a clause that refers back, with what the one before spoke of. */
  subject: ReadonlySet<string>
  /** Every content stem of the clause, cues included. */
  terms: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** −3 to 3; 0 when the clause says neither. */
  polarity: number
  /** The number of negations is odd. */
  isNegated: boolean
  doesSupport: boolean
  doesRefute: boolean
  /** It says that something means less than it seems, or opens its text with "but" or "however". */
  doesCorrect: boolean
  /** It begins with "but" or "however". */
  doesTurn: boolean
  /** It begins with "it" or "they": it speaks of what the sentence before spoke of. */
  refersBack: boolean
  /** Figures by their unit: "3.5 tonnes" is 3.5 by tonne. */
  figures: ReadonlyMap<string, string>
  /** Position of the sentence in the text: clauses of one sentence speak of the same thing. */
  sentence: number
  /** What is compared against: the words after "than". */
  against: ReadonlySet<string>
}

/** A harm that is taken away counts a little less than a good that is there. */
const REMOVED_SHARE = -0.7
/** A negation reaches this many words: "not in any way toxic". */
const NEGATION_REACH = 4
const POLARITY_MAX = 3

/** A text that has been read: reading is the slow part, so whoever compares many texts reads each once. */
export type Claims = { clauses: readonly Clause[]; topic: ReadonlySet<string> }

/** Four thousand characters, some 600 words: a longer text is judged by its beginning, which bounds the work it can cause. */
const READ_CHARS_MAX = 4_000

/** Reads a text once for all comparisons. */
export function readClaims(text: string): Claims {
  const beginning = text.slice(0, READ_CHARS_MAX)
  return { clauses: clausesOf(beginning), topic: topicOf(beginning) }
}

function clausesOf(text: string): Clause[] {
  const clauses = sentencesOf(plainNegations(text)).flatMap((sentence, index) =>
    sentence
      .split(/[;:—–]|,\s|\.\s|\s(?=(?:but|however|although|though|whereas|while|yet|because)\s)/i)
      .filter((part) => wordsOf(part).length > 0)
      .map((part) => readClause(part, index)),
  )
  const [first] = clauses
  if (first?.doesTurn) first.doesCorrect = true
  for (const [index, clause] of clauses.entries()) {
    const before = clauses[index - 1]
    if (clause.refersBack && before) clause.subject = new Set([...before.subject, ...clause.subject])
  }
  return clauses
}

function plainNegations(text: string): string {
  return text
    .replace(/\bcan['’]?t\b/gi, 'can not')
    .replace(/\bcannot\b/gi, 'can not')
    .replace(/n['’]t\b/gi, ' not')
    .replace(/\bno longer\b/gi, 'not')
    .replace(/\b(gets? rid of|getting rid of|(?:break|breaks|breaking|broke) down)\b/gi, 'removes')
    .replace(/\bnot free\b/gi, 'not without')
    .replace(/\bfree (of|from)\b/gi, 'without')
    .replace(/\b(\p{L}+)-free\b/giu, 'without $1')
    .replace(/\bout of context\b/gi, 'misleading')
}

function readClause(text: string, sentence: number): Clause {
  const words = wordsOf(text)
  const than = words.indexOf('than')
  const terms = termsOf(text)
  return {
    topic: new Set(terms.filter(isTopic)),
    subject: new Set(terms.filter((term) => isTopic(term) && !/\d/.test(term))),
    terms: new Set(terms),
    numbers: new Set(words.filter((word) => /\d/.test(word))),
    figures: figuresOf(words),
    ...stanceOf(words),
    ...cuesOf(words),
    doesTurn: TURNS.has(words[0] ?? ''),
    refersBack: REFERS_BACK.has(words[0] ?? ''),
    sentence,
    against: new Set(than < 0 ? [] : words.slice(than + 1).map(stem)),
  }
}

function figuresOf(words: readonly string[]): Map<string, string> {
  const figures = new Map<string, string>()
  for (const [index, word] of words.entries()) {
    const unit = words[index + 1]
    if (/^\d/.test(word) && unit !== undefined && isUnit(unit)) figures.set(stem(unit), word)
  }
  return figures
}

/** "In 1890 the mill": what follows a number is no unit where it is a word of every sentence. */
function isUnit(word: string): boolean {
  return !/\d/.test(word) && contentWordsOf(word).length > 0
}

function isTopic(term: string): boolean {
  return (
    !POLARITY.has(term) &&
    !SUPPORTS.has(term) &&
    !REFUTES.has(term) &&
    !CORRECTIVES.has(term) &&
    !GENERIC.has(term)
  )
}

function stanceOf(words: readonly string[]): Pick<Clause, 'polarity' | 'isNegated'> {
  let reach = 0
  let negations = 0
  let doesRemove = false
  const found: number[] = []
  for (const word of words) {
    if (NEGATIONS.has(word)) {
      reach = NEGATION_REACH
      negations += 1
      continue
    }
    const strength = POLARITY.get(stem(word))
    if (REMOVALS.has(stem(word))) {
      doesRemove = reach === 0 || doesRemove
      reach = 0
    } else if (strength !== undefined) {
      found.push(reach > 0 ? strength * REMOVED_SHARE : strength)
      reach = 0
    }
    if (reach > 0) reach -= 1
  }
  const sum = found.reduce((total, strength) => total + (doesRemove ? strength * REMOVED_SHARE : strength), 0)
  return { polarity: Math.max(-POLARITY_MAX, Math.min(POLARITY_MAX, sum)), isNegated: negations % 2 === 1 }
}

function cuesOf(words: readonly string[]): Pick<Clause, 'doesSupport' | 'doesRefute' | 'doesCorrect'> {
  const cues = { doesSupport: false, doesRefute: false, doesCorrect: false }
  let reach = 0
  for (const word of words) {
    const term = stem(word)
    if (NEGATIONS.has(word)) reach = NEGATION_REACH
    if (SUPPORTS.has(term)) cues[reach > 0 ? 'doesRefute' : 'doesSupport'] = true
    if (REFUTES.has(term)) cues[reach > 0 ? 'doesSupport' : 'doesRefute'] = true
    if (CORRECTIVES.has(term)) cues.doesCorrect = true
    if (reach > 0) reach -= 1
  }
  return cues
}

/** The share of the smaller set that the two have in common; 0 when one is empty. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  return smaller === 0 ? 0 : shared(a, b) / smaller
}

/** This much of a text's words in another, and it adds nothing. */
const WITHIN_SHARE = 0.85

/** All that a text says stands in another: nearly all of its words, and every figure. */
export function isWithin(terms: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (terms.size === 0 || shared(terms, others) / terms.size < WITHIN_SHARE) return false
  return [...terms].every((term) => !/\d/.test(term) || others.has(term))
}

/** How many members two sets have in common. */
export function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a]
  let count = 0
  for (const term of fewer) {
    if (more.has(term)) count += 1
  }
  return count
}

/** Stems of the subject matter of a whole text. */
export function topicOf(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).filter(isTopic))
}

/** Two words in common: one may be chance. */
const SUBJECT_WORDS_MIN = 2
/** Two clauses speak of the same thing when the other has this share of the shorter one's subject … */
const SAME_SUBJECT = 0.6
/** … or, with two words or more in common, this share. */
const SAME_SUBJECT_WORDS = 0.4
/** Below this a word of praise or blame is too weak to stand against another. */
const CLEAR_POLARITY = 0.7

/** True when the two texts say opposite things of the same subject: in tone, by a negation, or in numbers. */
export function contradicts(a: Claims, b: Claims): boolean {
  return a.clauses.some((one) => b.clauses.some((other) => clausesContradict(one, other)))
}

/** The cheap signs first: most pairs of clauses differ in none of them. */
function clausesContradict(a: Clause, b: Clause): boolean {
  const isMeasured = measureOtherwise(a, b)
  if (!isMeasured && isClear(a) !== isClear(b)) return false
  const differs =
    isMeasured || (isClear(a) ? Math.sign(a.polarity) !== Math.sign(b.polarity) : sayOtherwise(a, b))
  if (!differs) return false
  const inCommon = shared(a.subject, b.subject)
  const share = overlap(a.subject, b.subject)
  if (isMeasured) return inCommon >= SUBJECT_WORDS_MIN && share >= SAME_SUBJECT_WORDS
  if (!isClear(a)) return inCommon >= SUBJECT_WORDS_MIN && share >= SAME_SUBJECT
  return share >= (inCommon >= SUBJECT_WORDS_MIN ? SAME_SUBJECT_WORDS : SAME_SUBJECT)
}

function sayOtherwise(a: Clause, b: Clause): boolean {
  if (a.isNegated !== b.isNegated || a.doesRefute !== b.doesRefute) return true
  return a.numbers.size > 0 && b.numbers.size > 0 && shared(a.numbers, b.numbers) === 0
}

/** Two clauses that share this much of the shorter one's subject, units apart, speak of one thing for certain. */
const SAME_THING = 0.75

/** Contradicts beyond what mere numbers or words of praise tell: another figure of one unit, or a negation, of one thing. */
export function contradictsPlainly(a: Clause, b: Clause): boolean {
  if (!measureOtherwise(a, b) && a.isNegated === b.isNegated) return false
  const [one, other] = [withoutUnits(a), withoutUnits(b)]
  return shared(one, other) >= SUBJECT_WORDS_MIN && overlap(one, other) >= SAME_THING
}

function withoutUnits({ subject, figures }: Clause): ReadonlySet<string> {
  return new Set([...subject].filter((term) => !figures.has(term)))
}

/** Another number of the same unit. */
function measureOtherwise(a: Clause, b: Clause): boolean {
  return [...a.figures].some(([unit, figure]) => {
    const other = b.figures.get(unit)
    return other !== undefined && other !== figure
  })
}

function isClear(clause: Clause): boolean {
  return Math.abs(clause.polarity) >= CLEAR_POLARITY
}

/** True when `context` says of the subject of `text` that it means less than it seems, or is not so. */
export function undercuts(context: Claims, text: Claims): boolean {
  if (shared(context.topic, text.topic) < SUBJECT_WORDS_MIN) return false
  return context.clauses.some((clause) => clause.doesCorrect || clause.doesRefute)
}

/** True when `context` says of the subject of `text` that it is so. */
export function backs(context: Claims, text: Claims): boolean {
  if (shared(context.topic, text.topic) < SUBJECT_WORDS_MIN) return false
  if (context.clauses.some((clause) => clause.doesCorrect || clause.doesRefute)) return false
  return context.clauses.some((clause) => clause.doesSupport) && !contradicts(context, text)
}
