/** Brings a part of the page into sight and the cursor into its first field. */
export function goToPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true })
}
