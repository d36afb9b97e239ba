import { illegalAct } from '../../illegal-act'
import { stream } from '../../stream'
import { type Random, sample } from '../draws'
import { type Buyer, type BuyerView, type Transaction, VOTES, type Vote } from './agents'
import { type LemonConfig, QUALITY, V_MAX } from './config'
import type { Listing } from './listing'

/** What a buyer saw and did. `sybilSteps` counts the steps in which it saw a Sybil's listing; `surplus` is in dollars. */
export type BuyerTally = {
  id: string
  sybilSeen: number
  sybilBids: number
  honestSeen: number
  honestBids: number
  sybilSteps: number
  surplus: number
}

/** Own purchases that a buyer is shown (lab-specification.md B.3, "Buyer observation"). */
const HISTORY = 10

/**
 * What the market keeps for one buyer: which listings it is shown, under which names, and what it has bought. The only place
 * that makes a buyer's view, so that no true tier and no seller's name can slip into it.
 */
export class BuyerMind {
  readonly tally: BuyerTally
  /** Listings shown at this step. */
  seen: readonly Listing[] = []
  private readonly random: Random
  private readonly sight: Random
  private readonly names = new Map<string, string>()
  private readonly history: Transaction[] = []

  constructor(
    readonly buyer: Buyer,
    private readonly config: LemonConfig,
    seed: number,
  ) {
    this.random = stream(seed, `buyer/${buyer.id}`)
    this.sight = stream(seed, `sight/${buyer.id}`)
    this.tally = {
      id: buyer.id,
      sybilSeen: 0,
      sybilBids: 0,
      honestSeen: 0,
      honestBids: 0,
      sybilSteps: 0,
      surplus: 0,
    }
  }

  /** Shows it some of the listings; returns the one that it bids on, if any. */
  async choose(step: number, listings: readonly Listing[]): Promise<Listing | null> {
    this.seen = sample(this.sight, listings, this.config.discover)
    const view = this.viewOf(step)
    const chosen = await this.buyer.choose(view, this.random)
    const ids = view.listings.map(({ id }) => id)
    if (chosen !== null && !ids.includes(chosen)) {
      const legal = [...ids, 'null'].join(' or ')
      throw illegalAct(this.buyer.id, { field: 'its choice', value: chosen, legal, when: `at step ${step}` })
    }
    const listing = chosen === null ? null : (this.seen[ids.indexOf(chosen)] ?? null)
    this.count(listing)
    return listing
  }

  /** Tells it what it got; returns its vote. */
  async review(step: number, { seller, description, tier, price }: Listing): Promise<Vote> {
    const quality = QUALITY[tier]
    const surplus = quality * V_MAX - price
    const name = this.nameOf(seller)
    this.history.push({ step, seller: name, price, tier, quality, surplus })
    this.tally.surplus += surplus
    const vote = await this.buyer.review({ step, seller: name, description, tier, quality }, this.random)
    if (!VOTES.includes(vote)) {
      const legal = VOTES.join(' or ')
      throw illegalAct(this.buyer.id, { field: 'its vote', value: vote, legal, when: `at step ${step}` })
    }
    return vote
  }

  private viewOf(step: number): BuyerView {
    const history = this.buyer.seesHistory ? this.history.slice(-HISTORY) : []
    return {
      step,
      listings: this.seen.map(({ seller, price, description, reputation }, index) => ({
        id: `listing-${index + 1}`,
        seller: this.nameOf(seller),
        price,
        description,
        reputation: this.config.showsReputation ? Number(reputation.toFixed(4)) : null,
      })),
      history,
      meanQuality:
        history.length > 0 ? history.reduce((sum, { quality }) => sum + quality, 0) / history.length : null,
    }
  }

  /** By the order in which this buyer has met them; null when ids are withheld. */
  private nameOf(seller: string): string | null {
    if (!this.config.showsSellerIds) return null
    const name = this.names.get(seller) ?? `seller-${this.names.size + 1}`
    this.names.set(seller, name)
    return name
  }

  private count(bid: Listing | null): void {
    const sybils = this.seen.filter(({ isSybil }) => isSybil).length
    this.tally.sybilSeen += sybils
    this.tally.honestSeen += this.seen.length - sybils
    if (sybils > 0) this.tally.sybilSteps += 1
    if (bid?.isSybil) this.tally.sybilBids += 1
    if (bid && !bid.isSybil) this.tally.honestBids += 1
  }
}
