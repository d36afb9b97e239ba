import { and, count, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { knownAddresses, knownDevices, personClusters, purchases, users } from '@/db/schema'
import type { Deps } from '../../deps'
import { ADDRESS_ACCOUNTS_MAX, type Cluster, DEVICE_ACCOUNTS_MAX, findClusters } from './find-clusters'

/** A record made by washing lives this long; looking again costs a pass over who bought of whom. */
export const CLUSTERS_EVERY_MS = 5 * 60_000

const buyers = alias(users, 'buyer')
const sellers = alias(users, 'seller')

type Needs = Pick<Deps, 'db' | 'clock'>

/** Looks at the start and every five minutes; the sweeper calls it more often. */
export function createClusterKeeper(deps: Needs): () => Promise<void> {
  let lookAt = 0
  return async () => {
    const now = deps.clock.now().getTime()
    if (now < lookAt) return
    lookAt = now + CLUSTERS_EVERY_MS
    await keepClusters(deps)
  }
}

/** Writes down which accounts look like one hand now. Several at once do no harm: each writes what it saw. */
export async function keepClusters({ db }: Pick<Deps, 'db'>): Promise<void> {
  const shared = db
    .select({ digest: knownAddresses.digest })
    .from(knownAddresses)
    .groupBy(knownAddresses.digest)
    .having(sql`count(*) between 2 and ${ADDRESS_ACCOUNTS_MAX}`)
  const seen = await db
    .select({ personId: users.id, address: knownAddresses.digest, madeAt: users.createdAt })
    .from(knownAddresses)
    .innerJoin(users, eq(users.id, knownAddresses.userId))
    .where(and(inArray(knownAddresses.digest, shared), eq(users.isDemo, false)))
  const sharedBrowsers = db
    .select({ digest: knownDevices.digest })
    .from(knownDevices)
    .groupBy(knownDevices.digest)
    .having(sql`count(*) between 2 and ${DEVICE_ACCOUNTS_MAX}`)
  const used = await db
    .select({ personId: users.id, device: knownDevices.digest })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(inArray(knownDevices.digest, sharedBrowsers), eq(users.isDemo, false)))
  // People of the demo are nobody's second account; nor does who trades with them trade with strangers.
  const trades = await db
    .select({ buyerId: purchases.buyerId, sellerId: purchases.sellerId, purchases: count() })
    .from(purchases)
    .innerJoin(buyers, and(eq(buyers.id, purchases.buyerId), eq(buyers.isDemo, false)))
    .innerJoin(sellers, and(eq(sellers.id, purchases.sellerId), eq(sellers.isDemo, false)))
    .groupBy(purchases.buyerId, purchases.sellerId)
  const rows = rowsOfClusters(findClusters({ seen, used, trades }))
  await db.transaction(async (tx) => {
    const people = rows.map(({ personId }) => personId)
    await tx
      .delete(personClusters)
      .where(people.length === 0 ? undefined : notInArray(personClusters.personId, people))
    if (rows.length === 0) return
    await tx
      .insert(personClusters)
      .values(rows)
      .onConflictDoUpdate({
        target: personClusters.personId,
        set: { cluster: sql`excluded.cluster`, cause: sql`excluded.cause` },
      })
  })
}

/** A cluster goes by its first member. */
function rowsOfClusters(clusters: readonly Cluster[]) {
  return clusters
    .flatMap(({ cause, people }) =>
      people.map((personId) => ({ personId, cluster: people[0] ?? personId, cause })),
    )
    .toSorted((a, b) => (a.personId < b.personId ? -1 : 1))
}
