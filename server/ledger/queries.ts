import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '@/db/client'
import {
  bots,
  complaints,
  contexts,
  gameSeats,
  games,
  inspections,
  ledgerAccounts,
  ledgerTransfers,
  offers,
  purchases,
  resales,
  users,
} from '@/db/schema'
import {
  type WalletKind,
  type WalletPage,
  type WalletPurchase,
  type WalletRow,
  type WalletRowsInput,
  type WalletSummary,
  walletRowsSchema,
} from '../contract/ledger'
import { namedQuestion, showsTeaser } from '../market/private/sight-sql'
import { nameInHistory } from '../words/sellers'
import { userAccount } from './accounts'

/** What a person has and had, in micro-credits; what they were given for today is in `allowanceToday`. */
export async function walletSummary(db: Db, userId: string): Promise<Omit<WalletSummary, 'allowanceMicros'>> {
  const [account] = await db
    .select({ balanceMicros: ledgerAccounts.balanceMicros })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, userAccount(userId)))
  // Ended contexts hold nothing (`verify.ts` checks it); left out, so that a long history costs nothing.
  const [held] = await db
    .select({ micros: sumOf(sql`${ledgerAccounts.balanceMicros}`) })
    .from(contexts)
    .innerJoin(ledgerAccounts, sql`${ledgerAccounts.id} = 'escrow:' || ${contexts.id}`)
    .where(and(eq(contexts.buyerId, userId), isNull(contexts.endedAt)))
  const [laidDown] = await db
    .select({ micros: sumOf(sql`${ledgerAccounts.balanceMicros}`) })
    .from(offers)
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(ledgerAccounts, sql`${ledgerAccounts.id} = 'bond:' || ${offers.id}`)
    .where(and(eq(offers.sellerId, userId), gt(offers.bondMicros, 0n), isNull(contexts.endedAt)))
  const [pots] = await db
    .select({ micros: sumOf(sql`${games.potMicros}`) })
    .from(games)
    .where(and(eq(games.askerId, userId), isNull(games.endedAt)))
  const [stakes] = await db
    .select({ micros: sumOf(sql`${games.stakeMicros}`) })
    .from(gameSeats)
    .innerJoin(games, eq(games.id, gameSeats.gameId))
    .where(and(eq(gameSeats.personId, userId), isNull(games.endedAt)))
  const [earned] = await db
    .select({ micros: sumOf(sql`${purchases.priceMicros} - ${purchases.feeMicros}`) })
    .from(purchases)
    .where(eq(purchases.sellerId, userId))
  const [spent] = await db
    .select({ micros: sumOf(sql`${purchases.priceMicros}`) })
    .from(purchases)
    .where(eq(purchases.buyerId, userId))
  const pending = await pendingOf(db, userId)
  const refunded = async (side: typeof complaints.sellerId | typeof complaints.buyerId) => {
    const [sum] = await db
      .select({ micros: sumOf(sql`${complaints.refundedMicros}`) })
      .from(complaints)
      .where(eq(side, userId))
    return sum?.micros ?? 0n
  }
  const [resold] = await db
    .select({ micros: sumOf(sql`${resales.priceMicros} - ${resales.feeMicros} - ${resales.shareMicros}`) })
    .from(resales)
    .where(eq(resales.sellerId, userId))
  const [shared] = await db
    .select({ micros: sumOf(sql`${resales.shareMicros}`) })
    .from(resales)
    .where(eq(resales.askerId, userId))
  const [boughtOfOthers] = await db
    .select({ micros: sumOf(sql`${resales.priceMicros}`) })
    .from(resales)
    .where(eq(resales.buyerId, userId))
  const availableMicros = account?.balanceMicros ?? 0n
  const heldMicros = (held?.micros ?? 0n) + (pots?.micros ?? 0n) + (stakes?.micros ?? 0n)
  const bondMicros = laidDown?.micros ?? 0n
  return {
    availableMicros,
    heldMicros,
    bondMicros,
    ...pending,
    totalMicros: availableMicros + heldMicros + bondMicros + pending.pendingMicros,
    earnedMicros:
      (earned?.micros ?? 0n) +
      (resold?.micros ?? 0n) +
      (shared?.micros ?? 0n) -
      (await refunded(complaints.sellerId)),
    spentMicros:
      (spent?.micros ?? 0n) + (boughtOfOthers?.micros ?? 0n) - (await refunded(complaints.buyerId)),
  }
}

