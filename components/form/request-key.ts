'use client'

import { nanoid } from 'nanoid'
import { useCallback, useState } from 'react'

/**
 * The key of one wish: sent again with every try, so that two clicks or a retry after a lost reply have one effect, and
 * renewed only once the wish is fulfilled.
 */
export function useRequestKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(nanoid)
  return { key, renew: useCallback(() => setKey(nanoid()), []) }
}
