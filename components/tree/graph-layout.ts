import { type HierarchyNode, stratify } from 'd3-hierarchy'
import type { ContextNode, FoldedTree, OfferNode } from '@/server/tree/folded-tree'

/**
 * Where the questions and offers of a tree lie in its overview, in pixels, x and y of the upper left corner. It is read from
 * left to right: an offer stands to the right of its question, a sub-question below the first offer it is about, so that what is
 * bought flows back through what it checked, and a tree of three levels is as wide as a desktop. A question is as high up as its
 * first offer: the root is at the upper left, where reading begins, whatever the size of the tree and before any script has run.
 */
export type GraphLayout = {
  places: ReadonlyMap<string, Place>
  /** By the box that belongs to another: each has one line back. */
  parents: ReadonlyMap<string, string>
  /** Further offers a sub-question is about. */
  alsoAbout: readonly { fromId: string; toId: string }[]
  /** Offers that were left and have no box, by their question; one line of words stands for them. */
  folded: ReadonlyMap<string, { count: number; place: Place }>
  width: number
  height: number
}

export type Place = { x: number; y: number; width: number; height: number }

type Size = { width: number; height: number }

/** Room for two lines of a title at 15 pixels, above and below them one line at 12. */
const ROOT_SIZE: Size = { width: 252, height: 128 }
const OFFER_SIZE: Size = { width: 248, height: 84 }
/** It ends where the offer above it ends. */
const CONTEXT_SIZE: Size = { width: 220, height: 108 }
/** A purchase says in a further line what it changed. */
const CHANGE_HEIGHT = 22
const FOLDED_SIZE: Size = { width: 248, height: 28 }
const COLUMN_GAP = 40
const ROW_GAP = 12
/** A sub-question stands in by this much under its offer, where its line comes down. */
const INDENT = 28
const MARGIN = 12
/** From the top of a box to where its lines meet it: beside its first line of words. */
const PORT_Y = 21

/** More offers than this that were left, with nothing asked about them, would make the picture all offers: the others are counted. */
const LEFT_SHOWN_MAX = 4

/** `FOREST` is not empty: d3 takes an empty id for none. */
const FOREST = 'forest'
type Slot = Size & { id: string; parentId: string | null; isQuestion: boolean }

/** The places of a tree in its newest form; a tree with less in it is drawn at the same places, so that nothing moves in a replay. */
export function layoutOf(tree: FoldedTree, changed: ReadonlySet<string> = new Set()): GraphLayout {
  const parents = new Map<string, string>()
  const alsoAbout: { fromId: string; toId: string }[] = []
  const slots: Slot[] = []
  for (const node of tree.nodes.values()) {
    if (node.kind === 'verdict') continue
    const parentId = node.kind === 'offer' ? node.parentId : aboveOf(tree, node, alsoAbout)
    if (parentId !== null) parents.set(node.id, parentId)
    slots.push({
      id: node.id,
      parentId,
      isQuestion: node.kind === 'context',
      ...sizeOf(node, changed.has(node.id)),
    })
  }
  const { kept, counts } = fold(tree, slots, parents)
  return { ...placed(kept, counts), parents, alsoAbout }
}

function aboveOf(tree: FoldedTree, node: ContextNode, alsoAbout: { fromId: string; toId: string }[]) {
  const [first, ...others] = node.context.about.filter((id) => tree.nodes.has(id))
  for (const toId of others) alsoAbout.push({ fromId: node.id, toId })
  return first ?? node.askedInId
}

function sizeOf(node: ContextNode | OfferNode, hasChanged: boolean): Size {
  if (node.kind === 'context') return node.askedInId === null ? ROOT_SIZE : CONTEXT_SIZE
  return hasChanged ? { ...OFFER_SIZE, height: OFFER_SIZE.height + CHANGE_HEIGHT } : OFFER_SIZE
}

const foldedId = (contextId: string) => `${contextId}-folded`

