import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import { cn } from '@/components/ui/cn'
import { pendingInWords } from '@/components/wallet/pending-words'
import type { WalletSummary } from '@/server/contract/ledger'

/** What a person can spend, what is held, what they earned. */
export function WalletFigures({ summary }: { summary: WalletSummary }) {
  const pending = pendingInWords(summary)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 border-line border-y py-6 sm:grid-cols-[2fr_1fr_1fr] sm:gap-x-10">
      <Figure
        label="Available"
        large
        note={
          <>
            Of <Credits micros={summary.totalMicros} /> that are yours.
            {summary.allowanceMicros > 0n ? (
              <>
                {' '}
                And <Credits micros={summary.allowanceMicros} /> for today that you can ask with, and not
                keep.
              </>
            ) : null}
          </>
        }
      >
        {summary.availableMicros}
      </Figure>
      <Figure
        label="Held"
        note={
          <>
            In the budgets of your open questions, and in games that go on. What they do not spend returns.
            {summary.bondMicros > 0n ? (
              <>
                {' '}
                And <Credits micros={summary.bondMicros} /> in bonds for your offers.
              </>
            ) : null}
          </>
        }
      >
        {summary.heldMicros}
      </Figure>
      <Figure
        label="Earned"
        note={
          <>
            By selling, after fees{pending === null ? '' : `, ${pending} among it`}. Spent on information:{' '}
            <Credits micros={summary.spentMicros} unit={false} />.
          </>
        }
      >
        {summary.earnedMicros}
      </Figure>
    </dl>
  )
}

type FigureProps = { label: string; large?: boolean; note: ReactNode; children: bigint }

function Figure({ label, large = false, note, children }: FigureProps) {
  return (
    <div className={cn('flex min-w-0 flex-col', large && 'max-sm:col-span-2')}>
      <dt className="eyebrow">{label}</dt>
      <dd className="contents">
        <span
          className={cn(
            'nums font-medium',
            large ? 'text-3xl leading-tight sm:text-4xl' : 'text-xl sm:mt-2 sm:text-2xl',
          )}
        >
          <Credits micros={children} unit={false} />
          <span
            className={cn('font-normal text-muted', large ? 'text-lg sm:text-xl' : 'text-sm sm:text-base')}
          >
            {' '}
            credits
          </span>
        </span>
        <span className="mt-1 max-w-64 text-muted text-sm">{note}</span>
      </dd>
    </div>
  )
}
