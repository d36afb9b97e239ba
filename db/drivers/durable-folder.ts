import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFile } from '../files'
import { type Engine, refuseAfterAbort } from './engine-stop'

/**
 * PGlite's own arguments, without the one (`-F`) that turns writing to the disk off. Its system has no `fdatasync`, so the
 * log is written with `fsync`.
 */
export const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

/** A segment of the log is 16 MB: at 64 MB the tables are brought up to date, so that a start repeats a second's work. */
const SEGMENTS_UNTIL_CHECKPOINT = 4

/** A file of the log that commits are written to; those in the making have other names. */
const SEGMENT = /[/\\]pg_wal[/\\][0-9A-F]{24}$/

/** What is written in them while the market is open. */
const DATA = /[/\\](?:base|global|pg_wal|pg_xact|pg_multixact)[/\\]/

/** WASI's number for an error of the device. */
const EIO = 29

/** What emscripten's file system on Node's gives to its operations; see its library_nodefs.js. */
interface Stream {
  node: object
  /** Descriptor of the system; directories have none. */
  nfd?: number
}

interface NodeFileSystem {
  realPath(node: object): string
  stream_ops: {
    fsync?: (stream: Stream) => number
    write: (stream: Stream, ...rest: unknown[]) => number
  }
}

type Modules = Parameters<NodeFS['init']>[1]
type Prepare = NonNullable<Modules['preRun']>[number]

/**
 * PGlite's folder on the disk, where what was acknowledged survives a power cut.
 *
 * PGlite leaves `fsync` out, so that commits stay in the system's memory. Here it is done: at once, as Postgres asks for it,
 * for checkpoints, at the start and at the end; and for the log of commits beside the work, in one go for all that commit
 * meanwhile, because the call blocks the process. `flush` waits for it.
 */
export class DurableFolder extends NodeFS {
  /** Files of the log that were written and not yet brought to the disk. */
  readonly #dirty = new Set<string>()
  readonly #segments = new Set<string>()
  /**
   * Until this process writes, the disk has all there is: whoever opens the folder sees to that. Postgres does so too after
   * a kill, file by file, for ten seconds in which nothing else would run.
   */
  #isUntouched = true
  /** While true nothing is put off. */
  #isStrict = true
  #current: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  /** Once the disk has refused, nobody knows what it holds: no later success can be believed. */
  #refusal: unknown
  readonly #stopped: (reason: unknown) => Error

  /** @param stopped is told once PGlite cannot go on, its engine's abort or the disk's refusal, and returns what callers get. */
  constructor(folder: string, stopped: (reason: unknown) => Error) {
    super(folder)
    this.#stopped = stopped
  }

  override async init(pg: PGlite, options: Modules): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const prepare: Prepare = (module) => {
      const begun = module.onRuntimeInitialized
      module.onRuntimeInitialized = () => {
        begun?.()
        refuseAfterAbort(module as unknown as Engine, this.#stopped)
      }
      const files = module.NODEFS as unknown as NodeFileSystem
      const { write } = files.stream_ops
      files.stream_ops.fsync = (stream) => this.#sync(files.realPath(stream.node), stream.nfd)
      files.stream_ops.write = (stream, ...rest) => {
        if (this.#isUntouched && DATA.test(files.realPath(stream.node))) {
          this.#isUntouched = false
          files.stream_ops.write = write
        }
        return write(stream, ...rest)
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), prepare] } }
  }

  /** Enough was written since the last checkpoint for another one. */
  get isCheckpointDue(): boolean {
    return this.#segments.size > SEGMENTS_UNTIL_CHECKPOINT
  }

  /** From now on commits are brought to the disk beside the work; until then, and inside `strictly`, within it. */
  relax(): void {
    this.#isStrict = false
  }

  /** Runs a checkpoint, or closes: each file reaches the disk in the order in which Postgres relies on it. */
  async strictly(work: () => Promise<unknown>): Promise<void> {
    this.#isStrict = true
    try {
      await work()
      this.#segments.clear()
    } finally {
      this.relax()
    }
  }

  /**
   * Resolves when everything committed before the call is on the disk; many callers share one write.
   * @throws what `stopped` makes of the system's error, at this and every later call, when the disk refused.
   */
  flush(): Promise<void> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal)
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#current = this.#syncLog()
        return this.#current
      })
    return this.#next
  }

  /** Called by Postgres. Returns 0, or the number of an error, on which it stops rather than go on unsure. */
  #sync(file: string, descriptor: number | undefined): number {
    if (this.#isUntouched) return 0
    try {
      if (!this.#isStrict && SEGMENT.test(file)) {
        this.#dirty.add(file)
        this.#segments.add(file)
        this.flush().catch(() => undefined)
        return 0
      }
      for (const written of this.#dirty) if (existsSync(written)) syncPath(written)
      this.#dirty.clear()
      if (descriptor === undefined) syncPath(file)
      else fsyncSync(descriptor)
      return 0
    } catch (error) {
      this.#refuse(error)
      return EIO
    }
  }

  async #syncLog(): Promise<void> {
    const files = [...this.#dirty]
    this.#dirty.clear()
    try {
      // A checkpoint removes files of the log once the tables hold what they say.
      await Promise.all(files.filter((file) => existsSync(file)).map(syncFile))
    } catch (error) {
      throw this.#refuse(error)
    }
  }

  #refuse(error: unknown): unknown {
    this.#refusal ??= this.#stopped(error)
    return this.#refusal
  }
}

function syncPath(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
