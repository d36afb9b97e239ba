import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { lock } from 'proper-lockfile'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Chat } from '../../llm/chat'
import { NO_USAGE } from '../../llm/model'
import { experimentNamed } from '../experiments'
import { rows } from '../rows'
import { BadArgumentError } from './arguments'
import { modelPool, threadPool } from './pool'
import { reproduce } from './reproduce'
import { configOf, folderFor, runExperiment } from './run-experiment'
import { lockIn } from './run-folder'
import { summaryText } from './summary-text'
import { BUILD, poolHere, times } from './testing'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lab-'))
})
afterEach(() => rm(folder, { recursive: true }))

const all = (experiment = times()) => ({ experiment, set: {}, seeds: experiment.seeds, hasLog: false })

async function bytesIn(place: string): Promise<Record<string, string>> {
  const names = (await readdir(place, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  const files = names.map(({ parentPath, name }) => path.join(parentPath, name)).sort()
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [path.relative(place, file), await readFile(file, 'utf8')])),
  )
}

describe('a folder of runs', () => {
  it('has one line for each run, summary and tables, and says how to run it again', async () => {
    const result = await runExperiment(all(), { folder, pool: poolHere(), build: BUILD })
    expect(result.points.map(({ values }) => values)).toEqual([
      { factor: 2, isNoted: true },
      { factor: 3, isNoted: true },
    ])
    const files = await bytesIn(folder)
    expect(Object.keys(files)).toEqual([
      'README.md',
      'config.json',
      'runs.csv',
      'runs.jsonl',
      'summary.csv',
      'summary.json',
    ])
    expect(files['runs.jsonl']?.split('\n')[4]).toBe(
      '{"seed":2,"values":{"factor":3,"isNoted":true},"metrics":{"product":6}}',
    )
    expect(files['runs.csv']?.split('\n').slice(0, 2)).toEqual(['seed,factor,isNoted,product', '1,2,true,2'])
    const [first] = JSON.parse(files['summary.json'] ?? '').points
    expect(first.metrics.product).toMatchObject({ mean: 4, sd: 2, n: 3 })
    expect(files['README.md']).toContain('npm run lab -- times --seeds 1-3')
  })

  it('is summed up for whoever waits: what was swept, means with intervals, and no more than a screen', async () => {
    const few = await runExperiment(all(), { folder, pool: poolHere(), build: BUILD })
    expect(summaryText(times(), few).split('\n')).toEqual([
      'factor=2',
      '    Product: 4 (-0.968275 to 8.96828), n = 3',
      'factor=3',
      '    Product: 6 (-1.45241 to 13.4524), n = 3',
    ])
    const points = Array.from({ length: 50 }, () => few.points).flat()
    expect(
      summaryText(times(), { ...few, points })
        .split('\n')
        .at(-1),
    ).toBe('140 more lines are in summary.csv.')
  })

  it('goes on after the last whole line, and ends with the same bytes', async () => {
    const whole = path.join(folder, 'whole')
    await runExperiment(all(), { folder: whole, pool: poolHere(), build: BUILD })
    const stopped = path.join(folder, 'stopped')
    await runExperiment(all(), { folder: stopped, pool: poolHere(), build: BUILD })
    // Killed in the middle of the fourth line.
    const lines = (await readFile(path.join(stopped, 'runs.jsonl'), 'utf8')).split('\n')
    await truncate(path.join(stopped, 'runs.jsonl'), lines.slice(0, 3).join('\n').length + 1 + 9)
    const pool = poolHere()
    await runExperiment(all(), { folder: stopped, pool, build: BUILD })
    expect(pool.seeds).toEqual([1, 2, 3])
    expect(await bytesIn(stopped)).toEqual(await bytesIn(whole))
  })

  it('keeps what came before a run that fails, and says which one and why', async () => {
    const experiment = times({ failsWith: [3] })
    await expect(runExperiment(all(experiment), { folder, pool: poolHere(), build: BUILD })).rejects.toThrow(
      'times failed with seed 3 at {"factor":2,"isNoted":true}: the well is dry',
    )
    expect((await readFile(path.join(folder, 'runs.jsonl'), 'utf8')).split('\n')).toHaveLength(3)
    expect(await readdir(folder)).not.toContain('summary.json')
  })

  it('is not mixed with other settings or another version', async () => {
    await runExperiment(all(), { folder, pool: poolHere(), build: BUILD })
    const other = { folder, pool: poolHere(), build: { ...BUILD, commit: 'def' } }
    await expect(runExperiment(all(), other)).rejects.toThrow(/other settings or of another version/)
    const changed = { ...all(), seeds: [1] }
    await expect(runExperiment(changed, { folder, pool: poolHere(), build: BUILD })).rejects.toThrow(/--out/)
    expect(folderFor('x', configOf(all(), BUILD))).not.toBe(folderFor('x', configOf(changed, BUILD)))
  })

  it('is never a folder of somebody else’s files', async () => {
    await writeFile(path.join(folder, 'README.md'), 'mine')
    const refused = runExperiment(all(), { folder, pool: poolHere(), build: BUILD })
    await expect(refused).rejects.toThrow(
      /holds other files, such as README.md; name a new or an empty folder/,
    )
    expect(await bytesIn(folder)).toEqual({ 'README.md': 'mine' })
  })

  it('is written by one process at a time', async () => {
    const release = await lock(folder, lockIn(folder))
    const refused = runExperiment(all(), { folder, pool: poolHere(), build: BUILD, lockTries: 0 })
    await expect(refused).rejects.toThrow(/Another process writes/)
    await release()
    await runExperiment(all(), { folder, pool: poolHere(), build: BUILD })
  })

  it('is refused at once, with why and what to do, where nothing can be written', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    const pool = poolHere()
    for (const place of ['/proc/x', '/proc/x/y', file, path.join(file, 'below')]) {
      const refused = runExperiment(all(), { folder: place, pool, build: BUILD })
      await expect(refused).rejects.toThrow(`${place} cannot be written: `)
      await expect(refused).rejects.toThrow(BadArgumentError)
      const report = reproduce(rows, { folder: place, pools: { threads: pool, model: null }, build: BUILD })
      await expect(report).rejects.toThrow('Name another folder with --out.')
    }
    expect(pool.seeds).toEqual([])
  })

  it('holds each run’s events when asked to', async () => {
    const run = { ...all(), set: { factor: [5] }, hasLog: true }
    await runExperiment(run, { folder, pool: poolHere(), build: BUILD })
    const files = await bytesIn(folder)
    expect(files['log/1.jsonl']).toBe('{"seed":2}\n')
    expect(configOf(run, BUILD).command).toBe("npm run lab -- times --seeds 1-3 --set 'factor=5' --log")
  })

  it('refuses a line that is of another run', async () => {
    await runExperiment(all(), { folder, pool: poolHere(), build: BUILD })
    await writeFile(path.join(folder, 'runs.jsonl'), '{"seed":9,"values":{},"metrics":{}}\n')
    await expect(runExperiment(all(), { folder, pool: poolHere(), build: BUILD })).rejects.toThrow(/line 1/)
  })
})

