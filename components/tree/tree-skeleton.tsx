import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/feedback'

/** Depth and width of each row: the shape of a small tree. */
const ROWS = [
  { depth: 0, width: '58%' },
  { depth: 1, width: '46%' },
  { depth: 1, width: '52%' },
  { depth: 1, width: '30%' },
  { depth: 2, width: '44%' },
  { depth: 3, width: '38%' },
  { depth: 3, width: '41%' },
  { depth: 1, width: '28%' },
]

/** Holds the place of a tree that is on its way. */
export function TreeSkeleton({ className }: { className?: string }) {
  return (
    <div role="status" aria-label="Loading the tree" className={cn('space-y-4 p-4', className)}>
      {ROWS.map(({ depth, width }) => (
        <div
          key={`${depth}-${width}`}
          className="flex items-center gap-3"
          style={{ paddingLeft: `${depth * 1.25}rem` }}
        >
          <Skeleton className="size-4 shrink-0" />
          <Skeleton className="h-3.5" />
          <span style={{ flexBasis: width }} className="shrink" />
        </div>
      ))}
    </div>
  )
}
