import { Play } from 'lucide-react'
import Link from 'next/link'
import { RunNote } from '@/components/bots/bot-run-list'
import { dollarsInWords, outcomeInWords, rehearsalInWords } from '@/components/bots/bot-words'
import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import type { MarketState } from '@/components/status/status'
import { StatusIcon } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { Spinner } from '@/components/ui/feedback'
import type { Rehearsable, Rehearsal } from '@/server/sellers/rehearsal/contract'
import { formatCredits } from '@/server/shared/money'

const ICONS: Record<Rehearsal['state'], MarketState> = {
  answered: 'read',
  silent: 'passed',
  failed: 'failed',
  awaited: 'waiting',
}

export type RehearsalListProps = {
  questions: readonly Rehearsable[]
  /** Its answers differ, so each is shown in full at once. */
  isOpen: boolean
  /** By question; those not tried yet are missing. */
  results: ReadonlyMap<string, Rehearsal>
  /** The question that is being tried just now. */
  running: string | null
  onTry: (contextId: string) => void
}

/** Past questions with what the bot would have said to each. */
export function RehearsalList({ questions, isOpen, results, running, onTry }: RehearsalListProps) {
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
                  disabled={running !== null}
                  aria-label={`Try it on “${question.title}”`}
                  onClick={() => onTry(question.contextId)}
                >
                  <Play aria-hidden />
                  {result ? 'Again' : 'Try'}
                </Button>
              )}
            </div>
            {result && running !== question.contextId ? <Result result={result} isOpen={isOpen} /> : null}
          </li>
        )
      })}
    </ol>
  )
}

function Result({ result, isOpen }: { result: Rehearsal; isOpen: boolean }) {
  const tokens = result.promptTokens + result.completionTokens
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 text-sm">
      <span className="mt-0.5">
        <StatusIcon state={ICONS[result.state]} label={false} />
      </span>
      <div className="min-w-0 space-y-2">
        <p className={result.state === 'failed' ? 'text-failed' : undefined}>{rehearsalInWords(result)}</p>
        <RunNote run={result} />
        {result.offers.map((offer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is replaced whole, never reordered.
          <div key={index} className="rounded-md border border-line bg-surface px-4 py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <p className="measure min-w-0 break-words font-serif text-base">{offer.teaser}</p>
              <Credits micros={offer.priceMicros} className="font-medium" />
            </div>
            <Disclosure summary="Private information" className="mt-1" defaultOpen={isOpen}>
              <Prose markdown={offer.privateInfo} headingsFrom={4} />
            </Disclosure>
          </div>
        ))}
        {tokens > 0 ? (
          <p className="tabular-nums text-muted text-xs">
            {tokens.toLocaleString('en')} tokens
            {result.costMicroUsd > 0n ? `, ${dollarsInWords(result.costMicroUsd)}` : ''}
          </p>
        ) : null}
      </div>
    </div>
  )
}
