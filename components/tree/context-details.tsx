'use client'

import { BudgetBar } from '@/components/money/budget-bar'
import { Credits } from '@/components/money/credits'
import { Ago } from '@/components/time/time'
import { Fact, Facts, Part } from '@/components/tree/details-parts'
import { LockedBlock } from '@/components/tree/locked-block'
import { NodeLink } from '@/components/tree/node-link'
import { NodeStatus } from '@/components/tree/node-status'
import { tookMs, verdictInWords } from '@/components/tree/nodes'
import { hasTakenOver, type Reader, readerInWords } from '@/components/tree/reader-words'
import { Readings } from '@/components/tree/reading-details'
import { Disclosure } from '@/components/ui/disclosure'
import { BITS_PER_ROOT } from '@/server/protocol/bits'
import type { TreeView } from '@/server/tree/contract'
import type { ContextNode, FoldedTree } from '@/server/tree/folded-tree'
import { durationInWords } from '@/server/words/amounts'
import { askKindInWords, sealInWords, whyAskedInWords } from '@/server/words/tree'

export type ContextDetailsProps = {
  tree: FoldedTree
  view: Reader & Pick<TreeView, 'bitsSpent' | 'tokens' | 'answer'>
  node: ContextNode
  onSelect: (id: string) => void
}

/** A question in full: its words or why they are sealed, what it is about, its money, its offers and verdicts. */
export function ContextDetails({ tree, view, node, onSelect }: ContextDetailsProps) {
  const { context } = node
  const isRoot = context.parentId === null
  const took = tookMs(node)
  const reader = readerInWords(view)
  // A replay does not tell what was counted at the end before it is there.
  const isCounted = view.endedAt === null || node.endedAt !== null
  return (
    <div className="space-y-6">
      <header className="space-y-2">
        <p className="text-muted text-sm">
          {isRoot ? 'The question' : 'A question of the agent'}
          {context.askKind ? `: ${askKindInWords(context.askKind)}` : ''}
        </p>
        <h2 className="display text-lg">{context.title ?? 'Sealed question'}</h2>
        <p>
          <NodeStatus node={node} />
        </p>
        {context.askKind === null ? null : (
          <p className="text-sm">{whyAskedInWords(context.askKind, context.about.map(teaserOf(tree)))}</p>
        )}
      </header>

      {context.title === null && context.seal ? (
        <LockedBlock title="The words are sealed">{sealInWords(context.seal)}</LockedBlock>
      ) : null}

      {context.about.length > 0 ? (
        <Part title="About">
          <Rows tree={tree} ids={context.about} onSelect={onSelect} />
        </Part>
      ) : null}

      <Part title="Money">
        <BudgetBar
          totalMicros={context.budgetMicros}
          spentMicros={node.fromBudgetMicros}
          heldMicros={heldBelow(tree, node)}
          settled={node.endedAt !== null}
        />
        {node.sumMicros === node.fromBudgetMicros ? null : (
          <Facts>
            <Fact name="Bought unseen, from the wallet">
              <Credits micros={node.sumMicros - node.fromBudgetMicros} />
            </Fact>
          </Facts>
        )}
      </Part>

      {node.offerIds.length > 0 ? (
        <Part title={`Offers, ${node.offerIds.length}`}>
          <Rows tree={tree} ids={node.offerIds} onSelect={onSelect} />
        </Part>
      ) : null}

      {node.verdictIds.length > 0 ? (
        <Part title="Verdicts">
          <ol className="space-y-1">
            {node.verdictIds.map((id) => {
              const verdict = tree.nodes.get(id)
              if (verdict?.kind !== 'verdict') return null
              return (
                <li key={id} className="flex flex-wrap items-baseline gap-x-2 text-sm">
                  <NodeLink tree={tree} id={id} onSelect={onSelect} />
                  <span className="text-muted">{verdictInWords(verdict)}</span>
                </li>
              )
            })}
          </ol>
        </Part>
      ) : null}

      <Readings readings={context.readings} hasTakenOver={hasTakenOver(view)} />

      <Part title="How it went">
        <Facts>
          <Fact name="Asked">
            <Ago at={node.startedAt} />
          </Fact>
          {took === null ? null : <Fact name="Took">{durationInWords(took)}</Fact>}
          {view.inspectorName === '' ? null : <Fact name={reader.name}>{reader.words}</Fact>}
          {context.tokens === null || !isCounted ? null : (
            <Fact name="Tokens of this question">
              <span className="nums">{context.tokens}</span>
            </Fact>
          )}
          {context.took === null || !isCounted ? null : <Fact name="Readings took">{context.took}</Fact>}
          {isRoot && isCounted && view.tokens !== null ? (
            <Fact name="Tokens">
              <span className="nums">{view.tokens}</span>
            </Fact>
          ) : null}
        </Facts>
        {isRoot && node.endedAt !== null && view.answer?.counted ? (
          <p className="text-muted text-sm">
            What each purchase was worth was counted afterwards. It stands beside the answer.
          </p>
        ) : null}
      </Part>

      {isRoot && isCounted ? <ToldBeyond bitsSpent={view.bitsSpent} /> : null}
    </div>
  )
}

/** What a tree gives away of what nobody paid for, in words; the figure is for who wants it. */
function ToldBeyond({ bitsSpent }: Pick<TreeView, 'bitsSpent'>) {
  return (
    <Part title="What was not bought">
      <p className="text-sm">
        Its text is forgotten. The verdicts, reasons and questions of this tree tell a little of it, and never
        more than a fixed measure.
      </p>
      <Disclosure summary="How much" className="text-sm">
        <p className="text-muted">
          <span className="nums text-ink">
            {bitsSpent} of {BITS_PER_ROOT} bits
          </span>{' '}
          were used. A bit is what the answer to one yes-or-no question tells.
        </p>
      </Disclosure>
    </Part>
  )
}

const teaserOf = (tree: FoldedTree) => (id: string) => {
  const node = tree.nodes.get(id)
  return node?.kind === 'offer' ? node.offer.teaser : null
}

function Rows({
  tree,
  ids,
  onSelect,
}: {
  tree: FoldedTree
  ids: readonly string[]
  onSelect: (id: string) => void
}) {
  return (
    <ul className="space-y-1">
      {ids.map((id) => {
        const node = tree.nodes.get(id)
        if (!node) return null
        return (
          <li key={id} className="flex items-baseline justify-between gap-x-4">
            <NodeLink tree={tree} id={id} onSelect={onSelect} />
            <NodeStatus node={node} size="bare" />
          </li>
        )
      })}
    </ul>
  )
}

/** Set aside in sub-questions that are still open: neither spent nor left. */
function heldBelow(tree: FoldedTree, node: ContextNode): bigint {
  let heldMicros = 0n
  for (const other of tree.nodes.values()) {
    if (other.kind !== 'context' || other.askedInId !== node.id || other.endedAt !== null) continue
    heldMicros += other.context.budgetMicros - other.fromBudgetMicros
  }
  return heldMicros
}
