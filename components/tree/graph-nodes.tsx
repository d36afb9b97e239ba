import { CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'
import { statusOf } from '@/components/status/status'
import { BotMark } from '@/components/status/status-chip'
import { KindIcon } from '@/components/tree/kind-icon'
import { NodeStatus } from '@/components/tree/node-status'
import { kindInWords, stateOf, titleOf } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import { formatCredits } from '@/server/shared/money'
import type { ContextNode, OfferNode } from '@/server/tree/folded-tree'
import { askKindInWords, programInWords } from '@/server/words/tree'

type Marks = {
  isSelected: boolean
  isFresh: boolean
  /** Milliseconds until a purchase on its way reaches this box; null when none does. */
  arrivesInMs: number | null
}

const BOX = `flex size-full flex-col gap-1 overflow-hidden border px-3 py-2 text-left transition-colors duration-500`
/** Verdict and price are never cut: where both do not fit on a line the price takes one of its own, and the title gives way. */
const HEAD = 'flex shrink-0 flex-wrap items-center justify-between gap-x-2'
const SELECTED = 'outline-2 outline-accent outline-offset-2'

/** A question in the overview: how it stands, what was spent of its budget, its words, and at the root what came of it. */
export function ContextBoxView({
  row,
  outcome,
  isSelected,
  arrivesInMs,
}: Marks & { row: ContextNode; outcome: string | null }) {
  const isRoot = row.askedInId === null
  const isSealed = row.context.title === null
  return (
    <span
      key={arrivesInMs === null ? 'still' : row.sumMicros.toString()}
      data-tone={isSealed ? 'sealed' : statusOf(stateOf(row).state).tone}
      className={cn(
        BOX,
        'rounded-lg bg-surface shadow-lift',
        isRoot ? 'border-ink/70' : 'border-edge',
        isSealed && 'hatch border-dashed',
        isSelected && SELECTED,
        arrivesInMs !== null && 'tree-arrive',
      )}
      style={arrivesInMs === null ? undefined : { animationDelay: `${arrivesInMs}ms` }}
    >
      <span className={HEAD}>
        <NodeStatus node={row} size="bare" />
        <span className="nums whitespace-nowrap text-muted text-xs leading-5">
          <span className={row.sumMicros > 0n ? 'font-semibold text-ink' : undefined}>
            {formatCredits(row.sumMicros)}
          </span>{' '}
          of {formatCredits(row.context.budgetMicros)}
        </span>
      </span>
      <span
        className={cn(
          'line-clamp-2 font-[560] font-serif',
          // A size that comes later takes the height of lines with it.
          isRoot ? 'text-[1.0625rem] leading-[1.375rem]' : 'text-[0.9375rem] leading-5',
        )}
      >
        {isSealed ? <KindIcon node={row} className="mr-1.5 align-[-0.15em] text-sm" /> : null}
        <span className="sr-only">{kindInWords(row)}</span>
        {titleOf(row)}
      </span>
      {isRoot ? (
        outcome === null ? null : (
          <Foot className="font-medium text-bought">{outcome}</Foot>
        )
      ) : row.context.askKind === null ? null : (
        <Foot className="text-asking">asked: {askKindInWords(row.context.askKind)}</Foot>
      )}
    </span>
  )
}

/** An offer in the overview: how it stands, its price, its teaser, what it changed. What was left fades to its sealed form. */
export function OfferBoxView({
  row,
  change,
  isSelected,
  isFresh,
  arrivesInMs,
}: Marks & { row: OfferNode; change: string | null }) {
  const { state } = stateOf(row)
  const isLeft = row.state === 'passed' || row.state === 'withdrawn'
  const program = programInWords(row.offer)
  return (
    <span
      key={`${row.state}${arrivesInMs === null ? '' : '-reached'}`}
      data-tone={statusOf(state).tone}
      className={cn(
        BOX,
        'rounded-md border-tone-line',
        isLeft ? 'hatch border-dashed bg-paper' : row.state === 'open' ? 'bg-surface' : 'bg-tone-wash',
        row.state === 'bought' && 'border-tone',
        isSelected && SELECTED,
        isFresh && isLeft && 'animate-forget',
        arrivesInMs !== null && 'tree-arrive',
      )}
      style={arrivesInMs === null ? undefined : { animationDelay: `${arrivesInMs}ms` }}
    >
      <span className={HEAD}>
        <NodeStatus node={row} size="row" />
        <Credits
          micros={row.priceMicros}
          unit={false}
          className={cn(
            'whitespace-nowrap text-xs leading-5',
            row.state === 'bought' ? 'font-semibold text-tone' : 'text-muted',
          )}
        />
      </span>
      <span className={cn('line-clamp-2 text-sm leading-[1.125rem]', isLeft ? 'text-muted' : 'text-ink')}>
        <span className="sr-only">{kindInWords(row)}</span>
        {program === null ? null : <BotMark says={program} className="mr-1 align-[-0.15em]" />}
        {titleOf(row)}
      </span>
      {change !== null && row.state === 'bought' ? (
        <Foot className="font-medium text-bought">{change}</Foot>
      ) : null}
    </span>
  )
}

/** The last line of a box, cut with its whole in the title. */
function Foot({ children, className }: { children: ReactNode; className: string }) {
  return (
    <span className={cn('mt-auto flex shrink-0 items-center gap-1 text-xs leading-[1.125rem]', className)}>
      <CornerDownRight aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{children}</span>
    </span>
  )
}
