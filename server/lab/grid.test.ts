import { expect, it } from 'vitest'
import * as z from 'zod'
import { defineExperiment, type Metric } from './experiment'
import { runHere } from './grid'
import { AT_LEAST_0, SHARE } from './range'
import { summarise } from './summarise'

const TOOLS = { chat: null, signal: new AbortController().signal }

/** Gives its seed / 10. */
const measuring = (metric: Partial<Metric>) =>
  defineExperiment({
    name: 'measuring',
    title: 'Measuring',
    part: 'theory',
    question: 'What is it?',
    reproduces: 'Nothing.',
    parameters: z.object({}),
    seeds: [10, 10, 8],
    metrics: { it: { label: 'It', unit: 'share', range: SHARE, words: 'It.', ...metric } },
    published: [],
    secondsPerRun: 0.001,
    run: (_, seed) => ({ metrics: { it: seed / 10 } }),
  })

it('writes down no figure that its metric cannot have', async () => {
  const run = (metric: Partial<Metric>, seed: number) => runHere(measuring(metric), { seeds: [seed] }, TOOLS)
  await expect(run({}, 11)).rejects.toThrow('measuring gives it = 1.1 with seed 11')
  await expect(run({ range: [-1, 2] }, 11)).resolves.toBeTruthy()
  await expect(run({ isYesOrNo: true }, 5)).rejects.toThrow('it = 0.5')
  await expect(run({ range: AT_LEAST_0 }, 11)).resolves.toBeTruthy()
})

it('summarises by what the metric is', async () => {
  const highOf = async (metric: Partial<Metric>) => {
    const experiment = measuring(metric)
    const [point] = summarise(experiment, await runHere(experiment, {}, TOOLS))
    return point?.metrics.it?.high
  }
  expect(await highOf({ range: AT_LEAST_0 })).toBeGreaterThan(1)
  expect(await highOf({})).toBe(1)
})
