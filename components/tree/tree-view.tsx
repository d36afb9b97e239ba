'use client'

import { ListTree, Network } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { NodeDetails } from '@/components/tree/node-details'
import { lineAt, standInFor } from '@/components/tree/nodes'
import { ReplayBar } from '@/components/tree/replay-bar'
import type { TreeStory } from '@/components/tree/story'
import { TreeOutline } from '@/components/tree/tree-outline'
import { useAnnounced } from '@/components/tree/use-announced'
import { useFresh } from '@/components/tree/use-fresh'
import { useIsWide } from '@/components/tree/use-is-wide'
import { cn } from '@/components/ui/cn'
import { Segmented } from '@/components/ui/segmented'
import { useWasEver } from '@/components/ui/use-was-ever'
import type { TreeView as TreeData } from '@/server/tree/contract'
import type { FoldedTree, LogLine } from '@/server/tree/folded-tree'

/** For who chooses it: a tree opens as an outline. */
const TreeGraph = lazy(() =>
  import('@/components/tree/tree-graph').then(({ TreeGraph }) => ({ default: TreeGraph })),
)
/** Over a narrow screen; wide ones have the details beside the tree. */
const TreeSheet = lazy(() =>
  import('@/components/tree/tree-sheet').then(({ TreeSheet }) => ({ default: TreeSheet })),
)

export type TreeTab = 'outline' | 'overview'

export type TreeViewProps = {
  view: Pick<TreeData, 'inspectorName' | 'endedAt' | 'bitsSpent' | 'tokens' | 'answer'>
  /** The moment shown. */
  tree: FoldedTree
  /** The tree as it is now. */
  newest: FoldedTree
  story: TreeStory
  /** Where a box of the overview leads without a script. */
  hrefOf: (id: string) => string
  log: readonly LogLine[]
  replay: {
    seq: number | null
    onSeqChange: (seq: number | null) => void
    isPlaying: boolean
    onPlayingChange: (isPlaying: boolean) => void
    newEvents: number
  }
  /** Something may still happen, and would be heard of. */
  isLive: boolean
  selectedId: string | null
  onSelect: (id: string | null) => void
  /** Leads to the place of the answer that cites a purchase. */
  onCitation: (number: number) => void
  tab: TreeTab
  onTabChange: (tab: TreeTab) => void
  /** Said quietly beside the tabs, for example "reconnecting…". */
  aside?: ReactNode
  /** Buttons at the end of the bar: stop, resume. */
  actions?: ReactNode
  className?: string
}

/**
 * The room of a tree: outline or overview on one side, the chosen row in full on the other, the replay below. On narrow
 * screens the row slides in as a sheet. What has just happened is said once, politely, while the newest moment is shown.
 */
export function TreeView(props: TreeViewProps) {
  const { tree, log, replay, isLive, selectedId, onSelect, tab, onTabChange, aside, actions, className } =
    props
  const isWide = useIsWide()
  const wasChosen = useWasEver(selectedId !== null)
  const fresh = useFresh(tree, log)
  const announced = useAnnounced(log, replay.seq === null)
  const shownId = standInFor(selectedId, props)
  const markedId = isWide ? shownId : selectedId

  const followedId = replay.isPlaying ? (lineAt(tree, log)?.nodeId ?? null) : null

  const main =
    tab === 'outline' ? (
      <TreeOutline
        tree={tree}
        selectedId={markedId}
        revealedId={selectedId}
        onSelect={onSelect}
        freshIds={fresh.ids}
        followedId={followedId}
        changes={props.story.changes}
        className="h-full"
      />
    ) : (
      <TreeGraph
        tree={tree}
        newest={props.newest}
        story={props.story}
        fresh={fresh}
        selectedId={boxOf(tree, markedId)}
        onSelect={onSelect}
        hrefOf={props.hrefOf}
        followedId={boxOf(tree, followedId)}
        className="h-full"
      />
    )

  return (
    <div className={cn('flex flex-col overflow-hidden rounded-lg border border-line bg-surface', className)}>
      <div className="flex flex-wrap items-center gap-2 border-line border-b bg-paper px-3 py-1.5 noscript:hidden">
        <Segmented
          size="sm"
          aria-label="Way of looking"
          value={tab}
          onValueChange={onTabChange}
          options={[
            { value: 'outline', label: 'Outline', icon: <ListTree aria-hidden /> },
            { value: 'overview', label: 'Overview', icon: <Network aria-hidden /> },
          ]}
        />
        {aside ? <span className="min-w-0 text-muted text-sm">{aside}</span> : null}
        <span className="ml-auto flex items-center gap-2">{actions}</span>
      </div>

      {isWide ? (
        // Before the browser is heard, a narrow screen must not show two panes, and without a script no row is chosen; over the display that the panes carry themselves.
        <Group
          className="min-h-0 flex-1 [&_#tree-details]:max-[60rem]:hidden! [&_#tree-details]:noscript:hidden! [&_[role=separator]]:max-[60rem]:hidden!"
          id="tree-panes"
        >
          <Panel id="tree-main" defaultSize="66%" minSize="35%">
            {main}
          </Panel>
          <Separator
            aria-label="Width of the tree beside its details"
            className="w-px bg-line outline-offset-0 transition-colors data-[separator=active]:bg-accent data-[separator=hover]:bg-edge"
          />
          <Panel id="tree-details" defaultSize="34%" minSize="24%">
            <Details {...props} nodeId={shownId} />
          </Panel>
        </Group>
      ) : (
        <>
          <div className="min-h-0 flex-1">{main}</div>
          {wasChosen ? (
            <TreeSheet
              tree={tree}
              view={props.view}
              selectedId={selectedId}
              onSelect={props.onSelect}
              onCitation={props.onCitation}
            />
          ) : null}
        </>
      )}

      <ReplayBar log={log} isLive={isLive} {...replay} className="border-line border-t bg-paper" />
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
    </div>
  )
}

function Details({ tree, view, onSelect, onCitation, nodeId }: TreeViewProps & { nodeId: string | null }) {
  if (nodeId === null) return null
  return (
    <NodeDetails
      tree={tree}
      view={view}
      nodeId={nodeId}
      onSelect={onSelect}
      onBack={onCitation}
      className="h-full overflow-y-auto"
    />
  )
}

/** The overview has no boxes for verdicts; theirs is the question they were given on. */
function boxOf(tree: FoldedTree, id: string | null): string | null {
  const node = id === null ? undefined : tree.nodes.get(id)
  return node?.kind === 'verdict' ? node.contextId : id
}
