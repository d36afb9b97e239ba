/**
 * Money of a simulation, in the paper's dollars. These are JavaScript numbers and not the market's integers: the papers' models
 * divide (demand is income / price, taxes are a share of cash), nobody is owed the amounts, and no rounding rule is published.
 * Every movement has two ends, so all balances add up to zero up to rounding: within `CONSERVATION_TOLERANCE`.
 */
export type Account = { readonly name: string; readonly isOutside: boolean; balance: number }

/** Dollars. A year of the Crash moves some 200,000 of them in 30,000 steps, each rounded to 1e-11 at worst. */
export const CONSERVATION_TOLERANCE = 1e-6

export class Ledger {
  private readonly accounts: Account[] = []

  /** Of an agent: never below zero. */
  open(name: string): Account {
    return this.add({ name, isOutside: false, balance: 0 })
  }

  /** Of the world around (employers, suppliers, the state, buyers without a budget): it may owe. */
  openOutside(name: string): Account {
    return this.add({ name, isOutside: true, balance: 0 })
  }

  /** @throws RangeError when the amount is no amount or more than there is: agents' transfers fail rather than go negative. */
  transfer(from: Account, to: Account, amount: number): void {
    if (!(amount >= 0 && Number.isFinite(amount)))
      throw new RangeError(`${from.name} cannot pay ${amount} to ${to.name}.`)
    if (!from.isOutside && from.balance < amount)
      throw new RangeError(`${from.name} has ${from.balance} and cannot pay ${amount} to ${to.name}.`)
    from.balance -= amount
    to.balance += amount
  }

  /** Zero, up to rounding. */
  total(): number {
    return this.accounts.reduce((sum, { balance }) => sum + balance, 0)
  }

  private add(account: Account): Account {
    this.accounts.push(account)
    return account
  }
}
