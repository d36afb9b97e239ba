/** Short messages over the page. What draws them is fetched when somebody is signed in, or with the first message: who only reads needs none. */

type Kind = 'message' | 'success' | 'error'
export type Said = { kind: Kind; words: string; description?: string }
type More = Pick<Said, 'description'>

const kept: Said[] = []
const hearers = new Set<() => void>()
let show: ((said: Said) => void) | null = null
let isWanted = false

function say(kind: Kind, words: string, more: More = {}): void {
  const said = { kind, words, ...more }
  if (show) {
    show(said)
    return
  }
  kept.push(said)
  isWanted = true
  for (const hear of hearers) hear()
}

export const toast = {
  message: (words: string, more?: More) => say('message', words, more),
  success: (words: string, more?: More) => say('success', words, more),
  error: (words: string, more?: More) => say('error', words, more),
}

/** Calls back when a message waits for whoever draws it; returns the way to stop. */
export function onToasterWanted(hear: () => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** A message was said, now or before: what draws it stays. */
export const isToasterWanted = () => isWanted

/** Shows what was kept and what comes from now on; returns the way to stop. */
export function showToasts(next: (said: Said) => void): () => void {
  show = next
  for (const said of kept.splice(0)) next(said)
  return () => {
    if (show === next) show = null
  }
}
