import Link from 'next/link'
import { QuestionStateChip } from '@/components/question/question-state'
import type { QuestionCard } from '@/server/contract/market-view'

/** Questions like the one being typed; an answer may be there already. */
export function SimilarQuestions({ questions }: { questions: readonly QuestionCard[] }) {
  if (questions.length === 0) return null
  return (
    <section aria-labelledby="similar">
      <h2 id="similar" className="eyebrow">
        Asked before
      </h2>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {questions.map((question) => (
          <li key={question.id}>
            <Link href={`/questions/${question.id}`} className="group block py-2.5 text-sm">
              <span className="block font-serif group-hover:underline">{question.title}</span>
              <span className="mt-1 flex flex-wrap items-center gap-x-3 text-muted text-xs">
                <QuestionStateChip state={question.state} bare />
                <span className="nums">
                  {question.offers} {question.offers === 1 ? 'offer' : 'offers'}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-xs">Your draft is kept while you look.</p>
    </section>
  )
}
