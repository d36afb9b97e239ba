import { stringify } from 'csv-stringify/browser/esm/sync'
import type { Facts } from '@/app/lab/[experiment]/facts'
import type { LabRun } from '@/app/lab/[experiment]/lab-worker'

/** Runs of this page as files, in the forms that the command writes. */

export function saveCsv(facts: Pick<Facts, 'name' | 'fields' | 'metrics'>, runs: readonly LabRun[]): void {
  save(`${facts.name}.csv`, csvOf(facts, runs), 'text/csv')
}

/** The seed, parameters and metrics, each in the order of the experiment: as in the command's `runs.csv`. */
export function csvOf(
  { fields, metrics: all }: Pick<Facts, 'fields' | 'metrics'>,
  runs: readonly LabRun[],
): string {
  const records = runs.map(({ seed, values, metrics }) => ({ seed, ...values, ...metrics }))
  const columns = ['seed', ...fields.map(({ name }) => name), ...Object.keys(all)]
  return stringify(records, { header: true, columns, cast: { boolean: String } })
}

export function saveJsonLines(name: string, runs: readonly LabRun[]): void {
  const text = runs.map((run) => `${JSON.stringify(run)}\n`).join('')
  save(`${name}.jsonl`, text, 'application/jsonl')
}

function save(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
