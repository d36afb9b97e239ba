import {
  type GraphLayout,
  type LineState,
  lineStateOf,
  type Place,
  pathBack,
} from '@/components/tree/graph-layout'
import type { Fresh } from '@/components/tree/use-fresh'
import type { ContextNode, Flow, FoldedTree, OfferNode } from '@/server/tree/folded-tree'

/** How long a purchase takes over one line. */
export const HOP_MS = 650

type Drawn = { tree: FoldedTree; layout: GraphLayout; fresh?: Fresh }

export type GraphBox = {
  row: ContextNode | OfferNode
  place: Place
  /** Milliseconds until a purchase on its way reaches this box; null when none does. */
  arrivesInMs: number | null
}

/** The boxes that are there at this moment, in the order of the tree. */
export function boxesOf({ tree, layout, fresh }: Drawn): GraphBox[] {
  const arrivals = arrivalsOf(layout, tree, fresh?.flows ?? [])
  return [...layout.places].flatMap(([id, place]): GraphBox[] => {
    const row = tree.nodes.get(id)
    if (!row || row.kind === 'verdict') return []
    return [{ row, place, arrivesInMs: arrivals.get(id) ?? null }]
  })
}

export type GraphLine = {
  id: string
  path: string
  state: LineState | 'also-about'
  /** The event number of a purchase that is on its way here, and how many lines it has behind it; null when none is. */
  rising: { seq: number; hop: number } | null
}

/** The lines between the boxes that are there, with the purchases that are on their way along them. */
export function linesOf({ tree, layout, fresh }: Drawn): GraphLine[] {
  const rising = new Map<string, { seq: number; hop: number }>()
  for (const flow of fresh?.flows ?? []) {
    for (const [hop, id] of wayBack(layout, tree, flow.offerId, flow.toContextId).entries())
      rising.set(id, { seq: flow.seq, hop })
  }
  // All that is bought is handed to the decision at the root; what moves shows the verdict it came for.
  const carrying = new Set<string>()
  for (const flow of tree.flows) for (const id of wayBack(layout, tree, flow.offerId)) carrying.add(id)
  const lines: GraphLine[] = []
  for (const [id, parentId] of layout.parents) {
    const node = tree.nodes.get(id)
    const path = pathBetween(tree, layout, id, parentId)
    if (path === null || !node || node.kind === 'verdict') continue
    lines.push({
      id: `${id}-back`,
      path,
      state: lineStateOf(node, carrying.has(id)),
      rising: rising.get(id) ?? null,
    })
  }
  for (const { fromId, toId } of layout.alsoAbout) {
    const path = pathBetween(tree, layout, fromId, toId)
    if (path !== null) lines.push({ id: `${fromId}-about-${toId}`, path, state: 'also-about', rising: null })
  }
  // What was bought is drawn last: it lies over what was left.
  return lines.sort((one, other) => Number(one.state === 'bought') - Number(other.state === 'bought'))
}

function pathBetween(tree: FoldedTree, layout: GraphLayout, fromId: string, toId: string): string | null {
  const from = layout.places.get(fromId)
  const to = layout.places.get(toId)
  return from && to && tree.nodes.has(fromId) && tree.nodes.has(toId) ? pathBack(from, to) : null
}

/** The boxes whose line is taken from one box to another, or to the root. */
function wayBack(layout: GraphLayout, tree: FoldedTree, fromId: string, toId?: string): string[] {
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
    for (const [hop, id] of wayBack(layout, tree, flow.offerId, flow.toContextId).entries()) {
      const reached = layout.parents.get(id)
      if (reached !== undefined) arrivals.set(reached, (hop + 1) * HOP_MS)
    }
  }
  return arrivals
}
