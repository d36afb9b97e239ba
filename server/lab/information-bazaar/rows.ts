import type { Row } from '../row'
import { decisionRows } from './rows/decisions'
import { exactRows } from './rows/exact'
import { marketRows } from './rows/market'
import { openQuestionRows } from './rows/open-questions'
import { ruleRows } from './rows/rules'

/** What this room answers of the specification's closing table, in its order; what holds for the whole lab comes last. */
export const informationBazaarRows: readonly Row[] = [
  ...exactRows,
  ...decisionRows,
  ...marketRows,
  ...ruleRows,
  ...openQuestionRows,
].sort((a, b) => a.id.charCodeAt(0) - b.id.charCodeAt(0) || place(a) - place(b))

/** "A6" is the sixth; what the table does not number comes after it. */
function place({ id }: Row): number {
  return Number(id.slice(1)) || Number.MAX_SAFE_INTEGER
}
