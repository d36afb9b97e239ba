'use client'

import { MiniMap, Panel, ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { statusOf } from '@/components/status/status'
import { boxesOf, linesOf } from '@/components/tree/graph-boxes'
import type { GraphLayout } from '@/components/tree/graph-layout'
import { GraphLegend } from '@/components/tree/graph-legend'
import { GraphLineView } from '@/components/tree/graph-line'
import { type ContextBox, ContextBoxView, type OfferBox, OfferBoxView } from '@/components/tree/graph-nodes'
import { stateOf } from '@/components/tree/nodes'
import type { Fresh } from '@/components/tree/use-fresh'
import { useIsWide } from '@/components/tree/use-is-wide'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { formatCredits } from '@/server/shared/money'
import type { FoldedTree } from '@/server/tree/folded-tree'
import { counted } from '@/server/words/amounts'
import '@xyflow/react/dist/base.css'
import '@/components/tree/tree.css'

/** From here on a map of the whole helps to find one's place. */
const MINIMAP_FROM_BOXES = 40

const NODE_TYPES = { context: ContextBoxView, offer: OfferBoxView }
const EDGE_TYPES = { line: GraphLineView }
const FIT_MS = 300

export type TreeGraphProps = {
  tree: FoldedTree
  /** Places of all boxes, those still to come in a replay included, so that nothing moves while it plays. */
  layout: GraphLayout
  fresh?: Fresh
  selectedId?: string | null
  onSelect?: (id: string) => void
  /** Off for a picture on another page: no dragging, no zooming, nothing to reach by keyboard. */
  isInteractive?: boolean
  className?: string
}

/** The whole tree at a glance: questions, offers, and how what was bought rose to the decision above. */
export function TreeGraph(props: TreeGraphProps) {
  return (
    <ReactFlowProvider>
      <Graph {...props} />
    </ReactFlowProvider>
  )
}

function Graph({
  tree,
  layout,
  fresh,
  selectedId = null,
  onSelect,
  isInteractive = true,
  className,
}: TreeGraphProps) {
  const container = useRef<HTMLElement>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const nodes = useMemo(
    () => boxesOf({ tree, layout, fresh, selectedId, isInteractive }),
    [tree, layout, fresh, selectedId, isInteractive],
  )
  const edges = useMemo(() => linesOf({ tree, layout, fresh }), [tree, layout, fresh])

  function onKeyDown(event: KeyboardEvent) {
    const from = event.target instanceof HTMLElement ? event.target.dataset.id : undefined
    if (from === undefined) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onSelect?.(from)
      return
    }
    const to = neighbourOf(layout, tree, from, event.key)
    if (to === null) return
    event.preventDefault()
    container.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(to)}"]`)?.focus()
  }

  return (
    <figure ref={container} className={cn('tree-graph flex min-h-0 flex-col', className)}>
      <figcaption className="sr-only">{summaryOf(tree)}</figcaption>
      <div className="relative min-h-0 flex-1">
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          minZoom={0.15}
          maxZoom={1.6}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={isInteractive}
          edgesFocusable={false}
          elementsSelectable={false}
          deleteKeyCode={null}
          panOnDrag={isInteractive}
          // The wheel scrolls the page; zooming is by pinch, with Ctrl, or by the buttons.
          zoomOnScroll={false}
          zoomOnPinch={isInteractive}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          onNodeClick={(_, node) => onSelect?.(node.id)}
          onMoveStart={(event) => event && setHasMoved(true)}
          onKeyDown={onKeyDown}
          aria-label="Overview of the inspection"
        >
          <KeepFitted isOn={!hasMoved} layout={layout} />
          {isInteractive ? (
            <ZoomButtons onFit={() => setHasMoved(false)} onZoom={() => setHasMoved(true)} />
          ) : null}
          {isInteractive && hasMoved && nodes.length >= MINIMAP_FROM_BOXES ? (
            <MiniMap pannable ariaLabel="Map of the overview" nodeColor={colourOf} nodeStrokeWidth={0} />
          ) : null}
        </ReactFlow>
      </div>
      {isInteractive ? <GraphLegend className="border-line border-t px-3 py-2" /> : null}
    </figure>
  )
}

