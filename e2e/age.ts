import { sql } from 'drizzle-orm'
import { openDatabase } from '@/db/client'
import { users } from '@/db/schema'

/** Makes each account so many days older, in the folder of a market that has been stopped: as if it had stood still that long. */
export async function eachAccountOlder(dataDir: string, days: number): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    await database.db
      .update(users)
      .set({ createdAt: sql`${users.createdAt} - make_interval(days => ${days})` })
  } finally {
    await database.close()
  }
}
