import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

/** A titled part of the details pane. */
export function Part({
  title,
  children,
  className,
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <section className={cn('space-y-2', className)}>
      <h3 className="eyebrow">{title}</h3>
      {children}
    </section>
  )
}

/** Named figures, one line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  )
}