/** What a person has earned and cannot spend yet, and when the first and the last of it can be. */
export async function pendingOf(
  db: Db,
  userId: string,
): Promise<Pick<WalletSummary, 'pendingMicros' | 'pendingFrom' | 'pendingUntil'>> {
  const [pending] = await db
    .select({
      micros: sumOf(sql`${purchases.priceMicros} - ${purchases.feeMicros}`),
      from: min(purchases.clearsAt),
      until: max(purchases.clearsAt),
    })
    .from(purchases)
    .where(and(eq(purchases.sellerId, userId), isNotNull(purchases.clearsAt), isNull(purchases.clearedAt)))
  return {
    pendingMicros: pending?.micros ?? 0n,
    pendingFrom: pending?.from ?? null,
    pendingUntil: pending?.until ?? null,
  }
}

/**
 * A page of a person's transfers, newest first, with the balance that each left behind. Purchases out of a budget are no rows
 * of their own, for they left the account when the budget was held: they stand in the row that held it.
 */
export async function walletRows(
  db: Db,
  { userId, ...input }: WalletRowsInput & { userId: string },
): Promise<WalletPage> {
  const filter = walletRowsSchema.parse(input)
  // Each side by its own index and no further than the page; one condition over both would read the whole table.
  const read = await unionAll(
    sideQuery(db, { userId, side: 'out', filter }),
    sideQuery(db, { userId, side: 'in', filter }),
  )
    .orderBy(sql`seq desc`)
    .limit(filter.limit + 1)
  const page = read.slice(0, filter.limit)
  const last = page.at(-1)
  const bought = await boughtFrom(
    db,
    userId,
    page.flatMap(({ kind, questionId }) => (kind === 'hold' && questionId !== null ? [questionId] : [])),
  )
  return {
    rows: page.map((row) => ({
      ...walletRowOf(row),
      bought: row.kind === 'hold' ? (bought.get(row.questionId ?? '') ?? []) : [],
    })),
    nextCursor: read.length > page.length && last ? String(last.seq) : null,
  }
}

/** What was bought out of the budgets of these questions of one's own, the last first. */
async function boughtFrom(
  db: Db,
  userId: string,
  rootIds: readonly string[],
): Promise<Map<string, WalletPurchase[]>> {
  if (rootIds.length === 0) return new Map()
  const rows = await db
    .select({
      rootId: purchases.rootId,
      offerId: purchases.offerId,
      at: purchases.createdAt,
      priceMicros: purchases.priceMicros,
      seller: users.name,
      bot: { name: bots.name, removedAt: bots.removedAt },
      teaser: sql<string | null>`case when ${showsTeaser(userId)} then ${offers.teaser} end`,
    })
    .from(purchases)
    .innerJoin(offers, eq(offers.id, purchases.offerId))
    .innerJoin(contexts, eq(contexts.id, offers.contextId))
    .innerJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .innerJoin(users, eq(users.id, purchases.sellerId))
    .leftJoin(bots, eq(bots.id, offers.botId))
    .where(
      and(
        inArray(purchases.rootId, [...rootIds]),
        eq(purchases.buyerId, userId),
        // Paid out of the account, with a row of its own.
        eq(purchases.way, 'inspected'),
      ),
    )
    .orderBy(desc(purchases.createdAt), purchases.id)
  const byRoot = new Map<string, WalletPurchase[]>()
  for (const { rootId, bot, ...row } of rows)
    byRoot.set(rootId, [...(byRoot.get(rootId) ?? []), { ...row, botName: bot ? nameInHistory(bot) : null }])
  return byRoot
}

