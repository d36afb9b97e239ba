/** The form of making an offer: where links to it lead. */
export const COMPOSER_ID = 'offer'

/** Brings a part of the page into sight and the cursor into its first field. */
export function goToPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true })
}

/** Brings an offer into sight and the cursor to it, so that it is read out whole. */
export function goToOffer(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: 'start' })
  focusOn(id)
}

/** Puts the cursor on what is in sight already. */
export function focusOn(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true })
}

/** Brings a heading into sight, gliding there unless the reader wants nothing to move, and the cursor to it. */
export function goToHeading(id: string): void {
  const heading = document.getElementById(id)
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' })
  heading?.focus({ preventScroll: true })
}
