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
