import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirInUseError, DataDirUnusableError, lockDataDir } from './lock-file'
import type { Answer, Order } from './testing-lock-holder'

/** As many starters as a careless process manager would start at once. */
const STARTERS = 4
const ROUNDS = 20

let dataDir: string
const holders: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'caveat-lock-'))
})
afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => end(holder, 'SIGKILL')))
  rmSync(dataDir, { recursive: true, force: true })
})

function startHolder(): ChildProcess {
  const holder = fork(path.join(import.meta.dirname, 'testing-lock-holder.ts'), {
    execArgv: ['--import', 'tsx'],
  })
  holders.push(holder)
  return holder
}

async function tell(holder: ChildProcess, order: Order): Promise<Answer> {
  holder.send(order)
  const [answer] = await once(holder, 'message')
  return answer
}

const take = (holder: ChildProcess, at = 0) => tell(holder, { kind: 'take', dataDir, at })

async function end(holder: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (holder.exitCode !== null || holder.signalCode !== null) return holder.exitCode
  holder.kill(signal)
  const [code] = await once(holder, 'exit')
  return code
}

test('a second process is refused at once, told who has the folder and what to do', async () => {
  const holder = startHolder()
  expect(await take(holder)).toEqual({ kind: 'taken' })

  const startedAt = performance.now()
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  expect(() => lockDataDir(dataDir)).toThrow(
    `Process ${holder.pid} is already running on the folder ${dataDir}. Stop that process first, or start this one on another folder with DATA_DIR.`,
  )
})

test('the same process is refused too', () => {
  const release = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(`Process ${process.pid} is already running`)
  release()
})

test('given back, the folder holds no trace and is free', () => {
  lockDataDir(dataDir)()
  expect(readdirSync(dataDir)).toEqual([])
  lockDataDir(dataDir)()
})

test('a process that was killed no longer holds the folder', async () => {
  const holder = startHolder()
  await take(holder)
  await end(holder, 'SIGKILL')
  expect(existsSync(path.join(dataDir, 'lock'))).toBe(true)

  const release = lockDataDir(dataDir)
  expect(JSON.parse(readFileSync(path.join(dataDir, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  release()
})

test('a process that ends by a signal gives the folder back', async () => {
  const holder = startHolder()
  await take(holder)
  expect(await end(holder, 'SIGTERM')).toBe(128 + 15)
  expect(readdirSync(dataDir)).toEqual([])
})

test.runIf(process.platform === 'linux')('another process with the same number does not count', () => {
  const dead = { id: 'of-an-earlier-boot', pid: process.pid, startedAt: '1' }
  writeFileSync(path.join(dataDir, 'lock'), JSON.stringify(dead))
  lockDataDir(dataDir)()
})

test('a lock file that cannot be read is left to a person', () => {
  writeFileSync(path.join(dataDir, 'lock'), '{"pid":')
  expect(() => lockDataDir(dataDir)).toThrow('has a lock file that cannot be read')
})

test('of several processes that start at once on a dead lock, exactly one wins', async () => {
  const dead = startHolder()
  const starters = Array.from({ length: STARTERS }, startHolder)
  await take(dead)
  await end(dead, 'SIGKILL')
  const deadLock = readFileSync(path.join(dataDir, 'lock'), 'utf8')

  for (let round = 0; round < ROUNDS; round++) {
    writeFileSync(path.join(dataDir, 'lock'), deadLock)
    // In every other round somebody also died while taking over.
    if (round % 2 === 1) writeFileSync(path.join(dataDir, 'lock.takeover'), deadLock)

    const at = Date.now() + 20
    const answers = await Promise.all(starters.map((starter) => take(starter, at)))
    const winners = starters.filter((_, index) => answers[index]?.kind === 'taken')
    expect(winners).toHaveLength(1)
    expect(JSON.parse(readFileSync(path.join(dataDir, 'lock'), 'utf8'))).toMatchObject({
      pid: winners[0]?.pid,
    })
    for (const winner of winners) await tell(winner, { kind: 'release' })
    expect(readdirSync(dataDir)).toEqual([])
  }
})

test('a name that is no folder, or lies below a file, is refused with what to do', () => {
  const file = path.join(dataDir, 'file')
  writeFileSync(file, '')
  expect(() => lockDataDir(file)).toThrow(DataDirUnusableError)
  expect(() => lockDataDir(file)).toThrow(
    `DATA_DIR: ${file} is a file. The data needs a folder: choose another name.`,
  )
  const below = path.join(file, 'below')
  expect(() => lockDataDir(below)).toThrow(
    `DATA_DIR: ${below} lies below a file, so that no folder can be made there. Choose another place.`,
  )
  expect(readFileSync(file, 'utf8')).toBe('')
})
