import Link from 'next/link'
import { AnswerLine } from '@/components/answer/answer-line'
import type { QuestionCard } from '@/server/contract/market-view'

/** What askers published lately: the product itself, before it is explained. */
export function PublishedAnswers({ questions }: { questions: readonly QuestionCard[] }) {
  return (
    <section aria-labelledby="published" className="page">
      <h2 id="published" className="display text-xl">
        Answered, and published
      </h2>
      <ul className="mt-5 grid gap-4 md:grid-cols-3">
        {questions.map(({ id, title, answer }) => (
          <li
            key={id}
            className="group relative flex flex-col gap-3 rounded-lg border border-line bg-surface p-5 hover:border-edge"
          >
            <h3 className="font-serif text-lg leading-7">
              <Link href={`/questions/${id}`} className="after:absolute after:inset-0 group-hover:underline">
                {title}
              </Link>
            </h3>
            {answer ? <AnswerLine answer={answer} className="mt-auto" /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
