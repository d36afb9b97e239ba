'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type ReactNode, useCallback, useState } from 'react'
import type { ShellUser } from '@/components/shell/account-menu'
import type { SearchHit } from '@/components/shell/command-palette'
import { Logo } from '@/components/shell/logo'
import { BottomNav, type NavItem, TopNav, VISITOR_NAV } from '@/components/shell/nav'
import { useKeysShortcut, usePaletteShortcut } from '@/components/shell/shortcuts'
import { ThemeSwitch } from '@/components/shell/theme-switch'
import { buttonStyles } from '@/components/ui/button-styles'
import { Kbd } from '@/components/ui/kbd'
import { useWasEver } from '@/components/ui/use-was-ever'

const CommandPalette = dynamic(() =>
  import('@/components/shell/command-palette').then(({ CommandPalette }) => CommandPalette),
)
const KeysDialog = dynamic(() =>
  import('@/components/shell/keys-dialog').then(({ KeysDialog }) => KeysDialog),
)

const TourDialog = dynamic(() => import('@/components/tour/tour-dialog').then(({ TourDialog }) => TourDialog))

/** The element every page's content lies in; the skip link leads to it. */
export const MAIN_ID = 'main'

/** What is about the market itself. */
const FOOTER_PAGES = [
  { href: '/how-it-works', label: 'How it works' },
  { href: '/lab', label: 'Lab' },
  { href: '/developers', label: 'Developers' },
  { href: '/market-health', label: 'Market health' },
  { href: '/games', label: 'Games' },
  { href: '/notes', label: 'Public notes' },
  { href: '/moderation/log', label: 'Moderation' },
] as const

/** Its own space makes a short word wide enough to press; a least width would make the gaps uneven. */
const FOOTER_LINK = 'inline-flex min-h-11 items-center px-3 hover:text-ink hover:underline'

export type ShellProps = {
  /** Null for a visitor who is not signed in. */
  user: ShellUser | null
  /** A member's corner of the header; a visitor's has the doors. */
  account?: ReactNode
  nav?: readonly NavItem[]
  onSearch?: (query: string) => Promise<readonly SearchHit[]>
  /** A line across the whole page, for what concerns everybody ("money is paused while …"). */
  notice?: ReactNode
  children: ReactNode
}

/** What stays the same on every page: header, main, footer, palette. Pages bring no `<main>` of their own. */
export function Shell({ user, account = null, nav = VISITOR_NAV, onSearch, notice, children }: ShellProps) {
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [keysOpen, setKeysOpen] = useState(false)
  const [tourOpen, setTourOpen] = useState(false)
  // Their scripts are fetched when they are first wanted.
  const wasPaletteOpen = useWasEver(paletteOpen)
  const wasKeysOpen = useWasEver(keysOpen)
  const wasTourOpen = useWasEver(tourOpen)
  const back = useWayBack()
  usePaletteShortcut(useCallback(() => setPaletteOpen((open) => !open), []))
  useKeysShortcut(useCallback(() => setKeysOpen(true), []))

  return (
    <div className="flex min-h-dvh flex-col pb-[calc(3.5rem+env(safe-area-inset-bottom))] md:pb-0">
      <a
        href={`#${MAIN_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-ink px-4 py-2.5 font-medium text-paper text-sm
          focus:translate-y-0"
      >
        Skip to the content
      </a>

      <header className="sticky top-0 z-30 border-line border-b bg-paper">
        <div className="page flex min-h-14 items-center gap-2 sm:gap-4">
          <Link href="/" className="flex min-h-11 shrink-0 items-center rounded-sm md:mr-3">
            <Logo />
          </Link>
          <TopNav items={nav} />
          <div className="ml-auto flex items-center gap-1 sm:gap-3">
            <SearchButton onClick={() => setPaletteOpen(true)} />
            {account ?? (
              <>
                <Link href={`/sign-in${back}`} className={buttonStyles({ variant: 'quiet', size: 'sm' })}>
                  Sign in
                </Link>
                <Link
                  href={`/register${back}`}
                  className={buttonStyles({ variant: 'secondary', size: 'sm', className: 'max-sm:hidden' })}
                >
                  Register
                </Link>
              </>
            )}
          </div>
        </div>
      </header>

      {notice ? (
        <div role="status" className="border-waiting-line border-b bg-waiting-wash text-sm text-waiting">
          <div className="page py-2">{notice}</div>
        </div>
      ) : null}

      {/* As high as the window, so that the end of the page is not pushed about while what is on it comes in. */}
      <main id={MAIN_ID} tabIndex={-1} className="min-h-[calc(100dvh-3.5rem)] w-full flex-1 scroll-mt-16">
        {children}
      </main>

      <footer className="mt-16 border-line border-t">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-6 text-muted text-sm">
          <p>Reads before it buys. Forgets what it did not pay for.</p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <ul className="-mx-3 flex flex-wrap">
              {FOOTER_PAGES.map(({ href, label }) => (
                <li key={href}>
                  <Link href={href} prefetch={false} className={FOOTER_LINK}>
                    {label}
                  </Link>
                </li>
              ))}
              <li className="noscript:hidden">
                <button type="button" onClick={() => setTourOpen(true)} className={FOOTER_LINK}>
                  Tour
                </button>
              </li>
              <li className="pointer-coarse:hidden noscript:hidden">
                <button type="button" onClick={() => setKeysOpen(true)} className={FOOTER_LINK}>
                  Keys
                </button>
              </li>
            </ul>
            <ThemeSwitch className="noscript:hidden" />
          </div>
        </div>
      </footer>

      <BottomNav items={nav} />
      {wasTourOpen ? <TourDialog open={tourOpen} onOpenChange={setTourOpen} /> : null}
      {wasKeysOpen ? <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} /> : null}
      {wasPaletteOpen ? (
        <CommandPalette
          open={paletteOpen}
          onOpenChange={setPaletteOpen}
          nav={nav}
          user={user}
          onSearch={onSearch}
        />
      ) : null}
    </div>
  )
}

/** Makes signing in lead back to this page; not to the first page, and not from one door to the other. */
function useWayBack(): string {
  const path = usePathname()
  return ['/', '/sign-in', '/register'].includes(path) ? '' : `?callbackUrl=${encodeURIComponent(path)}`
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md text-muted text-sm noscript:hidden transition-colors hover:text-ink
        lg:flex lg:h-9 lg:w-auto lg:items-center lg:gap-2 lg:border lg:border-line lg:bg-surface lg:pr-2 lg:pl-3 lg:hover:border-edge"
    >
      <Search aria-hidden className="size-[1.125rem] lg:size-4" />
      <span className="max-lg:sr-only">Search</span>
      <span className="sr-only"> or go to</span>
      <span className="hidden pl-6 lg:inline">
        <Kbd>Ctrl K</Kbd>
      </span>
    </button>
  )
}
