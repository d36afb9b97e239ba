import { RunNote } from '@/components/bots/bot-run-list'
import { dollarsInWords, rehearsalInWords } from '@/components/bots/bot-words'
import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import type { MarketState } from '@/components/status/status'
import { StatusIcon } from '@/components/status/status-chip'
import { Disclosure } from '@/components/ui/disclosure'
import type { WouldSay } from '@/server/contract/rehearsal'

const ICONS: Record<WouldSay['state'], MarketState> = {
  answered: 'read',
  silent: 'passed',
  failed: 'failed',
  awaited: 'waiting',
}

export type RehearsalResultProps = {
  result: WouldSay
  /** Its answers differ, so each is shown in full at once. */
  isOpen: boolean
}

/** What a bot would say to one question: its offers, why it is silent or what failed, and the cost. */
export function RehearsalResult({ result, isOpen }: RehearsalResultProps) {
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
            <Disclosure summary="Full text" className="mt-1" defaultOpen={isOpen}>
              <Prose prose={offer.privateProse} headingsFrom={4} />
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
