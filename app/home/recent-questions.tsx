import Link from 'next/link'
import { listQuery } from '@/app/questions/list-params'
import { QuestionRow } from '@/components/question/question-row'
import type { QuestionCard } from '@/server/contract/market-view'

/** The newest questions, as in the list. */
export function RecentQuestions({ questions }: { questions: readonly QuestionCard[] }) {
  return (
    <section aria-labelledby="recent" className="page">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="recent" className="display text-xl">
          Asked lately
        </h2>
        <Link href="/questions" className="text-accent text-sm hover:underline pointer-coarse:py-3">
          All questions
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {questions.map((question) => (
          <QuestionRow
            key={question.id}
            question={question}
            tagHref={(tag) => listQuery('/questions', { tag })}
          />
        ))}
      </ul>
    </section>
  )
}
