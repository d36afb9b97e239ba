import type { ShareLine } from '@/components/answer/worth'
import { cn } from '@/components/ui/cn'

/** A purchase's share of what all were worth: to the right when it helped, from the right edge of nothing when it misled. */
export function ShareBar({ line }: { line: ShareLine }) {
  const width = `${Math.max(Math.abs(line.length) * 100, line.length === 0 ? 0 : 1)}%`
  return (
    <div className="mt-1 max-w-md space-y-0.5">
      <div
        aria-hidden
        className="flex h-1.5 overflow-hidden rounded-full bg-line forced-colors:border forced-colors:border-[CanvasText]"
      >
        <span
          className={cn('forced-colors:bg-[Highlight]', line.length < 0 ? 'bg-failed' : 'bg-bought')}
          style={{ width }}
        />
      </div>
      <p className="nums whitespace-normal text-xs">
        <span className="text-ink">{line.words}</span>
        {line.band ? <span className="text-muted"> · {line.band}</span> : null}
        {line.without ? <span className="text-muted"> · {line.without}</span> : null}
      </p>
    </div>
  )
}
