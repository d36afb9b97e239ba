'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'

export type LinkTab = { href: string; label: string; count?: number }

/** Rooms that belong together, each a page of its own; they look like tabs and are links. */
export function LinkTabs({ label, items }: { label: string; items: readonly LinkTab[] }) {
  const path = usePathname()
  return (
    <nav aria-label={label} className="mt-6">
      <ul className="-mb-px flex gap-6 overflow-x-auto border-line border-b [scrollbar-width:none]">
        {items.map(({ href, label: name, count }) => (
          <li key={href} className="shrink-0">
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className="-mb-px flex min-h-11 items-center gap-2 border-transparent border-b-2 font-medium text-muted text-sm
                -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
            >
              {name}
              {count === undefined ? null : <span className="nums font-normal text-muted">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
