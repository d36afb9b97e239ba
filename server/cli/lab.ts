import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { SingleBar } from 'cli-progress'
import { openDatabase } from '@/db/client'
import { PATIENT_LIMITS } from '@/db/drivers/connection'
import { migrate } from '@/db/migrate'
import packageJson from '@/package.json'
import { exportMarket } from '@/server/cli/export-market'
import { runCommand } from '@/server/cli/run-command'
import { readEnv } from '@/server/env'
import { openCipher } from '@/server/keys/open-cipher'
import { readKeys } from '@/server/keys/read-keys'
import { BadArgumentError, type Command, commandFrom, HELP } from '@/server/lab/command/arguments'
import { commitOfCheckout } from '@/server/lab/command/commit'
import { checkExportPlace, writeWhole } from '@/server/lab/command/export-file'
import { listText } from '@/server/lab/command/list'
import { modelPool, type Pool, threadPool } from '@/server/lab/command/pool'
import { corpusNotes } from '@/server/lab/command/read-data'
import { record, recordReport } from '@/server/lab/command/record'
import { reportText, reproduce } from '@/server/lab/command/reproduce'
import {
  type Build,
  configOf,
  folderFor,
  type Progress,
  runExperiment,
} from '@/server/lab/command/run-experiment'
import { summaryText } from '@/server/lab/command/summary-text'
import { experiments } from '@/server/lab/experiments'
import { rows } from '@/server/lab/rows'
import type { Chat } from '@/server/llm/chat'
import { createChat } from '@/server/llm/directory'
import { createLog } from '@/server/log'
import { plainRenderer } from '@/server/prose/renderer'

/** `npm run lab`: runs the lab's experiments, lists them, or reproduces every published figure. */
async function main(): Promise<number> {
  const command = commandFrom(process.argv.slice(2))
  switch (command.type) {
    case 'help':
      console.log(command.experiment ? listText([command.experiment], os.availableParallelism()) : HELP)
      return 0
    case 'list':
      console.log(listText(experiments, command.threads))
      return 0
    case 'run':
      return runOne(command)
    case 'reproduce':
      return reproduceAll(command)
    case 'record':
      return recordAll(command)
    case 'export':
      return exportTo(command.out)
  }
}

async function runOne({ out, threads, ...run }: Extract<Command, { type: 'run' }>) {
  const { experiment } = run
  const chat = siteChat()
  const pool = experiment.needsModel ? modelPoolOrSentence(chat) : threadPool(threads)
  const build = buildOf(chat)
  const folder = out ?? folderFor('lab-runs', configOf(run, build))
  if (experiment.takesData === 'corpus' && run.dataFile !== undefined) {
    for (const note of corpusNotes(run.dataFile)) console.error(note)
  }
  try {
    const result = await withBar(experiment.name, (onProgress) =>
      runExperiment(run, { folder, pool, build, onProgress }),
    )
    console.log(summaryText(experiment, result))
  } finally {
    await pool.close()
  }
  console.log(folder)
  return 0
}

async function reproduceAll({ only, out, threads }: Extract<Command, { type: 'reproduce' }>) {
  const chat = siteChat()
  const pools = { threads: threadPool(threads), model: chat ? modelPool(chat) : null }
  const wanted = rows.filter(({ id }) => only.length === 0 || only.includes(id))
  try {
    const judged = await withBar('reproduce', (onProgress) => {
      let row = 0
      return reproduce(wanted, {
        folder: out,
        pools,
        build: buildOf(chat),
        onRow: ({ id }) => {
          row += 1
          return (done, runs) => onProgress(done, runs, `row ${row} of ${wanted.length}: ${id}`)
        },
      })
    })
    console.log(reportText(judged))
    console.log(out)
    const broken = judged.filter(({ row, finding }) => row.kind === 'det' && finding.verdict !== 'reproduced')
    for (const { row } of broken) console.error(`${row.id} is exact and does not come out: a bug of the lab.`)
    const failed = judged.filter(({ failure }) => failure !== undefined)
    for (const { row, failure } of failed) console.error(`${row.id} (${row.kind}) failed: ${failure}`)
    return broken.length + failed.length === 0 ? 0 : 1
  } finally {
    await pools.threads.close()
    await pools.model?.close()
  }
}

