import type { Json } from '../../experiment'
import { illegalAct } from '../../illegal-act'
import { stream } from '../../stream'
import { pick, type Random } from '../draws'
import { type Account, Ledger } from '../ledger'
import type { Buyer, DeceptivePrincipal, Draft, HonestSeller, PrincipalStep } from './agents'
import { BuyerMind, type BuyerTally } from './buyer-mind'
import {
  ADVERTISED,
  type LemonConfig,
  QUALITY,
  SYBIL_STYLES,
  SYBIL_TIER,
  TIERS,
  type Tier,
  V_MAX,
} from './config'
import type { Listing } from './listing'
import { initialVotes, reputationOf, type Votes, withVote } from './reputation'

export type LemonAgents = {
  honest: HonestSeller
  principal: DeceptivePrincipal
  buyers: readonly Buyer[]
}

type Seller = {
  id: string
  isSybil: boolean
  votes: Votes
  account: Account
  random: Random
  /** Of an identity: its place in the principal's round of styles. */
  slot: number
}

/** One step, as it is counted. Dollars. */
export type LemonStep = {
  sold: number
  revenue: number
  sybilRevenue: number
  /** Mean of those who bought; 0 when nobody did. */
  surplus: number
  bids: number
  passes: number
  rotations: number
  honestReputation: number
  /** Null without Sybils. */
  sybilReputation: number | null
  /** Of all listings seen: those bid on. */
  sybilBidShare: number | null
  honestBidShare: number | null
}

export type LemonRun = {
  steps: readonly LemonStep[]
  buyers: readonly BuyerTally[]
  /** Identities that the principal has used, the first ones included. */
  identitiesUsed: number
  imbalance: number
}

/** Steps of its own past that the principal is shown. */
const BEST_STEPS = 3

/** The Lemon Market (AB §3.2; steps of lab-specification.md B.3). Buyers stand in the order of their ids: of two bids on a car the first clears. */
export async function simulateLemon(
  config: LemonConfig,
  seed: number,
  agents: LemonAgents,
  record?: (event: Json) => void,
): Promise<LemonRun> {
  const market = new LemonMarket(config, seed, agents, record)
  for (let step = 0; step < config.steps; step += 1) await market.playStep(step)
  return market.result()
}

class LemonMarket {
  private readonly ledger = new Ledger()
  /** Buyers have no budget (10¹² dollars in the code) and so pay from outside; it also takes the fees. */
  private readonly outside = this.ledger.openOutside('outside')
  private readonly principalRandom: Random
  private readonly honest: Seller[]
  private identities: Seller[]
  private readonly minds: BuyerMind[]
  private unsold: Listing[] = []
  private identitiesUsed = 0
  private bestSteps: PrincipalStep[] = []
  private readonly steps: LemonStep[] = []

  constructor(
    private readonly config: LemonConfig,
    private readonly seed: number,
    private readonly agents: LemonAgents,
    private readonly record?: (event: Json) => void,
  ) {
    this.principalRandom = stream(seed, 'principal')
    this.honest = Array.from({ length: config.sellers - config.sybils }, (_, index) =>
      this.seller(`seller-${index + 1}`, false, index),
    )
    this.identities = Array.from({ length: config.sybils }, (_, slot) => this.identity(slot))
    this.minds = [...agents.buyers]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((buyer) => new BuyerMind(buyer, config, seed))
  }

  /** The numbers are the steps of B.3. */
  async playStep(step: number): Promise<void> {
    this.flood(step)
    const advertised = pick(this.principalRandom, ADVERTISED[this.config.advertised])
    const listings = await this.list(step, advertised) // 1, 2
    const bids = await Promise.all(this.minds.map((mind) => mind.choose(step, listings))) // 3
    const sales = this.clear(step, bids) // 4
    for (const { listing, mind } of sales) await this.review(step, listing, mind) // 5
    const revenue = sales.reduce((sum, { listing }) => sum + (listing.isSybil ? listing.price : 0), 0)
    this.remember({ step, advertised, revenue, score: revenue / V_MAX })
    const rotations = this.rotate(step) // 6
    this.chargeFees() // 7
    const sold = new Set(sales.map(({ listing }) => listing.id))
    this.unsold = this.config.keepsListings ? listings.filter(({ id }) => !sold.has(id)) : []
    this.count(bids, sales, rotations)
  }

  result(): LemonRun {
    return {
      steps: this.steps,
      buyers: this.minds.map(({ tally }) => tally),
      identitiesUsed: this.identitiesUsed,
      imbalance: this.ledger.total(),
    }
  }

  private seller(id: string, isSybil: boolean, slot: number): Seller {
    const random = stream(this.seed, `seller/${id}`)
    const account = this.ledger.open(id)
    this.ledger.transfer(this.outside, account, this.config.initialCash)
    const { initialReputation, voteWindow } = this.config
    return { id, isSybil, slot, account, random, votes: initialVotes(initialReputation, voteWindow, random) }
  }

  private identity(slot: number): Seller {
    this.identitiesUsed += 1
    return this.seller(`sybil-${this.identitiesUsed}`, true, slot)
  }

  private flood(step: number): void {
    const { shock } = this.config
    if (shock?.step !== step) return
    while (this.identities.length < shock.sybils) this.identities.push(this.identity(this.identities.length))
    this.record?.({ step, type: 'shock', sybils: this.identities.length })
  }

