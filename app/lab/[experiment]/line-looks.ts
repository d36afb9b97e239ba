/** Apart from the chart, whose library is loaded with it alone. */

const STROKES = ['accent', 'bought', 'waiting', 'asking', 'reading', 'paused'] as const
const DASHES = ['0', '7 3', '2 3', '9 3 2 3', '4 4', '1 4'] as const

/** Colour and dash of a chart's line by its place: no two of 36 have both in common, and nothing hangs on colour. */
export function lineLook(place: number): { stroke: string; dash: string } {
  const turn = Math.floor(place / STROKES.length)
  return {
    stroke: `var(--${STROKES[place % STROKES.length]})`,
    dash: DASHES[(place + turn) % DASHES.length] ?? '0',
  }
}
