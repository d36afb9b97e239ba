import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { experimentNamed } from './experiments'
import { runJob } from './grid'
import { RECORDED_FOLDER, REPORT_FILE, recordedSchema } from './recorded'

/** What the pages show is what this code gives: whoever changes a result records again. */

const read = (name: string) => JSON.parse(readFileSync(path.join(RECORDED_FOLDER, name), 'utf8'))
const files = readdirSync(RECORDED_FOLDER).filter((name) => name !== REPORT_FILE)

describe.each(files)('%s', (file) => {
  const recorded = recordedSchema.parse(read(file))
  const experiment = experimentNamed(recorded.experiment)

  it('comes out again', async () => {
    const tools = { chat: null, signal: new AbortController().signal }
    expect(recorded.sample.length).toBeGreaterThan(0)
    for (const { seed, values, metrics } of recorded.sample) {
      const again = await runJob(experiment, { seed, values }, tools)
      expect(Object.keys(again.metrics).sort()).toEqual(Object.keys(metrics).sort())
      for (const [name, value] of Object.entries(again.metrics))
        expect(value).toBeCloseTo(metrics[name] ?? 0, 6)
    }
  })
})
