import { recommendationOf } from '@/components/answer/trail'
import { Prose } from '@/components/markdown/prose'
import { Ago } from '@/components/time/time'
import { Disclosure } from '@/components/ui/disclosure'
import type { Decision } from '@/server/contract/decision'
import type { AnswerView } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'

export type EarlierAnswersProps = {
  /** What it said before, oldest first. */
  answers: readonly AnswerView[]
  /** What it says now. */
  current: AnswerView | null
  decision: Decision
  /** What the public line of a purchase says; null while sealed. */
  teaserOf: (offerId: string) => string | null
}

/** The history of an answer: what it said before, each with its time, what was bought after it, and what that changed. */
export function EarlierAnswers({ answers, current, decision, teaserOf }: EarlierAnswersProps) {
  if (answers.length === 0) return null
  return (
    <Disclosure summary={`History: ${counted(answers.length, 'earlier answer')}`}>
      <ol className="space-y-6">
        {answers.map((answer, index) => {
          const next = answers[index + 1] ?? current
          const recommended = recommendationOf(answer, decision)
          return (
            <li key={answer.revision} className="border-line border-l-2 pl-4">
              <p className="text-muted text-sm">
                Answer {answer.revision}, written <Ago at={answer.writtenAt} />
                {recommended === null ? '' : `: ${recommended}`}
              </p>
              {answer.prose ? <Prose prose={answer.prose} headingsFrom={4} className="mt-1" /> : null}
              {next ? (
                <p className="mt-2 text-sm">{revisionInWords(answer, next, decision, teaserOf)}</p>
              ) : null}
            </li>
          )
        })}
      </ol>
    </Disclosure>
  )
}

/** What led from one answer to the next: what was bought between them, and whether the recommendation changed. */
function revisionInWords(
  before: AnswerView,
  after: AnswerView,
  decision: Decision,
  teaserOf: EarlierAnswersProps['teaserOf'],
): string {
  const known = new Set(before.citations.map(({ offerId }) => offerId))
  const bought = after.citations
    .filter(({ offerId }) => !known.has(offerId))
    .map(({ offerId }) => teaserOf(offerId))
    .map((teaser) => (teaser === null ? 'a sealed offer' : `“${teaser}”`))
  const [from, to] = [recommendationOf(before, decision), recommendationOf(after, decision)]
  const change = to === null ? '' : from === to ? ` It still said: ${to}.` : ` It then said: ${to}.`
  return bought.length === 0
    ? `Then it was written again.${change}`
    : `Then ${bought.join(' and ')} ${bought.length === 1 ? 'was' : 'were'} bought, and it was revised.${change}`
}
