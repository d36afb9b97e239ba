import { useEffect, useEffectEvent } from 'react'

/** Between what is followed and the edge of its frame, in pixels. */
const ROOM = 12

/**
 * Keeps a row or a box in sight while a replay plays. Only its frame scrolls: the page stays where its reader has it. Null
 * follows nothing.
 */
export function useFollowed(
  followedId: string | null,
  elementOf: (id: string) => HTMLElement | null | undefined,
  frameOf: () => HTMLElement | null | undefined,
): void {
  const follow = useEffectEvent((id: string) => {
    const followed = elementOf(id)?.getBoundingClientRect()
    const frame = frameOf()
    if (!followed || !frame) return
    const seen = frame.getBoundingClientRect()
    frame.scrollBy({
      left: stepInto(followed.left, followed.right, seen.left, seen.right),
      top: stepInto(followed.top, followed.bottom, seen.top, seen.bottom),
    })
  })
  useEffect(() => {
    if (followedId !== null) follow(followedId)
  }, [followedId])
}

/** How far to scroll for a stretch to lie within another. */
function stepInto(start: number, end: number, from: number, to: number): number {
  if (start < from) return start - from - ROOM
  return end > to ? Math.min(end - to + ROOM, start - from) : 0
}
