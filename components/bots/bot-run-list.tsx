import Link from 'next/link'
import {
  type BotRun,
  dollarsInWords,
  offerOutcome,
  runInWords,
  runNoteInWords,
} from '@/components/bots/bot-words'
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

/** What a bot was asked, what it said, what that cost and what became of it, newest first; for its owner. */
export function BotRunList({ runs }: { runs: readonly BotRun[] }) {
  return (
    <ul className="divide-y divide-line border-line border-y text-sm">
      {runs.map((run) => (
        <li key={run.id} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 py-4">
          <span className="mt-0.5">
            <StatusIcon state={stateOf(run)} label={false} />
          </span>
          <div className="min-w-0 space-y-1.5">
            <Seen run={run} />
            <p className={run.state === 'failed' ? 'text-failed' : 'text-muted'}>{runInWords(run)}</p>
            <RunNote run={run} />
            {run.offers.length > 0 ? <Offers offers={run.offers} /> : null}
            <p className="tabular-nums flex flex-wrap gap-x-3 text-muted text-xs">
              <Ago at={run.createdAt} />
              <Cost run={run} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What did not work though the bot answered. */
export function RunNote({ run }: { run: Pick<BotRun, 'state' | 'failure'> }) {
  const note = runNoteInWords(run)
  return note === null ? null : <p className="text-muted">{note}</p>
}

/** The question as the bot was shown it. */
function Seen({ run }: { run: BotRun }) {
  return (
    <div>
      <Link href={`/questions/${run.contextId}`} className="break-words font-serif text-base hover:underline">
        {run.question}
      </Link>
      {run.about.length > 0 ? (
        <p className="text-muted">
          An agent asks back, about: {run.about.map((teaser) => `“${teaser}”`).join(', ')}
        </p>
      ) : null}
    </div>
  )
}

function Offers({ offers }: { offers: BotRun['offers'] }) {
  return (
    <ul className="space-y-2 border-line border-l-2 pl-3">
      {offers.map((offer) => (
        <li key={offer.id}>
          <p className="break-words font-serif">{offer.teaser}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <Credits micros={offer.priceMicros} />
            <span aria-hidden>·</span>
            <span className="inline-flex items-center gap-1.5">
              <StatusIcon state={offer.state} label={false} className="[&_svg]:size-3.5" />
              {offerOutcome(offer)}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function Cost({ run }: { run: Pick<BotRun, 'promptTokens' | 'completionTokens' | 'costMicroUsd'> }) {
  const tokens = run.promptTokens + run.completionTokens
  if (tokens === 0) return null
  return (
    <span>
      {tokens.toLocaleString('en')} tokens
      {run.costMicroUsd > 0n ? `, ${dollarsInWords(run.costMicroUsd)}` : ''}
    </span>
  )
}
