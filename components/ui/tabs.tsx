'use client'

import { Tabs as RadixTabs } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'

export function Tabs({ className, ...rest }: ComponentProps<typeof RadixTabs.Root>) {
  return <RadixTabs.Root {...rest} className={cn('flex flex-col gap-6', className)} />
}

export function TabList({ className, ...rest }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <RadixTabs.List
      {...rest}
      className={cn(
        '-mb-px flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]',
        className,
      )}
    />
  )
}

/** `count`: how many there are, or the same in words. */
export type TabProps = ComponentProps<typeof RadixTabs.Trigger> & { count?: number | string }

export function Tab({ count, className, children, ...rest }: TabProps) {
  return (
    <RadixTabs.Trigger
      {...rest}
      className={cn(
        `-mb-px flex min-h-11 shrink-0 items-center gap-2 border-transparent border-b-2 font-medium text-muted text-sm
         -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink
         forced-colors:data-[state=inactive]:border-[Canvas]`,
        className,
      )}
    >
      {children}
      {count === undefined ? null : <span className="nums font-normal text-muted">{count}</span>}
    </RadixTabs.Trigger>
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...rest} className={cn('min-w-0', className)} />
}
