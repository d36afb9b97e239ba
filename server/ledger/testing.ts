import { eq, sql } from 'drizzle-orm'
import type { Db } from '@/db/client'
import { bots, contexts, inspections, ledgerAccounts, ledgerTransfers, offers, users } from '@/db/schema'
import { DEFAULT_POLICY } from '@/server/protocol/policy'
import { escrowAccount, ISSUANCE, userAccount } from './accounts'
import { carveLeg, type Released, releaseLegs } from './escrow'
import { type PostedTransfer, postTransfer, postTransfers } from './post'

/** Rows that money needs around it, for tests and the bench; everything not said is the shortest that the tables take. */
export interface Scene {
  db: Db
  at: Date
}

export async function makePerson({ db, at }: Scene, id: string, creditMicros = 0n): Promise<string> {
  // Only people of the demo market are granted what they need.
  await db.insert(users).values({ id, handle: id, name: id, isDemo: creditMicros > 0n, createdAt: at })
  if (creditMicros > 0n) {
    await postTransfer(db, {
      leg: {
        key: `${id}:demo-run:test`,
        kind: 'grant',
        from: ISSUANCE,
        to: userAccount(id),
        amountMicros: creditMicros,
      },
      at,
    })
  }
  return id
}

export interface TestContext {
  id: string
  rootId: string
  parentId: string | null
  buyerId: string
  level: number
}

/** A question with its tree, or below `parent` a sub-question; no money moves. */
export async function makeContext(
  { db, at }: Scene,
  {
    id,
    buyerId,
    budgetMicros,
    parent,
  }: { id: string; buyerId: string; budgetMicros: bigint; parent?: TestContext },
): Promise<TestContext> {
  const context: TestContext = {
    id,
    rootId: parent?.rootId ?? id,
    parentId: parent?.id ?? null,
    buyerId,
    level: parent ? parent.level + 1 : 0,
  }
  await db.insert(contexts).values({
    ...context,
    kind: parent ? 'inspection' : 'root',
    title: `Question ${id}`,
    decision: 'open',
    budgetMicros,
    botsUntil: at,
    createdAt: at,
  })
  if (!parent)
    await db
      .insert(inspections)
      .values({ rootId: id, policy: DEFAULT_POLICY, startRule: 'manual', deadlineAt: at, tokenCap: 1 })
  return context
}

export async function makeOffer(
  { db, at }: Scene,
  {
    id,
    context,
    sellerId,
    priceMicros,
    botId,
  }: { id: string; context: TestContext; sellerId: string; priceMicros: bigint; botId?: string },
): Promise<{ offerId: string; version: number; priceMicros: bigint }> {
  await db.insert(offers).values({
    id,
    contextId: context.id,
    rootId: context.rootId,
    sellerId,
    botId,
    teaser: `Teaser ${id}`,
    priceMicros,
    privateWords: 1,
    createdAt: at,
  })
  await insertTexts(db, [id])
  return { offerId: id, version: 1, priceMicros }
}

/** What offers say, as far as a row needs it: sealed bytes that nobody opens. Without them nothing is sold. */
export async function insertTexts(db: Db, offerIds: readonly string[]): Promise<void> {
  const ids = sql`unnest(${sql.param([...offerIds])}::text[])`
  await db.execute(sql`
    insert into offer_private (offer_id, version, key_id, nonce, ciphertext) select id, 1, '*', '\\x00', '\\x00' from ${ids} as id`)
  await db.execute(sql`
    insert into offer_key (offer_id, key_id, nonce, ciphertext) select id, 'test', '\\x00', '\\x00' from ${ids} as id`)
}

export async function makeBot({ db, at }: Scene, id: string, ownerId: string): Promise<string> {
  await db.insert(bots).values({
    id,
    ownerId,
    kind: 'fixed',
    name: id,
    knowledgeKeyId: 'test',
    knowledgeSealed: '',
    priceMicros: 10_000n,
    createdAt: at,
  })
  return id
}

/** Stored balance of an account, 0n when it was never used. */
export async function balanceOf(db: Db, account: string): Promise<bigint> {
  const [row] = await db
    .select({ balanceMicros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, account))
  return row?.balanceMicros ?? 0n
}

/** Carves for one child. */
export function carveEscrowOf(
  db: Db,
  { at, ...carved }: { parentId: string; childId: string; rootId: string; amountMicros: bigint; at: Date },
): Promise<PostedTransfer> {
  return postTransfer(db, { leg: carveLeg(carved), at })
}

/** Empties the escrow of one context; returns what moved, now or when it was emptied before, null when nothing was left. */
export async function releaseEscrow(
  db: Db,
  { context, at }: { context: Omit<Released, 'isCancelled' | 'amountMicros'>; at: Date },
): Promise<PostedTransfer | null> {
  return release(db, { ...context, isCancelled: false }, at)
}

/** Refunds the escrows of several contexts of a tree, the deepest first. */
export async function refundEscrows(
  db: Db,
  {
    contexts: ended,
    at,
  }: { contexts: readonly (Omit<Released, 'isCancelled' | 'amountMicros'> & { level: number })[]; at: Date },
): Promise<void> {
  for (const context of ended.toSorted((a, b) => b.level - a.level)) {
    await release(db, { ...context, isCancelled: true }, at)
  }
}

async function release(
  db: Db,
  context: Omit<Released, 'amountMicros'>,
  at: Date,
): Promise<PostedTransfer | null> {
  const [earlier] = await db
    .select({ amountMicros: ledgerTransfers.amountMicros })
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.key, `${context.id}:release`))
  const amountMicros = earlier?.amountMicros ?? (await balanceOf(db, escrowAccount(context.id)))
  const [released] = await postTransfers(db, { legs: releaseLegs({ ...context, amountMicros }), at })
  return released ?? null
}
