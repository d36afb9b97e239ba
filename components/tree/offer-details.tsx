'use client'

import { ArrowUp } from 'lucide-react'
import Link from 'next/link'
import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import { heldStateOf } from '@/components/status/status'
import { BotBadge, ProgramBadge, StatusChip } from '@/components/status/status-chip'
import { ClockTime } from '@/components/tree/clock-time'
import { Fact, Facts, Part } from '@/components/tree/details-parts'
import { LockedInfo } from '@/components/tree/locked-block'
import { NodeLink } from '@/components/tree/node-link'
import { NodeStatus } from '@/components/tree/node-status'
import { SplitOf } from '@/components/tree/reading-details'
import { Button } from '@/components/ui/button'
import { formatCredits } from '@/server/shared/money'
import type { FoldedTree, OfferNode, OfferStep } from '@/server/tree/folded-tree'
import { counted, lengthInWords } from '@/server/words/amounts'
import { LICENCE_WORDS } from '@/server/words/licence'
import { askKindInWords, reasonInWords } from '@/server/words/tree'

export type OfferDetailsProps = {
  tree: FoldedTree
  node: OfferNode
  /** Its number in the answer; null while none cites it. */
  citedAs: number | null
  onSelect: (id: string) => void
  onBack: (number: number) => void
}

/** An offer in full: its teaser, its private information or why that is closed, and what was said about it, step by step. */
export function OfferDetails({ tree, node, citedAs, onSelect, onBack }: OfferDetailsProps) {
  const { offer } = node
  return (
    <div className="space-y-6">
      <header className="space-y-2">
        <p className="flex flex-wrap items-center gap-1.5 text-muted text-sm">
          Offer of{' '}
          <Link
            href={offer.botId === null ? `/people/${offer.seller.handle}` : `/bots/${offer.botId}`}
            className="underline hover:text-ink"
          >
            {offer.botName ?? offer.seller.name}
          </Link>
          {offer.botName === null ? (
            offer.isByProgram ? (
              <ProgramBadge />
            ) : null
          ) : (
            <BotBadge owner={offer.seller.name} />
          )}
        </p>
        <h2 className="display text-lg">{offer.teaser ?? 'Sealed offer'}</h2>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <NodeStatus node={node} />
          {node.reason ? <span>{reasonInWords(node.reason)}</span> : null}
        </p>
        {citedAs !== null && node.state === 'bought' ? (
          <Button size="sm" variant="quiet" className="-ml-2 noscript:hidden" onClick={() => onBack(citedAs)}>
            <ArrowUp aria-hidden />
            Back to [{citedAs}] in the answer
          </Button>
        ) : null}
        {node.hasChangedMind ? (
          <p className="text-muted text-sm">
            The agent changed its mind
            {node.checkIds.length > 0
              ? ` after ${counted(node.checkIds.length, 'question')} of its own, which cost ${formatCredits(node.checksMicros)}.`
              : '.'}
          </p>
        ) : null}
      </header>

      <Part title={node.privateInfo === null ? 'Full text' : `Full text, ${lengthInWords(offer)}`}>
        {node.privateInfo === null ? (
          <LockedInfo node={node} />
        ) : (
          <div className="rounded-md border border-line border-l-2 border-l-bought bg-paper px-5 py-4">
            <Prose prose={offer.privateProse ?? []} headingsFrom={4} />
          </div>
        )}
      </Part>

      <Answers tree={tree} contextId={offer.contextId} onSelect={onSelect} />

      <Split tree={tree} node={node} />

      <Part title="Money">
        <Facts>
          <Fact name={node.state === 'bought' ? 'Paid' : 'Price asked'}>
            <Credits micros={node.priceMicros} />
          </Fact>
          {node.checkIds.length > 0 ? (
            <Fact name="Spent on questions about it">
              <Credits micros={node.checksMicros} />
            </Fact>
          ) : null}
          <Fact name="Its licence">{LICENCE_WORDS[offer.licence.kind].short}</Fact>
          {node.state === 'bought' ? (
            <Fact name="Proof">
              <Link href={`/offers/${offer.id}/receipt`} prefetch={false} className="underline">
                Receipt
              </Link>
            </Fact>
          ) : null}
          {offer.way === 'unseen' ? <Fact name="How">Unseen, from the buyer’s wallet</Fact> : null}
        </Facts>
      </Part>

      {node.checkIds.length > 0 ? (
        <Part title="Asked about it">
          <ul className="space-y-1">
            {node.checkIds.map((id) => (
              <li key={id}>
                <NodeLink tree={tree} id={id} onSelect={onSelect} />
              </li>
            ))}
          </ul>
        </Part>
      ) : null}

      <Part title="What happened">
        <ol className="space-y-1.5">
          {node.history.map((step) => (
            <Step key={step.seq} step={step} since={node.startedAt} />
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Split({ tree, node }: Pick<OfferDetailsProps, 'tree' | 'node'>) {
  const context = tree.nodes.get(node.offer.contextId)
  if (context?.kind !== 'context') return null
  const split = context.context.splits.find(({ offerId }) => offerId === node.offer.id)
  return split ? <SplitOf split={split} /> : null
}

/** Which sub-question an offer answers, what that was for, and which offers it was about. */
function Answers({
  tree,
  contextId,
  onSelect,
}: { contextId: string } & Pick<OfferDetailsProps, 'tree' | 'onSelect'>) {
  const asked = tree.nodes.get(contextId)
  if (asked?.kind !== 'context' || asked.context.askKind === null) return null
  const { askKind, about } = asked.context
  return (
    <Part title="It answers">
      <ul className="space-y-1">
        <li>
          <NodeLink tree={tree} id={contextId} onSelect={onSelect} />
          <p className="pl-[1.3rem] text-muted text-sm">{askKindInWords(askKind)}</p>
        </li>
        {about.map((id) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <span className="text-muted">about</span>
            <NodeLink tree={tree} id={id} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Step({ step, since }: { step: OfferStep; since: Date }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      <ClockTime at={step.at} since={since} className="nums text-muted" />
      <span className="flex flex-wrap items-baseline gap-x-2">
        <StatusChip
          state={step.state === 'hold' ? heldStateOf(step.reason) : step.state}
          bare
          word={step.state === 'open' ? 'offered' : undefined}
        />
        <span className="text-muted">
          {[
            step.verdict === null ? '' : `verdict ${step.verdict}`,
            step.reason ? reasonInWords(step.reason) : '',
          ]
            .filter((part) => part !== '')
            .join(': ')}
        </span>
      </span>
    </li>
  )
}
