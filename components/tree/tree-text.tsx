import { formatCredits } from '@/server/shared/money'
import type { TreeContext, TreeOffer, TreeView } from '@/server/tree/contract'
import {
  askKindInWords,
  COUNTER_WAITS,
  isWaitingCounter,
  passedInWords,
  reasonInWords,
  sellerInWords,
} from '@/server/words/tree'

/** A tree as nested lists: for browsers that run no script, and for robots. */
export function TreeText({ view }: { view: TreeView }) {
  const root = view.contexts.find(({ parentId }) => parentId === null)
  if (!root) return null
  return (
    <section aria-labelledby="tree-text" className="page pb-24">
      <h2 id="tree-text" className="display text-xl">
        How it was read
      </h2>
      <Branch view={view} context={root} />
    </section>
  )
}

function Branch({ view, context }: { view: TreeView; context: TreeContext }) {
  const offers = view.offers.filter(({ contextId }) => contextId === context.id)
  const below = view.contexts.filter(({ parentId }) => parentId === context.id)
  return (
    <ul className="list-disc space-y-1 pl-6">
      {offers.map((offer) => (
        <li key={offer.id}>{offerInWords(offer)}</li>
      ))}
      {below.map((child) => (
        <li key={child.id}>
          {child.title ?? 'A sealed sub-question'}
          {child.askKind === null ? null : `: ${askKindInWords(child.askKind)}`}
          <Branch view={view} context={child} />
        </li>
      ))}
    </ul>
  )
}

/** "“What the survey found”, by Ruth, 2.00 credits: bought, it decides the matter". */
function offerInWords(offer: TreeOffer): string {
  const { teaser, priceMicros, state, reason } = offer
  const what = `${teaser === null ? 'A sealed offer' : `“${teaser}”`}, by ${sellerInWords(offer)}, ${formatCredits(priceMicros)} credits`
  if (state === 'bought') return `${what}: bought${reason ? `, ${reasonInWords(reason)}` : ''}`
  if (isWaitingCounter(offer)) return `${what}: a ${COUNTER_WAITS}`
  return state === 'passed' ? `${what}: it ${passedInWords(reason)}` : what
}
