'use client'

import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Credits } from '@/components/money/credits'
import { statusOf } from '@/components/status/status'
import { BotMark } from '@/components/status/status-chip'
import { KindIcon } from '@/components/tree/kind-icon'
import { NodeStatus } from '@/components/tree/node-status'
import { kindInWords, stateOf, titleOf } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import { formatCredits } from '@/server/shared/money'
import type { ContextNode, OfferNode } from '@/server/tree/folded-tree'

type Box<Row> = {
  row: Row
  /** One of a stack: flat, with a single line of text. */
  isStacked: boolean
  isSelected: boolean
  isFresh: boolean
  /** Milliseconds until a purchase on its way up reaches this box; null when none does. */
  arrivesInMs: number | null
}

export type ContextBox = Node<Box<ContextNode>, 'context'>
export type OfferBox = Node<Box<OfferNode>, 'offer'>

const BOX = `flex size-full cursor-pointer flex-col gap-1 overflow-hidden border px-3 py-2 text-left transition-colors
  duration-500`
/** Verdict and price are never cut: where both do not fit on a line the price takes one of its own, and the title gives way. */
const HEAD = 'flex shrink-0 flex-wrap items-center justify-between gap-x-2'
const SELECTED = 'outline-2 outline-accent outline-offset-2'

/** A question in the overview: how it stands, what was spent of its budget, its words. */
export function ContextBoxView({ data }: NodeProps<ContextBox>) {
  const { row, isSelected, arrivesInMs } = data
  const isRoot = row.askedInId === null
  const isSealed = row.context.title === null
  return (
    <>
      <Ports />
      <div
        key={arrivesInMs === null ? 'still' : row.sumMicros.toString()}
        data-tone={isSealed ? 'sealed' : statusOf(row.state).tone}
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
              ∑ {formatCredits(row.sumMicros)}
            </span>{' '}
            of {formatCredits(row.context.budgetMicros)}
          </span>
        </span>
        <span
          className={cn(
            'line-clamp-2 font-[560] font-serif',
            isRoot ? 'text-[1.0625rem] leading-5' : 'text-[0.9375rem] leading-5',
          )}
        >
          {isSealed ? <KindIcon node={row} className="mr-1.5 align-[-0.15em] text-sm" /> : null}
          <span className="sr-only">{kindInWords(row)}</span>
          {titleOf(row)}
        </span>
      </div>
    </>
  )
}

/** An offer in the overview: how it stands, its price, its teaser. What was passed over fades to its sealed form. */
export function OfferBoxView({ data }: NodeProps<OfferBox>) {
  const { row, isStacked, isSelected, isFresh, arrivesInMs } = data
  const { state } = stateOf(row)
  const isLeft = row.state === 'passed' || row.state === 'withdrawn'
  return (
    <>
      <Ports />
      <div
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
        <span
          className={cn(
            'text-xs leading-4',
            isStacked ? 'truncate' : 'line-clamp-2',
            isLeft ? 'text-muted' : 'text-ink',
          )}
        >
          <span className="sr-only">{kindInWords(row)}</span>
          {row.offer.botName === null ? null : (
            <BotMark owner={row.offer.seller.name} className="mr-1 align-[-0.15em]" />
          )}
          {titleOf(row)}
        </span>
      </div>
    </>
  )
}

/** Where lines meet a box; they are drawn by the lines themselves. */
function Ports() {
  return (
    <>
      <Handle type="source" position={Position.Top} isConnectable={false} className="opacity-0" />
      <Handle type="target" position={Position.Bottom} isConnectable={false} className="opacity-0" />
    </>
  )
}
