/** Credit of every agent. Money is only ever moved, so the sum stays what was granted. Source: lab, A.1 (ledger). */
export class Credit {
  private readonly balances = new Map<string, bigint>()
  private granted = 0n

  grant(agentId: string, amountMicros: bigint): void {
    this.balances.set(agentId, this.of(agentId) + amountMicros)
    this.granted += amountMicros
  }

  /**
   * Moves a price from a buyer to a vendor.
   *
   * @throws Error when that would overdraw the buyer, unless `mayOverdraw`: the published code never checks the sum of a
   * verdict.
   */
  pay(buyerId: string, vendorId: string, amountMicros: bigint, mayOverdraw: boolean): void {
    const left = this.of(buyerId) - amountMicros
    if (left < 0n && !mayOverdraw) throw new Error(`${buyerId} has not enough credit for a purchase`)
    this.balances.set(buyerId, left)
    this.balances.set(vendorId, this.of(vendorId) + amountMicros)
  }

  of(agentId: string): bigint {
    return this.balances.get(agentId) ?? 0n
  }

  /** What was ever granted, and what is held now: equal, or there is a bug. */
  totals(): { grantedMicros: bigint; heldMicros: bigint } {
    const heldMicros = [...this.balances.values()].reduce((sum, balance) => sum + balance, 0n)
    return { grantedMicros: this.granted, heldMicros }
  }
}
