import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { botRuns, ledgerTransfers } from '@/db/schema'
import { causeInWords } from '../../contract/transfer-line'
import { walletRows, walletSummary } from '../../ledger/queries'
import type { InspectReply, InspectTask } from '../../llm/model'
import { viewOffers } from '../../market/context-view'
import { listNotices } from '../../market/inbox/notices'
import { tellTree } from '../../market/inbox/tell'
import { withdrawOffer } from '../../market/post-offer'
import { DEFAULT_POLICY } from '../../protocol/policy'
import type { PassReason } from '../../protocol/verdict'
import { type TestMarket, testMarket } from '../../testing'
import { cancelByBuyer, startInspection } from './control'
import { askQuestion, credits, NOTHING, newKey, person, scriptedModel, sell, subBot } from './testing'
import { engineScene } from './testing-engine'

const BOND = credits(0.1)
const scene = engineScene()
let market: TestMarket
let buyer: string
let seller: string

/** Says of each offer what its teaser says. */
function byTeaser({ offers }: InspectTask): InspectReply {
  return {
    ...NOTHING,
    buy: offers.flatMap(({ handle, teaser }) =>
      teaser.startsWith('buy') ? [{ handle, reason: 'worth-its-price' as const }] : [],
    ),
    pass: offers.flatMap(({ handle, teaser }) =>
      teaser.startsWith('buy') ? [] : [{ handle, reason: teaser.split(':')[0] as PassReason }],
    ),
  }
}

beforeEach(async () => {
  market = testMarket(scene.database, { site: scriptedModel(byTeaser), isSiteBuiltIn: false })
  market.deps.env = { ...market.deps.env, POSTING_BOND: BOND }
  buyer = await person(market, 'ada')
  seller = await person(market, 'sol')
})

const offer = (contextId: string, says: string) =>
  sell(market, seller, {
    contextId,
    teaser: `${says}: what is known of the bridge.`,
    privateInfo: `The bridge at Lindow and ${says}.`,
    price: 1,
  })

const bondsOf = async (contextId: string) => {
  const seen = await viewOffers(market.deps, seller, contextId)
  return Object.fromEntries(seen.map(({ teaser, bond }) => [teaser?.split(':')[0], bond?.state]))
}

describe('the bond of an offer', () => {
  it('is kept where an agent judged the offer to be off the subject or its teaser to mislead, and comes back for all others', async () => {
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    for (const says of ['buy', 'irrelevant', 'misleading-teaser', 'too-expensive', 'unconvincing'])
      await offer(contextId, says)
    const before = await walletSummary(market.deps.db, seller)
    expect(before).toMatchObject({ bondMicros: 5n * BOND, totalMicros: credits(100) })
    expect(await bondsOf(contextId)).toMatchObject({ buy: 'held', irrelevant: 'held' })

    await startInspection(market.deps, buyer, { contextId, offerIds: null, requestKey: newKey() })
    await market.settle()
    await cancelOrSettle(contextId)
    expect(await bondsOf(contextId)).toEqual({
      buy: 'returned',
      irrelevant: 'kept',
      'misleading-teaser': 'kept',
      'too-expensive': 'returned',
      unconvincing: 'returned',
    })
    expect(await walletSummary(market.deps.db, seller)).toMatchObject({
      bondMicros: 0n,
      availableMicros: credits(100) - 2n * BOND + credits(0.95),
    })
    const { rows } = await walletRows(market.deps.db, { userId: seller, kinds: ['bond-returned'] })
    expect(rows.map(({ amountMicros }) => amountMicros)).toEqual([BOND, BOND, BOND])
    const forfeits = await market.deps.db
      .select()
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.kind, 'forfeit'))
    expect(forfeits.map(({ toAccount }) => toAccount)).toEqual(['fees', 'fees'])
    // Its owner reads of it, where the credits went and where news come in.
    const laidDown = await walletRows(market.deps.db, { userId: seller, kinds: ['bond'] })
    const kept = laidDown.rows.filter(({ isBondKept }) => isBondKept)
    expect(kept.map(({ offer: of }) => of?.teaser.split(':')[0]).sort()).toEqual([
      'irrelevant',
      'misleading-teaser',
    ])
    for (const row of kept) expect(causeInWords(row)).toContain('kept: an agent judged')
    await tellTree(market.deps, contextId)
    const { items } = await listNotices(market.deps.db, seller, { cursor: null })
    expect(items.filter(({ event }) => event === 'offer.bond-kept')).toMatchObject([
      { count: 2, amountMicros: 2n * BOND, context: { id: contextId } },
    ])
  })

  it('comes back when the offer is withdrawn, and when the question is cancelled, whatever was said of it by then', async () => {
    const contextId = await askQuestion(market, buyer, {
      start: { rule: 'quorum', offers: 2 },
      policy: { ...DEFAULT_POLICY, maxSittings: 3 },
    })
    const withdrawn = await offer(contextId, 'buy')
    await withdrawOffer(market.deps, seller, withdrawn)
    await withdrawOffer(market.deps, seller, withdrawn)
    expect(await walletSummary(market.deps.db, seller)).toMatchObject({ availableMicros: credits(100) })
    await offer(contextId, 'irrelevant')
    await offer(contextId, 'unconvincing')
    await market.settle()
    expect(await bondsOf(contextId)).toEqual({ irrelevant: 'held', unconvincing: 'held' })
    await cancelByBuyer(market.deps, buyer, { rootId: contextId, requestKey: newKey() })
    expect(await bondsOf(contextId)).toEqual({ irrelevant: 'returned', unconvincing: 'returned' })
    expect(await walletSummary(market.deps.db, seller)).toMatchObject({ availableMicros: credits(100) })
  })

  it('is no one else’s to see', async () => {
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    await offer(contextId, 'buy')
    for (const viewer of [buyer, null])
      expect((await viewOffers(market.deps, viewer, contextId)).map(({ bond }) => bond)).toEqual([null])
  })

  it('that the wallet does not cover is refused with both amounts, and a bot is silent for that reason', async () => {
    market.deps.env = { ...market.deps.env, POSTING_BOND: credits(60) }
    await subBot(market, seller, {
      keyword: 'bridge',
      teaser: 'Who inspected the bridge.',
      knowledge: 'The county did.',
      price: 0.5,
    })
    const contextId = await askQuestion(market, buyer, { start: { rule: 'manual' } })
    await offer(contextId, 'buy')
    await expect(offer(contextId, 'buy')).rejects.toMatchObject({
      code: 'market.bond_not_covered',
      details: { bond: '60.00', available: '40.00' },
    })
    await market.deps.db.execute(`update matcher set scope = 'both'`)
    await askQuestion(market, buyer, { title: 'Is the bridge at Moor old?' })
    await market.settle()
    const runs = await market.deps.db.select().from(botRuns)
    expect(new Set(runs.map(({ silence }) => silence))).toEqual(new Set(['no-bond']))
  })
})

/** Ends a question that stays open for later offers. */
async function cancelOrSettle(contextId: string) {
  market.clock.forward(2 * 3_600_000)
  await market.settle()
  expect((await scene.treeOf(buyer, contextId)).status).toBe('settled')
}
