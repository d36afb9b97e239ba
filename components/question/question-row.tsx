import Link from 'next/link'
import type { ReactNode } from 'react'
import { AnswerLine } from '@/components/answer/answer-line'
import { KIND_WORDS } from '@/components/question/kind-words'
import { hasEnded, QuestionStateChip } from '@/components/question/question-state'
import { Ago, Until } from '@/components/time/time'
import { Skeleton } from '@/components/ui/feedback'
import type { QuestionCard } from '@/server/contract/market'
import { formatCredits } from '@/server/shared/money'

/** A skeleton must be as high as what it stands for, or the page jumps. */
const ROW =
  'relative flex flex-col gap-x-8 gap-y-3 py-4 sm:min-h-24 sm:flex-row sm:items-start sm:justify-between'

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
        <h2 className="font-serif text-lg leading-7">
          <Link
            href={`/questions/${question.id}`}
            className="after:absolute after:inset-0 after:-mx-3 after:rounded-md group-hover:underline
              group-hover:decoration-1 group-hover:underline-offset-4"
          >
            {question.title}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <span>{question.isYours ? 'You' : question.asker.name}</span>
          <Dot />
          <Ago at={question.createdAt} />
          <Dot />
          <span>{KIND_WORDS[question.decision].word}</span>
          {question.tags.map((tag) => (
            <Link
              key={tag}
              href={tagHref(tag)}
              className="relative z-10 rounded-full border border-line bg-surface px-2 text-xs leading-5 hover:border-edge
                hover:text-ink pointer-coarse:py-1"
            >
              {tag}
            </Link>
          ))}
        </p>
        {question.answer ? <AnswerLine answer={question.answer} className="mt-2" /> : null}
      </div>
      <dl className="flex shrink-0 items-start gap-x-6 text-sm sm:pt-0.5 sm:text-right">
        <Figure
          label={ended ? 'budget' : 'credits left'}
          value={formatCredits(ended ? question.budgetMicros : question.heldMicros)}
        />
        <Figure label={question.offers === 1 ? 'offer' : 'offers'} value={String(question.offers)} />
        <div className="ml-auto w-36 text-right sm:ml-0">
          <dt className="sr-only">State</dt>
          <dd>
            <QuestionStateChip state={question.state} />
            <span className="mt-0.5 block text-muted text-xs">
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

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex flex-col-reverse sm:w-20">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="nums font-medium">{value}</dd>
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
          <div className="flex-1 space-y-3">
            <Skeleton className="h-5 max-w-lg" />
            <Skeleton className="h-3.5 max-w-64" />
          </div>
          <Skeleton className="h-5 w-64 max-w-full" />
        </div>
      ))}
    </div>
  )
}
