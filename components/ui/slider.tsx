'use client'

import { Slider as RadixSlider } from 'radix-ui'
import { cn } from '@/components/ui/cn'

export type SliderProps = {
  value: number
  onValueChange: (value: number) => void
  onValueCommit?: (value: number) => void
  min: number
  max: number
  step?: number
  /** What is being set; read out, not shown. */
  label: string
  /** The value in words, for example "70 %". */
  valueText?: (value: number) => string
  disabled?: boolean
  className?: string
}

export function Slider({
  value,
  onValueChange,
  onValueCommit,
  min,
  max,
  step = 1,
  label,
  valueText,
  disabled,
  className,
}: SliderProps) {
  return (
    <RadixSlider.Root
      value={[value]}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
      onValueCommit={([next]) => next !== undefined && onValueCommit?.(next)}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      className={cn(
        'relative flex h-11 w-full touch-none select-none items-center data-disabled:opacity-55',
        className,
      )}
    >
      <RadixSlider.Track className="relative h-1 grow rounded-full bg-line forced-colors:bg-[GrayText]">
        <RadixSlider.Range className="absolute h-full rounded-full bg-accent forced-colors:bg-[Highlight]" />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        aria-label={label}
        aria-valuetext={valueText?.(value)}
        className="block size-5 rounded-full border-2 border-accent bg-surface transition-colors hover:bg-accent-wash"
      />
    </RadixSlider.Root>
  )
}
