import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './client'
import { migrate } from './migrate'
import { users } from './schema'
import { createEmptyDatabase, describeMultiConnection } from './testing'

/** A web server and its workers, started together on a new database. */
const PROCESSES = 4

describeMultiConnection('migrating from several processes at once', () => {
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  })

  test('each finds the database whole', async () => {
    const empty = await createEmptyDatabase()
    cleanUp.push(empty.drop)
    const databases = await Promise.all(
      Array.from({ length: PROCESSES }, () => openDatabase({ url: empty.url, dataDir: '' })),
    )
    for (const database of databases) cleanUp.push(database.close)
    await Promise.all(databases.map(migrate))
    for (const { db } of databases) expect(await db.$count(users)).toBe(0)
  })
})
