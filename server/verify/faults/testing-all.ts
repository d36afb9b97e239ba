import { ACCOUNTS_FAULTS } from './testing-accounts'
import { CUSTODY_FAULTS } from './testing-custody'
import type { Fault } from './testing-fault'
import { GAME_FAULTS } from './testing-games'
import { LIFE_FAULTS } from './testing-life'
import { MONEY_FAULTS } from './testing-money'
import { PEOPLE_FAULTS } from './testing-people'
import { SELLERS_FAULTS } from './testing-sellers'
import { TREES_FAULTS } from './testing-trees'

/** What every check must see, in the order of the checks. */
export const FAULTS: readonly Fault[] = [
  ...MONEY_FAULTS,
  ...CUSTODY_FAULTS,
  ...TREES_FAULTS,
  ...LIFE_FAULTS,
  ...PEOPLE_FAULTS,
  ...ACCOUNTS_FAULTS,
  ...SELLERS_FAULTS,
  ...GAME_FAULTS,
]