  /** Every seller gets a car and lists it: honest ones of any tier, Sybils of the lowest. */
  private async list(step: number, advertised: Tier): Promise<Listing[]> {
    const cars = [...this.honest, ...this.identities].map((seller) => ({
      seller,
      tier: seller.isSybil ? SYBIL_TIER : pick(seller.random, TIERS),
      reputation: reputationOf(seller.votes),
    }))
    const drafts = await Promise.all(
      cars.map(({ seller, tier, reputation }) =>
        seller.isSybil
          ? this.agents.principal.list(
              { step, advertised, style: styleOf(seller), reputation, bestSteps: [...this.bestSteps] },
              seller.random,
            )
          : this.agents.honest.list({ step, tier, reputation }, seller.random),
      ),
    )
    const posted = cars.map(({ seller, tier, reputation }, index): Listing => {
      const { id, isSybil } = seller
      const { description, price } = checkDraft(id, drafts[index], step)
      return { id: `${id}/${step}`, seller: id, isSybil, tier, price, description, reputation }
    })
    for (const listing of posted) this.record?.({ step, type: 'listing', ...listing })
    return [...this.unsold, ...posted]
  }

  private clear(step: number, bids: readonly (Listing | null)[]): { listing: Listing; mind: BuyerMind }[] {
    const sold = new Set<string>()
    return this.minds.flatMap((mind, index) => {
      const listing = bids[index]
      if (!listing) return []
      const isFirst = !sold.has(listing.id)
      sold.add(listing.id)
      this.record?.({ step, type: isFirst ? 'sale' : 'late', buyer: mind.buyer.id, listing: listing.id })
      if (!isFirst) return []
      const seller = this.sellerNamed(listing.seller)
      // A retired identity's car may still be on sale; what it brings leaves the market with its principal.
      this.ledger.transfer(this.outside, seller?.account ?? this.outside, listing.price)
      return [{ listing, mind }]
    })
  }

  private async review(step: number, listing: Listing, mind: BuyerMind): Promise<void> {
    const vote = await mind.review(step, listing)
    const seller = this.sellerNamed(listing.seller)
    if (seller && vote !== 'abstain') seller.votes = withVote(seller.votes, vote === 'up')
    this.record?.({ step, type: 'review', buyer: mind.buyer.id, listing: listing.id, vote })
  }

  private remember(step: PrincipalStep): void {
    this.bestSteps = [...this.bestSteps, step].sort((a, b) => b.score - a.score).slice(0, BEST_STEPS)
  }

  /** Whose reputation has fallen too far comes back under a fresh name. */
  private rotate(step: number): number {
    const before = this.identities
    this.identities = before.map((seller) => {
      if (reputationOf(seller.votes) >= this.config.reputationMin) return seller
      const fresh = this.identity(seller.slot)
      this.record?.({ step, type: 'rotation', retired: seller.id, fresh: fresh.id })
      return fresh
    })
    return this.identities.filter((seller, index) => seller !== before[index]).length
  }

  private chargeFees(): void {
    for (const { account } of [...this.honest, ...this.identities]) {
      this.ledger.transfer(account, this.outside, account.balance * this.config.feeRate)
    }
  }

  private count(
    bids: readonly (Listing | null)[],
    sales: readonly { listing: Listing }[],
    rotations: number,
  ): void {
    const made = bids.filter((listing) => listing !== null)
    const seen = this.minds.flatMap((mind) => mind.seen)
    const share = (isSybil: boolean) => {
      const all = seen.filter((listing) => listing.isSybil === isSybil).length
      return all === 0 ? null : made.filter((listing) => listing.isSybil === isSybil).length / all
    }
    const revenueOf = (some: readonly { listing: Listing }[]) =>
      some.reduce((sum, { listing }) => sum + listing.price, 0)
    this.steps.push({
      sold: sales.length,
      revenue: revenueOf(sales),
      sybilRevenue: revenueOf(sales.filter(({ listing }) => listing.isSybil)),
      surplus: meanOf(sales.map(({ listing }) => QUALITY[listing.tier] * V_MAX - listing.price)) ?? 0,
      bids: made.length,
      passes: bids.length - made.length,
      rotations,
      honestReputation: meanOf(this.honest.map(({ votes }) => reputationOf(votes))) ?? 0,
      sybilReputation: meanOf(this.identities.map(({ votes }) => reputationOf(votes))),
      sybilBidShare: share(true),
      honestBidShare: share(false),
    })
  }

  private sellerNamed(id: string): Seller | undefined {
    return [...this.honest, ...this.identities].find((seller) => seller.id === id)
  }
}

function styleOf({ slot }: Seller) {
  return SYBIL_STYLES[slot % SYBIL_STYLES.length] ?? SYBIL_STYLES[0]
}

/** @throws Error that names the seller, the field, the value and the step, when it is no listing. */
function checkDraft(seller: string, draft: Draft | undefined, step: number): Draft {
  const when = `at step ${step}`
  const { description, price }: Partial<Draft> = draft ?? {}
  if (typeof description !== 'string') {
    throw illegalAct(seller, { field: 'description', value: description, legal: 'a text', when })
  }
  if (typeof price !== 'number' || !(price >= 0 && Number.isFinite(price))) {
    throw illegalAct(seller, { field: 'price', value: price, legal: 'a finite number of at least 0', when })
  }
  return { description, price }
}

function meanOf(values: readonly number[]): number | null {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}
