'use client'

import { Pause, Play } from 'lucide-react'
import { ClockTime } from '@/components/tree/clock-time'
import type { GraphLayout } from '@/components/tree/graph-layout'
import { GraphLegend } from '@/components/tree/graph-legend'
import { lineAt } from '@/components/tree/nodes'
import { TreeGraph } from '@/components/tree/tree-graph'
import { TreeOutline } from '@/components/tree/tree-outline'
import { useFresh } from '@/components/tree/use-fresh'
import { useIsWide } from '@/components/tree/use-is-wide'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { FoldedTree, LogLine } from '@/server/tree/folded-tree'

export type TreeHeroProps = {
  tree: FoldedTree
  layout: GraphLayout
  log: readonly LogLine[]
  isPlaying: boolean
  onPlayingChange: (isPlaying: boolean) => void
  /** Opens the tree itself at a row. */
  onSelect: (id: string) => void
  className?: string
}

/** A tree as a picture with a caption, for other pages: the overview where there is room, rows where there is not. */
export function TreeHero({
  tree,
  layout,
  log,
  isPlaying,
  onPlayingChange,
  onSelect,
  className,
}: TreeHeroProps) {
  const isWide = useIsWide()
  const fresh = useFresh(tree, log)
  const line = lineAt(tree, log)
  return (
    <div className={cn('flex flex-col overflow-hidden rounded-lg border border-line bg-surface', className)}>
      {isWide ? (
        <div className="flex min-h-0 flex-1">
          <TreeGraph
            tree={tree}
            layout={layout}
            fresh={fresh}
            onSelect={onSelect}
            isInteractive={false}
            className="min-w-0 flex-1"
          />
          <Story log={log} seq={tree.event?.seq ?? 0} />
        </div>
      ) : (
        <TreeOutline
          tree={tree}
          selectedId={null}
          onSelect={onSelect}
          freshIds={fresh.ids}
          followedId={isPlaying ? (line?.nodeId ?? null) : null}
          isBare
          className="min-h-0 flex-1"
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-3 py-2 text-sm">
        <Button size="sm" className="shrink-0" onClick={() => onPlayingChange(!isPlaying)}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          {isPlaying ? 'Pause' : 'Watch it happen'}
        </Button>
        {isWide ? <GraphLegend /> : null}
        {line && !isWide ? (
          <p className="-order-1 min-h-11 min-w-0 basis-full sm:order-none sm:min-h-0 sm:flex-1 sm:truncate">
            <ClockTime at={line.at} seconds className="nums mr-2 text-muted text-xs" />
            {line.words}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** As many lines as stand beside the picture without scrolling. */
const STORY_LINES = 9

/** What has happened so far in words, the newest last. */
function Story({ log, seq }: { log: readonly LogLine[]; seq: number }) {
  const lines = log.filter((line) => line.seq <= seq).slice(-STORY_LINES)
  return (
    <ol className="flex w-80 shrink-0 flex-col justify-end gap-2.5 overflow-hidden border-line border-l px-4 py-4 [mask-image:linear-gradient(transparent,black_4rem)] text-muted text-sm">
      {lines.map((line) => (
        <li
          key={line.seq}
          className={cn('grid grid-cols-[3.75rem_minmax(0,1fr)]', line.seq === seq && 'text-ink')}
        >
          <ClockTime at={line.at} seconds className="nums text-muted text-xs leading-[1.375rem]" />
          <span className="line-clamp-3">{line.words}</span>
        </li>
      ))}
    </ol>
  )
}
