import { createServer } from 'node:net'
import { lockDataDir } from '@/db/lock-file'
import { buildWhenNeeded, runNext } from '@/server/cli/build'
import { runCommand } from '@/server/cli/run-command'
import { PORT_MAX, readEnv } from '@/server/env'

/**
 * `npm start`: builds when the sources have changed since the last build, then serves. The market itself (migrations, demo,
 * worker) starts inside the server, see instrumentation.ts.
 */
async function main(): Promise<number> {
  const env = readEnv()
  // Found out now rather than after a build: a second market on the same folder is refused.
  if (!env.DATABASE_URL) lockDataDir(env.DATA_DIR)()
  const problem = await portProblem(env.PORT)
  if (problem !== null) {
    console.error(problem)
    return 1
  }
  const code = await buildWhenNeeded()
  if (code !== 0) return code
  return runNext(['start', '--port', String(env.PORT)])
}

/** Why nothing can listen there, found out before a build that takes a minute; null when something can. */
function portProblem(port: number): Promise<string | null> {
  const other = port === PORT_MAX ? port - 1 : port + 1
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        resolve(`Port ${port} is taken by another program. Choose another one: PORT=${other} npm start`)
      else if (error.code === 'EACCES')
        resolve(
          `Port ${port} may only be used by the system's administrator. Choose one from 1024 on: PORT=3000 npm start`,
        )
      else resolve(null)
    })
    server.listen(port, () => server.close(() => resolve(null)))
  })
}

runCommand(main)