/** Shows the whole until somebody moves it, whatever the size of the frame. */
function KeepFitted({ isOn, layout }: { isOn: boolean; layout: GraphLayout }) {
  const { fitBounds } = useReactFlow()
  const width = useStore((store) => store.width)
  const height = useStore((store) => store.height)
  const [hasFitted, setHasFitted] = useState(false)
  useEffect(() => {
    if (!isOn || width === 0 || height === 0) return
    const isStill = !hasFitted || window.matchMedia('(prefers-reduced-motion: reduce)').matches
    void fitBounds(boundsOf(layout, { width, height }), { padding: 0.05, duration: isStill ? 0 : FIT_MS })
    setHasFitted(true)
  }, [isOn, width, height, layout, fitBounds, hasFitted])
  return null
}

/** The whole layout with a frame's worth of room around it, so that a small tree is not blown up. */
function boundsOf(layout: GraphLayout, frame: { width: number; height: number }) {
  const places = [...layout.places.values()]
  const left = Math.min(...places.map((place) => place.x))
  const right = Math.max(...places.map((place) => place.x + place.width))
  const top = Math.min(...places.map((place) => place.y))
  const bottom = Math.max(...places.map((place) => place.y + place.height))
  const width = Math.max(right - left, frame.width)
  const height = Math.max(bottom - top, frame.height)
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}

function ZoomButtons({ onFit, onZoom }: { onFit: () => void; onZoom: () => void }) {
  const { zoomIn, zoomOut } = useReactFlow()
  const zoom = (step: () => Promise<boolean>) => () => {
    onZoom()
    void step()
  }
  return (
    // Where there is little room the trees are tall, and their root would lie below the buttons.
    <Panel
      position={useIsWide() ? 'top-right' : 'bottom-left'}
      className="m-2! flex rounded-md border border-line bg-surface"
    >
      <Button variant="quiet" size="icon" className="size-8" aria-label="Zoom out" onClick={zoom(zoomOut)}>
        <Minus aria-hidden />
      </Button>
      <Button variant="quiet" size="icon" className="size-8" aria-label="Zoom in" onClick={zoom(zoomIn)}>
        <Plus aria-hidden />
      </Button>
      <Button variant="quiet" size="icon" className="size-8" aria-label="Show all" onClick={onFit}>
        <Maximize aria-hidden />
      </Button>
    </Panel>
  )
}

function colourOf({ data }: ContextBox | OfferBox): string {
  return `var(--${statusOf(stateOf(data.row).state).tone})`
}

/** Arrow keys follow the lines: up to where a box belongs, down to its first, sideways among its siblings. */
function neighbourOf(layout: GraphLayout, tree: FoldedTree, id: string, key: string): string | null {
  const shown = [...layout.places.keys()].filter((candidate) => tree.nodes.has(candidate))
  const parent = layout.parents.get(id) ?? null
  if (key === 'ArrowUp') return parent
  if (key === 'ArrowDown') return shown.find((candidate) => layout.parents.get(candidate) === id) ?? null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const siblings = shown.filter((candidate) => (layout.parents.get(candidate) ?? null) === parent)
  return siblings[siblings.indexOf(id) + (key === 'ArrowRight' ? 1 : -1)] ?? null
}

function summaryOf(tree: FoldedTree): string {
  const nodes = [...tree.nodes.values()]
  const offers = nodes.filter((node) => node.kind === 'offer')
  const bought = offers.filter((offer) => offer.state === 'bought')
  const questions = nodes.filter((node) => node.kind === 'context' && node.askedInId !== null).length
  const changed = offers.filter((offer) => offer.hasChangedMind).length
  const spentMicros = bought.reduce((sum, offer) => sum + offer.priceMicros, 0n)
  return `${counted(offers.length, 'offer')} in all, ${bought.length} bought for ${formatCredits(spentMicros)} credits. The inspector asked ${counted(questions, 'question')} of its own and changed its mind about ${counted(changed, 'offer')}. The outline says the same as rows.`
}
