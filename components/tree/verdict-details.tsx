'use client'

import { Credits } from '@/components/money/credits'
import { ClockTime } from '@/components/tree/clock-time'
import { Fact, Facts, Part } from '@/components/tree/details-parts'
import { NodeLink } from '@/components/tree/node-link'
import { NodeStatus } from '@/components/tree/node-status'
import { titleOf, tookMs, verdictInWords } from '@/components/tree/nodes'
import { type Reader, verdictOf } from '@/components/tree/reader-words'
import type { FoldedTree, VerdictNode } from '@/server/tree/folded-tree'
import { durationInWords } from '@/server/words/amounts'
import { reasonInWords } from '@/server/words/tree'

export type VerdictDetailsProps = {
  tree: FoldedTree
  view: Reader
  node: VerdictNode
  onSelect: (id: string) => void
}

/** A verdict in full: what it bought, asked, held and passed, and what had been bought to inform it. */
export function VerdictDetails({ tree, view, node, onSelect }: VerdictDetailsProps) {
  const informedBy = tree.flows.filter((flow) => flow.toVerdictId === node.id).map((flow) => flow.offerId)
  const took = tookMs(node)
  const root = tree.nodes.get(tree.rootIds[0] ?? '')
  const lists = [
    { title: 'Informed by what was bought below', ids: informedBy },
    { title: 'Bought', ids: node.boughtIds },
    { title: 'Asked', ids: node.askedIds },
    { title: 'Held until it knows more', ids: node.heldIds },
    { title: 'Passed', ids: node.passedIds },
  ]
  return (
    <div className="space-y-6">
      <header className="space-y-2">
        <p className="text-muted text-sm">{verdictOf(view)}</p>
        <h2 className="display text-lg">
          {titleOf(node)}: {verdictInWords(node)}
        </h2>
        <p>
          <NodeStatus node={node} />
        </p>
      </header>
      {lists.map(({ title, ids }) =>
        ids.length === 0 ? null : (
          <Part key={title} title={title}>
            <ul className="space-y-1.5">
              {ids.map((id) => (
                <li key={id}>
                  <NodeLink tree={tree} id={id} onSelect={onSelect} />
                  <Why tree={tree} id={id} verdict={node.ordinal} />
                </li>
              ))}
            </ul>
          </Part>
        ),
      )}
      <Part title="Figures">
        <Facts>
          <Fact name="Spent by this verdict">
            <Credits micros={node.boughtMicros} />
          </Fact>
          {node.askedIds.length > 0 ? (
            <Fact name="Spent on its questions">
              <Credits micros={node.sumMicros} />
            </Fact>
          ) : null}
          <Fact name="Began reading">
            <ClockTime at={node.startedAt} since={root?.startedAt} seconds />
          </Fact>
          {took === null ? null : <Fact name="Took">{durationInWords(took)}</Fact>}
        </Facts>
      </Part>
    </div>
  )
}

/** What this verdict gave as its reason, under the offer it is about. */
function Why({ tree, id, verdict }: { tree: FoldedTree; id: string; verdict: number }) {
  const node = tree.nodes.get(id)
  if (node?.kind !== 'offer') return null
  const reason = node.history.findLast((step) => step.verdict === verdict)?.reason
  return reason ? <p className="pl-[1.3rem] text-muted text-sm">{reasonInWords(reason)}</p> : null
}
