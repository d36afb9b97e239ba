/** Below this share of the limit nobody needs to count. */
const SHOWN_FROM_SHARE = 0.7

/** "180 of 200" once a text comes near its limit; null before that. */
export function Counter({ length, max }: { length: number; max: number }) {
  if (length < max * SHOWN_FROM_SHARE) return null
  return (
    <span className={length > max ? 'text-failed' : undefined}>
      {length} of {max}
    </span>
  )
}
