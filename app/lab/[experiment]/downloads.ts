import { stringify } from 'csv-stringify/browser/esm/sync'
import type { LabRun } from '@/app/lab/[experiment]/lab-worker'

/** Runs of this page as files, in the forms that the command writes. */

export function saveCsv(name: string, runs: readonly LabRun[]): void {
  const records = runs.map(({ seed, values, metrics }) => ({ seed, ...values, ...metrics }))
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const text = stringify(records, { header: true, columns, cast: { boolean: String } })
  save(`${name}.csv`, text, 'text/csv')
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
