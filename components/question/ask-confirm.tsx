'use client'

import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import { exactTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Quote } from '@/server/contract/market'

export type Asking = {
  title: string
  quote: Quote
  /** Until when it takes offers. */
  deadlineAt: Date
  /** Nothing is read after its first answer. */
  isAnsweredOnce: boolean
}

export type AskConfirmProps = {
  /** The question to be asked and what it costs somebody who has enough for it; null keeps the dialog closed. */
  asking: Asking | null
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What asking costs, before it is done. */
export function AskConfirm({ asking, pending, onConfirm, onClose }: AskConfirmProps) {
  return (
    <Dialog
      open={asking !== null}
      onOpenChange={(open) => {
        if (!open && !pending) onClose()
      }}
      title="Ask this question?"
      description={asking ? `“${asking.title}”` : undefined}
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={pending}>
            Go back
          </Button>
          <Button variant="primary" pending={pending} pendingLabel="Asking…" onClick={onConfirm}>
            Ask and hold {asking ? <Credits micros={asking.quote.budgetMicros} exact /> : null}
          </Button>
        </>
      }
    >
      {asking ? <Costs {...asking} /> : null}
    </Dialog>
  )
}

function Costs({ quote, deadlineAt, isAnsweredOnce }: Omit<Asking, 'title'>) {
  return (
    <div className="space-y-4 text-sm">
      <p>
        <Credits micros={quote.budgetMicros} exact /> are held, and the question is open until{' '}
        <strong className="nums font-medium">{exactTime(deadlineAt)}</strong>,{' '}
        {isAnsweredOnce ? 'or until its first answer.' : 'or until you say “enough”.'}
      </p>
      <dl className="divide-y divide-line border-line border-y">
        <Line label="Available now" value={<Credits micros={quote.availableMicros} exact unit={false} />} />
        {quote.allowanceMicros > 0n ? (
          <Line
            label="Of that, today’s allowance: spent first, for asking only"
            value={<Credits micros={quote.allowanceMicros} exact unit={false} />}
          />
        ) : null}
        <Line
          label="Held as the budget"
          value={<Credits micros={-quote.budgetMicros} exact unit={false} />}
        />
        <Line label="Reading" value="free" />
        <Line
          label={<strong className="font-medium text-ink">Available after</strong>}
          value={
            <strong className="total-rule font-medium text-ink">
              <Credits micros={quote.leftMicros} exact />
            </strong>
          }
        />
      </dl>
      <p className="text-muted">
        Only what is bought is paid from the budget. The rest returns by itself when the question ends, or
        when you cancel it.
      </p>
    </div>
  )
}

function Line({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="nums">{value}</dd>
    </div>
  )
}
