import type { Beside, Metric, Value, Values } from './experiment'

/**
 * A row of `npm run lab -- reproduce`: a published claim, how it is checked, and what we found. Rows that need runs name
 * them, so that all cores share the work; `judge` is pure and makes no figure of its own.
 */
export type Row = {
  /** Of the specification's closing table ("A1", "B6"), or "T…" for the theory. An id has one row for each of its kinds. */
  id: string
  /** `det` is exact; `stat` a band over seeds; `llm` needs a model; `cited` is printed and not run. */
  kind: 'det' | 'stat' | 'llm' | 'cited'
  what: string
  /** The published figure in words and numbers. */
  published: string
  /** Where it is printed. */
  source: string
  /** What the figures beside ours are; `published` when left out. */
  beside?: Beside
  /** Runs that `judge` needs, answered in this order; none for what is computed at once. */
  runs?: readonly RunRequest[]
  judge(results: readonly Result[]): Finding
  /** What it is known to come to, held by a test; `reproduced` when left out. */
  expected?: Verdict
}

export type RunRequest = {
  experiment: string
  /** Parameters other than the experiment's defaults and sweep. Several values of one are swept. */
  set?: Readonly<Record<string, readonly Value[]>>
  seeds: readonly number[]
  /** How many of the seeds `npm test` takes; the whole lab has a minute there on two cores. */
  seedsInTests: number
}

/** All runs of a request, by point of the parameters. */
export type Result = { experiment: string; points: readonly Point[] }

export type Point = {
  /** Every parameter, defaults included. */
  values: Values
  /** What its runs measure. */
  metrics: Readonly<Record<string, Metric>>
  runs: readonly { seed: number; metrics: Readonly<Record<string, number>> }[]
}

export type Figure = {
  name: string
  published: number | string | null
  /** Where it is not what its row's figures are. */
  beside?: Beside
  ours: number
  /** 95 %; null for what is exact, and for the least of all runs. */
  interval: readonly [low: number, high: number] | null
  /** Runs, games or worlds that it stands on. */
  n: number
}

export const VERDICTS = ['reproduced', 'not reproduced', 'not determined'] as const
export type Verdict = (typeof VERDICTS)[number]

export type Finding = {
  verdict: Verdict
  ours: readonly Figure[]
  /** One sentence that names what decided it. */
  why: string
}
