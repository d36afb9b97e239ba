'use client'

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { lazy } from 'react'
import { overviewHref } from '@/app/questions/[id]/tree/overview-href'
import type { LiveTree as LiveTreeData } from '@/app/questions/[id]/tree/use-live-tree'
import { useReplay } from '@/app/questions/[id]/tree/use-replay'
import { TreeView } from '@/components/tree/tree-view'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'

const TreeActions = lazy(() =>
  import('@/app/questions/[id]/tree/tree-actions').then(({ TreeActions }) => ({ default: TreeActions })),
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
  live: LiveTreeData
  /** Leads to the answer, once the tree is shown to its end; left out where it stands above already. */
  onAnswer?: () => void
  /** Leads to the place of the answer that cites a purchase. */
  onCitation: (number: number) => void
}

/** The tree of a question while it grows and afterwards. */
export function LiveTree({ live: { view, connection }, onAnswer, onCitation }: LiveTreeProps) {
  const [{ look, node, play }, setAddress] = useQueryStates(ADDRESS)
  const firstSeq = view.events[0]?.seq ?? null
  const replay = useReplay(view, { seq: play ? firstSeq : null, isPlaying: play && firstSeq !== null })
  const isRunning = view.status === 'collecting' || view.status === 'running' || view.status === 'paused'
  return (
    <div className="space-y-3">
      <TreeView
        view={view}
        tree={replay.tree}
        newest={replay.newest}
        story={replay.story}
        hrefOf={(id) => overviewHref(view.rootId, id)}
        log={replay.log}
        replay={replay}
        isLive={isRunning && connection !== 'reconnecting'}
        selectedId={node}
        onSelect={(id) => void setAddress({ node: id })}
        onCitation={onCitation}
        tab={look}
        onTabChange={(next) => void setAddress({ look: next })}
        aside={isRunning && connection === 'reconnecting' ? 'reconnecting…' : null}
        actions={
          <>
            {view.isYours && (view.status === 'running' || view.status === 'paused') ? (
              <TreeActions view={view} />
            ) : null}
            {onAnswer && view.answer && replay.seq === null ? (
              <Button size="sm" onClick={onAnswer}>
                Answer
              </Button>
            ) : null}
          </>
        }
        className={SIZE}
      />
      {/* Below the tree, which would be pushed away under who looks at it. */}
      {view.status === 'paused' ? (
        <Note tone="warn" title="The reading is paused">
          {view.pausedFor ?? 'The agent could not go on.'} Nothing is lost, and nothing is bought meanwhile.
        </Note>
      ) : null}
    </div>
  )
}
