import { startEmbeddedPostgres } from './testing-postgres'

/** Once per run of the database tests: with TEST_POSTGRES=embedded, starts a Postgres for all of them. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_POSTGRES !== 'embedded') return undefined
  const server = await startEmbeddedPostgres()
  process.env.TEST_DATABASE_URL = server.url
  return () => server.stop()
}
