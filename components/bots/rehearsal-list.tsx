import { Play } from 'lucide-react'
import Link from 'next/link'
import { outcomeInWords } from '@/components/bots/bot-words'
import { RehearsalResult } from '@/components/bots/rehearsal-result'
import { Ago } from '@/components/time/time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/feedback'
import type { Rehearsable, Rehearsal } from '@/server/contract/rehearsal'
import { formatCredits } from '@/server/shared/money'

export type RehearsalListProps = {
  questions: readonly Rehearsable[]
  /** Its answers differ, so each is shown in full at once. */
  isOpen: boolean
  /** By question; those not tried yet are missing. */
  results: ReadonlyMap<string, Rehearsal>
  /** The question that is being tried just now. */
  running: string | null
  /** Another one is being tried: none can be begun. */
  isBusy: boolean
  onTry: (contextId: string) => void
}

/** Past questions with what the bot would have said to each. */
export function RehearsalList({ questions, isOpen, results, running, isBusy, onTry }: RehearsalListProps) {
  return (
    <ol className="divide-y divide-line border-line border-y">
      {questions.map((question) => {
        const result = results.get(question.contextId)
        return (
          <li key={question.contextId} className="space-y-3 py-4">
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <Link
                  href={`/questions/${question.contextId}`}
                  target="_blank"
                  className="break-words font-serif text-base hover:underline"
                >
                  {question.title}
                </Link>
                <p className="tabular-nums text-muted text-sm">
                  {question.isRoot ? null : (
                    <>
                      <Badge>sub-question</Badge>{' '}
                    </>
                  )}
                  <Ago at={question.createdAt} />, budget {formatCredits(question.budgetMicros)}:{' '}
                  {outcomeInWords(question.outcome)}
                </p>
              </div>
              {running === question.contextId ? (
                <Spinner label="Answering…" />
              ) : (
                <Button
                  size="sm"
                  variant="quiet"
                  disabled={isBusy}
                  aria-label={`Try it on “${question.title}”`}
                  onClick={() => onTry(question.contextId)}
                >
                  <Play aria-hidden />
                  {result ? 'Again' : 'Try'}
                </Button>
              )}
            </div>
            {result && running !== question.contextId ? (
              <RehearsalResult result={result} isOpen={isOpen} />
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
