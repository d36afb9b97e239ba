import { SECONDS_BOUNDS, secondsBelow, TOKEN_BOUNDS, tokensBelow } from '../protocol/bits'

/** "1 offer", "3 offers", "2 questions". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * How long a text is that may be closed: of a passage whose seller does not know yet which it is, the most that it may have. Whoever reads it
 * is told the exact number.
 */
export function lengthInWords({
  privateWords,
  privateInfo,
  chosenAmong,
}: {
  privateWords: number
  privateInfo: string | null
  chosenAmong: number | null
}): string {
  const words = counted(privateWords, 'word')
  return chosenAmong === null || privateInfo !== null ? words : `at most ${words}`
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long something took: "<0.1 s", "0.4 s", "12 s", "3 min", "2.5 h", "4 days". */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < SECOND_MS / 20) return '<0.1 s'
  if (milliseconds < 10 * SECOND_MS) return `${(milliseconds / SECOND_MS).toFixed(1)} s`
  if (milliseconds < MINUTE_MS - SECOND_MS / 2) return `${Math.round(milliseconds / SECOND_MS)} s`
  if (milliseconds < HOUR_MS - MINUTE_MS / 2) return `${Math.round(milliseconds / MINUTE_MS)} min`
  if (milliseconds < DAY_MS) return `${Number((milliseconds / HOUR_MS).toFixed(1))} h`
  return counted(Math.round(milliseconds / DAY_MS), 'day')
}

/** Roughly: an exact number is the inspector's to choose, and would tell what it likes. */
export function tokensInWords(tokens: number): string {
  const below = tokensBelow(tokens)
  const most = TOKEN_BOUNDS[TOKEN_BOUNDS.length - 1] ?? 0
  return below === null ? `${inThousands(most)} or more` : `fewer than ${inThousands(below)}`
}

const inThousands = (count: number) => count.toLocaleString('en-GB')

/** Roughly, for the same reason. */
export function secondsInWords(seconds: number): string {
  const below = secondsBelow(seconds)
  const most = SECONDS_BOUNDS[SECONDS_BOUNDS.length - 1] ?? 0
  return below === null
    ? `${durationInWords(most * SECOND_MS)} or more`
    : `less than ${durationInWords(below * SECOND_MS)}`
}
