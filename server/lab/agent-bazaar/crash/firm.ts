import { illegalAct } from '../../illegal-act'
import type { Random } from '../draws'
import type { Account, Ledger } from '../ledger'
import type { FirmAction, FirmAgent, FirmDay, ScoredDay } from './agents'
import { type CrashConfig, DAYS_PER_WEEK } from './config'

/** How a firm ended. Dollars and units. */
export type FirmResult = {
  id: string
  isStabilizing: boolean
  /** The day on which it went bankrupt; null for a survivor. */
  bankruptOn: number | null
  cash: number
  inventory: number
  lastPrice: number | null
  /** Revenue less supply, overhead, tax and fee, of all days. */
  profit: number
  unitsBought: number
  unitsSold: number
  /** Days in business, and those of them with a price of at least the unit cost. */
  days: number
  daysAtCost: number
}

/** A firm's books while the market runs. */
export type Firm = Omit<FirmResult, 'cash'> & {
  agent: FirmAgent
  account: Account
  random: Random
  unitCost: number
  /** Ordered and delivered on the last days with sales. */
  delivered: { asked: number; sold: number }[]
  history: FirmDay[]
  best: ScoredDay[]
  today: { price: number; purchased: number; sold: number; asked: number; revenue: number; expenses: number }
}

/** Sale-days that a firm's reputation looks back on. */
const REPUTATION_DAYS = 10

/** A firm before its first day; `account` holds its initial cash. */
export function foundFirm(agent: FirmAgent, account: Account, random: Random, unitCost: number): Firm {
  return {
    id: agent.id,
    isStabilizing: agent.isStabilizing,
    agent,
    account,
    random,
    unitCost,
    bankruptOn: null,
    inventory: 0,
    lastPrice: null,
    profit: 0,
    unitsBought: 0,
    unitsSold: 0,
    days: 0,
    daysAtCost: 0,
    delivered: [],
    history: [],
    best: [],
    today: { price: 0, purchased: 0, sold: 0, asked: 0, revenue: 0, expenses: 0 },
  }
}

export function resultOf({
  agent,
  account,
  random,
  unitCost,
  delivered,
  history,
  best,
  today,
  ...rest
}: Firm): FirmResult {
  return { ...rest, cash: account.balance }
}

/** @throws Error that names the firm, the field, the value and the day, when it is no action. */
export function checkAction(firm: string, action: FirmAction | undefined, day: number): FirmAction {
  const when = `on day ${day}`
  const { supply, price }: Partial<FirmAction> = action ?? {}
  if (typeof supply !== 'number' || !(supply >= 0 && Number.isFinite(supply))) {
    throw illegalAct(firm, { field: 'supply', value: supply, legal: 'a finite number of at least 0', when })
  }
  if (typeof price !== 'number' || !(price > 0 && Number.isFinite(price))) {
    throw illegalAct(firm, { field: 'price', value: price, legal: 'a finite number above 0', when })
  }
  return { supply, price }
}

/** Buys what its cash allows, makes all of it into goods and names its price. Returns the supply's cost. */
export function act(
  firm: Firm,
  action: FirmAction,
  { ledger, suppliers, enforcesFloor }: { ledger: Ledger; suppliers: Account; enforcesFloor: boolean },
): number {
  const cost = Math.min(action.supply * firm.unitCost, firm.account.balance)
  const purchased = Math.min(action.supply, cost / firm.unitCost)
  ledger.transfer(firm.account, suppliers, cost)
  firm.lastPrice = Math.max(action.price, enforcesFloor && firm.isStabilizing ? firm.unitCost : 0)
  firm.inventory += purchased
  firm.unitsBought += purchased
  firm.days += 1
  if (firm.lastPrice >= firm.unitCost) firm.daysAtCost += 1
  firm.today = { price: firm.lastPrice, purchased, sold: 0, asked: 0, revenue: 0, expenses: cost }
  return cost
}

/** Delivered of what was ordered, over the last days with sales; 1 before any. */
export function reputationOf({ delivered }: Firm): number {
  const asked = delivered.reduce((sum, day) => sum + day.asked, 0)
  return asked > 0 ? delivered.reduce((sum, day) => sum + day.sold, 0) / asked : 1
}

export function rememberSales({ today, delivered }: Firm): void {
  if (today.asked === 0) return
  delivered.push({ asked: today.asked, sold: today.sold })
  if (delivered.length > REPUTATION_DAYS) delivered.shift()
}

/** Overhead, tax and fee, in dollars. Who cannot pay the overhead pays what it has and leaves for good. */
export function bill(
  firm: Firm,
  day: number,
  { ledger, payee, config }: { ledger: Ledger; payee: Account; config: CrashConfig },
): { overhead: number; tax: number; fee: number } {
  const due = config.overheadPerWeek / DAYS_PER_WEEK
  const overhead = Math.min(due, firm.account.balance)
  if (overhead < due) firm.bankruptOn = day
  ledger.transfer(firm.account, payee, overhead)
  // A firm that has left has nothing that could be taxed.
  const tax = firm.account.balance * config.taxRate
  ledger.transfer(firm.account, payee, tax)
  const feeDue = firm.account.balance * config.feeRate + firm.today.revenue * config.revenueFeeRate
  const fee = Math.min(feeDue, firm.account.balance)
  ledger.transfer(firm.account, payee, fee)
  firm.today.expenses += overhead + tax + fee
  return { overhead, tax, fee }
}

/** Closes the day's books. `health` is the market's, which only the score of a stabilising firm's best days holds. */
export function rememberDay(firm: Firm, day: number, health: number, config: CrashConfig): void {
  const { price, purchased, sold, revenue, expenses } = firm.today
  const profit = revenue - expenses
  firm.profit += profit
  const entry: FirmDay = { day, price, purchased, unitsSold: sold, revenue, expenses }
  firm.history.push(entry)
  if (firm.history.length > config.historyDays) firm.history.shift()
  if (!firm.isStabilizing) return
  const score = health + Math.max(0, profit) / Math.max(1, config.initialCash)
  firm.best = [...firm.best, { ...entry, score }].sort((a, b) => b.score - a.score).slice(0, config.bestDays)
}
