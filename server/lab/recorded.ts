import * as z from 'zod'
import { BESIDES } from './experiment'
import { VERDICTS } from './row'

/**
 * Results that are kept with the code, so that the pages have ours beside the published figures: written by
 * `npm run lab -- record` and by nothing else. A test runs a sample of them again.
 */

const valuesSchema = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]))

const summarySchema = z.object({
  mean: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  sd: z.number().nullable(),
  n: z.int(),
})

export const recordedSchema = z.object({
  experiment: z.string(),
  command: z.string(),
  seeds: z.string(),
  runs: z.int(),
  points: z.array(z.object({ values: valuesSchema, metrics: z.record(z.string(), summarySchema) })),
  /** A few runs as they came out, to be run again. */
  sample: z.array(
    z.object({ seed: z.int(), values: valuesSchema, metrics: z.record(z.string(), z.number()) }),
  ),
})
export type Recorded = z.infer<typeof recordedSchema>

export const reportSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['det', 'stat', 'llm', 'cited']),
    what: z.string(),
    published: z.string(),
    source: z.string(),
    beside: z.enum(BESIDES),
    verdict: z.enum(VERDICTS),
    ours: z.array(
      z.object({
        name: z.string(),
        published: z.union([z.number(), z.string()]).nullable(),
        beside: z.enum(BESIDES).optional(),
        ours: z.number(),
        interval: z.tuple([z.number(), z.number()]).nullable(),
        n: z.int(),
      }),
    ),
    why: z.string(),
  }),
)
export type Report = z.infer<typeof reportSchema>

/** From the project's folder; one file for each experiment, and the report. */
export const RECORDED_FOLDER = 'server/lab/recorded'
export const REPORT_FILE = 'reproduce.json'
