import Link from 'next/link'
import { AnswerLine } from '@/components/answer/answer-line'
import { Credits } from '@/components/money/credits'
import { QuestionStateChip } from '@/components/question/question-state'
import type { SimilarQuestion } from '@/server/contract/market-view'
import { counted } from '@/server/words/amounts'

/** Questions like the one being typed: first what is answered already and can be read at once, free or for the price of a resale. */
export function SimilarQuestions({ questions }: { questions: readonly SimilarQuestion[] }) {
  if (questions.length === 0) return null
  const answered = questions.filter(({ answer }) => answer !== null)
  const others = questions.filter(({ answer }) => answer === null)
  return (
    <section aria-label="Asked before" className="space-y-6">
      <Group id="similar-answered" title="Answered already" questions={answered} />
      <Group id="similar-asked" title="Asked before" questions={others} />
      <p className="text-muted text-xs">Your draft is kept while you look.</p>
    </section>
  )
}

type GroupProps = { id: string; title: string; questions: readonly SimilarQuestion[] }

function Group({ id, title, questions }: GroupProps) {
  if (questions.length === 0) return null
  return (
    <div>
      <h2 id={id} className="eyebrow">
        {title}
      </h2>
      <ul aria-labelledby={id} className="mt-2 divide-y divide-line border-line border-y">
        {questions.map((question) => (
          <li key={question.id}>
            <Link href={`/questions/${question.id}`} className="group block py-2.5 text-sm">
              <span className="block font-serif group-hover:underline">{question.title}</span>
              {question.answer ? <AnswerLine answer={question.answer} className="mt-1.5" /> : null}
              <span className="mt-1 flex flex-wrap items-center gap-x-3 text-muted text-xs">
                {question.answer ? (
                  <AtOnce question={question} />
                ) : (
                  <>
                    <QuestionStateChip state={question.state} bare />
                    <span className="nums">{counted(question.offers, 'offer')}</span>
                  </>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What its reader has at once, and for what. */
function AtOnce({ question: { answer, resale } }: { question: SimilarQuestion }) {
  const isFree = answer !== null && hasWords(answer)
  return (
    <>
      {isFree ? <span className="text-ink">Read it now, free</span> : null}
      {resale ? (
        <span className="nums whitespace-normal text-ink">
          {counted(resale.sources, 'source')} {isFree ? 'in full' : 'to buy and read at once'} from{' '}
          <Credits micros={resale.fromMicros} />
        </span>
      ) : null}
    </>
  )
}

const hasWords = ({ lead, verdict, probability }: NonNullable<SimilarQuestion['answer']>) =>
  lead !== '' || verdict !== null || probability !== null
