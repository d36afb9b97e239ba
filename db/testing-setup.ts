import { startEmbeddedPostgres } from './testing-postgres'

/**
 * What only matters when the power goes, to who reads the server's log, or tomorrow: these databases are thrown away. Each statement that
 * is refused would be logged with its text, and thousands here are refused on purpose.
 */
const THROWN_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'log_min_messages=log',
  'max_wal_size=4GB',
].flatMap((flag) => ['-c', flag])

/** Once per run of the database tests: with TEST_POSTGRES=embedded, starts a Postgres for all of them. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES !== 'embedded') return undefined
  const server = await startEmbeddedPostgres(THROWN_AWAY)
  process.env.TEST_DATABASE_URL = server.url
  return () => server.stop()
}
