import type { WalletSummary } from '../contract/ledger'
import type { Deps } from '../deps'
import { allowanceToday } from './allowance'
import { walletSummary } from './queries'

/** What a person has and had, with what they were given for today. */
export async function viewWallet(
  deps: Pick<Deps, 'db' | 'env' | 'actor' | 'clock'>,
  userId: string,
): Promise<WalletSummary> {
  return {
    ...(await walletSummary(deps.db, userId)),
    allowanceMicros: await allowanceToday(deps, userId),
  }
}
