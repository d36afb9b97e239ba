import { pointAt, summaryAt } from '../../result'
import type { Figure, Result } from '../../row'
import { PERSONA_CACHE } from '../experiments/published'

/** What the two rows on kinds of customers share (experiment 6). */

const PEOPLE_KS = [0, 3, 5]
export const PEOPLE_PUBLISHED = 'survival .13 .13 .33 (all alike) → .33 .40 .73 (five kinds), k 0 / 3 / 5'

export function survival(result: Result | undefined, ties: string): Figure[] {
  return [false, true].flatMap((people) =>
    PEOPLE_KS.map((stabilizers) => {
      const cached = PERSONA_CACHE.find(
        ({ at }) => at.people === people && at.stabilizers === stabilizers,
      )?.value
      const { mean, low, high, n } = summaryAt(
        pointAt(result, { people, ties, stabilizers }),
        'bankruptcyRate',
      )
      return {
        name: `survival, ${people ? 'five kinds' : 'all alike'}, ${ties}, k ${stabilizers}`,
        published: typeof cached === 'number' ? Number((1 - cached).toFixed(2)) : null,
        ours: 1 - mean,
        interval: low === null || high === null ? null : ([1 - high, 1 - low] as const),
        n,
      }
    }),
  )
}

/** Where mixed customers keep fewer firms alive than equal ones; `slack` is what chance may take. */
export function worseFor(
  figures: readonly Figure[],
  slack: number,
): { k: number; alike: number; mixed: number }[] {
  return PEOPLE_KS.flatMap((k, index) => {
    const [alike = 0, mixed = 0] = [figures[index]?.ours, figures[PEOPLE_KS.length + index]?.ours]
    return mixed < alike - slack ? [{ k, alike, mixed }] : []
  })
}

/** "at k 3 five kinds leave 0.12 of the firms, equal ones 0.20": what a finding's sentence ends with. */
export function worseWords(worse: ReturnType<typeof worseFor>): string {
  return worse
    .map(
      ({ k, alike, mixed }) =>
        `at k ${k} five kinds leave ${mixed.toFixed(2)} of the firms, equal ones ${alike.toFixed(2)}`,
    )
    .join('; ')
}
