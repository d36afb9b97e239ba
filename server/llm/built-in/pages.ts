import { statementOf } from '@/server/protocol/decision'
import { sentencesOf } from '@/server/shared/words'
import type { PageText, QuestionText } from '../model'
import { type Claims, contradictsPlainly, isWithin, overlap, readClaims, shared, topicOf } from './claims'
import { readFor } from './recommend'
import { relevanceOf, subjectTerms, wantedBy } from './relevance'

/** What a page says to a question, in its own words. */
export type PageSays = {
  handle: string
  sentence: string
  /** Beside a claim: whether it seems to say the same, or something else; null where words do not tell, or there is no claim. */
  side: 'same' | 'other' | null
}

/** Below this a sentence has too little of the question to be about it: half of its first words. */
const ON_SUBJECT = 0.6

/** The one sentence of each page that is closest to the question, and of several to its claim; none of a page where none is close. */
export function pagesSay(question: QuestionText): PageSays[] {
  const wanted = wantedBy({ questions: [question], subject: null })
  const { decision } = question
  const claimed = decision.kind === 'belief' ? topicOf(decision.claim) : new Set<string>()
  return (question.read ?? []).flatMap((page) => {
    const [closest] = sentencesIn(page)
      .map((sentence) => ({
        sentence,
        score: relevanceOf(sentence, wanted),
        nearness: shared(topicOf(sentence), claimed),
      }))
      .filter(({ score }) => score >= ON_SUBJECT)
      .sort((a, b) => b.nearness - a.nearness || b.score - a.score)
    return closest
      ? [{ handle: page.handle, sentence: closest.sentence, side: sideOf(question, closest.sentence) }]
      : []
  })
}

function sentencesIn({ passages }: PageText): string[] {
  return passages.flatMap(sentencesOf)
}

/** Below this share of the claim's subject a sentence says nothing for or against it, whatever it says. */
const ON_CLAIM = 0.6

function sideOf(question: QuestionText, sentence: string): PageSays['side'] {
  const { decision } = question
  const statement = statementOf(decision)
  if (statement === null) return null
  const claim = readClaims(statement)
  const said = readClaims(sentence)
  if (isRefutedBy(claim, said)) return 'other'
  if (shared(said.topic, claim.topic) < claim.topic.size * ON_CLAIM) return null
  const { step } = readFor(question, sentence).stance
  if (step < 0) return 'other'
  // Who does not name the claim's figures does not confirm them.
  return step > 0 && figuresIn(claim).every((figure) => figuresIn(said).includes(figure)) ? 'same' : null
}

function figuresIn({ clauses }: Claims): string[] {
  return clauses.flatMap(({ numbers }) => [...numbers])
}

/** A passage of a page of the question, as what is offered is held against it. */
export type Witness = {
  claims: Claims
  terms: ReadonlySet<string>
  /** Its page says what the question asks about: an offer that says otherwise is what was asked for. */
  isOfClaim: boolean
}

/** The pages' texts, read once: whoever asks can read them there, and they stand against what is offered. */
export function witnessesOf(questions: readonly QuestionText[]): Witness[] {
  return questions.flatMap((question) => {
    const said = new Map(pagesSay(question).map(({ handle, side }) => [handle, side]))
    return (question.read ?? []).flatMap(({ handle, passages }) =>
      passages.map((passage) => ({
        claims: readClaims(passage),
        terms: subjectTerms(passage),
        isOfClaim: said.get(handle) === 'same',
      })),
    )
  })
}

/**
 * Whether the pages say in so many words that something in a text is not so: another figure of the same unit, or a plain negation, of
 * nearly the same subject, and nowhere the same as the text. A page that the question doubts is no witness.
 */
export function isRefutedByPages(text: Claims, witnesses: readonly Witness[]): boolean {
  const against = witnesses.filter(({ isOfClaim }) => !isOfClaim).map(({ claims }) => claims)
  return text.clauses.some(
    (clause) =>
      against.some(({ clauses }) => clauses.some((other) => contradictsPlainly(clause, other))) &&
      !against.some(({ clauses }) =>
        clauses.some(
          (other) =>
            overlap(clause.terms, other.terms) >= SAME_WORDS &&
            clause.isNegated === other.isNegated &&
            [...clause.numbers].every((number) => other.numbers.has(number)),
        ),
      ),
  )
}

/** Two clauses with this share of the shorter one's words in common, figures and negation included, say the same. */
const SAME_WORDS = 0.75

/** Whether a passage of a page says all that a text says: every figure of it, and nothing of it otherwise. */
export function isOnPages(
  text: { claims: Claims; terms: ReadonlySet<string> },
  witnesses: readonly Witness[],
): boolean {
  return witnesses.some(
    ({ claims, terms }) => isWithin(text.terms, terms) && !isRefutedBy(text.claims, claims),
  )
}

function isRefutedBy(text: Claims, page: Claims): boolean {
  return text.clauses.some((clause) => page.clauses.some((other) => contradictsPlainly(clause, other)))
}
