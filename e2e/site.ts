import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The production build, started as `npm start` starts it, on a free port and a data folder of its own. */
export type Site = {
  url: string
  dataDir: string
  /** Errors that the server has logged: bugs, since what is expected is answered and not logged as one. */
  faults(): string[]
  /** Everything that the server has printed. */
  output(): string
  /** Stops in order and keeps the folder. */
  stop(): Promise<void>
}

const NEXT = 'node_modules/next/dist/bin/next'
/** A cold start opens the database, migrates and seeds the demo. */
const START_MS = 60_000
const POLL_MS = 100
/** Longer than the server's own limit for stopping in order. */
const STOP_MS = 12_000
/** pino's number for an error. */
const LEVEL_ERROR = 50

export type SiteOptions = {
  dataDir: string
  /** Settings besides the port and the folder; the tests' own environment is not passed on. */
  env?: Record<string, string>
}

export async function newDataDir(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'caveat-e2e-'))
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
}

export async function startSite({ dataDir, env = {} }: SiteOptions): Promise<Site> {
  const port = await freePort()
  const child = spawn(process.execPath, [NEXT, 'start', '--port', String(port)], {
    env: settings({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  // A test run that is killed leaves no server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  await untilHealthy(child, url, () => printed)
  return {
    url,
    dataDir,
    faults: () => printed.split('\n').filter(isFault),
    output: () => printed,
    async stop() {
      process.off('exit', kill)
      await ended(child, 'SIGTERM')
    },
  }
}

export type Ran = { code: number; output: string }

/** Runs one of our commands, `server/cli/<name>.ts`, to its end. */
export async function runCommand(
  name: 'start' | 'verify' | 'worker' | 'operator',
  env: Record<string, string>,
  ...words: string[]
): Promise<Ran> {
  const child = spawn(process.execPath, ['--import', 'tsx', `server/cli/${name}.ts`, ...words], {
    env: settings(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await once(child, 'close')
  return { code: child.exitCode ?? 1, output }
}

/** A worker that is at work, until it is stopped; an end of its own is an error. */
export async function startWorkerProcess(
  dataDir: string,
  env: Record<string, string>,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/worker.ts'], {
    env: settings({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Working.')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`A worker did not start, it ended with ${code}.`)))
  })
  return {
    async stop() {
      process.off('exit', kill)
      if (child.exitCode !== null) throw new Error(`A worker ended by itself with ${child.exitCode}.`)
      await ended(child, 'SIGTERM')
    },
  }
}

/** Of the environment only what programs need to run at all: no key or database of the tester's own. */
function settings(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  // What is earned is had at once, but in the journey about what waits.
  const paid = { EARNINGS_PENDING_HOURS: '0' }
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...paid, ...env }
}

async function untilHealthy(child: ChildProcess, url: string, printed: () => string): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const health = await fetch(`${url}/api/health`).catch(() => null)
    if (health?.ok) return
    await sleep(POLL_MS)
  }
  await ended(child, 'SIGKILL')
  throw new Error(`The market did not start:\n${printed()}`)
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill(signal)
  const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await closed
  clearTimeout(giveUp)
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** A line of the log at the level of errors, or an error that Next printed by itself. */
function isFault(line: string): boolean {
  if (line.startsWith('{')) return levelOf(line) >= LEVEL_ERROR
  return /^\s*(⨯|Error:|TypeError:|Unhandled)/.test(line)
}

function levelOf(line: string): number {
  const level = /"level":(\d+)/.exec(line)?.[1]
  return level === undefined ? 0 : Number(level)
}
