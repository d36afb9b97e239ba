import { sql } from 'drizzle-orm'
import { openDatabase } from '@/db/client'
import { purchaseOffer } from '@/server/ledger/purchase-offer'

const database = await openDatabase({ url: process.env.PGURL!, dataDir: '', driver: 'postgres', poolMax: 8 })
const pool = (database.raw as any).pool
const tag = Math.random().toString(36).slice(2)
async function cpu(name: string, n: number, f: (i: number) => Promise<unknown>) {
  for (let i = 0; i < 300; i++) await f(-i - 1)
  const a = process.cpuUsage()
  let next = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < n) {
        const i = next++
        await f(i)
      }
    }),
  )
  const d = process.cpuUsage(a)
  console.log(name, ((d.user + d.system) / n).toFixed(0), 'us node cpu each')
}
for (let k = 0; k < 2; k++) {
  await cpu('drizzle select 1', 4000, () => database.db.execute(sql`select 1 as x, ${'a'} as y`))
  await cpu('pool select 1', 4000, () => pool.query('select 1 as x, $1 as y', ['a']))
  await cpu('pool select 1 prepared', 4000, () =>
    pool.query({ name: 'x', text: 'select 1 as x, $1 as y', values: ['a'] }),
  )
  await cpu('purchase (refused)', 2000, (i) =>
    purchaseOffer(database.db, {
      purchaseId: `z${i}`,
      offerId: 'none',
      version: 1,
      priceMicros: 20000n,
      buyerId: 'buyer1',
      way: 'inspected',
      at: new Date(),
    }).catch(() => 0),
  )
}
await database.close()
