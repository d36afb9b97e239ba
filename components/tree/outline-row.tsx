'use client'

import { ChevronRight } from 'lucide-react'
import { Credits } from '@/components/money/credits'
import { BotMark } from '@/components/status/status-chip'
import { ClockTime } from '@/components/tree/clock-time'
import { KindIcon } from '@/components/tree/kind-icon'
import { NodeStatus } from '@/components/tree/node-status'
import { countBelow, kindInWords, titleOf, tookMs, verdictInWords } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import { formatCredits } from '@/server/shared/money'
import type { FoldedTree, TreeNode } from '@/server/tree/folded-tree'
import { counted, durationInWords } from '@/server/words/amounts'
import { programInWords, reasonInWords } from '@/server/words/tree'

/** Past this depth rows stay where they are, so that names keep their width; the lines still tell what is below what. */
const INDENT_DEPTH_MAX = 9

/** Shared by the heading and every row, so that figures stand in columns. */
export const ROW_COLUMNS = '@2xl:grid-cols-[minmax(0,1fr)_6.5rem_7.75rem_6.5rem] @2xl:gap-x-3 @4xl:gap-x-6'

export type OutlineRowProps = {
  tree: FoldedTree
  node: TreeNode
  /** For each depth above and for the row itself: true when nothing follows on that line. */
  lastOf: readonly boolean[]
  isFolder: boolean
  isExpanded: boolean
  isSelected: boolean
  isFresh: boolean
  /** How its purchase moved the recommendation, "gas → heat pump"; null when it did not, or nothing was bought yet. */
  change: string | null
  onToggle: () => void
}

/** What is inside one row of the outline; the row itself, with its roles and keys, belongs to the tree around it. */
export function OutlineRow(props: OutlineRowProps) {
  const { tree, node, lastOf, isFolder, isExpanded, isSelected, isFresh, change, onToggle } = props
  const depth = Math.min(node.depth, INDENT_DEPTH_MAX)
  const program = node.kind === 'offer' ? programInWords(node.offer) : null
  return (
    <div
      className={cn(
        `relative grid min-h-[1.875rem] items-center gap-x-2 pr-3 text-sm [--indent:0.75rem] [--mid:0.95rem]
         @2xl:[--indent:1.125rem] @2xl:[--mid:50%]
         py-1 pointer-coarse:min-h-11`,
        ROW_COLUMNS,
        isSelected ? 'bg-accent-wash' : 'group-hover/row:bg-well',
        isFresh && 'tree-row-fresh',
      )}
    >
      <Lines lastOf={lastOf} isFolder={isFolder} />
      <div
        className="flex min-w-0 @2xl:items-center"
        style={{ paddingLeft: `calc(var(--indent) * ${depth})` }}
      >
        <Caret isFolder={isFolder} isExpanded={isExpanded} onToggle={onToggle} />
        <KindIcon node={node} className="mt-[0.2em] mr-2 @2xl:mt-0" />
        <span className="sr-only">{kindInWords(node)}</span>
        <span className="min-w-0">
          <Name node={node} />
          {/* Below the name, for what changed may be long and the name is what one looks for. */}
          <Changed node={node} change={change} className="line-clamp-2" />
        </span>
        {program === null ? null : (
          <span className="mt-[0.2em] ml-2 @2xl:mt-0">
            <BotMark says={program} />
          </span>
        )}
        {isFolder && !isExpanded ? <Folded tree={tree} node={node} /> : null}
      </div>
      <div
        className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted text-xs @2xl:contents @2xl:text-sm"
        style={{ paddingLeft: `calc(var(--indent) * ${depth} + 2.75rem)` }}
      >
        <span className="flex min-w-0 items-center">
          <NodeStatus node={node} size="row" />
          {node.kind === 'offer' && node.reason ? (
            <span className="sr-only">: {reasonInWords(node.reason)}</span>
          ) : null}
        </span>
        <span className="@2xl:text-right">
          <Figure node={node} />
        </span>
        <span className="nums text-muted @2xl:text-right @max-2xl:ml-auto">
          <Took tree={tree} node={node} />
        </span>
      </div>
    </div>
  )
}

function Caret({
  isFolder,
  isExpanded,
  onToggle,
}: Pick<OutlineRowProps, 'isFolder' | 'isExpanded' | 'onToggle'>) {
  if (!isFolder) return <span className="w-6 shrink-0" />
  return (
    // The row announces itself as expanded or collapsed and folds with the arrow keys; the caret is for the pointer alone.
    <span
      aria-hidden
      className="relative grid h-6 w-6 shrink-0 cursor-pointer place-items-center text-muted before:absolute before:-inset-2.5 hover:text-ink"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <ChevronRight className={cn('size-4 transition-transform duration-150', isExpanded && 'rotate-90')} />
    </span>
  )
}