describe('worker threads', () => {
  it('give the same bytes however many they are', async () => {
    const run = { ...all(experimentNamed('oversight-game')), seeds: Array.from({ length: 90 }, (_, i) => i) }
    for (const threads of [1, 3]) {
      const pool = threadPool(threads)
      await runExperiment(run, { folder: path.join(folder, String(threads)), pool, build: BUILD })
      await pool.close()
    }
    expect(await bytesIn(path.join(folder, '3'))).toEqual(await bytesIn(path.join(folder, '1')))
  })
})

describe('reproduce', () => {
  it('says of rows that need a model that there is none, and never makes up a figure', async () => {
    const llm = rows.filter(({ kind }) => kind === 'llm')
    const pools = { threads: poolHere(), model: null }
    const judged = await reproduce(llm, { folder, pools, build: BUILD })
    for (const { finding } of judged) {
      expect(finding).toMatchObject({ verdict: 'not determined', ours: [] })
      expect(finding.why).toContain('OPENAI_MODEL')
    }
    expect(pools.threads.seeds).toEqual([])
  })

  const singleDecisions = rows.filter(({ id, kind }) => kind === 'llm' && ['A10', 'A13', 'A17'].includes(id))
  const talker = (reply: string): Chat => ({
    name: 'talker',
    complete: async () => ({ ok: true, value: reply, usage: NO_USAGE }),
  })

  it('determines nothing by a model whose replies cannot be read', async () => {
    const pools = { threads: poolHere(), model: modelPool(talker('Lorem ipsum. Option 1: maybe')) }
    const judged = await reproduce(singleDecisions, { folder, pools, build: BUILD })
    expect(judged.map(({ finding }) => finding.verdict)).toEqual(judged.map(() => 'not determined'))
    for (const { finding } of judged) expect(finding.why).toContain('could not be read')
  })

  /** Rephrases as it is asked, and gives every other question the same reply. */
  const stubborn = (reply: string): Chat => ({
    name: 'stubborn',
    complete: async ({ messages }) => ({
      ok: true,
      value: messages[0]?.content.startsWith('Rephrase') ? 'In other words.' : reply,
      usage: NO_USAGE,
    }),
  })

  it('does not take a model that goes by place for a rational one, and says which place it takes', async () => {
    const pools = { threads: poolHere(), model: modelPool(stubborn('VERDICT:\nOption 1: Buy')) }
    const [choice, bias] = await reproduce(singleDecisions.slice(0, 2), { folder, pools, build: BUILD })
    expect(choice?.finding.verdict).toBe('not reproduced')
    expect(choice?.finding.why).toContain('no more than place or a coin')
    expect(bias?.finding.why).toContain('most often when shown first (100.0 %)')
    expect(bias?.finding.why).toContain('goes by place')
  })

  it('takes one for rational that buys the cheaper in either order', async () => {
    const cheaper = stubborn('')
    const complete: Chat['complete'] = async (request, signal) => {
      const reply = await cheaper.complete(request, signal)
      const asked = request.messages.map(({ content }) => content).join('\n')
      const prices = [...asked.matchAll(/Option [12] costs \$(\d+(?:\.\d+)?)/g)].map(([, price]) =>
        Number(price),
      )
      const [first = 0, second = 0] = prices.slice(-2)
      const value = `VERDICT:\nOption ${first <= second ? 1 : 2}: Buy`
      return reply.ok && reply.value === '' ? { ...reply, value } : reply
    }
    const pools = { threads: poolHere(), model: modelPool({ name: 'thrifty', complete }) }
    const [choice] = await reproduce(singleDecisions.slice(0, 1), { folder, pools, build: BUILD })
    expect(choice?.finding.verdict, choice?.finding.why).toBe('reproduced')
  })

  it('does not read a verdict as a rephrased passage', async () => {
    const pools = { threads: poolHere(), model: modelPool(talker('VERDICT:\nOption 1: Buy')) }
    const [choice] = await reproduce(singleDecisions.slice(0, 1), { folder, pools, build: BUILD })
    expect(choice?.finding).toMatchObject({ verdict: 'not determined' })
    expect(choice?.finding.why).toContain('could not be read')
  })

  it('does not take a model that buys nothing for a rational or a biased one', async () => {
    const pools = { threads: poolHere(), model: modelPool(stubborn('VERDICT:\nOption 1: Pass')) }
    const judged = await reproduce(singleDecisions.slice(0, 2), { folder, pools, build: BUILD })
    expect(judged.map(({ row, finding }) => [row.id, finding.verdict])).toEqual([
      ['A10', 'not reproduced'],
      ['A13', 'not determined'],
    ])
  })

  it('says which row failed with its reason, and judges the others', async () => {
    const dead: Chat = {
      name: 'dead',
      complete: async () => ({ ok: false, failure: 'unavailable', isTransient: true, usage: NO_USAGE }),
    }
    const wanted = [...singleDecisions, ...rows.filter(({ id }) => id === 'T1')]
    const pools = { threads: poolHere(), model: modelPool(dead) }
    const judged = await reproduce(wanted, { folder, pools, build: BUILD })
    const [first] = judged
    expect(first?.failure).toContain('unavailable')
    expect(first?.finding).toMatchObject({ verdict: 'not determined', ours: [] })
    expect(first?.finding.why).toContain('unavailable')
    expect(judged.at(-1)?.finding.verdict).toBe('reproduced')
  })

  it('writes over an earlier report, and over nothing else', async () => {
    const wanted = rows.filter(({ id }) => id === 'T1')
    const report = () =>
      reproduce(wanted, { folder, pools: { threads: poolHere(), model: null }, build: BUILD })
    await report()
    const first = await bytesIn(folder)
    await report()
    expect(await bytesIn(folder)).toEqual(first)
    for (const [name, text] of [
      ['notes.txt', 'mine'],
      ['reproduce.json', '{"mine": true}'],
      ['reproduce.md', '# Mine'],
    ] as const) {
      const other = path.join(folder, name.replace('.', '-'))
      await mkdir(other)
      await writeFile(path.join(other, name), text)
      const refused = reproduce(wanted, {
        folder: other,
        pools: { threads: poolHere(), model: null },
        build: BUILD,
      })
      await expect(refused).rejects.toThrow(
        `${other} holds other files, such as ${name}; name a new or an empty folder with --out.`,
      )
      expect(await bytesIn(other)).toEqual({ [name]: text })
    }
  })

  it('writes what it prints as data too', async () => {
    const [row] = rows.filter(({ id }) => id === 'T1')
    if (!row) throw new Error('No row T1')
    await reproduce([row], { folder, pools: { threads: poolHere(), model: null }, build: BUILD })
    const files = await bytesIn(folder)
    expect(JSON.parse(files['reproduce.json'] ?? '')[0]).toMatchObject({ id: 'T1', verdict: 'reproduced' })
    expect(files['reproduce.csv']?.split('\n')[1]).toContain('T1,det,')
    expect(files['reproduce.md']).toContain('1 rows: 1 reproduced.')
  })
})
