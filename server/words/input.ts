import * as z from 'zod'

/**
 * What is said of an input when its schema has no sentence of its own, in place of zod's "Too big: expected string to have
 * <=60 characters". Never repeats the input (reliability, L6).
 */
export function inputWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? 'Fill this in.'
        : 'This is not the kind of thing that goes here.'
    case 'too_small':
      return tooSmall(issue.origin, issue.minimum)
    case 'too_big':
      return tooBig(issue.origin, issue.maximum)
    case 'invalid_value':
      return 'Choose one of the choices.'
    case 'invalid_format':
      return 'This is not written the right way.'
    default:
      return 'This is not right.'
  }
}

function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string')
    return minimum === 1 || minimum === 1n ? 'Fill this in.' : `Use at least ${minimum} characters.`
  if (origin === 'array') return `Name at least ${minimum}.`
  return `This is at least ${minimum}.`
}

function tooBig(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `Use at most ${maximum} characters.`
  if (origin === 'array') return `Name at most ${maximum}.`
  return `This is at most ${maximum}.`
}

/** Makes zod use these words in this process or browser. Safe to call again. */
export function installInputWords(): void {
  z.config({ customError: inputWords })
}
