import { agentBazaarRows } from './agent-bazaar/rows'
import { informationBazaarRows } from './information-bazaar/rows'
import type { Row } from './row'
import { theoryRows } from './theory/rows'

/** Everything that `npm run lab -- reproduce` prints, in its order. */
export const rows: readonly Row[] = [...informationBazaarRows, ...agentBazaarRows, ...theoryRows]
