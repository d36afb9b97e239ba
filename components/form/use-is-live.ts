'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and until React has taken the page over: what only the browser knows comes after the first picture. A form is
 * `inert` until then: what is typed before would be lost, and a browser left to itself would send the fields in the address.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
