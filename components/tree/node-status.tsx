import { ArrowRight } from 'lucide-react'
import { StatusChip, StatusIcon } from '@/components/status/status-chip'
import { earlierStateOf, stateOf } from '@/components/tree/nodes'
import type { TreeNode } from '@/server/tree/folded-tree'

/**
 * The verdict word of a row; an offer the inspector came round to shows both verdicts: "being checked → bought". `row` is for dense
 * rows: no boxes, and of the earlier verdict the icon alone.
 */
export function NodeStatus({ node, size = 'full' }: { node: TreeNode; size?: 'full' | 'bare' | 'row' }) {
  const { state, word } = stateOf(node)
  const earlier = node.kind === 'offer' ? earlierStateOf(node) : null
  const isRunning = state === 'inspecting' || state === 'collecting' || state === 'waiting'
  const chip = (
    <StatusChip
      state={state}
      word={word}
      bare={size !== 'full'}
      className={isRunning ? '[&_svg]:animate-breathe' : undefined}
    />
  )
  if (earlier === null) return chip
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {size === 'row' ? (
        <StatusIcon state={earlier} className="[&_svg]:size-3 [&_svg]:stroke-[2.25]" />
      ) : (
        <StatusChip state={earlier} bare={size !== 'full'} />
      )}
      <ArrowRight aria-label="then" className="size-3 shrink-0 text-muted" />
      {chip}
    </span>
  )
}
