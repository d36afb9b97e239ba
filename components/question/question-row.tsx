import Link from 'next/link'
import type { ReactNode } from 'react'
import { AnswerInBrief } from '@/components/answer/answer-line'
import { KIND_WORDS } from '@/components/question/kind-words'
import { hasEnded, QuestionStateChip } from '@/components/question/question-state'
import { Ago, Until } from '@/components/time/time'
import { Skeleton } from '@/components/ui/feedback'
import type { QuestionCard } from '@/server/contract/market-view'
import { formatCredits } from '@/server/shared/money'

/** Two lines where there is room, so that a screen holds a dozen. A skeleton must be as high as what it stands for, or the page jumps. */
const ROW =
  'relative flex flex-col gap-x-8 gap-y-1.5 py-2 sm:min-h-12 sm:py-1.5 sm:flex-row sm:items-center sm:justify-between'

/** One question in a list. The title is its link and reaches over the whole row; tags keep links of their own. */
export function QuestionRow({
  question,
  tagHref,
}: {
  question: QuestionCard
  tagHref: (tag: string) => string
}) {
  const ended = hasEnded(question.state)
  return (
    <li className={`group ${ROW}`}>
      <div className="min-w-0 flex-1">
        <h2 className="font-serif leading-5">
          <Link
            href={`/questions/${question.id}`}
            className="-my-0.5 inline-block py-0.5 after:absolute after:inset-0 after:-mx-3 after:rounded-md group-hover:underline
              group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {question.title}
          </Link>
        </h2>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted text-xs leading-4 sm:flex-nowrap">
          {question.answer ? (
            <AnswerInBrief answer={question.answer} />
          ) : (
            <p className="flex min-w-0 flex-wrap gap-x-2">
              <span className="truncate">{question.isYours ? 'You' : question.asker.name}</span>
              <Dot />
              <Ago at={question.createdAt} />
              <Dot />
              <span>{KIND_WORDS[question.decision].word}</span>
            </p>
          )}
          {question.tags.map((tag) => (
            <Link
              key={tag}
              href={tagHref(tag)}
              className="-my-1 relative z-10 flex min-h-6 shrink-0 items-center rounded-full px-1 underline decoration-line
                underline-offset-4 hover:text-ink hover:decoration-edge"
            >
              {tag}
            </Link>
          ))}
        </div>
      </div>
      <dl className="flex shrink-0 flex-wrap items-baseline gap-x-3 whitespace-nowrap text-sm sm:gap-x-6 sm:text-right">
        <Figure
          label={
            ended ? (
              'budget'
            ) : (
              <>
                <span className="max-sm:sr-only">credits </span>left
              </>
            )
          }
          value={formatCredits(ended ? question.budgetMicros : question.heldMicros)}
        />
        <Figure label={question.offers === 1 ? 'offer' : 'offers'} value={String(question.offers)} />
        <div className="ml-auto text-right sm:ml-0 sm:w-44">
          <dt className="sr-only">State</dt>
          <dd className="flex items-baseline justify-end gap-x-2 sm:block">
            <QuestionStateChip state={question.state} bare />
            <span className="text-muted text-xs leading-4 sm:block">
              {question.endedAt ? (
                <Ago at={question.endedAt} />
              ) : (
                <Until at={question.deadlineAt} verb="ends" past="deadline passed" />
              )}
            </span>
          </dd>
        </div>
      </dl>
    </li>
  )
}

function Figure({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-x-1 sm:w-20 sm:flex-col-reverse sm:items-end">
      <dt className="text-muted text-xs leading-4">{label}</dt>
      <dd className="nums font-medium leading-5">{value}</dd>
    </div>
  )
}

function Dot() {
  return <span aria-hidden>·</span>
}

/** Rows on their way. */
export function QuestionRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="Loading questions" className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never reordered.
        <div key={row} className={ROW}>
          <div className="flex-1 space-y-1">
            <Skeleton className="h-4 max-w-lg" />
            <Skeleton className="h-3.5 max-w-64" />
          </div>
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
      ))}
    </div>
  )
}
