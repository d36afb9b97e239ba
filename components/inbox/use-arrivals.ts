'use client'

import { useState } from 'react'

export type Arrivals<Item> = {
  /** What is drawn. */
  shown: readonly Item[]
  /** How many wait above it. */
  waiting: number
  show: () => void
}

/**
 * A list, newest first, that never jumps: what arrives on top while the page is open waits until it is asked for. `listKey`
 * names the list; another one begins anew.
 */
export function useArrivals<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  listKey: string,
): Arrivals<Item> {
  const [top, setTop] = useState<{ listKey: string; ids: readonly string[] }>({ listKey: '', ids: [] })
  const ids = items.map(idOf)
  // The list begins, or all that was there has gone: nothing on the page can jump.
  const isFresh = top.listKey !== listKey || !ids.some((id) => top.ids.includes(id))
  if (isFresh && ids.join() !== top.ids.join()) setTop({ listKey, ids })
  const waiting = isFresh ? 0 : ids.findIndex((id) => top.ids.includes(id))
  return {
    shown: items.slice(waiting),
    waiting,
    show: () => setTop({ listKey, ids }),
  }
}
