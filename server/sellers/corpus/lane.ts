/** A lane that one at a time goes through, in the order they came. */
export type Lane = {
  /** The turn, to be given back; null when it did not come within `waitMs`. */
  take(waitMs: number): Promise<(() => void) | null>
}

export function createLane(): Lane {
  const waiting: (() => void)[] = []
  let isTaken = false
  const next = () => {
    const first = waiting.shift()
    if (first) first()
    else isTaken = false
  }
  return {
    take(waitMs) {
      if (!isTaken) {
        isTaken = true
        return Promise.resolve(next)
      }
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer)
          resolve(next)
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(go), 1)
          resolve(null)
        }, waitMs)
        waiting.push(go)
      })
    },
  }
}
