import { FileLock2, FileText, Lock, MessageCircleQuestionMark, Scale } from 'lucide-react'
import { statusOf } from '@/components/status/status'
import { stateOf } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import type { TreeNode } from '@/server/tree/folded-tree'

/** What kind of row it is, in the colour of its state. An offer is a closed paper until it is bought. */
export function KindIcon({ node, className }: { node: TreeNode; className?: string }) {
  const Icon = iconOf(node)
  return (
    <span
      data-tone={statusOf(stateOf(node).state).tone}
      className={cn('inline-flex shrink-0 text-tone', className)}
    >
      <Icon aria-hidden className="size-[1.0625em]" strokeWidth={2} />
    </span>
  )
}

function iconOf(node: TreeNode) {
  if (node.kind === 'verdict') return Scale
  if (node.kind === 'offer') return node.state === 'bought' ? FileText : FileLock2
  return node.context.title === null ? Lock : MessageCircleQuestionMark
}
