import { startEmbeddedPostgres } from './testing-postgres'

/** What only matters when the power goes: these databases are thrown away. */
const WITHOUT_SYNC = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((flag) => [
  '-c',
  flag,
])

/** Once per run of the database tests: with TEST_POSTGRES=embedded, starts a Postgres for all of them. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES !== 'embedded') return undefined
  const server = await startEmbeddedPostgres(WITHOUT_SYNC)
  process.env.TEST_DATABASE_URL = server.url
  return () => server.stop()
}
