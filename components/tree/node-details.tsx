'use client'

import { ContextDetails } from '@/components/tree/context-details'
import { OfferDetails } from '@/components/tree/offer-details'
import { TreeBreadcrumb } from '@/components/tree/tree-breadcrumb'
import { VerdictDetails } from '@/components/tree/verdict-details'
import { cn } from '@/components/ui/cn'
import type { TreeView } from '@/server/tree/contract'
import type { FoldedTree } from '@/server/tree/folded-tree'

export type NodeDetailsProps = {
  tree: FoldedTree
  view: Pick<TreeView, 'inspectorName' | 'endedAt' | 'bitsSpent' | 'tokens' | 'answer'>
  /** The row to show; nothing is drawn when it has not come yet. */
  nodeId: string
  onSelect: (id: string) => void
  /** Leaves the row for the place of the answer that cites it. */
  onBack: (number: number) => void
  className?: string
}

/** One row in full, below the way that leads to it. */
export function NodeDetails({ tree, view, nodeId, onSelect, onBack, className }: NodeDetailsProps) {
  const node = tree.nodes.get(nodeId)
  if (!node) return null
  return (
    <article className={cn('px-5 pb-6', node.parentId === null && 'pt-5', className)}>
      {node.parentId === null ? null : (
        <div className="-mx-5 sticky top-0 z-10 mb-4 border-line border-b bg-surface px-5 py-2">
          <TreeBreadcrumb tree={tree} nodeId={nodeId} onSelect={onSelect} />
        </div>
      )}
      {node.kind === 'context' ? (
        <ContextDetails tree={tree} view={view} node={node} onSelect={onSelect} />
      ) : node.kind === 'offer' ? (
        <OfferDetails
          tree={tree}
          node={node}
          citedAs={view.answer?.citations.find(({ offerId }) => offerId === nodeId)?.number ?? null}
          onSelect={onSelect}
          onBack={onBack}
        />
      ) : (
        <VerdictDetails tree={tree} view={view} node={node} onSelect={onSelect} />
      )}
    </article>
  )
}
