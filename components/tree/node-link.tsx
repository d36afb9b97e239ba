'use client'

import { KindIcon } from '@/components/tree/kind-icon'
import { titleOf } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import type { FoldedTree } from '@/server/tree/folded-tree'

export type NodeLinkProps = {
  tree: FoldedTree
  id: string
  onSelect: (id: string) => void
  className?: string
}

/** The name of another row; pressing it goes there. Nothing when that row has not come yet. */
export function NodeLink({ tree, id, onSelect, className }: NodeLinkProps) {
  const node = tree.nodes.get(id)
  if (!node) return null
  return (
    <button
      type="button"
      onClick={() => onSelect(id)}
      className={cn(
        'inline-flex min-h-6 max-w-full items-baseline gap-1.5 text-left text-sm hover:underline pointer-coarse:min-h-11 pointer-coarse:items-center',
        className,
      )}
    >
      <KindIcon node={node} className="translate-y-[0.15em] text-sm pointer-coarse:translate-y-0" />
      <span className="min-w-0">{titleOf(node)}</span>
    </button>
  )
}
