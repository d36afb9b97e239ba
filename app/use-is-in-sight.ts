'use client'

import { useSyncExternalStore } from 'react'

function onSightChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Somebody may be looking at this window. Only such a one listens to the server, since browsers keep few connections open. */
export function useIsInSight(): boolean {
  return useSyncExternalStore(
    onSightChange,
    () => document.visibilityState === 'visible',
    () => false,
  )
}
