import { shuffled } from '@/server/shared/random'
import { stream } from '../stream'
import { BulletinBoard } from './board'
import { BuyerAgent, type BuyerResult } from './buyer-agent'
import type { Buyer, Vendor } from './entities'
import type { BazaarEvent } from './events'
import { Credit } from './ledger'
import type { Mind, Sense } from './mind'
import type { BazaarParameters } from './parameters'
import { searchShelf } from './retrieval'
import { compareText } from './selection'
import { VendorAgent } from './vendor-agent'
import type { World } from './world'

/**
 * The Information Bazaar: buyers and vendors on one board, step by step. Source: "Language Models Can Reduce Asymmetry in
 * Information Markets", section 3; order and termination as in lab, A.2.
 */
export type Bazaar = {
  vendors: readonly Vendor[]
  buyers: readonly Buyer[]
  parameters: BazaarParameters
  sense: Sense
  mindOf(buyer: Buyer): Mind
  /** Events in their order, as they happen. */
  record?: (event: BazaarEvent) => void
}

export type BazaarResult = {
  /** By buyer's id. */
  buyers: BuyerResult[]
  steps: number
  /** What was granted and what is held by all agents together: equal. */
  totals: { grantedMicros: bigint; heldMicros: bigint }
}

/**
 * Runs until every buyer has ended, at most `stepsMax` steps. In each step all agents act once, in an order drawn from the
 * seed; the order in which they are given does not matter.
 *
 * @throws Error when two agents have the same id.
 */
export async function runBazaar(bazaar: Bazaar, seed: number): Promise<BazaarResult> {
  const { parameters, sense, record } = bazaar
  const board = new BulletinBoard()
  const credit = new Credit()
  let now = 0
  const world: World = {
    get now() {
      return now
    },
    parameters,
    sense,
    credit,
    log: (event) => record?.({ step: now, ...event }),
    deliver: (quote, buyerId) => buyers.find(({ id }) => id === buyerId)?.receive(quote),
    askVendors: async (text, maxBudgetMicros) => {
      const found = await Promise.all(
        vendors.map(async ({ id, shelf }) => {
          const rules = { ...parameters.retrieval, poolsTenders: false }
          const { hits } = await searchShelf(shelf, [{ text, maxBudgetMicros }], sense, rules)
          return (hits[0] ?? []).map((hit) => ({ ...hit, vendorId: id }))
        }),
      )
      return found.flat()
    },
  }
  const vendors = bazaar.vendors.map((vendor) => new VendorAgent(vendor, world))
  const buyers = bazaar.buyers.map((buyer) => new BuyerAgent(buyer, bazaar.mindOf(buyer), world))
  const agents = [...vendors, ...buyers].sort((a, b) => compareText(a.id, b.id))
  if (new Set(agents.map(({ id }) => id)).size !== agents.length) throw new Error('Two agents have one id')

  const draw = stream(seed, 'order')
  while (now < parameters.stepsMax && buyers.some(({ hasEnded }) => !hasEnded)) {
    for (const agent of shuffled(agents, Math.floor(draw() * 2 ** 32))) await agent.act(board)
    board.dropOverdue(now)
    now += 1
  }
  return {
    buyers: buyers.map((buyer) => buyer.result()).sort((a, b) => compareText(a.buyerId, b.buyerId)),
    steps: now,
    totals: credit.totals(),
  }
}
