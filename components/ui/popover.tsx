'use client'

import { Popover as RadixPopover, Tooltip as RadixTooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

/** Keeps floating boxes off the very edge of a 320 px screen. */
const COLLISION_PADDING_PX = 12

export type PopoverProps = {
  trigger: ReactNode
  children: ReactNode
  'aria-label': string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  className?: string
}

export function Popover({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  className,
  'aria-label': label,
}: PopoverProps) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={COLLISION_PADDING_PX}
          className={cn(
            `z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-lg border border-line bg-surface p-4 text-sm shadow-lift
             data-[state=open]:animate-appear`,
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}

export type TooltipProps = {
  /** A few words; nothing that cannot be learned elsewhere, for touch screens show no tooltips. */
  content: ReactNode
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={350}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={COLLISION_PADDING_PX}
            className="z-50 max-w-72 rounded-sm border border-transparent bg-ink px-2.5 py-1.5 text-paper text-xs
              data-[state=delayed-open]:animate-appear"
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  )
}
