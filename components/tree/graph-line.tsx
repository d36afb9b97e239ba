'use client'

import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import type { CSSProperties } from 'react'
import type { LineState } from '@/components/tree/graph-layout'

/** How long a purchase takes over one line. */
export const HOP_MS = 650

export type GraphLine = Edge<
  {
    path: string
    state: LineState | 'also-about'
    /** The event number of a purchase that is on its way up here, and how many lines it has behind it; null when none is. */
    rising: { seq: number; hop: number } | null
  },
  'line'
>

const STROKES: Record<LineState | 'also-about', CSSProperties> = {
  bought: { stroke: 'var(--bought)', strokeWidth: 2.5 },
  carries: { stroke: 'var(--bought)', strokeWidth: 1.25 },
  asking: { stroke: 'var(--asking)', strokeWidth: 1.5, strokeDasharray: '1 5', strokeLinecap: 'round' },
  open: { stroke: 'var(--edge)', strokeWidth: 1.25 },
  passed: { stroke: 'var(--passed)', strokeOpacity: 0.55, strokeWidth: 1.25, strokeDasharray: '5 5' },
  'also-about': {
    stroke: 'var(--asking)',
    strokeOpacity: 0.6,
    strokeWidth: 1,
    strokeDasharray: '1 5',
    strokeLinecap: 'round',
  },
}

/** A line from a box up to the one it belongs to. A purchase runs along it once, as a dot that leaves the line coloured. */
export function GraphLineView({ id, data }: EdgeProps<GraphLine>) {
  if (!data) return null
  const { path, state, rising } = data
  const delay = rising === null ? undefined : `${rising.hop * HOP_MS}ms`
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        style={rising === null ? STROKES[state] : STROKES.open}
        interactionWidth={0}
      />
      {rising === null ? null : (
        <g key={rising.seq}>
          <path
            d={path}
            pathLength={1}
            fill="none"
            className="tree-rise-line"
            style={{ ...STROKES[state], strokeDasharray: 1, animationDelay: delay }}
          />
          <circle
            r={6}
            className="tree-rise-dot"
            style={{ offsetPath: `path("${path}")`, animationDelay: delay }}
          />
        </g>
      )}
    </>
  )
}
