'use client'

import { ChevronRight } from 'lucide-react'
import { Collapsible, Accordion as RadixAccordion } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

const SUMMARY = `group noscript:hidden flex min-h-11 w-full items-center gap-2 text-left font-medium text-sm hover:text-accent
  [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted [&>svg]:transition-transform data-[state=open]:[&>svg]:rotate-90`

export type DisclosureProps = {
  summary: ReactNode
  defaultOpen?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** Folds something away that most people do not need. */
export function Disclosure({
  summary,
  defaultOpen,
  open,
  onOpenChange,
  className,
  children,
}: DisclosureProps) {
  return (
    <Collapsible.Root defaultOpen={defaultOpen} open={open} onOpenChange={onOpenChange} className={className}>
      <Collapsible.Trigger className={SUMMARY}>
        <ChevronRight aria-hidden />
        <span className="min-w-0 flex-1">{summary}</span>
      </Collapsible.Trigger>
      <Collapsible.Content className="pt-1 pb-4 pl-6">{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}

export type AccordionProps = {
  items: readonly { value: string; title: ReactNode; content: ReactNode }[]
  /** The values open at first. */
  defaultValue?: string[]
  className?: string
}

/** Several disclosures in one list; any number may be open. */
export function Accordion({ items, defaultValue, className }: AccordionProps) {
  return (
    <RadixAccordion.Root
      type="multiple"
      defaultValue={defaultValue}
      className={cn('divide-y divide-line border-line border-y', className)}
    >
      {items.map((item) => (
        <RadixAccordion.Item key={item.value} value={item.value}>
          <RadixAccordion.Header>
            <RadixAccordion.Trigger className={cn(SUMMARY, 'py-2.5')}>
              <ChevronRight aria-hidden />
              <span className="min-w-0 flex-1">{item.title}</span>
            </RadixAccordion.Trigger>
          </RadixAccordion.Header>
          <RadixAccordion.Content className="measure pb-4 pl-6 text-sm">
            {item.content}
          </RadixAccordion.Content>
        </RadixAccordion.Item>
      ))}
    </RadixAccordion.Root>
  )
}
