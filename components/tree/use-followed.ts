import { useEffect, useEffectEvent } from 'react'

/**
 * Keeps the row with this id in sight while a replay plays. Only the list scrolls: the page stays where its reader has it.
 * Null follows nothing.
 */
export function useFollowed(
  followedId: string | null,
  elementOf: (id: string) => HTMLElement | null | undefined,
): void {
  const follow = useEffectEvent((id: string) => {
    const row = elementOf(id)
    const list = row?.closest('[role="tree"]')
    if (!row || !list) return
    const { top, bottom } = row.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    if (top < frame.top) list.scrollTop += top - frame.top
    else if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom
  })
  useEffect(() => {
    if (followedId !== null) follow(followedId)
  }, [followedId])
}