/** Takes the boxes out that are only counted, and puts a line of words after the last of their question. */
function fold(tree: FoldedTree, slots: readonly Slot[], parents: ReadonlyMap<string, string>) {
  const hasChildren = new Set(parents.values())
  const counts = new Map<string, number>()
  const shown = new Map<string, number>()
  const kept = slots.filter(({ id, parentId }) => {
    const node = tree.nodes.get(id)
    if (parentId === null || node?.kind !== 'offer' || hasChildren.has(id)) return true
    if (node.state !== 'passed' && node.state !== 'withdrawn') return true
    const before = shown.get(parentId) ?? 0
    shown.set(parentId, before + 1)
    if (before < LEFT_SHOWN_MAX) return true
    counts.set(parentId, (counts.get(parentId) ?? 0) + 1)
    return false
  })
  for (const parentId of counts.keys())
    kept.push({ id: foldedId(parentId), parentId, isQuestion: false, ...FOLDED_SIZE })
  return { kept, counts }
}

function placed(slots: readonly Slot[], counts: ReadonlyMap<string, number>) {
  const places = new Map<string, Place>()
  const folded = new Map<string, { count: number; place: Place }>()
  if (slots.length === 0) return { places, folded, width: 0, height: 0 }
  const forest: Slot = { id: FOREST, parentId: null, isQuestion: false, width: 0, height: 0 }
  const root = stratify<Slot>()
    .id((slot) => slot.id)
    .parentId((slot) => (slot === forest ? null : (slot.parentId ?? FOREST)))([forest, ...slots])
  // How far down each column is full.
  const free: number[] = []
  const put = (node: HierarchyNode<Slot>, column: number, x: number, from: number) => {
    const { id, width, height } = node.data
    const y = firstRow(node, column, free, from)
    free[column] = y + height + ROW_GAP
    places.set(id, { x, y, width, height })
    for (const child of node.children ?? []) {
      // What ends with its column leaves the lines on its left free.
      const inBy = OFFER_SIZE.width - child.data.width
      if (isBelow(child)) put(child, column, x + inBy, y)
      else put(child, column + 1, x + width + COLUMN_GAP + inBy, y)
    }
  }
  for (const top of root.children ?? []) put(top, 0, MARGIN, MARGIN)
  for (const [contextId, count] of counts) {
    const place = places.get(foldedId(contextId))
    places.delete(foldedId(contextId))
    if (place) folded.set(contextId, { count, place })
  }
  const all = [...places.values(), ...[...folded.values()].map(({ place }) => place)]
  return {
    places,
    folded,
    width: Math.max(...all.map((place) => place.x + place.width)) + MARGIN,
    height: Math.max(...all.map((place) => place.y + place.height)) + MARGIN,
  }
}

/** A question about an offer; one that was asked about none stands beside the question it belongs to. */
const isBelow = ({ data, parent }: HierarchyNode<Slot>) =>
  data.isQuestion && parent?.data.isQuestion === false

/** The first row from here on where a box and the first of each column to its right stand side by side; so no two uprights meet. */
function firstRow(node: HierarchyNode<Slot>, column: number, free: readonly number[], from: number): number {
  const here = Math.max(from, free[column] ?? 0)
  const first = node.children?.find((child) => !isBelow(child))
  return first ? firstRow(first, column + 1, free, here) : here
}

const CORNER = 8

/** The line from a box back to the one it belongs to, as an SVG path: straight, along the upright that its siblings share, or up to the box above. */
export function pathBack(from: Place, to: Place): string {
  const startY = from.y + Math.min(PORT_Y, from.height / 2)
  if (from.x < to.x + to.width) {
    const upX = to.x + INDENT / 2
    const [turn, endY] = to.y < from.y ? [-CORNER, to.y + to.height] : [CORNER, to.y]
    return `M ${from.x} ${startY} H ${upX + CORNER} Q ${upX} ${startY}, ${upX} ${startY + turn} V ${endY}`
  }
  const endX = to.x + to.width
  const endY = to.y + PORT_Y
  if (Math.abs(startY - endY) <= 2 * CORNER) return `M ${from.x} ${startY} L ${endX} ${endY}`
  const trunkX = from.x - COLUMN_GAP / 2
  const back = startY > endY ? -CORNER : CORNER
  return `M ${from.x} ${startY} H ${trunkX + CORNER} Q ${trunkX} ${startY}, ${trunkX} ${startY + back} V ${endY - back} Q ${trunkX} ${endY}, ${trunkX - CORNER} ${endY} H ${endX}`
}

/** What a line tells: paid information went this way, or may, or will not. */
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
