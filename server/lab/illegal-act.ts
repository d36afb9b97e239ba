/**
 * What ends a run when an agent's code does what no agent may: a figure that rests on it would show a default in its place. A
 * model's replies are read before, and what cannot be read in them is asked for again, and counted.
 *
 * "firm-002 gives price = NaN on day 3; it must be a finite number above 0."
 */
export function illegalAct(
  agent: string,
  { field, value, legal, when }: { field: string; value: unknown; legal: string; when: string },
): Error {
  return new Error(`${agent} gives ${field} = ${shown(value)} ${when}; it must be ${legal}.`)
}

/** Of what an agent gave, as much as a sentence bears. */
const SHOWN_MAX = 60

function shown(value: unknown): string {
  const isPlain = typeof value === 'number' || value === undefined || typeof value === 'bigint'
  const text = isPlain ? String(value) : (JSON.stringify(value) ?? String(value))
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}…`
}
