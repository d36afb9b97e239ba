import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { constants as osConstants } from 'node:os'
import path from 'node:path'

/** What a lock file says about the process that made it. */
interface Holder {
  id: string
  pid: number
  /** Start time of that process as the system counts it; null where the system does not tell. */
  startedAt: string | null
}

/** Another process has the data folder open. PGlite would let both write, and lose what one of them wrote. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError'

  constructor(
    readonly dataDir: string,
    /** Null when the lock file cannot be read. */
    readonly pid: number | null,
  ) {
    const folder = path.resolve(dataDir)
    super(
      pid === null
        ? `The folder ${folder} has a lock file that cannot be read. If no other process uses the folder, delete ${path.join(folder, 'lock')} and start again.`
        : `Process ${pid} is already running on the folder ${folder}. Stop that process first, or start this one on another folder with DATA_DIR.`,
    )
  }
}

/** What may be wrong with the name in DATA_DIR, by the code of the system's own error, and what to do about it. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: 'is a file. The data needs a folder: choose another name.',
  ENOTDIR: 'lies below a file, so that no folder can be made there. Choose another place.',
  ENOENT: 'cannot be made there. Choose another place.',
  EACCES: 'may not be written by this user. Choose another folder, or change who owns it.',
  EPERM: 'may not be written by this user. Choose another folder, or change who owns it.',
  EROFS: 'lies on a disk that cannot be written. Choose another folder.',
  ENOSPC: 'lies on a disk that is full. Make room, or choose another folder.',
}

/** The folder cannot be made or written, whoever else uses it. */
export class DataDirUnusableError extends Error {
  override readonly name = 'DataDirUnusableError'

  constructor(dataDir: string, why: string, cause: unknown) {
    super(`DATA_DIR: ${path.resolve(dataDir)} ${why}`, { cause })
  }
}

/**
 * Takes the folder for this process and returns what gives it back. Creates the folder when it is missing.
 *
 * The lock of a process that is gone is taken over. It is also given back when the process exits in an orderly way; an
 * exit by signal counts as orderly.
 *
 * @throws DataDirInUseError when a running process, this one included, holds the folder.
 * @throws DataDirUnusableError when it cannot be made or written.
 */
export function lockDataDir(dataDir: string): () => void {
  const release = takeFolder(dataDir)

  const stopListening = onProcessEnd(release)
  return () => {
    stopListening()
    release()
  }
}

/**
 * Takes one lock file. A dead process' file is replaced under a second lock of the same kind, so that two processes that
 * both saw it dead cannot each remove the other's new one; a process that died holding the second lock is replaced under
 * a third, and so on.
 */
function acquire(file: string, dataDir: string): () => void {
  const mine: Holder = { id: randomUUID(), pid: process.pid, startedAt: startTimeOf(process.pid) }

  while (!createWhole(file, mine)) {
    const holder = readHolder(file)
    if (holder === 'missing') continue
    if (holder === 'unreadable') throw new DataDirInUseError(dataDir, null)
    if (isRunning(holder)) throw new DataDirInUseError(dataDir, holder.pid)

    const releaseTakeover = acquire(`${file}.takeover`, dataDir)
    try {
      const now = readHolder(file)
      if (typeof now === 'object' && now.id === holder.id) rmSync(file)
    } finally {
      releaseTakeover()
    }
  }

  return () => {
    const now = readHolder(file)
    if (typeof now === 'object' && now.id === mine.id) rmSync(file, { force: true })
  }
}

function takeFolder(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return acquire(path.join(dataDir, 'lock'), dataDir)
  } catch (error) {
    const why = UNUSABLE[codeOf(error) ?? '']
    throw why === undefined ? error : new DataDirUnusableError(dataDir, why, error)
  }
}

/** Creates the file with all of its content in one step, or returns false when it exists. */
function createWhole(file: string, holder: Holder): boolean {
  const draft = `${file}.${holder.id}`
  // Without the mark the build takes the whole project for a file that this may open, and warns.
  const descriptor = openSync(/* turbopackIgnore: true */ draft, 'wx', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(holder))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    return copyExclusively(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For file systems without hard links. A reader may see the copy half done, and is then told to look for itself. */
function copyExclusively(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function readHolder(file: string): Holder | 'missing' | 'unreadable' {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing'
    throw error
  }
  try {
    const value: unknown = JSON.parse(text)
    return isHolder(value) ? value : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startedAt' in value &&
    (value.startedAt === null || typeof value.startedAt === 'string')
  )
}

/** A number is used again for a later process, so where the system tells start times they must agree too. */
function isRunning(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  const startedAt = startTimeOf(holder.pid)
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt
}

/** Linux: the 22nd field of /proc/<pid>/stat, in clock ticks since boot. Null elsewhere. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    /** The second field is the program's name in brackets and may hold spaces; fields are counted after it. */
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return afterName[22 - 3] ?? null
  } catch {
    return null
  }
}

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `release` when the process exits. A signal that nobody else listens to would end the process without an exit
 * event, so it is turned into one. When somebody does listen, they shut down in their own time, still holding the lock.
 */
function onProcessEnd(release: () => void): () => void {
  const handlers = END_SIGNALS.map((signal) => {
    const exitIfAlone = () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + osConstants.signals[signal])
    }
    process.on(signal, exitIfAlone)
    return () => process.off(signal, exitIfAlone)
  })
  process.once('exit', release)
  return () => {
    process.off('exit', release)
    for (const stop of handlers) stop()
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
