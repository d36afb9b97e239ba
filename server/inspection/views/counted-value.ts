import type { answers, valuations } from '@/db/schema'
import type { TreeRows } from '../../market/tree-rows'
import { planOf, sharesOf } from '../../protocol/shares'
import { type Recommendation, worthBounds } from '../../protocol/value'
import type { AnswerView, Counted } from '../../tree/contract'

/** An answer with what was counted of it; null when nobody asked. */
export type AnswerRows = {
  answer: typeof answers.$inferSelect
  valuation: typeof valuations.$inferSelect | null
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
  const plan = planOf(
    citations.map((offerId) => hashes.get(offerId) ?? null),
    valuation,
  )
  const known = new Map(Object.entries(valuation.known))
  const at = (set: readonly number[]): Recommendation | null => {
    const recommended = known.get(set.join())
    return recommended === undefined || recommended.kind === 'open' ? null : recommended
  }
  const shares = sharesOf(plan, at)
  if (!shares) return { counted: null, isCountDue: isDue }
  const { unit, isExact, orders, total, purchases } = shares
  const final = unit === 'utility' ? at(plan.first.filter((place, index) => place === index)) : null
  const bounds = final && worthBounds(final)
  return {
    isCountDue: isDue,
    counted: {
      isDue,
      countedBy: valuation.countedBy,
      unit,
      isExact,
      orders,
      total,
      spread: bounds && bounds.most - bounds.least,
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
