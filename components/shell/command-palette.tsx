'use client'

import { Command } from 'cmdk'
import {
  BellRing,
  Bot,
  ChartColumn,
  LogIn,
  PenLine,
  Search,
  Settings,
  Tag,
  UserRound,
  Wallet,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useDebounce } from 'use-debounce'
import type { ShellUser } from '@/components/shell/account-menu'
import type { NavItem } from '@/components/shell/nav'
import { useThemeChoice } from '@/components/shell/theme-choice'
import { THEMES } from '@/components/shell/theme-switch'
import type { MarketState } from '@/components/status/status'
import { StatusChip } from '@/components/status/status-chip'
import { cn } from '@/components/ui/cn'
import { OVERLAY } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

export type SearchHit = {
  kind: 'question' | 'tag' | 'person'
  id: string
  title: string
  href: string
  state?: MarketState
}

export type CommandPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  nav: readonly NavItem[]
  user: ShellUser | null
  /** Finds questions, tags and people, in that order; called a moment after typing stops. */
  onSearch?: (query: string) => Promise<readonly SearchHit[]>
}

/** A pause in typing long enough not to search for half a word. */
const SEARCH_DELAY_MS = 180

/** One letter finds everything and helps nobody. */
const QUERY_CHARS_MIN = 2

const HIT_GROUPS: readonly { kind: SearchHit['kind']; heading: string; icon: ReactNode }[] = [
  { kind: 'question', heading: 'Questions', icon: null },
  { kind: 'tag', heading: 'Tags', icon: <Tag aria-hidden /> },
  { kind: 'person', heading: 'People', icon: <UserRound aria-hidden /> },
]

type Found = { query: string; hits: readonly SearchHit[]; failed: boolean }

const NOTHING: Found = { query: '', hits: [], failed: false }

