import type { answers, valuations } from '@/db/schema'
import type { RatingView } from '../../contract/market'
import { countedShares } from '../../market/counted-shares'
import type { TreeRows } from '../../market/tree-rows'
import type { Recommendation } from '../../protocol/value'
import type { AnswerView, Counted } from '../../tree/contract'

/** An answer with what was counted of it; null when nobody asked. */
export type AnswerRows = {
  answer: typeof answers.$inferSelect
  valuation: typeof valuations.$inferSelect | null
  /** By offer. */
  rated: ReadonlyMap<string, RatingView>
}

/**
 * What each purchase was worth, as far as it was counted. Shares are states of the tree, as what was recommended after each purchase is;
 * what the decision is worth to its buyer, and what it would be without one, are the buyer's.
 */
export function viewCount(
  tree: Pick<TreeRows, 'offers'>,
  { citations }: AnswerRows['answer'],
  valuation: AnswerRows['valuation'],
  isBuyer: boolean,
): Pick<AnswerView, 'counted' | 'isCountDue'> {
  if (valuation === null) return { counted: null, isCountDue: false }
  const isDue = valuation.countedAt === null
  const hashes = new Map(tree.offers.map(({ id, contentHash }) => [id, contentHash]))
  const shares = countedShares({ citations, hashes, valuation })
  if (!shares) return { counted: null, isCountDue: isDue }
  const { purchases, ...figures } = shares
  return {
    isCountDue: isDue,
    counted: {
      ...figures,
      isDue,
      countedBy: valuation.countedBy,
      stakeMicros: isBuyer ? valuation.stakeMicros : null,
      purchases: purchases.flatMap(({ without, ...share }, place) => {
        const offerId = citations[place]
        return offerId === undefined ? [] : [{ offerId, ...share, without: isBuyer ? plain(without) : null }]
      }),
    },
  }
}

function plain(recommended: Recommendation | null): Counted['purchases'][number]['without'] {
  return recommended?.kind === 'choice'
    ? { kind: 'choice', utilities: [...recommended.utilities] }
    : recommended
}
