import { describe, expect, it } from 'vitest'
import { experimentNamed } from './experiments'
import { runHere } from './grid'
import { rows } from './rows'

/** What needs no model is judged in every test run: `det` rows in full, `stat` rows with the seeds that they give to tests. */
const judged = rows.filter(({ kind }) => kind === 'det' || kind === 'stat')

/** A row takes three seconds at most, and ten times as long on a machine that has other things to do. */
const ROW_MS = 60_000

describe.each(judged.map((row) => [`${row.id} ${row.kind}`, row] as const))('%s', (_, row) => {
  it(
    `${row.what}`,
    async () => {
      const results = []
      for (const { experiment, set, seeds, seedsInTests } of row.runs ?? []) {
        const asked = { set, seeds: seeds.slice(0, seedsInTests) }
        results.push(
          await runHere(experimentNamed(experiment), asked, {
            chat: null,
            signal: new AbortController().signal,
          }),
        )
      }
      const finding = row.judge(results)
      expect(finding.why).toMatch(/\S.*\.$/)
      expect(finding.ours.length).toBeGreaterThan(0)
      for (const { ours, n } of finding.ours) {
        expect(Number.isFinite(ours)).toBe(true)
        expect(n).toBeGreaterThan(0)
      }
      expect(finding.verdict, finding.why).toBe(row.expected ?? 'reproduced')
    },
    ROW_MS,
  )
})

it('names for each row what is published, and where', () => {
  for (const { published, source } of rows) {
    expect(published).not.toBe('')
    expect(source).not.toBe('')
  }
})
