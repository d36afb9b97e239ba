import pg from 'pg'
import { startEmbeddedPostgres } from '@/db/testing-postgres'

/** Works with a real Postgres that is there for the time of it; `work` is given its address. */
export async function onServer<T>(
  work: (url: string) => Promise<T>,
  postgresFlags: string[] = [],
): Promise<T> {
  const server = await startEmbeddedPostgres(postgresFlags)
  try {
    return await work(server.url)
  } finally {
    await server.stop()
  }
}

/** Makes an empty database; returns its address. */
export async function newDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name}`).finally(() => admin.end())
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