/** A whole teaser or sub-question, as it mostly is; what is longer is read in its details. */
const NAME = 'line-clamp-3'

function Name({ node }: { node: TreeNode }) {
  if (node.kind === 'verdict') {
    return (
      <span className={cn(NAME, 'text-muted')}>
        <span className="text-ink">{titleOf(node)}</span>
        {': '}
        {verdictInWords(node)}
      </span>
    )
  }
  if (node.kind === 'context') {
    const isSealed = node.context.title === null
    return (
      <span
        className={cn(NAME, isSealed ? 'text-sealed' : 'font-[580] font-serif text-[0.9375rem] text-ink')}
      >
        {titleOf(node)}
      </span>
    )
  }
  return (
    <span
      className={cn(NAME, node.state === 'passed' || node.state === 'withdrawn' ? 'text-muted' : 'text-ink')}
    >
      {titleOf(node)}
    </span>
  )
}

/** How a purchase moved the recommendation. */
function Changed({ node, change, className }: { node: TreeNode; change: string | null; className: string }) {
  if (change === null || node.kind !== 'offer' || node.state !== 'bought') return null
  return (
    <span title={change} className={cn('font-medium text-bought text-xs', className)}>
      <span className="sr-only">, which changed: </span>
      {change}
    </span>
  )
}

function Folded({ tree, node }: { tree: FoldedTree; node: TreeNode }) {
  const count = countBelow(tree, node)
  return (
    <span className="nums ml-2 shrink-0 rounded-full border border-line bg-well px-2 text-muted text-xs">
      {counted(count, 'row')}
      {node.sumMicros > 0n ? `, ${formatCredits(node.sumMicros)} spent` : ''}
    </span>
  )
}

/** An offer's own price, or what was spent below a row, of its budget. */
function Figure({ node }: { node: TreeNode }) {
  if (node.kind === 'offer') {
    return (
      <Credits
        micros={node.priceMicros}
        unit={false}
        className={node.state === 'bought' ? 'font-semibold text-bought' : 'text-muted'}
      />
    )
  }
  if (node.kind === 'verdict') {
    return node.askedIds.length > 0 ? (
      <span className="nums">
        <Below micros={node.sumMicros} />
      </span>
    ) : null
  }
  return (
    <span className="nums">
      <span className={node.sumMicros > 0n ? 'font-medium text-ink' : undefined}>
        <Below micros={node.sumMicros} />
      </span>{' '}
      of {formatCredits(node.context.budgetMicros)}
    </span>
  )
}

function Below({ micros }: { micros: bigint }) {
  return (
    <>
      <span className="sr-only">Spent below: </span>
      {formatCredits(micros)}
    </>
  )
}

function Took({ tree, node }: { tree: FoldedTree; node: TreeNode }) {
  if (node.kind === 'offer') {
    const root = tree.nodes.get(tree.rootIds[0] ?? '')
    return node.endedAt ? <ClockTime at={node.endedAt} since={root?.startedAt} /> : null
  }
  const milliseconds = tookMs(node)
  return milliseconds === null ? null : durationInWords(milliseconds)
}

/** Connector lines: one upright per open line above, and an elbow to the row. */
function Lines({ lastOf, isFolder }: Pick<OutlineRowProps, 'lastOf' | 'isFolder'>) {
  const depth = lastOf.length - 1
  if (depth < 1 || depth > INDENT_DEPTH_MAX) return null
  return (
    <span aria-hidden className="pointer-events-none absolute inset-y-0 left-0">
      {lastOf.slice(1).map((isLast, index) => {
        const isOwn = index === depth - 1
        if (isLast && !isOwn) return null
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a line is what it is.
            key={index}
            className="absolute inset-y-0"
            style={{ left: `calc(var(--indent) * ${index} + 0.75rem)` }}
          >
            <span className={cn('absolute top-0 border-edge/50 border-l', isLast ? 'h-(--mid)' : 'h-full')} />
            {isOwn ? (
              <span
                className={cn(
                  'absolute top-(--mid) border-edge/50 border-t',
                  isFolder ? 'w-[calc(var(--indent)-0.375rem)]' : 'w-[calc(var(--indent)+0.5rem)]',
                )}
              />
            ) : null}
          </span>
        )
      })}
    </span>
  )
}
