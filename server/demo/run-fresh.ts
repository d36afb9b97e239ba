import type { Deps } from '../deps'

export const EXAMPLES = ['legumes', 'fact-check', 'choice'] as const
export type Example = (typeof EXAMPLES)[number]

export async function runFresh(
  _deps: Deps,
  _input: { example: Example; requestKey: string },
): Promise<{ contextId: string }> {
  throw new Error('not yet')
}
