import { createServer } from 'node:net'
import { DataDirInUseError, lockDataDir } from '@/db/lock-file'
import { buildWhenNeeded, runNext } from '@/server/cli/build'
import { readEnv } from '@/server/env'

/**
 * `npm start`: builds when the sources have changed since the last build, then serves. The market itself (migrations, demo,
 * worker) starts inside the server, see instrumentation.ts.
 */
async function main(): Promise<number> {
  const env = readEnv()
  // Found out now rather than after a build: a second market on the same folder is refused.
  if (!env.DATABASE_URL) lockDataDir(env.DATA_DIR)()
  if (await isPortTaken(env.PORT)) {
    console.error(
      `Port ${env.PORT} is taken by another program. Choose another one: PORT=${env.PORT + 1} npm start`,
    )
    return 1
  }
  const code = await buildWhenNeeded()
  if (code !== 0) return code
  return runNext(['start', '--port', String(env.PORT)])
}

function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'))
    server.listen(port, () => server.close(() => resolve(false)))
  })
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const isExpected =
      error instanceof DataDirInUseError ||
      (error instanceof Error && error.message.startsWith('These settings'))
    console.error(isExpected && error instanceof Error ? error.message : error)
    process.exitCode = 1
  },
)
