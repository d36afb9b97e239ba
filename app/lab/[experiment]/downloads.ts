import { stringify } from 'csv-stringify/browser/esm/sync'
import type { Facts } from '@/app/lab/[experiment]/facts'
import type { LabRun } from '@/app/lab/[experiment]/lab-worker'
import { runLine } from '@/server/lab/grid'

/** Runs of this page as files, in the forms that the command writes. */

export function saveCsv(facts: Pick<Facts, 'name' | 'fields' | 'metrics'>, runs: readonly LabRun[]): void {
  save(`${facts.name}.csv`, csvOf(facts, runs), 'text/csv')
}

/** The bytes of the command's `runs.csv`: the seed, parameters and metrics, each in the order of the experiment. */
export function csvOf(
  { fields, metrics: all }: Pick<Facts, 'fields' | 'metrics'>,
  runs: readonly LabRun[],
): string {
  const records = runs.map(({ seed, values, metrics }) => ({ seed, ...values, ...metrics }))
  const columns = ['seed', ...fields.map(({ name }) => name), ...Object.keys(all)]
  return stringify(records, { header: true, columns, cast: { boolean: String } })
}

export function saveJsonLines(name: string, runs: readonly LabRun[]): void {
  save(`${name}.jsonl`, jsonLinesOf(runs), 'application/jsonl')
}

/** The bytes of the command's `runs.jsonl`. */
export function jsonLinesOf(runs: readonly LabRun[]): string {
  return runs.map(({ seed, values, ...outcome }) => runLine({ seed, values }, outcome)).join('')
}

function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
