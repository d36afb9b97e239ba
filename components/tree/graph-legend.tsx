import { cn } from '@/components/ui/cn'

const LINES = [
  { words: 'bought, goes to the decision', stroke: 'var(--bought)', width: 2.5, dash: undefined },
  { words: 'carries what was bought further on', stroke: 'var(--bought)', width: 1.25, dash: undefined },
  { words: 'asking', stroke: 'var(--asking)', width: 1.5, dash: '1 5' },
  { words: 'not bought, forgotten', stroke: 'var(--passed)', width: 1.25, dash: '5 5' },
]

/** What the lines of the overview mean. */
export function GraphLegend({ className }: { className?: string }) {
  return (
    <ul className={cn('flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs', className)}>
      {LINES.map(({ words, stroke, width, dash }) => (
        <li key={words} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" width="28" height="8">
            <line
              x1="1"
              x2="27"
              y1="4"
              y2="4"
              stroke={stroke}
              strokeWidth={width}
              strokeDasharray={dash}
              strokeLinecap="round"
            />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  )
}
