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
  for (const [, number, word] of lastList(text, HEADING, LINE).matchAll(LINE)) {
    const option = Number(number)
    const verdict: OptionVerdict = word?.toLowerCase() === 'buy' ? 'buy' : 'pass'
    const first = byOption.get(option)
    if (first === undefined) byOption.set(option, verdict)
    else if (first !== verdict) contradictions.push(option)
  }
  return { byOption, contradictions }
}

/** Whether a text says of any option that it is bought or passed, under a heading or not. */
export function namesOptions(text: string): boolean {
  return text.search(LINE) !== -1
}

/** What follows the last heading that any line follows. */
function lastList(text: string, heading: RegExp, line: RegExp): string {
  const lists = [...text.matchAll(heading)].map(({ 0: found, index }) => text.slice(index + found.length))
  return lists.findLast((list) => list.search(line) !== -1) ?? ''
}

/** Dollars that an agent would pay, at least and at most. */
export type Willingness = { low: number; high: number }

const WILLINGNESS_HEADING = /\bwilling to pay\W*?:/gi
const RANGE = '(\\d+(?:\\.\\d+)?)\\s*(?:[-–—]|to)\\s*\\$?\\s*(\\d+(?:\\.\\d+)?)'
const WILLINGNESS_LINE = new RegExp(
  `\\boption\\s*(\\d+)[^\\p{L}\\d]*?:[^\\p{L}\\d]*(?:pass\\b|${RANGE})`,
  'giu',
)

/**
 * What an agent would pay for each option, by its number; a pass is a range from 0 to 0, and of two lines for one option the
 * first counts. Read as a verdict is: the last list, and nothing of the reasoning before it.
 */
export function parseWillingness(text: string): ReadonlyMap<number, Willingness> {
  const ranges = new Map<number, Willingness>()
  const list = lastList(text, WILLINGNESS_HEADING, WILLINGNESS_LINE)
  for (const [, number, one = '0', other = '0'] of list.matchAll(WILLINGNESS_LINE)) {
    const ends = [Number(one), Number(other)]
    const range = { low: Math.min(...ends), high: Math.max(...ends) }
    if (!ranges.has(Number(number))) ranges.set(Number(number), range)
  }
  return ranges
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
