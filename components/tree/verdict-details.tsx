'use client'

import { Prose } from '@/components/markdown/prose'
import { Credits } from '@/components/money/credits'
import { ClockTime } from '@/components/tree/clock-time'
import { Fact, Facts, Part } from '@/components/tree/details-parts'
import { LockedBlock } from '@/components/tree/locked-block'
import { NodeLink } from '@/components/tree/node-link'
import { NodeStatus } from '@/components/tree/node-status'
import { titleOf, tookMs, verdictInWords } from '@/components/tree/nodes'
import { type Reader, verdictOf } from '@/components/tree/reader-words'
import { citationAt } from '@/server/tree/citations'
import type { FoldedTree, VerdictNode } from '@/server/tree/folded-tree'
import { durationInWords } from '@/server/words/amounts'
import { writtenByAi } from '@/server/words/by-ai'
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
    { title: 'Being checked', ids: node.heldIds },
    { title: 'Not checked, waiting for that', ids: node.waitingIds },
    { title: 'Not bought', ids: node.passedIds },
  ]
  return (
    <div className="space-y-6">
      <header className="space-y-2">
        <p className="text-muted text-sm">
          {node.answer === null
            ? verdictOf(view)
            : 'An answer on the way, from what was bought for its question'}
        </p>
        <h2 className="display text-lg">
          {titleOf(node)}: {verdictInWords(node)}
        </h2>
        <p>
          <NodeStatus node={node} />
        </p>
      </header>
      <OnTheWayText tree={tree} node={node} onSelect={onSelect} />
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
          {node.answer === null ? (
            <Fact name="Spent by this verdict">
              <Credits micros={node.boughtMicros} />
            </Fact>
          ) : null}
          {node.askedIds.length > 0 ? (
            <Fact name="Spent on its questions">
              <Credits micros={node.sumMicros} />
            </Fact>
          ) : null}
          <Fact name={node.answer === null ? 'Began reading' : 'Began writing'}>
            <ClockTime at={node.startedAt} since={root?.startedAt} seconds />
          </Fact>
          {took === null ? null : <Fact name="Took">{durationInWords(took)}</Fact>}
        </Facts>
      </Part>
    </div>
  )
}

/** The words of an answer on the way: its buyer alone paid for what they quote. */
function OnTheWayText({ tree, node, onSelect }: Pick<VerdictDetailsProps, 'tree' | 'node' | 'onSelect'>) {
  if (node.answer === null || node.answer === 'unchanged' || node.endedAt === null) return null
  const context = tree.nodes.get(node.contextId)
  const answers = context?.kind === 'context' ? context.context.onTheWay : []
  const written = answers.find(({ round }) => round === node.round)
  return (
    <Part title="What it says">
      {written ? (
        <>
          <Prose
            prose={written.prose}
            headingsFrom={4}
            renderLink={(href, children) => {
              const cited = citationAt(written, href)
              if (cited === null) return undefined
              return (
                <button
                  type="button"
                  onClick={() => onSelect(cited.offerId)}
                  aria-label={`Purchase ${cited.number}`}
                  className="nums mx-px min-h-6 min-w-6 rounded-xs bg-bought-wash px-1 font-sans text-[0.75em] text-bought hover:underline pointer-coarse:min-h-11"
                >
                  {children}
                </button>
              )
            }}
          />
          <p className="text-muted text-xs">{writtenByAi(written.writtenBy)}</p>
        </>
      ) : (
        <LockedBlock title="Its words are the asker’s alone">
          It quotes the full text that was bought, and only the asker has paid for that.
        </LockedBlock>
      )}
    </Part>
  )
}

/** What this verdict gave as its reason, under the offer it is about. */
function Why({ tree, id, verdict }: { tree: FoldedTree; id: string; verdict: number }) {
  const node = tree.nodes.get(id)
  if (node?.kind !== 'offer') return null
  const reason = node.history.findLast((step) => step.verdict === verdict)?.reason
  return reason ? <p className="pl-[1.3rem] text-muted text-sm">{reasonInWords(reason)}</p> : null
}
