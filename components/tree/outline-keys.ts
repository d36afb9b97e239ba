export type Arrow = 'ArrowLeft' | 'ArrowRight'

/** What an arrow does to the row it is pressed on; null when it does nothing. */
export type ArrowStep = 'expand' | 'collapse' | 'to-first-child' | 'to-parent' | null

/**
 * Left and right in a tree, as the ARIA practices have it: right unfolds and then goes down to the first child, left folds
 * and then goes up, and on a row with nothing below it right does nothing.
 */
export function arrowStep(
  key: Arrow,
  row: { isFolder: boolean; isExpanded: boolean; isTop: boolean },
): ArrowStep {
  // A row that is kept unfolded while a filter hides all below it has nothing to fold.
  const isOpen = row.isFolder && row.isExpanded
  if (key === 'ArrowRight') return isOpen ? 'to-first-child' : row.isFolder ? 'expand' : null
  return isOpen ? 'collapse' : row.isTop ? null : 'to-parent'
}
