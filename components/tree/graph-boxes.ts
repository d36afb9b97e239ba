import { type GraphLayout, lineStateOf, pathUp } from '@/components/tree/graph-layout'
import { type GraphLine, HOP_MS } from '@/components/tree/graph-line'
import type { ContextBox, OfferBox } from '@/components/tree/graph-nodes'
import type { Fresh } from '@/components/tree/use-fresh'
import type { Flow, FoldedTree } from '@/server/tree/folded-tree'

type Drawn = { tree: FoldedTree; layout: GraphLayout; fresh?: Fresh }

/** The boxes that are there at this moment. One of them can be reached with Tab; the arrow keys lead to the others. */
export function boxesOf({
  tree,
  layout,
  fresh,
  selectedId,
  isInteractive,
}: Drawn & { selectedId: string | null; isInteractive: boolean }): (ContextBox | OfferBox)[] {
  const arrivals = arrivalsOf(layout, tree, fresh?.flows ?? [])
  const shown = [...layout.places].filter(([id]) => tree.nodes.has(id))
  const reachable = shown.some(([id]) => id === selectedId) ? selectedId : shown[0]?.[0]
  return shown.flatMap(([id, { x, y, width, height, isStacked }]): (ContextBox | OfferBox)[] => {
    const row = tree.nodes.get(id)
    if (!row || row.kind === 'verdict') return []
    const common = {
      id,
      position: { x, y },
      width,
      height,
      ...(isInteractive
        ? {
            ariaRole: 'button' as const,
            domAttributes: {
              tabIndex: id === reachable ? 0 : -1,
              'aria-pressed': id === selectedId,
              'aria-roledescription': undefined,
            },
          }
        : { domAttributes: { 'aria-roledescription': undefined } }),
    }
    const marks = {
      isStacked,
      isSelected: id === selectedId,
      isFresh: fresh?.ids.has(id) ?? false,
      arrivesInMs: arrivals.get(id) ?? null,
    }
    return row.kind === 'context'
      ? [{ ...common, type: 'context' as const, data: { row, ...marks } }]
      : [{ ...common, type: 'offer' as const, data: { row, ...marks } }]
  })
}

/** The lines between the boxes that are there, with the purchases that are on their way up them. */
export function linesOf({ tree, layout, fresh }: Drawn): GraphLine[] {
  const rising = new Map<string, { seq: number; hop: number }>()
  for (const flow of fresh?.flows ?? []) {
    for (const [hop, id] of wayUp(layout, tree, flow.offerId, flow.toContextId).entries())
      rising.set(id, { seq: flow.seq, hop })
  }
  // All that is bought is handed up to the decision at the top; what moves shows the verdict it came for.
  const carrying = new Set<string>()
  for (const flow of tree.flows) for (const id of wayUp(layout, tree, flow.offerId)) carrying.add(id)
  const lines: GraphLine[] = []
  for (const [id, parentId] of layout.parents) {
    const node = tree.nodes.get(id)
    const place = layout.places.get(id)
    const above = layout.places.get(parentId)
    if (!node || node.kind === 'verdict' || !tree.nodes.has(parentId) || !place || !above) continue
    const state = lineStateOf(node, carrying.has(id))
    lines.push({
      id: `${id}-up`,
      source: id,
      target: parentId,
      type: 'line',
      data: { path: pathUp(place, above), state, rising: rising.get(id) ?? null },
    })
  }
  for (const { fromId, toId } of layout.alsoAbout) {
    const from = layout.places.get(fromId)
    const to = layout.places.get(toId)
    if (!tree.nodes.has(fromId) || !tree.nodes.has(toId) || !from || !to) continue
    lines.push({
      id: `${fromId}-about-${toId}`,
      source: fromId,
      target: toId,
      type: 'line',
      data: { path: pathUp(from, to), state: 'also-about', rising: null },
    })
  }
  return lines
}

/** The boxes whose line up is taken from one box to another, or to the very top. */
function wayUp(layout: GraphLayout, tree: FoldedTree, fromId: string, toId?: string): string[] {
  const way: string[] = []
  let id: string | undefined = fromId
  while (id !== undefined && tree.nodes.has(id) && id !== toId) {
    way.push(id)
    id = layout.parents.get(id)
  }
  return way
}

/** When each box on the way is reached, in milliseconds from now. */
function arrivalsOf(layout: GraphLayout, tree: FoldedTree, flows: readonly Flow[]): Map<string, number> {
  const arrivals = new Map<string, number>()
  for (const flow of flows) {
    for (const [hop, id] of wayUp(layout, tree, flow.offerId, flow.toContextId).entries()) {
      const reached = layout.parents.get(id)
      if (reached !== undefined) arrivals.set(reached, (hop + 1) * HOP_MS)
    }
  }
  return arrivals
}
