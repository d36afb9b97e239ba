import { Credits } from '@/components/money/credits'
import { cn } from '@/components/ui/cn'

/** Widths are computed in ten-thousandths, so that a bigint share survives the way to CSS. */
const BAR_PARTS = 10_000n

export type BudgetBarProps = {
  totalMicros: bigint
  spentMicros: bigint
  /** Set aside for open sub-questions: neither spent nor left. */
  heldMicros?: bigint
  /** The question is over: what is left has gone back to the asker. */
  settled?: boolean
  /** What the budget belongs to; read out. */
  label?: string
  className?: string
}

/** A budget as a bar and in words: "2.40 spent · 7.60 left of 10.00 credits". */
export function BudgetBar({
  totalMicros,
  spentMicros,
  heldMicros = 0n,
  settled = false,
  label = 'Budget',
  className,
}: BudgetBarProps) {
  const unspent = totalMicros - spentMicros - heldMicros
  const leftMicros = unspent > 0n ? unspent : 0n
  return (
    <div className={cn('space-y-1.5', className)}>
      <div
        aria-hidden
        className="flex h-1.5 overflow-hidden rounded-full bg-line forced-colors:border forced-colors:border-[CanvasText]"
      >
        <span
          className="bg-bought forced-colors:bg-[Highlight]"
          style={{ width: widthOf(spentMicros, totalMicros) }}
        />
        <span
          className="border-paper border-l bg-waiting/70 forced-colors:bg-[GrayText]"
          style={{ width: widthOf(heldMicros, totalMicros) }}
          hidden={heldMicros === 0n}
        />
      </div>
      <p className="text-muted text-sm">
        <span className="sr-only">{label}: </span>
        <span className="text-ink">
          <Figure micros={spentMicros} /> spent
        </span>
        {heldMicros > 0n ? (
          <>
            {' · '}
            <Figure micros={heldMicros} /> in sub-questions
          </>
        ) : null}
        {' · '}
        <Figure micros={leftMicros} /> {settled ? 'returned' : 'left'} of <Figure micros={totalMicros} />{' '}
        credits
      </p>
    </div>
  )
}

function Figure({ micros }: { micros: bigint }) {
  return <Credits micros={micros} unit={false} />
}

function widthOf(partMicros: bigint, totalMicros: bigint): string {
  if (totalMicros <= 0n || partMicros <= 0n) return '0%'
  const parts = (partMicros * BAR_PARTS) / totalMicros
  return `${Number(parts > BAR_PARTS ? BAR_PARTS : parts) / 100}%`
}
