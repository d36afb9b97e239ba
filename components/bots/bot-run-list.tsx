import Link from 'next/link'
import { type BotRun, offerOutcome, runInWords } from '@/components/bots/bot-words'
import { Credits } from '@/components/money/credits'
import type { MarketState } from '@/components/status/status'
import { StatusIcon } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'

/** Which icon and colour a run has. */
function stateOf(run: BotRun): MarketState {
  switch (run.state) {
    case 'failed':
      return 'failed'
    case 'queued':
    case 'awaited':
      return 'waiting'
    case 'silent':
      return 'passed'
    case 'answered':
      return run.offers.find((offer) => offer.state === 'bought')?.state ?? run.offers[0]?.state ?? 'passed'
  }
}

/** What a bot was asked and what became of it, newest first. */
export function BotRunList({ runs }: { runs: readonly BotRun[] }) {
  if (runs.length === 0) {
    return (
      <p className="text-muted text-sm">
        Not asked yet. It answers questions that are asked from now on, not those that stand already.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line text-sm">
      {runs.map((run) => (
        <li key={run.id} className="flex items-start gap-3 py-2.5">
          <span className="mt-0.5">
            <StatusIcon state={stateOf(run)} label={false} />
          </span>
          <div className="min-w-0">
            <Link href={`/questions/${run.contextId}`} className="font-serif hover:underline">
              {run.question}
            </Link>
            <p className="text-muted">
              {runInWords(run)} <span aria-hidden>·</span> <Ago at={run.createdAt} />
            </p>
            {run.offers.map((offer) => (
              <p key={offer.id}>
                {offer.teaser} <Credits micros={offer.priceMicros} />, {offerOutcome(offer)}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
