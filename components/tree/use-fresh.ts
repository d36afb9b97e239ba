import { useState } from 'react'
import type { Flow, FoldedTree, LogLine } from '@/server/tree/folded-tree'

/** More events at once than this are a catch-up or a jump, and moving everything would tell nothing. */
const FRESH_EVENTS_MAX = 12

export type Fresh = {
  /** Rows that the last step touched. */
  ids: ReadonlySet<string>
  /** Purchases made in the last step. */
  flows: readonly Flow[]
}

const NOTHING: Fresh = { ids: new Set(), flows: [] }

/** What has changed since the picture before: nothing at first, nothing after a step back or a long jump. */
export function useFresh(tree: FoldedTree, log: readonly LogLine[]): Fresh {
  const seq = tree.event?.seq ?? 0
  const [seen, setSeen] = useState({ seq, fresh: NOTHING })
  if (seen.seq === seq) return seen.fresh
  const isStep = seq > seen.seq && seq - seen.seq <= FRESH_EVENTS_MAX
  const fresh: Fresh = isStep
    ? {
        ids: new Set(log.filter((line) => line.seq > seen.seq && line.seq <= seq).map((line) => line.nodeId)),
        flows: tree.flows.filter((flow) => flow.seq > seen.seq && flow.seq <= seq),
      }
    : NOTHING
  setSeen({ seq, fresh })
  return fresh
}
