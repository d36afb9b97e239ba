import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runExperiment } from '@/server/lab/command/run-experiment'
import { BUILD, poolHere } from '@/server/lab/command/testing'
import { experimentNamed } from '@/server/lab/experiments'
import { jobsOf, runJob } from '@/server/lab/grid'
import { csvOf, jsonLinesOf } from './downloads'
import { factsOf } from './facts'
import type { LabRun } from './lab-worker'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lab-'))
})
afterEach(() => rm(folder, { recursive: true }))

it.each([
  ['crash', { days: [40], stabilizers: [0, 5], consumersSee: [3], ties: ['random'] }],
  ['lemon-market', { steps: [5], sybils: [0, 6], buyers: ['guardian'] }],
  ['oversight-game', { parts: [2] }],
])('what a page gives of %s is what the command writes, byte for byte', async (name, set) => {
  const experiment = experimentNamed(name)
  const asked = { set, seeds: [8, 16] }
  await runExperiment({ experiment, ...asked, hasLog: false }, { folder, pool: poolHere(), build: BUILD })
  const tools = { chat: null, signal: new AbortController().signal }
  const runs: LabRun[] = []
  for (const job of jobsOf(experiment, asked))
    runs.push({ ...job, ...(await runJob(experiment, job, tools)) })
  expect(jsonLinesOf(structuredClone(runs))).toBe(await readFile(path.join(folder, 'runs.jsonl'), 'utf8'))
  expect(csvOf(factsOf(experiment), runs)).toBe(await readFile(path.join(folder, 'runs.csv'), 'utf8'))
})
