import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ClockTime } from '@/components/tree/clock-time'
import { isWaiting } from '@/components/tree/nodes'
import { cn } from '@/components/ui/cn'
import type { OfferNode } from '@/server/tree/folded-tree'
import { lengthInWords } from '@/server/words/amounts'
import { sealInWords } from '@/server/words/tree'

export type LockedBlockProps = {
  tone?: 'sealed' | 'passed' | 'waiting' | 'reading'
  title: ReactNode
  /** Who may read it, and why nobody else may. */
  children: ReactNode
  className?: string
}

/** Stands where a text is that this viewer may not read. */
export function LockedBlock({ tone = 'sealed', title, children, className }: LockedBlockProps) {
  return (
    <div
      data-tone={tone}
      className={cn('hatch rounded-md border border-tone-line border-dashed p-1.5', className)}
    >
      <div className="flex gap-3 rounded-sm bg-surface/95 px-4 py-3">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-tone" />
        <div className="min-w-0 text-sm">
          <p className="font-medium">{title}</p>
          <p className="mt-0.5 text-muted">{children}</p>
        </div>
      </div>
    </div>
  )
}

const MINUTE_MS = 60_000

/** An offer's private information while it is closed: what has become of it, and who has it. */
export function LockedInfo({ node }: { node: OfferNode }) {
  const { offer } = node
  const words = lengthInWords(offer)
  const seller = offer.seller.name
  // Read and forgotten within a minute is the usual case; seconds tell the two apart.
  const isQuick =
    node.readAt !== null &&
    node.endedAt !== null &&
    node.endedAt.getTime() - node.readAt.getTime() < MINUTE_MS
  const read = node.readAt ? (
    <>
      read <ClockTime at={node.readAt} since={node.startedAt} seconds={isQuick} className="nums" />
    </>
  ) : null
  if (offer.seal === 'chosen') {
    const isBought = node.state === 'bought'
    const title = isBought ? 'Bought' : node.state === 'passed' ? 'Not bought' : 'One of several passages'
    return (
      <LockedBlock tone={node.state === 'passed' ? 'passed' : 'sealed'} title={`${title}, ${words}`}>
        {sealInWords(offer.seal)}
      </LockedBlock>
    )
  }
  switch (node.state) {
    case 'bought':
      return (
        <LockedBlock title={`Bought and closed, ${words}`}>
          {sealInWords(offer.seal ?? 'buyer-only')}
        </LockedBlock>
      )
    case 'open':
      if (isWaiting(node))
        return (
          <LockedBlock tone="waiting" title={`A counter-offer that waits, ${words}`}>
            Only {seller} can read it. The agent reads it if the question is taken up again.
          </LockedBlock>
        )
      return (
        <LockedBlock title={`Not read yet, ${words}`}>
          Only {seller} can read it now. The agent will read it before it decides; you can, once it is bought.
        </LockedBlock>
      )
    case 'read':
      return (
        <LockedBlock tone="reading" title={<>Before the agent, {words}</>}>
          The agent and {seller} can read it. It opens for the buyer if it is bought, and is forgotten if not.
        </LockedBlock>
      )
    case 'hold':
      return (
        <LockedBlock
          tone="waiting"
          title={
            <>
              {node.reason === 'undecided' ? 'Not decided yet' : 'Being checked'}: {read}, {words}
            </>
          }
        >
          {node.reason === 'undecided'
            ? 'The agent waits for what it asked about other offers.'
            : 'The agent wants to know more first.'}{' '}
          It opens for the buyer if it is bought, and is forgotten if not.
        </LockedBlock>
      )
    case 'withdrawn':
      return (
        <LockedBlock title={`Taken back, ${words}`}>{seller} withdrew it before anybody read it.</LockedBlock>
      )
    case 'passed':
      if (node.forgottenAt) {
        return (
          <LockedBlock
            tone="passed"
            title={
              <span className="inline-block first-letter:uppercase">
                {read}, forgotten{' '}
                <ClockTime
                  at={node.forgottenAt}
                  since={node.readAt ?? undefined}
                  seconds={isQuick}
                  className="nums"
                />
                , {words}
              </span>
            }
          >
            Nobody paid for it, so nobody kept it: only {seller} can read it.
          </LockedBlock>
        )
      }
      return node.readAt ? (
        <LockedBlock
          tone="passed"
          title={
            <span className="inline-block first-letter:uppercase">
              {read}, not bought, {words}
            </span>
          }
        >
          The agent may come back to it until the question has ended; then it is forgotten.
        </LockedBlock>
      ) : (
        <LockedBlock tone="passed" title={`Never read, ${words}`}>
          Nobody paid for it: only {seller} can read it.
        </LockedBlock>
      )
  }
}
