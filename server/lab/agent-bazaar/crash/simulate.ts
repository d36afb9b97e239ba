import type { Json } from '../../experiment'
import { stream } from '../../stream'
import { poisson, type Random, sample, uniform } from '../draws'
import { Ledger } from '../ledger'
import type { CompetitorPrice, FirmAgent, FirmView } from './agents'
import type { CrashConfig } from './config'
import {
  type Consumer,
  dailyIncome,
  expectedAfter,
  type Order,
  orderOf,
  PERSONAS,
  type Quote,
  REMEMBERED_PURCHASES,
} from './consumers'
import {
  act,
  bill,
  checkAction,
  type Firm,
  type FirmResult,
  foundFirm,
  rememberDay,
  rememberSales,
  reputationOf,
  resultOf,
} from './firm'

export type CrashRun = {
  /** Days that were played: fewer than configured when every firm has gone. */
  days: number
  firms: readonly FirmResult[]
  /** One number a day. */
  series: {
    /** Of all firms in business, with or without stock. */
    meanPrice: readonly number[]
    /** At the end of the day. */
    inBusiness: readonly number[]
    ordersFilled: readonly number[]
    unitCost: readonly number[]
  }
  /** What the ledger's balances add up to: zero but for rounding. */
  imbalance: number
}

/** `infoAsymmetry`: the mean of competitors' prices is off by up to this share. */
const NOISE = 0.1

/** The Crash (AB §3.1; step order of lab-specification.md B.2). The same configuration, seed and agents give the same events, in any order of `agents`. */
export async function simulateCrash(
  config: CrashConfig,
  seed: number,
  agents: readonly FirmAgent[],
  record?: (event: Json) => void,
): Promise<CrashRun> {
  const market = new CrashMarket(config, seed, agents, record)
  while (market.day < config.days && market.active().length > 0) await market.playDay()
  return market.result()
}

class CrashMarket {
  day = 0
  private readonly ledger = new Ledger()
  /** Whoever pays incomes and is paid for supply, overhead, taxes and fees. */
  private readonly outside = this.ledger.openOutside('outside')
  private readonly world: Random
  private readonly firms: Firm[]
  private readonly consumers: Consumer[]
  private lastPrices: CompetitorPrice[] = []
  private unitsSold = 0
  private readonly series = {
    meanPrice: [] as number[],
    inBusiness: [] as number[],
    ordersFilled: [] as number[],
    unitCost: [] as number[],
  }

  constructor(
    private readonly config: CrashConfig,
    seed: number,
    agents: readonly FirmAgent[],
    private readonly record?: (event: Json) => void,
  ) {
    this.world = stream(seed, 'world')
    this.firms = [...agents]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((agent) => {
        const account = this.ledger.open(agent.id)
        this.ledger.transfer(this.outside, account, config.initialCash)
        return foundFirm(agent, account, stream(seed, `firm/${agent.id}`), config.unitCost)
      })
    this.consumers = Array.from({ length: config.consumers }, (_, index) => ({
      id: `consumer-${index + 1}`,
      account: this.ledger.open(`consumer-${index + 1}`),
      income: dailyIncome(stream(seed, `consumer/${index + 1}`)),
      persona: config.hasPersonas ? (PERSONAS[index % PERSONAS.length] ?? null) : null,
      bought: [],
      expected: null,
    }))
  }

  active(): Firm[] {
    return this.firms.filter(({ bankruptOn }) => bankruptOn === null)
  }

  /** One day; the numbers are the step order of B.2. Labour (1) is the drawing of incomes before the first day. */
  async playDay(): Promise<void> {
    this.applyShock()
    // 0: cash never falls below zero here, as transfers fail first; bankruptcy is found where a bill is due (8).
    const firms = this.active()
    await this.decide(firms) // 2
    for (const { account, income } of this.consumers) this.ledger.transfer(this.outside, account, income) // 3
    const quotes = this.quotesOf(firms)
    const orders = this.ordersFor([...quotes.keys()]) // 4
    const filled = this.clear(orders, quotes) // 5
    for (const firm of firms) rememberSales(firm) // 6; 7: quotes and orders end with the day
    for (const firm of firms) this.bill(firm) // 8, 9, 10
    this.close(firms, filled) // 11; 12: consumers use up what they bought
    this.day += 1
  }

  result(): CrashRun {
    return {
      days: this.day,
      firms: this.firms.map(resultOf),
      series: this.series,
      imbalance: this.ledger.total(),
    }
  }

  private applyShock(): void {
    const { shock } = this.config
    if (shock?.day !== this.day) return
    for (const firm of this.firms) firm.unitCost = shock.unitCost
    this.record?.({ day: this.day, type: 'shock', unitCost: shock.unitCost })
  }

  private async decide(firms: readonly Firm[]): Promise<void> {
    const views = firms.map((firm) => this.viewOf(firm))
    const actions = await Promise.all(
      firms.map((firm, index) => firm.agent.decide(views[index] as FirmView, firm.random)),
    )
    firms.forEach((firm, index) => {
      this.act(firm, checkAction(firm.id, actions[index], this.day))
    })
  }

