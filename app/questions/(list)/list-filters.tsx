'use client'

import { Search } from 'lucide-react'
import Link from 'next/link'
import { isOwnTab, type ListParams, listQuery } from '@/app/questions/list-params'
import { KIND_WORDS } from '@/components/question/kind-words'
import { Chip } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { Input, Select } from '@/components/ui/input'
import { LIST_STATES } from '@/server/contract/limits'
import type { ListInput } from '@/server/contract/market'
import { DECISION_KINDS } from '@/server/protocol/decision'

const TABS: readonly { value: ListInput['tab']; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'active', label: 'Active' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'ending', label: 'Ending soon' },
  { value: 'budget', label: 'Largest budget' },
  { value: 'most-read', label: 'Most read' },
  { value: 'answered', label: 'Answered' },
  { value: 'due', label: 'Outcome due' },
  { value: 'mine', label: 'Yours' },
  { value: 'sub-questions', label: 'Sub-questions' },
]

const STATE_NAMES: Record<(typeof LIST_STATES)[number], string> = {
  open: 'Open',
  answered: 'Answered',
  expired: 'Not answered',
  decided: 'Decided by its asker',
  resolved: 'Outcome known',
}

export type ListFiltersProps = {
  isSignedIn: boolean
  params: ListParams
  onChange: (next: Partial<ListParams>) => void
  /** Called at every letter. */
  onSearch: (text: string) => void
}

/** Tabs, search and filters above a list of questions. */
export function ListFilters({ isSignedIn, params, onChange, onSearch }: ListFiltersProps) {
  const tabs = TABS.filter((tab) => isSignedIn || !isOwnTab(tab.value))
  return (
    <div>
      <div className="border-line lg:flex lg:items-center lg:justify-between lg:gap-6 lg:border-b">
        <nav
          aria-label="Which questions"
          className="min-w-0 overflow-x-auto border-line border-b [scrollbar-width:none] lg:border-0"
        >
          <ul className="flex gap-5 lg:gap-3">
            {tabs.map((tab) => {
              const isCurrent = params.tab === tab.value
              return (
                <li key={tab.value}>
                  <Link
                    href={listQuery('/questions', { ...params, tab: tab.value })}
                    aria-current={isCurrent ? 'page' : undefined}
                    onClick={(event) => {
                      // A plain click changes the list in place; any other is the browser's, to open a tab of its own.
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return
                      event.preventDefault()
                      onChange({ tab: tab.value })
                    }}
                    className={cn(
                      `-outline-offset-2 flex min-h-11 shrink-0 items-center whitespace-nowrap border-transparent border-b-2
                     font-medium text-muted text-sm transition-colors hover:text-ink`,
                      isCurrent && 'border-ink text-ink',
                    )}
                  >
                    {tab.label}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <search className="noscript:hidden flex min-w-0 flex-wrap items-center gap-3 py-3 lg:w-[28.5rem] lg:shrink-0 lg:flex-nowrap lg:py-0">
          <div className="min-w-40 flex-1 max-sm:basis-full">
            <Input
              type="search"
              aria-label="Search questions, offers, tags and people"
              prefix={<Search aria-hidden />}
              placeholder="Search"
              value={params.q}
              onChange={(event) => onSearch(event.target.value)}
            />
          </div>
          <div className="w-36 shrink-0 max-sm:flex-1">
            <Select
              aria-label="Kind of question"
              value={params.kind ?? ''}
              onChange={(event) =>
                onChange({ kind: DECISION_KINDS.find((kind) => kind === event.target.value) ?? null })
              }
            >
              <option value="">All kinds</option>
              {DECISION_KINDS.map((kind) => (
                <option key={kind} value={kind}>
                  {KIND_WORDS[kind].filter}
                </option>
              ))}
            </Select>
          </div>
          <div className="w-32 shrink-0 max-sm:flex-1">
            <Select
              aria-label="State of question"
              value={params.state ?? ''}
              onChange={(event) =>
                onChange({ state: LIST_STATES.find((state) => state === event.target.value) ?? null })
              }
            >
              <option value="">All states</option>
              {LIST_STATES.map((state) => (
                <option key={state} value={state}>
                  {STATE_NAMES[state]}
                </option>
              ))}
            </Select>
          </div>
        </search>
      </div>
      {params.tag ? (
        <p className="pt-3">
          <Chip
            active
            onRemove={() => onChange({ tag: null })}
            removeLabel={`Show questions without the tag ${params.tag} too`}
          >
            {params.tag}
          </Chip>
        </p>
      ) : null}
      {params.tab === 'sub-questions' ? (
        <p className="measure py-2 text-muted text-sm">
          Questions that an agent has put to the market and that wait for people. Answer one and the decision
          above it may change.
        </p>
      ) : null}
    </div>
  )
}
