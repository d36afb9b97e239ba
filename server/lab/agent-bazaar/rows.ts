import type { Row } from '../row'
import { crashRows } from './rows/crash'
import { crashRowsWithModel } from './rows/crash-with-model'
import { exactRows } from './rows/exact'
import { formulaRows } from './rows/formulas'
import { lemonRows } from './rows/lemon'
import { openQuestionRows } from './rows/open-questions'
import { textClaimRows } from './rows/text-claims'

/** What this room answers of the specification's closing table, in its order. */
export const agentBazaarRows: readonly Row[] = [
  ...[...exactRows, ...formulaRows, ...crashRows, ...lemonRows, ...crashRowsWithModel].toSorted(
    (a, b) => place(a) - place(b),
  ),
  ...textClaimRows,
  ...openQuestionRows,
]

/** "B6" is the sixth; what the table does not number comes last. */
function place({ id }: Row): number {
  return Number(id.slice(1)) || Number.POSITIVE_INFINITY
}