export function CommandPalette({ open, onOpenChange, nav, user, onSearch }: CommandPaletteProps) {
  const router = useRouter()
  const [, setTheme] = useThemeChoice()
  const [query, setQuery] = useState('')
  const typed = query.trim()
  const found = useSearch(typed, onSearch)
  const [chosen, setChosen] = useState('')
  // Hits come later than pages, and are what is looked for: Enter opens the first of them.
  useEffect(() => {
    const [first] = found.hits
    if (first) setChosen(hitValue(found.query, first))
  }, [found])
  // Until they have come, there is no "ask this" for a hasty Enter to press.
  const mayAsk = typed.length >= QUERY_CHARS_MIN && (onSearch === undefined || found.query === typed)

  function run(action: () => void) {
    onOpenChange(false)
    setQuery('')
    action()
  }
  const go = (href: string) => run(() => router.push(href))

  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={OVERLAY} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(0.75rem,10dvh)] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border border-line
            bg-surface shadow-lift data-[state=open]:animate-appear"
        >
          <RadixDialog.Title className="sr-only">Search or go to</RadixDialog.Title>
          <Command label="Search or go to" loop value={chosen} onValueChange={setChosen}>
            <div className="flex items-center gap-3 border-line border-b px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder="Search questions, tags and people, or go to a page"
                className="min-h-12 w-full bg-transparent text-base outline-none"
              />
              <span className="pointer-coarse:hidden">
                <Kbd>Esc</Kbd>
              </span>
            </div>
            <Command.List
              label="Results"
              className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-1.5 [&_[cmdk-group-heading]]:px-2.5
                [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted
                [&_[cmdk-group-heading]]:text-xs"
            >
              {HIT_GROUPS.map(({ kind, heading, icon }) => {
                const hits = found.hits.filter((hit) => hit.kind === kind)
                return hits.length > 0 ? (
                  <Command.Group key={kind} heading={heading}>
                    {hits.map((hit) => (
                      // The query is part of the value, so that the palette's own filter keeps what the search found.
                      <Item key={hit.id} value={hitValue(typed, hit)} onSelect={() => go(hit.href)}>
                        {icon}
                        <span className="min-w-0 flex-1 truncate">{hit.title}</span>
                        {hit.state ? <StatusChip state={hit.state} bare /> : null}
                      </Item>
                    ))}
                  </Command.Group>
                ) : null
              })}
              <Command.Group heading="Go to">
                {nav.map((item) => (
                  <Item key={item.href} value={item.label} onSelect={() => go(item.href)}>
                    {item.icon}
                    {item.label}
                  </Item>
                ))}
                {user ? (
                  <>
                    <Item
                      value="Your offers and earnings"
                      keywords={['selling', 'sales']}
                      onSelect={() => go('/selling')}
                    >
                      <ChartColumn aria-hidden />
                      Your offers and earnings
                    </Item>
                    <Item value="Bots" onSelect={() => go('/bots')}>
                      <Bot aria-hidden />
                      Bots
                    </Item>
                    <Item value="Wallet" keywords={['credits', 'money']} onSelect={() => go('/wallet')}>
                      <Wallet aria-hidden />
                      Wallet
                    </Item>
                    <Item
                      value="Your alerts"
                      keywords={['matchers', 'inbox']}
                      onSelect={() => go('/selling/alerts')}
                    >
                      <BellRing aria-hidden />
                      Your alerts
                    </Item>
                    <Item value="Your profile" onSelect={() => go(`/people/${user.handle}`)}>
                      <UserRound aria-hidden />
                      Your profile
                    </Item>
                    <Item value="Settings" onSelect={() => go('/settings')}>
                      <Settings aria-hidden />
                      Settings
                    </Item>
                  </>
                ) : (
                  <Item value="Sign in or register" onSelect={() => go('/sign-in')}>
                    <LogIn aria-hidden />
                    Sign in or register
                  </Item>
                )}
              </Command.Group>
              {mayAsk ? (
                <Command.Group heading="Ask">
                  <Item
                    value={`Ask this question: ${query}`}
                    onSelect={() => go(`/ask?title=${encodeURIComponent(typed)}`)}
                  >
                    <PenLine aria-hidden />
                    <span className="min-w-0 truncate">Ask “{typed}”</span>
                  </Item>
                </Command.Group>
              ) : null}
              <Command.Group heading="Colours">
                {THEMES.map((theme) => (
                  <Item
                    key={theme.value}
                    value={`Colours: ${theme.label}`}
                    keywords={['theme', 'mode']}
                    onSelect={() => run(() => setTheme(theme.value))}
                  >
                    {theme.icon}
                    {theme.label}
                  </Item>
                ))}
              </Command.Group>
            </Command.List>
            <p aria-live="polite" className={cn('px-4 pb-3 text-muted text-xs', !found.failed && 'sr-only')}>
              {found.failed ? 'The search did not answer. Try again in a moment.' : wordsFor(found)}
            </p>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function wordsFor(found: Found): string {
  if (found.query === '') return ''
  if (found.hits.length === 0) return 'Nothing found'
  return `${found.hits.length} found`
}

/** The hits of the latest query; an answer that comes after the next query is dropped. */
const hitValue = (typed: string, hit: Found['hits'][number]) => `${typed} ${hit.title} ${hit.id}`

function useSearch(query: string, onSearch: CommandPaletteProps['onSearch']): Found {
  const [settledQuery] = useDebounce(query, SEARCH_DELAY_MS)
  const [found, setFound] = useState<Found>(NOTHING)

  useEffect(() => {
    if (!onSearch || settledQuery.length < QUERY_CHARS_MIN) {
      setFound(NOTHING)
      return
    }
    let dropped = false
    onSearch(settledQuery).then(
      (hits) => {
        if (!dropped) setFound({ query: settledQuery, hits, failed: false })
      },
      () => {
        if (!dropped) setFound({ query: settledQuery, hits: [], failed: true })
      },
    )
    return () => {
      dropped = true
    }
  }, [settledQuery, onSearch])

  return found
}

type ItemProps = { value: string; keywords?: string[]; onSelect: () => void; children: ReactNode }

function Item({ children, ...rest }: ItemProps) {
  return (
    <Command.Item
      {...rest}
      className="flex min-h-10 cursor-pointer select-none items-center gap-3 rounded-sm px-2.5 text-sm
        data-[selected=true]:bg-well pointer-coarse:min-h-11 forced-colors:data-[selected=true]:bg-[Highlight]
        [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
    >
      {children}
    </Command.Item>
  )
}
