/** Brings a part of the page into sight and the cursor into its first field. */
export function goToPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true })
}

/** Brings an offer into sight and the cursor to it, so that it is read out whole. False while it is not on the page. */
export function goToOffer(id: string): boolean {
  const card = document.getElementById(id)
  if (card === null) return false
  card.scrollIntoView({ block: 'start' })
  card.focus({ preventScroll: true })
  return true
}

/** Brings a heading into sight, gliding there unless the reader wants nothing to move, and the cursor to it. */
export function goToHeading(id: string): void {
  const heading = document.getElementById(id)
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
  heading?.focus({ preventScroll: true })
}