/** Reads this market's database; one on PGlite must be stopped, for its folder is open to one process alone. */
async function exportTo(file: string): Promise<number> {
  const env = readEnv()
  await checkExportPlace(file)
  // Opening a database that is not there would make one.
  if (!env.DATABASE_URL && !existsSync(path.join(env.DATA_DIR, 'pglite'))) {
    throw new BadArgumentError(
      `There is no market in ${env.DATA_DIR}: start it once with npm start, or name its folder with DATA_DIR.`,
    )
  }
  const database = await openDatabase({
    url: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    limits: PATIENT_LIMITS,
  })
  try {
    await migrate(database)
    const { sealKeys } = await readKeys(env, { hasTexts: true })
    const cipher = await openCipher(database.db, sealKeys)
    const lines: string[] = []
    for await (const tree of exportMarket({ db: database.db, cipher, prose: plainRenderer })) {
      lines.push(`${JSON.stringify(tree)}\n`)
    }
    await writeWhole(file, lines.join(''))
    console.log(`${lines.length} trees in ${file}`)
    return 0
  } finally {
    await database.close()
  }
}

async function recordAll({ only, hasReport, threads }: Extract<Command, { type: 'record' }>) {
  const pool = threadPool(threads)
  const build = buildOf(null)
  try {
    for (const experiment of only) {
      await withBar(experiment.name, (onProgress) =>
        record(experiment, { folder: 'lab-runs', pool, build, onProgress }),
      )
    }
    if (!hasReport) return 0
    const pools = { threads: pool, model: null }
    const judged = await withBar('reproduce', (onProgress) =>
      reproduce(rows, { folder: 'lab-runs/reproduce', pools, build, onRow: () => onProgress }),
    )
    await recordReport(judged)
  } finally {
    await pool.close()
  }
  return 0
}

function modelPoolOrSentence(chat: Chat | null): Pool {
  if (chat) return modelPool(chat)
  throw new BadArgumentError(
    'This experiment needs a language model: set OPENAI_MODEL with OPENAI_BASE_URL or OPENAI_API_KEY.',
  )
}

function siteChat(): Chat | null {
  // A run that fails says why; lines in between would tear the bar.
  return createChat({ env: readEnv(), log: createLog('silent') })
}

function buildOf(chat: Chat | null): Build {
  return { version: packageJson.version, commit: commitOfCheckout(), model: chat?.name ?? null }
}

/** Exit codes of a process that a signal ended, by custom 128 and its number. */
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const

/** A progress bar on standard error while `work` runs; Ctrl+C, or a plain kill, says how to go on. */
async function withBar<T>(
  name: string,
  work: (onProgress: (...args: [...Parameters<Progress>, note?: string]) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar({
    format: `${name} {bar} {percentage}% | {value} of {total} runs | {eta_formatted} {note}`,
    stream: process.stderr,
    hideCursor: true,
  })
  const stop = (signal: keyof typeof SIGNAL_CODES) => {
    bar.stop()
    console.error('Stopped. The same command goes on from here.')
    process.exit(SIGNAL_CODES[signal])
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  bar.start(1, 0, { note: '' })
  try {
    return await work((done, runs, note = '') => {
      bar.setTotal(runs)
      bar.update(done, { note })
    })
  } finally {
    bar.stop()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

/** What whoever typed the command can mend is a sentence; a failed run is one too, with its reason. */
runCommand(() =>
  main().catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    console.error(error.message)
    return error instanceof BadArgumentError ? 2 : 1
  }),
)
