'use client'

import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { StatusIcon } from '@/components/status/status-chip'
import { ancestorsOf, stateOf, titleOf } from '@/components/tree/nodes'
import type { FoldedTree } from '@/server/tree/folded-tree'

export type TreeBreadcrumbProps = { tree: FoldedTree; nodeId: string; onSelect: (id: string) => void }

/** The way from the question down to a row, each step with how it stands. */
export function TreeBreadcrumb({ tree, nodeId, onSelect }: TreeBreadcrumbProps) {
  const above = ancestorsOf(tree, nodeId)
  if (above.length === 0) return null
  return (
    <nav
      aria-label="Way down to this row"
      className="flex items-center gap-x-1 overflow-x-auto text-muted text-xs [scrollbar-width:none]"
    >
      {above.map((node, index) => (
        <Fragment key={node.id}>
          {index > 0 ? <ChevronRight aria-hidden className="size-3 shrink-0" /> : null}
          <button
            type="button"
            onClick={() => onSelect(node.id)}
            title={titleOf(node)}
            className="inline-flex min-h-6 max-w-44 shrink-0 items-center gap-1 hover:text-ink hover:underline pointer-coarse:min-h-11"
          >
            <StatusIcon state={stateOf(node).state} className="[&_svg]:size-3" />
            <span className="truncate">{titleOf(node)}</span>
          </button>
        </Fragment>
      ))}
    </nav>
  )
}
