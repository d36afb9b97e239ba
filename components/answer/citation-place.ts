/** Marks where an answer cites a purchase, so that its reader finds back there from the source. */
export function citationPlace({ number }: { number: number }) {
  return { 'data-cites': number }
}

/** Brings the first place that cites a purchase into sight, and the cursor to it. False where the page has none. */
export function goToCitation(number: number): boolean {
  const place = document.querySelector<HTMLElement>(`[data-cites="${number}"]`)
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
  return place !== null
}