type Side = 'in' | 'out'
type Filter = ReturnType<typeof walletRowsSchema.parse>

function sideQuery(db: Db, { userId, side, filter }: { userId: string; side: Side; filter: Filter }) {
  const t = ledgerTransfers
  const account = userAccount(userId)
  const named = namedQuestion(userId)
  const teaser = sql`case when ${showsTeaser(userId)} then ${offers.teaser} end`
  const isOut = side === 'out'
  // A seller knows the sub-question that was answered; to its buyer it can be sealed, so the buyer's rows name the root.
  const isSellers = isOut
    ? sql`${t.kind} in ('fee', 'bond', 'share')`
    : sql`(${t.kind} in ('purchase', 'clear', 'resale') or ${t.fromAccount} like 'bond:%')`
  const questionId = sql`case when ${isSellers} then ${t.contextId} else ${t.rootId} end`
  return db
    .select({
      seq: t.seq,
      id: t.id,
      kind: t.kind,
      isOut: sql<boolean>`${isOut}::boolean`.as('is_out'),
      isBond: sql<boolean>`${t.fromAccount} like 'bond:%'`.as('is_bond'),
      game: { id: games.id, title: games.title },
      isOfPurchase: sql<boolean>`${t.fromAccount} like 'pending:%'`.as('is_of_purchase'),
      amountMicros: t.amountMicros,
      balanceMicros: sql`${isOut ? t.fromBalanceMicros : t.toBalanceMicros}`.mapWith(BigInt).as('balance'),
      at: t.createdAt,
      questionId: sql<string | null>`${named.id}`.as('question_id'),
      title: sql<string | null>`${named.title}`.as('title'),
      hasPage: named.hasPage.as('has_page'),
      offerId: sql<string | null>`${offers.id}`.as('offer_id_found'),
      teaser: sql<string | null>`${teaser}`.as('teaser_shown'),
      spentMicros: sql`case when ${t.kind} = 'release' and ${t.fromAccount} like 'escrow:%' then (
          select coalesce(sum(${purchases.priceMicros}), 0)::bigint from ${purchases}
          where ${purchases.rootId} = ${t.rootId} and ${purchases.way} = 'inspected'
        ) end`
        .mapWith((micros: string | null) => (micros === null ? null : BigInt(micros)))
        .as('spent'),
      // A key is made from its cause.
      grantedFor: sql<WalletRow['grantedFor']>`case when ${t.kind} = 'grant' then
        case when ${t.key} like '%:welcome' then 'welcome' when ${t.key} like '%:demo-run:%' then 'demo' end end`.as(
        'granted_for',
      ),
      isBondKept: sql<boolean>`${t.kind} = 'bond' and exists (
          select from ledger_transfer as ending where ending.key = ${t.offerId} || ':bond:end' and ending.kind = 'forfeit'
        )`.as('is_bond_kept'),
    })
    .from(t)
    .leftJoin(contexts, sql`${contexts.id} = ${questionId}`)
    .leftJoin(inspections, eq(inspections.rootId, contexts.rootId))
    .leftJoin(offers, eq(offers.id, t.offerId))
    .leftJoin(games, sql`'game:' || ${games.id} = ${isOut ? t.toAccount : t.fromAccount}`)
    .where(
      and(
        eq(isOut ? t.fromAccount : t.toAccount, account),
        filter.cursor === null ? undefined : lt(t.seq, Number(filter.cursor)),
        filter.from === null ? undefined : gte(t.createdAt, filter.from),
        filter.to === null ? undefined : lt(t.createdAt, filter.to),
        filter.kinds.length === 0
          ? undefined
          : or(sql`false`, ...filter.kinds.map((kind) => isOfKind(kind, side))),
        filter.text === '' ? undefined : hasText(filter.text, [named.title, teaser, sql`${games.title}`]),
      ),
    )
    .orderBy(desc(t.seq))
    .limit(filter.limit + 1)
}

