import type { Account } from '@/server/contract/auth'

/** What is at stake asks one whose login is not new to prove again who they are, where they have a password. */
export const asksProof = ({ isFresh, hasPassword }: Pick<Account, 'isFresh' | 'hasPassword'>) =>
  !isFresh && hasPassword
