/**
 * Reads the closing list of a verdict that a model wrote: after "VERDICT:", one "Option n: Buy" or "Option n: Pass" each.
 * Source: lab, A.4 (verdict parsing); the reasoning before it is dropped. It may quote a passage that imitates a verdict, so of
 * several lists the last one counts.
 */

export type OptionVerdict = 'buy' | 'pass'

export type ParsedVerdict = {
  /** By option number, counted from 1; an option without an entry is not bought. */
  byOption: ReadonlyMap<number, OptionVerdict>
  /** Options named twice with different verdicts; the first one counts. */
  contradictions: number[]
}

const HEADING = /\bverdict\W*?:/gi
/** Models dress the line up ("**Option 2**: *Buy*"); what stands between is not a word. */
const LINE = /\boption\s*(\d+)[^\p{L}\d]*?:[^\p{L}\d]*(buy|pass)\b/giu

/** Nothing found buys nothing. */
export function parseVerdict(text: string): ParsedVerdict {
  const byOption = new Map<number, OptionVerdict>()
  const contradictions: number[] = []
  for (const [, number, word] of lastList(text).matchAll(LINE)) {
    const option = Number(number)
    const verdict: OptionVerdict = word?.toLowerCase() === 'buy' ? 'buy' : 'pass'
    const first = byOption.get(option)
    if (first === undefined) byOption.set(option, verdict)
    else if (first !== verdict) contradictions.push(option)
  }
  return { byOption, contradictions }
}

/** What follows the last heading that any option follows. */
function lastList(text: string): string {
  const lists = [...text.matchAll(HEADING)].map(({ 0: heading, index }) => text.slice(index + heading.length))
  return lists.findLast((list) => list.search(LINE) !== -1) ?? ''
}

/**
 * Numbers of the options that are bought, in order. `byOrder` is the published code's rule: the k-th line is taken for the
 * k-th option whatever its number says, so that a missing line shifts the rest.
 */
export function boughtOptions(
  verdict: ParsedVerdict,
  options: number,
  rule: 'by-number' | 'by-order',
): number[] {
  const lines = [...verdict.byOption]
  const bought =
    rule === 'by-number'
      ? lines.filter(([, word]) => word === 'buy').map(([number]) => number)
      : lines.flatMap(([, word], index) => (word === 'buy' ? [index + 1] : []))
  return bought.filter((number) => number >= 1 && number <= options).sort((a, b) => a - b)
}
