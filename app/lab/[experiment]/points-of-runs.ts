import type { Facts } from '@/app/lab/[experiment]/facts'
import type { LabRun } from '@/app/lab/[experiment]/lab-worker'
import { gathered } from '@/server/lab/grid'
import { type SummaryPoint, summarise } from '@/server/lab/summarise'

/** Means and intervals of runs that were made here, as the command would write them. */
export function pointsOfRuns(
  facts: Pick<Facts, 'name' | 'metrics'>,
  runs: readonly LabRun[],
): SummaryPoint[] {
  return summarise(facts, gathered(facts, runs, runs))
}
