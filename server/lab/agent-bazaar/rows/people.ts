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

/** Survival of mixed customers is not below that of equal ones for any k; `slack` is what chance may take. */
export function mixedIsNoWorse(figures: readonly Figure[], slack: number): boolean {
  const half = figures.length / 2
  return figures.slice(0, half).every(({ ours }, index) => (figures[half + index]?.ours ?? 0) >= ours - slack)
}
