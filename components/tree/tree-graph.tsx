'use client'

import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { boxesOf, type GraphBox, linesOf } from '@/components/tree/graph-boxes'
import { type GraphLayout, layoutOf } from '@/components/tree/graph-layout'
import { GraphLegend } from '@/components/tree/graph-legend'
import { GraphLineView } from '@/components/tree/graph-line'
import { ContextBoxView, OfferBoxView } from '@/components/tree/graph-nodes'
import type { TreeStory } from '@/components/tree/story'
import { useFollowed } from '@/components/tree/use-followed'
import type { Fresh } from '@/components/tree/use-fresh'
import { usePan } from '@/components/tree/use-pan'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { formatCredits } from '@/server/shared/money'
import type { FoldedTree } from '@/server/tree/folded-tree'
import { counted } from '@/server/words/amounts'
import '@/components/tree/tree.css'

/** Factors of the size at which the smallest word is 12 pixels high: there is none below, for nobody reads those. */
const ZOOMS = [1, 1.25, 1.5, 2] as const

export type TreeGraphProps = {
  tree: FoldedTree
  /** The tree as it is now: its boxes have their places, those still to come in a replay included, so that nothing moves while it plays. */
  newest: FoldedTree
  story: TreeStory
  fresh?: Fresh
  selectedId?: string | null
  onSelect?: (id: string) => void
  /** Where a box leads without a script, or in a tab of its own. */
  hrefOf: (id: string) => string
  /** The box a playing replay is at: kept in sight. */
  followedId?: string | null
  /** Off for a picture on another page: no buttons to zoom, no legend. */
  isInteractive?: boolean
  className?: string
}

/**
 * The whole tree as a picture: questions, offers, and how what was bought came back to the decision at the left. It is plain
 * markup, there before any script; a frame that is smaller scrolls, and nothing is made small to fit.
 */
export function TreeGraph({
  tree,
  newest,
  story,
  fresh,
  selectedId = null,
  onSelect,
  hrefOf,
  followedId = null,
  isInteractive = true,
  className,
}: TreeGraphProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(0)
  const layout = useMemo(() => layoutOf(newest, new Set(story.changes.keys())), [newest, story.changes])
  const boxes = useMemo(() => boxesOf({ tree, layout, fresh }), [tree, layout, fresh])
  const lines = useMemo(() => linesOf({ tree, layout, fresh }), [tree, layout, fresh])
  const reachableId = boxes.some(({ row }) => row.id === selectedId) ? selectedId : boxes[0]?.row.id
  const elementOf = (id: string) => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)
  useFollowed(followedId, elementOf, () => frame.current)
  const panProps = usePan(frame)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const from = event.currentTarget.dataset.id
    const to = from === undefined ? null : neighbourOf(layout, tree, from, event.key)
    if (event.key === ' ') event.currentTarget.click()
    else if (to !== null) elementOf(to)?.focus()
    else return
    event.preventDefault()
  }

  function onClick(event: MouseEvent<HTMLElement>, id: string) {
    if (!onSelect || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onSelect(id)
  }

  return (
    <figure className={cn('flex min-h-0 flex-col', className)}>
      <figcaption className="sr-only">{summaryOf(tree)}</figcaption>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={frame}
          {...panProps}
          className="tree-graph min-h-0 flex-1 overflow-auto overscroll-x-contain"
        >
          <div className="relative" style={{ width: layout.width, height: layout.height, zoom: ZOOMS[zoom] }}>
            <svg
              aria-hidden="true"
              className="pointer-events-none absolute inset-0 overflow-visible"
              width={layout.width}
              height={layout.height}
            >
              {lines.map((line) => (
                <GraphLineView key={line.id} {...line} />
              ))}
            </svg>
            {boxes.map(({ row, place, arrivesInMs }) => (
              <a
                key={row.id}
                href={hrefOf(row.id)}
                data-id={row.id}
                tabIndex={row.id === reachableId ? 0 : -1}
                aria-current={row.id === selectedId ? 'true' : undefined}
                draggable={false}
                onClick={(event) => onClick(event, row.id)}
                onKeyDown={onKeyDown}
                className="absolute rounded-lg outline-offset-4"
                style={{ left: place.x, top: place.y, width: place.width, height: place.height }}
              >
                <Box
                  row={row}
                  story={story}
                  isSelected={row.id === selectedId}
                  isFresh={fresh?.ids.has(row.id) ?? false}
                  arrivesInMs={arrivesInMs}
                />
              </a>
            ))}
            {[...layout.folded].map(([contextId, { count, place }]) =>
              tree.nodes.has(contextId) ? (
                <p
                  key={contextId}
                  className="absolute flex items-center text-muted text-xs"
                  style={{ left: place.x, top: place.y, width: place.width, height: place.height }}
                >
                  {counted(count, 'more offer')} not bought: see Outline
                </p>
              ) : null,
            )}
          </div>
        </div>
        {isInteractive ? <ZoomButtons zoom={zoom} onZoom={setZoom} /> : null}
      </div>
      {isInteractive ? <GraphLegend className="border-line border-t px-3 py-2" /> : null}
    </figure>
  )
}

function Box({
  row,
  story,
  ...marks
}: Pick<GraphBox, 'row' | 'arrivesInMs'> & { story: TreeStory; isSelected: boolean; isFresh: boolean }) {
  return row.kind === 'context' ? (
    <ContextBoxView row={row} outcome={story.outcome} {...marks} />
  ) : (
    <OfferBoxView row={row} change={story.changes.get(row.id) ?? null} {...marks} />
  )
}

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <div className="absolute right-3 bottom-3 flex rounded-md border border-line bg-surface noscript:hidden">
      <Button
        variant="quiet"
        size="icon"
        className="size-8"
        aria-label="Smaller"
        disabled={zoom === 0}
        onClick={() => onZoom(zoom - 1)}
      >
        <Minus aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className="size-8"
        aria-label="Larger"
        disabled={zoom === ZOOMS.length - 1}
        onClick={() => onZoom(zoom + 1)}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  )
}

/** Arrow keys follow the lines: left to where a box belongs, right to its first, up and down among its siblings. */
function neighbourOf(layout: GraphLayout, tree: FoldedTree, id: string, key: string): string | null {
  const shown = [...layout.places.keys()].filter((candidate) => tree.nodes.has(candidate))
  const parent = layout.parents.get(id) ?? null
  if (key === 'ArrowLeft') return parent
  if (key === 'ArrowRight') return shown.find((candidate) => layout.parents.get(candidate) === id) ?? null
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null
  const siblings = shown.filter((candidate) => (layout.parents.get(candidate) ?? null) === parent)
  return siblings[siblings.indexOf(id) + (key === 'ArrowDown' ? 1 : -1)] ?? null
}

function summaryOf(tree: FoldedTree): string {
  const nodes = [...tree.nodes.values()]
  const offers = nodes.filter((node) => node.kind === 'offer')
  const bought = offers.filter((offer) => offer.state === 'bought')
  const questions = nodes.filter((node) => node.kind === 'context' && node.askedInId !== null).length
  const changed = offers.filter((offer) => offer.hasChangedMind).length
  const spentMicros = bought.reduce((sum, offer) => sum + offer.priceMicros, 0n)
  return `${counted(offers.length, 'offer')} in all, ${bought.length} bought for ${formatCredits(spentMicros)} credits. The agent asked ${counted(questions, 'question')} of its own and changed its mind about ${counted(changed, 'offer')}. The outline says the same as rows.`
}
