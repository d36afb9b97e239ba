import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

export type PageHeaderProps = {
  /** Above the title: where this lies, or its state. */
  eyebrow?: ReactNode
  title: ReactNode
  /** One or two sentences under the title. */
  lead?: ReactNode
  /** Right of the title; the page's one primary action is here. */
  actions?: ReactNode
  children?: ReactNode
  className?: string
}

/** The top of a page, with its only h1. */
export function PageHeader({ eyebrow, title, lead, actions, children, className }: PageHeaderProps) {
  return (
    <header className={cn('pt-8 pb-6 sm:pt-12', className)}>
      {eyebrow ? (
        <div className="mb-3 flex flex-wrap items-center gap-2 text-muted text-sm">{eyebrow}</div>
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 max-w-3xl">
          <h1 className="display text-2xl sm:text-3xl">{title}</h1>
          {lead ? <p className="mt-2 max-w-2xl text-muted">{lead}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {children}
    </header>
  )
}

export type BreadcrumbProps = { items: readonly { label: string; href?: string }[] }

/** Where one is; the last item is this page. */
export function Breadcrumb({ items }: BreadcrumbProps) {
  return (
    <nav aria-label="Where you are" className="max-w-full">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-muted text-sm">
        {items.map((item, index) => {
          const last = index === items.length - 1
          return (
            <li
              key={`${item.href ?? ''}${item.label}`}
              className="flex min-w-0 max-w-full items-center gap-1.5"
            >
              {index > 0 ? <ChevronRight aria-hidden className="size-3.5 shrink-0" /> : null}
              {item.href && !last ? (
                <Link
                  href={item.href}
                  className="inline-flex min-h-8 items-center hover:text-ink pointer-coarse:min-h-11 hover:underline"
                >
                  {item.label}
                </Link>
              ) : (
                <span aria-current={last ? 'page' : undefined} className={cn('truncate', last && 'text-ink')}>
                  {item.label}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
