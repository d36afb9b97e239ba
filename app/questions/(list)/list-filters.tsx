'use client'

import { Search } from 'lucide-react'
import Link from 'next/link'
import { isOwnTab, type ListParams, listQuery } from '@/app/questions/list-params'
import { KIND_WORDS } from '@/components/question/kind-words'
import { Chip } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { Input, Select } from '@/components/ui/input'
import type { ListInput } from '@/server/contract/market'

const TABS: readonly { value: ListInput['tab']; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'active', label: 'Active' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'ending', label: 'Ending soon' },
  { value: 'answered', label: 'Answered' },
  { value: 'mine', label: 'Yours' },
  { value: 'sub-questions', label: 'Sub-questions' },
]

const KINDS = ['open', 'choice', 'belief'] as const

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
      <nav
        aria-label="Which questions"
        className="overflow-x-auto border-line border-b [scrollbar-width:none]"
      >
        <ul className="flex gap-6">
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
      <search className="flex flex-wrap items-center gap-3 py-4">
        <div className="min-w-0 flex-1 basis-60">
          <Input
            type="search"
            aria-label="Search questions"
            prefix={<Search aria-hidden />}
            placeholder="Search questions"
            value={params.q}
            onChange={(event) => onSearch(event.target.value)}
          />
        </div>
        <div className="grow basis-44 sm:grow-0">
          <Select
            aria-label="Kind of question"
            value={params.kind ?? ''}
            onChange={(event) =>
              onChange({ kind: KINDS.find((kind) => kind === event.target.value) ?? null })
            }
          >
            <option value="">All kinds</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind].filter}
              </option>
            ))}
          </Select>
        </div>
        {params.tag ? (
          <Chip
            active
            onRemove={() => onChange({ tag: null })}
            removeLabel={`Show questions without the tag ${params.tag} too`}
          >
            {params.tag}
          </Chip>
        ) : null}
      </search>
      {params.tab === 'sub-questions' ? (
        <p className="measure pb-2 text-muted text-sm">
          Questions that an agent has put to the market and that wait for people. Answer one and the decision
          above it may change.
        </p>
      ) : null}
    </div>
  )
}
