import { cn } from '@/components/ui/cn'

export type ProgressBarProps = {
  value: number
  max: number
  /** What is under way; read out. */
  label: string
  /** How far, in words ("3 of 5 read"); shown under the bar. */
  valueText?: string
  className?: string
}

export function ProgressBar({ value, max, label, valueText, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div className={cn('space-y-1.5', className)}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="h-1.5 overflow-hidden rounded-full bg-line forced-colors:border forced-colors:border-[CanvasText]"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-300 forced-colors:bg-[Highlight]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      {valueText ? <p className="nums text-muted text-xs">{valueText}</p> : null}
    </div>
  )
}
