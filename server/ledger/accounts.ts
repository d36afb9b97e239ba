/** Where issued credits come from; its balance is minus all that was ever granted. */
export const ISSUANCE = 'issuance'

/** Where the market's fees go. */
export const FEES = 'fees'

/** What a person has available. */
export function userAccount(userId: string): string {
  return `user:${userId}`
}

/** What is held for one context, sub-contexts included. */
export function escrowAccount(contextId: string): string {
  return `escrow:${contextId}`
}

/** What was laid down to post one offer. */
export function bondAccount(offerId: string): string {
  return `bond:${offerId}`
}

/** What one offer earned its seller, as long as some of it may go back. */
export function pendingAccount(offerId: string): string {
  return `pending:${offerId}`
}

/** The pot of an oversight game, and what its players staked. */
export function gameAccount(gameId: string): string {
  return `game:${gameId}`
}

/** What a person was given for the day: it can be asked with, and nothing else. */
export function allowanceAccount(userId: string): string {
  return `allowance:${userId}`
}
