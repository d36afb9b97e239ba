import { Check, CircleMinus, CornerDownRight, Hourglass, Lock } from 'lucide-react'
import Link from 'next/link'
import { nameInTree } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import type { TreeContext, TreeOffer, TreeView } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'
import { standingInWords } from '@/server/words/tree'

export type TreeStripProps = {
  view: TreeView
  /** Where a part of the tree is shown. */
  hrefOf: (id: string) => string
}

/** More offers on one question than this are counted, so that a strip stays a strip. */
const OFFERS_SHOWN_MAX = 12

/**
 * A tree in one line: each question with its offers in a row, bought, left or waiting, from the asker's own down to the last one that was
 * asked about them. Each part leads to its place in the tree.
 */
export function TreeStrip({ view, hrefOf }: TreeStripProps) {
  const asked = view.contexts.filter(
    ({ id, parentId }) => parentId === null || view.offers.some(({ contextId }) => contextId === id),
  )
  return (
    <section aria-label="The tree in short">
      {/* Relative, so that what is there for screen readers alone is cut off with the rest. */}
      <ol className="relative flex gap-2 overflow-x-auto pb-1">
        {asked.map((context) => (
          <li key={context.id} className="shrink-0">
            <Link
              href={hrefOf(context.id)}
              className="flex h-full min-h-11 flex-col justify-between gap-1.5 rounded-md border border-line bg-surface px-3 py-2 hover:border-edge"
            >
              <span className="flex max-w-56 items-center gap-1.5 text-xs">
                {context.parentId === null ? null : (
                  <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-asking" />
                )}
                <span className="truncate">{nameOf(context)}</span>
              </span>
              <Offers offers={view.offers.filter(({ contextId }) => contextId === context.id)} />
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-1 text-muted text-xs">
        {counted(view.offers.length, 'offer')}
        {asked.length > 1 ? ` on the question and ${counted(asked.length - 1, 'sub-question')}` : ''}:{' '}
        {standingInWords(view.offers)}
      </p>
    </section>
  )
}

const isBought = ({ state }: TreeOffer) => state === 'bought'
const isOpen = ({ state }: TreeOffer) => state === 'open'

function nameOf(context: TreeContext): string {
  return context.parentId === null ? 'The question' : (nameInTree(context) ?? 'A sealed question')
}

function Offers({ offers }: { offers: readonly TreeOffer[] }) {
  const inOrder = [
    ...offers.filter(isBought),
    ...offers.filter((offer) => !isBought(offer) && !isOpen(offer)),
    ...offers.filter(isOpen),
  ]
  return (
    <span className="flex items-center gap-1">
      <span className="sr-only">{standingInWords(offers)}</span>
      {inOrder.slice(0, OFFERS_SHOWN_MAX).map((offer) => (
        <Mark key={offer.id} offer={offer} />
      ))}
      {offers.length > OFFERS_SHOWN_MAX ? (
        <span aria-hidden className="text-muted text-xs">
          +{offers.length - OFFERS_SHOWN_MAX}
        </span>
      ) : null}
    </span>
  )
}

const ICONS = { bought: Check, waiting: Hourglass, passed: CircleMinus } as const

function Mark({ offer }: { offer: TreeOffer }) {
  const tone = isBought(offer) ? 'bought' : isOpen(offer) ? 'waiting' : 'passed'
  const Icon = offer.seal === 'quotes-unbought' ? Lock : ICONS[tone]
  return (
    <span
      aria-hidden
      data-tone={tone}
      className={cn(
        'flex size-5 items-center justify-center rounded-xs border border-tone-line bg-tone-wash text-tone',
        tone === 'passed' && 'border-dashed opacity-70',
      )}
    >
      <Icon className="size-3" />
    </span>
  )
}
