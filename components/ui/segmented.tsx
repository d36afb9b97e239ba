'use client'

import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

export type SegmentedProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  'aria-label': string
  /** `icon` shows icons alone; the labels are read out. */
  size?: 'sm' | 'md' | 'icon'
  className?: string
}

/** A few choices that exclude one another, all in sight; one is always chosen. */
export function Segmented<Value extends string>({
  value,
  onValueChange,
  options,
  size = 'md',
  className,
  ...rest
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      {...rest}
      type="single"
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next)
        if (chosen) onValueChange(chosen.value)
      }}
      className={cn('inline-flex rounded-md border border-line bg-well p-0.5', className)}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          aria-label={size === 'icon' ? option.label : undefined}
          className={cn(
            `inline-flex items-center justify-center gap-1.5 rounded-sm border border-transparent font-medium text-muted text-sm
             transition-colors hover:text-ink data-[state=on]:border-line data-[state=on]:bg-surface data-[state=on]:text-ink
             pointer-coarse:min-h-11 forced-colors:data-[state=on]:forced-color-adjust-none forced-colors:data-[state=on]:bg-[Highlight] forced-colors:data-[state=on]:text-[HighlightText] [&_svg]:size-4`,
            size === 'md' && 'min-h-9 px-3.5',
            size === 'sm' && 'min-h-7 px-2.5',
            size === 'icon' && 'size-8 pointer-coarse:size-11',
          )}
        >
          {option.icon}
          {size === 'icon' ? null : option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
