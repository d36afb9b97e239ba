import { eq, sum } from 'drizzle-orm'
import { openDatabase } from '@/db/client'
import { ledgerTransfers } from '@/db/schema'
import { FEES, ISSUANCE } from '@/server/ledger/accounts'
import { credits } from './amounts'

/** What came into the market's own accounts less what left them, from the folder of a market that has been stopped. */
export async function booksOf(dataDir: string): Promise<{ fees: string; issuance: string }> {
  const database = await openDatabase({ dataDir })
  try {
    const { fromAccount, toAccount, amountMicros } = ledgerTransfers
    const total = async (where: ReturnType<typeof eq>) => {
      const [row] = await database.db
        .select({ micros: sum(amountMicros) })
        .from(ledgerTransfers)
        .where(where)
      return BigInt(row?.micros ?? 0)
    }
    const balance = async (id: string) =>
      credits((await total(eq(toAccount, id))) - (await total(eq(fromAccount, id))))
    return { fees: await balance(FEES), issuance: await balance(ISSUANCE) }
  } finally {
    await database.close()
  }
}
