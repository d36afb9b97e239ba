'use client'

import { cx } from 'class-variance-authority'
import { type ReactNode, useId } from 'react'

export type SegmentedProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  'aria-label': string
  /** `icon` shows icons alone; the labels are read out. */
  size?: 'sm' | 'md' | 'icon'
  className?: string
}

/** A few choices that exclude one another, all in sight; one is always chosen. They are the browser's own: their keys come with it. */
export function Segmented<Value extends string>({
  value,
  onValueChange,
  options,
  size = 'md',
  className,
  ...rest
}: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      {...rest}
      role="radiogroup"
      className={cx('inline-flex rounded-md border border-line bg-well p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            `relative inline-flex cursor-pointer items-center justify-center gap-1.5 rounded-sm border border-transparent font-medium
             text-muted text-sm transition-colors hover:text-ink has-checked:border-line has-checked:bg-surface has-checked:text-ink
             has-focus-visible:[outline:2px_solid_var(--focus)] pointer-coarse:min-h-11
             forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight]
             forced-colors:has-checked:text-[HighlightText] [&_svg]:size-4`,
            size === 'md' && 'min-h-9 px-3.5',
            size === 'sm' && 'min-h-7 px-2.5',
            size === 'icon' && 'size-8 pointer-coarse:size-11',
          )}
        >
          {/* Over all of its label: what is pressed is the choice itself. */}
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {option.icon}
          <span className={size === 'icon' ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
