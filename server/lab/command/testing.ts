import * as z from 'zod'
import { defineExperiment, type Experiment } from '../experiment'
import { ANY_NUMBER } from '../range'
import { runLogged } from './logged-run'
import type { Pool } from './pool'
import type { Build } from './run-experiment'

export const BUILD: Build = { version: '1.2.3', commit: 'abc', model: null }

/** Runs jobs in this thread and remembers which; batches of one. */
export function poolHere(): Pool & { seeds: number[] } {
  const seeds: number[] = []
  return {
    seeds,
    async *run({ experiment, jobs, hasLog }) {
      for (const job of jobs) {
        seeds.push(job.seed)
        yield [await runLogged(experiment, job, { chat: null, signal: new AbortController().signal, hasLog })]
      }
    },
    close: async () => undefined,
  }
}

/** Gives its seed times its factor, and an event; fails with the seeds it is told to. */
export function times({ failsWith = [] }: { failsWith?: readonly number[] } = {}): Experiment {
  return defineExperiment({
    name: 'times',
    title: 'Times',
    part: 'theory',
    question: 'What is the product?',
    reproduces: 'Nothing.',
    parameters: z.object({
      factor: z.int().min(0).max(9).default(2).describe('What the seed is multiplied with'),
      isNoted: z.boolean().default(true).describe('Whether an event is recorded'),
    }),
    sweep: { factor: [2, 3] },
    seeds: [1, 2, 3],
    metrics: { product: { label: 'Product', unit: 'count', range: ANY_NUMBER, words: 'Seed times factor.' } },
    published: [],
    log: 'its seed',
    secondsPerRun: 0.001,
    run({ factor, isNoted }, seed, { record }) {
      if (failsWith.includes(seed)) throw new Error('the well is dry')
      if (isNoted) record?.({ seed })
      return { metrics: { product: seed * factor } }
    },
  })
}