const OUT_KINDS: readonly WalletKind[] = ['hold', 'fee', 'purchase', 'bond', 'resale', 'share-given', 'stake']

/** The condition for one kind on one side; a kind that cannot be on that side matches nothing. */
function isOfKind(kind: WalletKind, side: Side): SQL | undefined {
  if (kind === 'correction') return eq(ledgerTransfers.kind, 'reverse')
  const ofBond = sql`${ledgerTransfers.fromAccount} like 'bond:%'`
  const ofPurchase = sql`${ledgerTransfers.fromAccount} like 'pending:%'`
  if (kind === 'purchase-refunded')
    return side === 'in' ? and(eq(ledgerTransfers.kind, 'refund'), ofPurchase) : sql`false`
  if (kind === 'bond-returned')
    return side === 'in' ? and(eq(ledgerTransfers.kind, 'release'), ofBond) : sql`false`
  const ofGame = sql`${ledgerTransfers.fromAccount} like 'game:%'`
  if (kind === 'stake-returned')
    return side === 'in' ? and(eq(ledgerTransfers.kind, 'release'), ofGame) : sql`false`
  const kindSide: Side = OUT_KINDS.includes(kind) ? 'out' : 'in'
  if (side !== kindSide) return sql`false`
  const isKind = eq(ledgerTransfers.kind, transferOf(kind))
  if (kind === 'refund') return and(isKind, not(ofPurchase))
  return kind === 'release' ? and(isKind, not(ofBond), not(ofGame)) : isKind
}

/** What the ledger calls it. */
function transferOf(
  kind: Exclude<WalletKind, 'correction' | 'purchase-refunded' | 'bond-returned' | 'stake-returned'>,
) {
  if (kind === 'sale') return 'purchase'
  if (kind === 'resold') return 'resale'
  return kind === 'share-given' ? 'share' : kind
}

/** Only what is shown is searched. */
function hasText(text: string, shown: readonly SQL[]): SQL | undefined {
  return or(...shown.map((column) => sql`position(${text.toLowerCase()} in lower(${column})) > 0`))
}

type ReadRow = Awaited<ReturnType<typeof sideQuery>>[number]

function walletRowOf(row: ReadRow): Omit<WalletRow, 'bought'> {
  return {
    id: row.id,
    kind: walletKindOf(row),
    at: row.at,
    amountMicros: row.isOut ? -row.amountMicros : row.amountMicros,
    balanceMicros: row.balanceMicros,
    question:
      row.questionId !== null && row.title !== null
        ? { id: row.questionId, title: row.title, hasPage: row.hasPage }
        : null,
    game: row.game,
    offer: row.offerId !== null && row.teaser !== null ? { id: row.offerId, teaser: row.teaser } : null,
    spentMicros: row.spentMicros,
    grantedFor: row.grantedFor,
    isBondKept: row.isBondKept,
  }
}

function walletKindOf({
  kind,
  isOut,
  isBond,
  isOfPurchase,
  game,
  id,
}: Pick<ReadRow, 'kind' | 'isOut' | 'isBond' | 'isOfPurchase' | 'game' | 'id'>): WalletKind {
  if (kind === 'purchase') return isOut ? 'purchase' : 'sale'
  if (kind === 'resale') return isOut ? 'resale' : 'resold'
  if (kind === 'share') return isOut ? 'share-given' : 'share'
  if (kind === 'reverse') return 'correction'
  if (kind === 'refund' && isOfPurchase) return 'purchase-refunded'
  if (kind === 'release' && isBond) return 'bond-returned'
  if (kind === 'release' && game !== null) return 'stake-returned'
  if (kind === 'carve' || kind === 'lapse' || kind === 'forfeit')
    throw new Error(`The ${kind} ${id} is on a person's account.`)
  return kind
}

const sumOf = (micros: SQL) => sql`coalesce(sum(${micros}), 0)`.mapWith(BigInt)
