import type { Row } from '../row'

/** What this room answers of the specification's closing table. */
export const informationBazaarRows: readonly Row[] = []
