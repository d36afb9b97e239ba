import { useSyncExternalStore } from 'react'

/** Room for two panes side by side. */
const WIDE = '(min-width: 60rem)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True on screens with room for two panes; the server, which cannot know, draws for those. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}
