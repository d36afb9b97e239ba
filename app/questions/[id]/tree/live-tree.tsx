'use client'

import dynamic from 'next/dynamic'
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { overviewHref } from '@/app/questions/[id]/tree/overview-href'
import { useLiveView, useTree } from '@/app/questions/[id]/tree/use-live-view'
import { useReplay } from '@/app/questions/[id]/tree/use-replay'
import { TreeSkeleton } from '@/components/tree/tree-skeleton'
import { TreeView } from '@/components/tree/tree-view'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorNote, Note } from '@/components/ui/feedback'
import type { TreeView as TreeData } from '@/server/tree/contract'

const TreeActions = dynamic(() =>
  import('@/app/questions/[id]/tree/tree-actions').then(({ TreeActions }) => TreeActions),
)

/**
 * In the address, so that any row of any tree can be linked: `look` the way of looking, `node` the chosen row. `play` starts
 * with the first event instead of the newest: for trees that are done before anybody has looked.
 */
const ADDRESS = {
  look: parseAsStringLiteral(['outline', 'overview']).withDefault('outline'),
  node: parseAsString,
  play: parseAsBoolean.withDefault(false),
}

/** High enough for a dozen rows, never higher than what the bars of the page leave free; phones have one at the foot too. */
const SIZE = 'h-[min(46rem,calc(100dvh-7rem))] min-h-[26rem] max-md:h-[calc(100dvh-8.5rem)]'

export type LiveTreeProps = {
  rootId: string
  /** The tree as the server drew it; fetched here when it is left out. */
  initial?: TreeData
  /** Where the answer stands when that is below: named once the tree is shown to its end. */
  answerHref?: string
  className?: string
}

/** The tree of a question while it grows and afterwards. */
export function LiveTree({ rootId, initial, answerHref, className }: LiveTreeProps) {
  const { data: look, error } = useTree(rootId, initial)
  if (look) return <Room look={look} answerHref={answerHref} className={className} />
  if (error) {
    return (
      <ErrorNote title="The tree could not be loaded" className={className}>
        {error.message} Reload the page to try again.
      </ErrorNote>
    )
  }
  return <TreeSkeleton className={cn(SIZE, 'rounded-lg border border-line bg-surface', className)} />
}

function Room({
  look: drawn,
  answerHref,
  className,
}: Pick<LiveTreeProps, 'answerHref' | 'className'> & { look: TreeData }) {
  const { view, connection } = useLiveView(drawn)
  const [{ look, node, play }, setAddress] = useQueryStates(ADDRESS)
  const firstSeq = view.events[0]?.seq ?? null
  const replay = useReplay(view, { seq: play ? firstSeq : null, isPlaying: play && firstSeq !== null })
  const isRunning = view.status === 'collecting' || view.status === 'running' || view.status === 'paused'
  return (
    <div className={cn('space-y-3', className)}>
      {view.status === 'paused' ? (
        <Note tone="warn" title="The reading is paused">
          {view.pausedFor ?? 'The agent could not go on.'} Nothing is lost, and nothing is bought meanwhile.
        </Note>
      ) : null}
      <TreeView
        view={view}
        tree={replay.tree}
        newest={replay.newest}
        layout={replay.layout}
        story={replay.story}
        hrefOf={(id) => overviewHref(view.rootId, id)}
        log={replay.log}
        replay={replay}
        isLive={isRunning && connection !== 'reconnecting'}
        selectedId={node}
        onSelect={(id) => void setAddress({ node: id })}
        tab={look}
        onTabChange={(next) => void setAddress({ look: next })}
        aside={isRunning && connection === 'reconnecting' ? 'reconnecting…' : null}
        actions={
          <>
            {view.isYours && (view.status === 'running' || view.status === 'paused') ? (
              <TreeActions view={view} />
            ) : null}
            {answerHref && view.answer && replay.seq === null ? (
              <Button asChild size="sm">
                <a href={answerHref}>Answer</a>
              </Button>
            ) : null}
          </>
        }
        className={SIZE}
      />
    </div>
  )
}
