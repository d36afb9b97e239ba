'use client'

import { NodeDetails } from '@/components/tree/node-details'
import { Dialog } from '@/components/ui/dialog'
import type { TreeView } from '@/server/tree/contract'
import type { FoldedTree, TreeNode } from '@/server/tree/folded-tree'

const KIND_WORDS = { context: 'Question', offer: 'Offer', verdict: 'Verdict' } as const

/** A sheet has given the page back, and its focus, after this. */
const CLOSED_MS = 250

/** A step that decides on no offers gives no verdict. */
function kindOf(node: TreeNode): string {
  return node.kind === 'verdict' && node.answer !== null ? 'On the way' : KIND_WORDS[node.kind]
}

export type TreeSheetProps = {
  tree: FoldedTree
  view: Pick<TreeView, 'inspectorName' | 'endedAt' | 'bitsSpent' | 'tokens' | 'answer'>
  selectedId: string | null
  onSelect: (id: string | null) => void
  /** Leads to the place of the answer that cites it. */
  onCitation: (number: number) => void
}

/** The chosen row, over the tree. */
export function TreeSheet({ tree, view, selectedId, onSelect, onCitation }: TreeSheetProps) {
  const node = selectedId === null ? undefined : tree.nodes.get(selectedId)
  return (
    <Dialog
      open={node !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onSelect(null)
      }}
      title={node ? kindOf(node) : ''}
      size="lg"
    >
      {node ? (
        <NodeDetails
          tree={tree}
          view={view}
          nodeId={node.id}
          onSelect={onSelect}
          onBack={(number) => {
            onSelect(null)
            // The page scrolls again once the sheet is gone.
            setTimeout(() => onCitation(number), CLOSED_MS)
          }}
          className="-mx-5 pt-0 sm:-mx-6"
        />
      ) : null}
    </Dialog>
  )
}
