'use client'

import {
  hotkeysCoreFeature,
  type ItemInstance,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { ancestorsOf, keptIn, NO_FILTER, titleOf } from '@/components/tree/nodes'
import { type Arrow, arrowStep } from '@/components/tree/outline-keys'
import { OutlineRow, ROW_COLUMNS } from '@/components/tree/outline-row'
import { OutlineToolbar } from '@/components/tree/outline-toolbar'
import type { TreeStory } from '@/components/tree/story'
import { useFollowed } from '@/components/tree/use-followed'
import { cn } from '@/components/ui/cn'
import type { FoldedTree, TreeNode } from '@/server/tree/folded-tree'
import '@/components/tree/tree.css'

/** The library wants one root; ours is never drawn and holds the questions that nobody asked. */
const FOREST_ID = 'forest'

/** Letters typed within this time make one word to look for. */
const TYPE_AHEAD_MS = 600

export type TreeOutlineProps = {
  tree: FoldedTree
  selectedId: string | null
  /** A row that somebody chose, here or by a link: unfolded and brought into sight. What is marked by itself moves nothing. */
  revealedId?: string | null
  onSelect: (id: string) => void
  /** Rows that have just come or changed; they are lit once. */
  freshIds?: ReadonlySet<string>
  /** The row a playing replay is at: kept in sight. */
  followedId?: string | null
  /** By offer, how its purchase moved the recommendation. */
  changes?: TreeStory['changes']
  /** What the tree is called by a screen reader. */
  label?: string
  /** Rows alone, without the bar above them: for a picture on another page. */
  isBare?: boolean
  className?: string
}

/** The tree as rows: folded and unfolded, walked with the arrow keys, filtered to what was bought. */
export function TreeOutline({
  tree,
  selectedId,
  revealedId = null,
  onSelect,
  freshIds,
  followedId = null,
  changes,
  label = 'What was read',
  isBare = false,
  className,
}: TreeOutlineProps) {
  const [filter, setFilter] = useState(NO_FILTER)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [focusedId, setFocusedId] = useState<string | null>(null)

  const { kept, found } = useMemo(() => keptIn(tree, filter), [tree, filter])
  const childrenOf = (id: string): string[] => {
    const ids = id === FOREST_ID ? tree.rootIds : (tree.nodes.get(id)?.childIds ?? [])
    return ids.filter((childId) => kept.has(childId))
  }
  const folders = useMemo(
    () => [...tree.nodes.values()].filter((node) => node.childIds.length > 0).map((node) => node.id),
    [tree],
  )
  const expandedItems = useMemo(() => folders.filter((id) => !collapsed.has(id)), [folders, collapsed])
  const focusedItem = [focusedId, selectedId].find((id) => id !== null && tree.nodes.has(id)) ?? null

  const outline = useTree<TreeNode | undefined>({
    rootItemId: FOREST_ID,
    state: { expandedItems, focusedItem },
    setExpandedItems: (update) => {
      const next = new Set(typeof update === 'function' ? update(expandedItems) : update)
      setCollapsed(new Set(folders.filter((id) => !next.has(id))))
    },
    setFocusedItem: (update) => setFocusedId(typeof update === 'function' ? update(focusedItem) : update),
    dataLoader: { getItem: (id) => tree.nodes.get(id), getChildren: childrenOf },
    isItemFolder: (item) => childrenOf(item.getId()).length > 0,
    getItemName: (item) => titleOfItem(tree, item),
    onPrimaryAction: (item) => onSelect(item.getId()),
    features: [syncDataLoaderFeature, hotkeysCoreFeature],
    hotkeys: {
      customSelect: {
        hotkey: 'Enter',
        preventDefault: true,
        handler: (_, from) => from.getFocusedItem().primaryAction(),
      },
      customSelectBySpace: {
        hotkey: 'Space',
        preventDefault: true,
        handler: (_, from) => from.getFocusedItem().primaryAction(),
      },
      customExpandAll: {
        hotkey: 'Shift+Digit8',
        preventDefault: true,
        handler: () => setCollapsed(new Set()),
      },
      // In place of the library's own, whose right arrow goes on to whatever row is next.
      expandOrDown: { hotkey: 'ArrowRight', canRepeat: true, handler: (_, from) => walk(from, 'ArrowRight') },
      collapseOrUp: { hotkey: 'ArrowLeft', canRepeat: true, handler: (_, from) => walk(from, 'ArrowLeft') },
    },
  })
  // Rows follow the props in the same picture, on the server too, instead of one effect later.
  outline.scheduleRebuildTree()
  const items = outline.getItems()
  const lasts = lastsOf(items)

  useRevealed({ tree, revealedId, setCollapsed, item: items.find((item) => item.getId() === revealedId) })
  useFollowed(
    followedId,
    (id) => items.find((item) => item.getId() === id)?.getElement(),
    () => outline.getElement(),
  )
  const onKeyDown = useTypeAhead(items, tree, (item) => {
    item.setFocused()
    outline.updateDomFocus()
  })

  const containerProps = { ...outline.getContainerProps(label), onKeyDown }

  return (
    <section className={cn('@container flex min-h-0 flex-col', className)} aria-label={label}>
      {isBare ? null : (
        <OutlineToolbar
          filter={filter}
          onFilterChange={setFilter}
          found={found}
          hidden={tree.nodes.size - kept.size}
          onExpandAll={() => setCollapsed(new Set())}
          onCollapseAll={() => setCollapsed(new Set(folders))}
        />
      )}
      <div
        aria-hidden
        className={cn('hidden border-line border-b py-1 pr-3 pl-3 text-muted text-xs @2xl:grid', ROW_COLUMNS)}
      >
        <span className="pl-11">Question, offer or verdict</span>
        <span>State</span>
        <span className="text-right">Price, or spent below</span>
        <span className="text-right">Time</span>
      </div>
      <div {...containerProps} className="min-h-0 flex-1 overflow-y-auto py-1">
        {items.map((item, index) => {
          const node = tree.nodes.get(item.getId())
          if (!node) return null
          const isSelected = node.id === selectedId
          const rowProps = {
            ...item.getProps(),
            // Named by what stands in it, so that what is heard is what is seen.
            'aria-label': undefined,
            'aria-selected': isSelected,
            onClick: () => {
              item.setFocused()
              item.primaryAction()
            },
          }
          return (
            <div
              {...rowProps}
              key={item.getKey()}
              className="group/row cursor-pointer -outline-offset-2 [contain-intrinsic-size:auto_1.875rem] [content-visibility:auto]"
            >
              <OutlineRow
                tree={tree}
                node={node}
                lastOf={lasts[index] ?? []}
                isFolder={item.isFolder()}
                isExpanded={item.isExpanded()}
                isSelected={isSelected}
                isFresh={freshIds?.has(node.id) ?? false}
                change={changes?.get(node.id) ?? null}
                onToggle={() => (item.isExpanded() ? item.collapse() : item.expand())}
              />
            </div>
          )
        })}
      </div>
    </section>
  )
}

type Item = ItemInstance<TreeNode | undefined>

function walk(outline: TreeInstance<TreeNode | undefined>, key: Arrow): void {
  const item = outline.getFocusedItem()
  const row = {
    isFolder: item.isFolder(),
    isExpanded: item.isExpanded(),
    isTop: item.getItemMeta().level === 0,
  }
  const step = arrowStep(key, row)
  if (step === 'expand') item.expand()
  if (step === 'collapse') item.collapse()
  if (step === 'to-first-child') item.getChildren()[0]?.setFocused()
  if (step === 'to-parent') item.getParent()?.setFocused()
  outline.updateDomFocus()
}

function titleOfItem(tree: FoldedTree, item: Item): string {
  const node = tree.nodes.get(item.getId())
  return node ? titleOf(node) : ''
}

/** For each row, whether it and each row above it is the last of its siblings: what the connector lines need. */
function lastsOf(items: readonly Item[]): boolean[][] {
  const trail: boolean[] = []
  return items.map((item) => {
    const { level, posInSet, setSize } = item.getItemMeta()
    trail.length = level
    trail[level] = posInSet === setSize - 1
    return [...trail]
  })
}

type Revealed = {
  tree: FoldedTree
  revealedId: string | null
  setCollapsed: (update: (collapsed: ReadonlySet<string>) => ReadonlySet<string>) => void
  item: Item | undefined
}

/** A row chosen elsewhere (in the graph, by a link) is unfolded and brought into sight. */
function useRevealed({ tree, revealedId, setCollapsed, item }: Revealed): void {
  const reveal = useEffectEvent((id: string) => {
    const above = ancestorsOf(tree, id).map((node) => node.id)
    setCollapsed((collapsed) =>
      above.some((aboveId) => collapsed.has(aboveId))
        ? new Set([...collapsed].filter((aboveId) => !above.includes(aboveId)))
        : collapsed,
    )
    item?.getElement()?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (revealedId !== null) reveal(revealedId)
  }, [revealedId])
}

/** Letters jump to the next row whose name begins with them, as in a list of files. */
function useTypeAhead(items: readonly Item[], tree: FoldedTree, focus: (item: Item) => void) {
  const typed = useRef({ text: '', atMs: 0 })
  return (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    const isNew = event.timeStamp - typed.current.atMs > TYPE_AHEAD_MS
    const text = (isNew ? event.key : typed.current.text + event.key).toLowerCase()
    typed.current = { text, atMs: event.timeStamp }
    const from = items.findIndex((item) => item.isFocused()) + (text.length === 1 ? 1 : 0)
    const match = [...items.slice(from), ...items.slice(0, from)].find((item) =>
      titleOfItem(tree, item).toLowerCase().startsWith(text),
    )
    if (match) focus(match)
  }
}
