import type { Row } from '../row'
import { decisionRows } from './rows/decisions'
import { exactRows } from './rows/exact'
import { marketRows } from './rows/market'
import { ruleRows } from './rows/rules'

/** What this room answers of the specification's closing table, in its order; what holds for the whole lab comes last. */
export const informationBazaarRows: readonly Row[] = [
  ...exactRows,
  ...decisionRows,
  ...marketRows,
  ...ruleRows,
].sort((a, b) => a.id.charCodeAt(0) - b.id.charCodeAt(0) || Number(a.id.slice(1)) - Number(b.id.slice(1)))
