import { stratify, tree as tidyTree } from 'd3-hierarchy'
import type { ContextNode, FoldedTree, OfferNode } from '@/server/tree/folded-tree'

/**
 * Where the questions and offers of a tree lie in its overview, in pixels, x and y of the upper left corner. An offer hangs
 * below its question, a sub-question below the first offer it is about, so that what is bought rises through what it checked.
 */
export type GraphLayout = {
  places: ReadonlyMap<string, Place>
  /** By the lower end: each box has one line up. */
  parents: ReadonlyMap<string, string>
  /** Further offers a sub-question is about. */
  alsoAbout: readonly { fromId: string; toId: string }[]
}

/** A box in a stack is flat, and its line leaves it sideways. */
export type Place = { x: number; y: number; width: number; height: number; isStacked: boolean }

type Size = { width: number; height: number }

const ROOT_SIZE: Size = { width: 400, height: 84 }
const CONTEXT_SIZE: Size = { width: 240, height: 84 }
const OFFER_SIZE: Size = { width: 200, height: 76 }
const ROW_PITCH = 112
const GAP = 16
/** Boxes of different families stand a little further apart, so that the eye sees what belongs together. */
const FAMILY_GAP = 28

/** More offers than this, with nothing below them, are stacked: side by side they would make the picture all width. */
const SIDE_BY_SIDE_MAX = 3
const STACKED_SIZE: Size = { width: 200, height: 54 }
const STACK_PITCH = 62
/** Beside the stack runs the line that its boxes share. */
const STACK_INDENT = 18

/** A place to be found: one box, or a stack of them. A slot without boxes keeps room below a tall stack. */
type Slot = { id: string; parentId: string | null; width: number; height: number; boxIds: readonly string[] }

/** Tidy tree, top down. Boxes keep their order, and a tree with less in it is drawn at the places of its final form. */
export function layoutOf(tree: FoldedTree): GraphLayout {
  const parents = new Map<string, string>()
  const sizes = new Map<string, Size>()
  const alsoAbout: { fromId: string; toId: string }[] = []
  for (const node of tree.nodes.values()) {
    if (node.kind === 'verdict') continue
    if (node.kind === 'offer') {
      sizes.set(node.id, OFFER_SIZE)
      if (node.parentId !== null) parents.set(node.id, node.parentId)
      continue
    }
    const [first, ...others] = node.context.about.filter((id) => tree.nodes.has(id))
    const parentId = first ?? node.askedInId
    sizes.set(node.id, node.askedInId === null ? ROOT_SIZE : CONTEXT_SIZE)
    if (parentId !== null) parents.set(node.id, parentId)
    for (const toId of others) alsoAbout.push({ fromId: node.id, toId })
  }
  return { places: placesOf(slotsOf(sizes, parents)), parents, alsoAbout }
}

function slotsOf(sizes: ReadonlyMap<string, Size>, parents: ReadonlyMap<string, string>): Slot[] {
  const hasChildren = new Set(parents.values())
  const leavesOf = new Map<string, string[]>()
  for (const [id, parentId] of parents) {
    if (hasChildren.has(id) || sizes.get(id) !== OFFER_SIZE) continue
    leavesOf.set(parentId, [...(leavesOf.get(parentId) ?? []), id])
  }
  const slots: Slot[] = []
  for (const [id, size] of sizes) {
    const parentId = parents.get(id) ?? null
    const leaves = leavesOf.get(parentId ?? '') ?? []
    if (leaves.length <= SIDE_BY_SIDE_MAX || !leaves.includes(id))
      slots.push({ id, parentId, ...size, boxIds: [id] })
    else if (leaves[0] === id) slots.push(...stack(parentId, leaves))
  }
  return slots
}

/** One slot per row of the picture that the stack reaches into, so that nothing is placed behind it. */
function stack(parentId: string | null, boxIds: readonly string[]): Slot[] {
  const width = STACKED_SIZE.width + STACK_INDENT
  const rows = Math.ceil((boxIds.length * STACK_PITCH) / ROW_PITCH)
  const idOf = (row: number) => `stack-${row}-${parentId}`
  return Array.from({ length: rows }, (_, row) => ({
    id: idOf(row),
    parentId: row === 0 ? parentId : idOf(row - 1),
    width,
    height: ROW_PITCH,
    boxIds: row === 0 ? boxIds : [],
  }))
}

/** Not empty: d3 takes an empty id for none. */
const FOREST_ID = 'forest'

function placesOf(slots: readonly Slot[]): Map<string, Place> {
  const places = new Map<string, Place>()
  if (slots.length === 0) return places
  const forest: Slot = { id: FOREST_ID, parentId: null, width: 0, height: 0, boxIds: [] }
  const hierarchy = stratify<Slot>()
    .id((slot) => slot.id)
    .parentId((slot) => (slot === forest ? null : (slot.parentId ?? FOREST_ID)))([forest, ...slots])
  const root = tidyTree<Slot>()
    .nodeSize([1, ROW_PITCH])
    .separation((one, other) => {
      const gap = one.parent === other.parent ? GAP : FAMILY_GAP
      return (one.data.width + other.data.width) / 2 + gap
    })(hierarchy)
  for (const point of root.descendants()) {
    const { width, height, boxIds } = point.data
    const left = point.x - width / 2
    const top = point.y - ROW_PITCH
    for (const [index, id] of boxIds.entries()) {
      places.set(
        id,
        boxIds.length === 1
          ? { x: left, y: top, width, height, isStacked: false }
          : { x: left + STACK_INDENT, y: top + index * STACK_PITCH, ...STACKED_SIZE, isStacked: true },
      )
    }
  }
  return places
}

/** The line from a box up to its parent, as an SVG path: a curve, or along the shared line of a stack. */
export function pathUp(from: Place, to: Place): string {
  const endX = to.x + to.width / 2
  const endY = to.y + to.height
  if (!from.isStacked) {
    const startX = from.x + from.width / 2
    const middleY = (from.y + endY) / 2
    return `M ${startX} ${from.y} C ${startX} ${middleY}, ${endX} ${middleY}, ${endX} ${endY}`
  }
  const trunkX = from.x - STACK_INDENT / 2
  const startY = from.y + from.height / 2
  const turnY = endY + (ROW_PITCH - OFFER_SIZE.height) / 2
  return `M ${from.x} ${startY} H ${trunkX + 6} Q ${trunkX} ${startY}, ${trunkX} ${startY - 6} V ${turnY + 12} C ${trunkX} ${turnY - 8}, ${endX} ${turnY + 8}, ${endX} ${endY}`
}

/** What a line upwards tells: paid information went this way, or may, or will not. */
export type LineState = 'bought' | 'carries' | 'asking' | 'open' | 'passed'

export function lineStateOf(node: ContextNode | OfferNode, isCarrying: boolean): LineState {
  if (node.kind === 'offer') {
    if (node.state === 'bought') return 'bought'
    if (isCarrying) return 'carries'
    return node.state === 'passed' || node.state === 'withdrawn' ? 'passed' : 'open'
  }
  if (isCarrying) return 'bought'
  return node.endedAt === null ? 'asking' : 'passed'
}
