import superjson, { type SuperJSONResult } from 'superjson'
import { AppError } from '../errors'

/** What a caller may say of a value beside its JSON: these are what procedures take, and each costs what it is written with. */
const KINDS: ReadonlySet<unknown> = new Set(['Date', 'bigint', 'undefined'])

/**
 * How pages and server write to each other. Of what comes in, notes on values are read before they are followed: the library would make of
 * twenty characters an array of gigabytes, and one long text stand in a thousand places, before any schema has seen it.
 */
export const wireFormat = {
  input: { serialize: superjson.serialize, deserialize: readInput },
  output: superjson,
}

/** @throws AppError `request.value_unknown`. */
function readInput(written: unknown): unknown {
  const { json, meta } = Object(written) as Partial<SuperJSONResult>
  // Which values are one and the same says nothing to a procedure, and each stands in the JSON by itself.
  const { values } = Object(meta) as NonNullable<SuperJSONResult['meta']>
  if (!arePlain(values)) throw new AppError('request.value_unknown')
  return superjson.deserialize({ json, meta: { values } } as SuperJSONResult)
}

function arePlain(values: unknown): boolean {
  const waiting = [values]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'object' && next !== null) {
      // Without a spread, which has a stack of its own to fill.
      for (const part of Object.values(next)) waiting.push(part)
    } else if (next !== undefined && !KINDS.has(next)) return false
  }
  return true
}