  private viewOf(firm: Firm): FirmView {
    const { firmsDiscover, infoAsymmetry } = this.config
    // One more than the limit, as the firm itself may be among them.
    const drawn = firmsDiscover > 0 ? sample(this.world, this.lastPrices, firmsDiscover + 1) : this.lastPrices
    const others = drawn.filter((other) => other.firm !== firm.id)
    const seen = firmsDiscover > 0 ? others.slice(0, firmsDiscover) : others
    const isMeanOnly = infoAsymmetry && seen.length > 0
    return {
      day: this.day,
      cash: firm.account.balance,
      inventory: firm.inventory,
      supply: 0,
      unitCost: firm.unitCost,
      lastPrice: firm.lastPrice,
      competitors: isMeanOnly ? [] : seen,
      competitorMean: isMeanOnly
        ? meanOf(seen.map(({ price }) => price)) * (1 + uniform(this.world, -NOISE, NOISE))
        : null,
      history: [...firm.history],
      bestDays: [...firm.best],
    }
  }

  private act(firm: Firm, action: ReturnType<typeof checkAction>): void {
    const { enforcesFloor } = this.config
    const cost = act(firm, action, { ledger: this.ledger, suppliers: this.outside, enforcesFloor })
    const { price, purchased } = firm.today
    const { id, inventory } = firm
    this.record?.({ day: this.day, type: 'post', firm: id, price, purchased, cost, inventory })
  }

  /** Only what is in stock is on sale. */
  private quotesOf(firms: readonly Firm[]): Map<Quote, Firm> {
    const stocked = firms.filter(({ inventory }) => inventory > 0)
    const posting =
      this.config.postOrder === 'shuffled' ? sample(this.world, stocked, stocked.length) : stocked
    return new Map(
      posting.map((firm) => [
        {
          firm: firm.id,
          price: firm.today.price,
          available: firm.inventory,
          reputation: reputationOf(firm),
          salesShare: this.unitsSold > 0 ? firm.unitsSold / this.unitsSold : 0,
        },
        firm,
      ]),
    )
  }

  private ordersFor(posted: readonly Quote[]): Order[] {
    const shoppers = sample(this.world, this.consumers, poisson(this.world, this.config.arrivals))
    const meanPrice = meanOf(posted.map(({ price }) => price))
    const orders: Order[] = []
    for (const consumer of shoppers) {
      const order = orderOf(consumer, posted, meanPrice, this.config, this.world)
      if (order) orders.push(order)
    }
    return orders
  }

  /** First come, first served, in the order in which the shoppers were drawn; an order is not split over firms. */
  private clear(orders: readonly Order[], sellers: ReadonlyMap<Quote, Firm>): number {
    const paid = new Map<Consumer, number>()
    let filled = 0
    for (const order of orders) {
      const { consumer, quote } = order
      const firm = sellers.get(quote)
      if (!firm || quote.available <= 0) continue
      const quantity = Math.min(order.quantity, quote.available, consumer.account.balance / quote.price)
      const amount = Math.min(quantity * quote.price, consumer.account.balance)
      this.ledger.transfer(consumer.account, firm.account, amount)
      quote.available -= quantity
      firm.inventory -= quantity
      firm.unitsSold += quantity
      this.unitsSold += quantity
      firm.today.sold += quantity
      firm.today.asked += order.quantity
      firm.today.revenue += amount
      if (consumer.persona) consumer.bought = [...consumer.bought, firm.id].slice(-REMEMBERED_PURCHASES)
      if (consumer.expected) paid.set(consumer, quote.price)
      filled += 1
      this.record?.({
        day: this.day,
        type: 'sale',
        consumer: consumer.id,
        firm: firm.id,
        asked: order.quantity,
        quantity,
        amount,
      })
    }
    if (this.config.reservation === 'ewtp') this.learnPrices(paid)
    return filled
  }

  private learnPrices(paid: ReadonlyMap<Consumer, number>): void {
    for (const consumer of this.consumers) {
      if (consumer.expected) consumer.expected = expectedAfter(consumer.expected, paid.get(consumer) ?? null)
    }
  }

  private bill(firm: Firm): void {
    const bills = bill(firm, this.day, { ledger: this.ledger, payee: this.outside, config: this.config })
    this.record?.({ day: this.day, type: 'bill', firm: firm.id, ...bills })
    if (firm.bankruptOn !== null) this.record?.({ day: this.day, type: 'bankrupt', firm: firm.id })
  }

  private close(firms: readonly Firm[], filled: number): void {
    const prices = firms.map(({ today }) => today.price)
    const left = firms.filter(({ bankruptOn }) => bankruptOn === null)
    const health = stepHealth(left.length / this.firms.length, meanOf(prices), this.config.unitCost)
    for (const firm of firms) rememberDay(firm, this.day, health, this.config)
    this.lastPrices = left.map(({ id, today }) => ({ firm: id, price: today.price }))
    this.series.meanPrice.push(meanOf(prices))
    this.series.inBusiness.push(left.length)
    this.series.ordersFilled.push(filled)
    this.series.unitCost.push(firms[0]?.unitCost ?? this.config.unitCost)
  }
}

/** (share in business + how near the mean price is to cost) / 2, each from 0 to 1 (B.2, "Best-N slab"). */
function stepHealth(aliveShare: number, meanPrice: number, unitCost: number): number {
  return (aliveShare + Math.max(0, 1 - Math.abs(meanPrice / unitCost - 1))) / 2
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
