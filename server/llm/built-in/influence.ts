import type { QuestionText } from '../model'
import { type Reading, recommend } from './recommend'

/** How far an offer moves the root decision: `size` from 0 to 1; decisive when another decision is recommended with it. */
export type Influence = { size: number; isDecisive: boolean }

/** A change of this much in a probability, or in a utility, counts as full influence. */
const PROBABILITY_CHANGE = 0.25
const UTILITY_CHANGE = 4
/** A probability that moves this far decides, even when it stays on its side of one half. */
const PROBABILITY_DECIDES = 0.12

const NONE: Influence = { size: 0, isDecisive: false }

/** Everything that may be known, read for the root decision. */
export type Readings = {
  /** By handle: what lies on the table. */
  table: ReadonlyMap<string, Reading>
  above: readonly Reading[]
  known: readonly Reading[]
}

/** How far an offer moves the root decision, added first (to what is bought) or last (to everything on the tables). */
export function influenceOf(
  root: QuestionText,
  { table, above, known }: Readings,
  handle: string,
): Influence {
  const own = table.get(handle)
  if (!own || root.decision.kind === 'open') return NONE
  const rest = [...table].filter(([other]) => other !== handle).map(([, reading]) => reading)
  const first = change(root, known, own)
  const last = change(root, [...known, ...above, ...rest], own)
  return { size: Math.max(first.size, last.size), isDecisive: first.isDecisive || last.isDecisive }
}

function change(root: QuestionText, readings: readonly Reading[], added: Reading): Influence {
  const before = recommend(root, readings)
  const after = recommend(root, [...readings, added])
  if (before.kind === 'belief' && after.kind === 'belief') {
    const moved = Math.abs(after.probability - before.probability)
    const isTurned = before.probability >= 0.5 !== after.probability >= 0.5
    return {
      size: Math.min(1, moved / PROBABILITY_CHANGE),
      isDecisive: isTurned || moved >= PROBABILITY_DECIDES,
    }
  }
  if (before.kind === 'choice' && after.kind === 'choice') {
    const moves = after.utilities.map((utility, option) =>
      Math.abs(utility - (before.utilities[option] ?? 0)),
    )
    return {
      size: Math.min(1, Math.max(0, ...moves) / UTILITY_CHANGE),
      isDecisive: bestOptions(before.utilities) !== bestOptions(after.utilities),
    }
  }
  return NONE
}

/** The options that are best, as one text: a tie that is broken is a changed decision too. */
function bestOptions(utilities: readonly number[]): string {
  const top = Math.max(...utilities)
  return utilities.flatMap((utility, option) => (utility === top ? [option] : [])).join()
}
