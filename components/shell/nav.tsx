'use client'

import { cx } from 'class-variance-authority'
import { HandCoins, Inbox, MessagesSquare, PenLine } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

export type NavItem = {
  href: string
  label: string
  icon: ReactNode
  /** A number beside the label; equals the list it leads to. */
  count?: number
  /** Addresses that also belong to this item, besides everything under `href`. */
  also?: readonly string[]
}

const QUESTIONS: NavItem = { href: '/questions', label: 'Questions', icon: <MessagesSquare aria-hidden /> }
const ASK: NavItem = { href: '/ask', label: 'Ask', icon: <PenLine aria-hidden /> }

/** A visitor sees what sells here before there is anything of their own to sell. */
export const VISITOR_NAV: readonly NavItem[] = [
  QUESTIONS,
  ASK,
  { href: '/bots', label: 'Sell', icon: <HandCoins aria-hidden />, also: ['/selling'] },
]

/** By what people want to do. A badge opens the list that it counts. */
export function memberNav({ toAnswer, forYou }: { toAnswer: number; forYou: number }): NavItem[] {
  return [
    QUESTIONS,
    ASK,
    {
      href: '/selling/to-answer',
      label: 'Sell',
      icon: <HandCoins aria-hidden />,
      count: toAnswer,
      also: ['/selling', '/bots'],
    },
    { href: '/inbox', label: 'Inbox', icon: <Inbox aria-hidden />, count: forYou },
  ]
}

function isUnder(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}

function useIsCurrent(): (item: NavItem) => boolean {
  const path = usePathname()
  return (item) => [item.href, ...(item.also ?? [])].some((href) => isUnder(path, href))
}

/** In the header, where there is room. */
export function TopNav({ items }: { items: readonly NavItem[] }) {
  const isCurrent = useIsCurrent()
  return (
    <nav aria-label="Main" className="hidden md:block">
      <ul className="flex">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={isCurrent(item) ? 'page' : undefined}
              className="relative flex min-h-14 items-center px-3 text-muted text-sm transition-colors -outline-offset-4
                hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink
                aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3 aria-[current=page]:after:-bottom-px
                aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-ink"
            >
              {item.label}
              <Count of={item} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Along the lower edge of a phone, where thumbs are. */
export function BottomNav({ items }: { items: readonly NavItem[] }) {
  const isCurrent = useIsCurrent()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={isCurrent(item) ? 'page' : undefined}
              className={cx(
                `relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs text-muted leading-4
                 -outline-offset-4 [&_svg]:size-5 [&_svg]:stroke-[1.75]`,
                'aria-[current=page]:font-medium aria-[current=page]:text-ink',
                'aria-[current=page]:after:absolute aria-[current=page]:after:-top-px aria-[current=page]:after:h-0.5',
                'aria-[current=page]:after:w-10 aria-[current=page]:after:bg-ink',
              )}
            >
              {item.icon}
              <span>
                {item.label}
                <Count of={item} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ of: item }: { of: NavItem }) {
  return item.count ? (
    <>
      {' '}
      <span className="nums ml-1 text-accent">
        {item.count}
        <span className="sr-only"> new</span>
      </span>
    </>
  ) : null
}
