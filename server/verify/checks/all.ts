import type { Check } from '../check'
import type { WalkName } from '../walks'
import { ACCOUNTS } from './accounts'
import { CUSTODY } from './custody'
import { GAMES } from './games'
import { LIFE } from './life'
import { MONEY } from './money'
import { PEOPLE } from './people'
import { SELLERS } from './sellers'
import { TREES } from './trees'

/** Everything that is always true of a market, in the order in which it is shown. */
export const CHECKS: readonly Check[] = [
  ...MONEY,
  ...CUSTODY,
  ...TREES,
  ...LIFE,
  ...PEOPLE,
  ...ACCOUNTS,
  ...SELLERS,
  ...GAMES,
]

export const checksOf = (walk: WalkName): Check[] => CHECKS.filter((check) => check.walk === walk)

export const checkOf = (id: string): Check | undefined => CHECKS.find((check) => check.id === id)
