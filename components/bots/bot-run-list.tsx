import Link from 'next/link'
import { type BotRun, runInWords } from '@/components/bots/bot-words'
import type { MarketState } from '@/components/status/status'
import { StatusIcon } from '@/components/status/status-chip'
import { Ago } from '@/components/time/time'

/** Which icon and colour a run has. */
function stateOf(run: BotRun): MarketState {
  if (run.state === 'failed') return 'failed'
  if (run.state === 'queued') return 'waiting'
  return run.offerState ?? 'passed'
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
          </div>
        </li>
      ))}
    </ul>
  )
}
