import { useState } from 'react'

/** True from the first time that `is` was. */
export function useWasEver(is: boolean): boolean {
  const [was, setWas] = useState(is)
  if (is && !was) setWas(true)
  return was
}
