import type { CSSProperties } from 'react'
import { type GraphLine, HOP_MS } from '@/components/tree/graph-boxes'

const STROKES: Record<GraphLine['state'], CSSProperties> = {
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

/** A line from a box back to the one it belongs to. A purchase runs along it once, as a dot that leaves the line coloured. */
export function GraphLineView({ path, state, rising }: GraphLine) {
  const delay = rising === null ? undefined : `${rising.hop * HOP_MS}ms`
  return (
    <>
      <path d={path} fill="none" style={rising === null ? STROKES[state] : STROKES.open} />
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
