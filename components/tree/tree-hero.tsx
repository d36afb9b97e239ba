'use client'

import { Pause, Play } from 'lucide-react'
import { ClockTime } from '@/components/tree/clock-time'
import { GraphLegend } from '@/components/tree/graph-legend'
import { lineAt } from '@/components/tree/nodes'
import type { TreeStory } from '@/components/tree/story'
import { TreeGraph } from '@/components/tree/tree-graph'
import { TreeOutline } from '@/components/tree/tree-outline'
import { useFresh } from '@/components/tree/use-fresh'
import { useIsWide } from '@/components/tree/use-is-wide'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { FoldedTree, LogLine } from '@/server/tree/folded-tree'

export type TreeHeroProps = {
  tree: FoldedTree
  /** The tree as it is at its end. */
  newest: FoldedTree
  story: TreeStory
  log: readonly LogLine[]
  isPlaying: boolean
  onPlayingChange: (isPlaying: boolean) => void
  /** Opens the tree itself at a row. */
  onSelect: (id: string) => void
  /** Where a box leads without a script. */
  hrefOf: (id: string) => string
  className?: string
}

/** A tree as a picture with a caption, for other pages: the overview where there is room, rows where there is not. */
export function TreeHero({
  tree,
  newest,
  story,
  log,
  isPlaying,
  onPlayingChange,
  onSelect,
  hrefOf,
  className,
}: TreeHeroProps) {
  const isWide = useIsWide()
  const fresh = useFresh(tree, log)
  const line = lineAt(tree, log)
  const followedId = isPlaying ? (line?.nodeId ?? null) : null
  return (
    <div className={cn('flex flex-col overflow-hidden rounded-lg border border-line bg-surface', className)}>
      {isWide ? (
        <TreeGraph
          tree={tree}
          newest={newest}
          story={story}
          fresh={fresh}
          onSelect={onSelect}
          hrefOf={hrefOf}
          followedId={followedId}
          isInteractive={false}
          className="min-h-0 flex-1"
        />
      ) : (
        <TreeOutline
          tree={tree}
          selectedId={null}
          onSelect={onSelect}
          freshIds={fresh.ids}
          followedId={followedId}
          changes={story.changes}
          isBare
          className="min-h-0 flex-1"
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-3 py-2 text-sm">
        <Button size="sm" className="shrink-0 noscript:hidden" onClick={() => onPlayingChange(!isPlaying)}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          {isPlaying ? 'Pause' : 'Watch it happen'}
        </Button>
        {line && (isPlaying || !isWide) ? (
          // Two lines, whatever it says: nothing below it moves while it plays.
          <p className="line-clamp-2 min-h-11 min-w-0 flex-1 max-sm:-order-1 max-sm:basis-full">
            <ClockTime at={line.at} since={log[0]?.at} seconds className="nums mr-2 text-muted text-xs" />
            {line.words}
          </p>
        ) : (
          <GraphLegend />
        )}
      </div>
    </div>
  )
}
