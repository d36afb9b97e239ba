import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withoutPooler } from '../drivers/connection'

/** Postgres' own tools do the work: they know every kind of object, and every version before theirs. */
const TOOLS = { dump: 'pg_dump', restore: 'pg_restore' } as const

/** A tool of Postgres is missing, or says why it cannot. */
export class DumpToolError extends Error {
  override readonly name = 'DumpToolError'
}

/**
 * Writes one consistent moment of a running database into a file. Users' rights are left out: they belong to the server;
 * so are the rows of the table `without`.
 */
export async function dumpServer(url: string, file: string, { without }: { without: string }): Promise<void> {
  await run(TOOLS.dump, url, [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--exclude-table-data=${without}`,
    `--file=${file}`,
  ])
}

/** Fills an empty database from such a file: all of it or nothing. */
export async function restoreServer(url: string, file: string): Promise<void> {
  await run(TOOLS.restore, url, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    file,
  ])
}

/** The password goes through the environment: other users of the machine can read a command line. */
async function run(tool: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(withoutPooler(databaseUrl))
  const password = decodeURIComponent(url.password)
  url.password = ''
  try {
    await promisify(execFile)(tool, [`--dbname=${url.href}`, ...args], {
      env: { ...process.env, PGPASSWORD: password },
    })
  } catch (error) {
    throw new DumpToolError(reasonOf(tool, error), { cause: error })
  }
}

function reasonOf(tool: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `${tool} is not on this machine. Install Postgres' client tools of the server's version or a later one (Debian: postgresql-client), and try again.`
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
  return `${tool} could not do it:\n${said}`
}
