'use client'

import { ChevronsDownUp, ChevronsUpDown, ListFilter, Search } from 'lucide-react'
import { useState } from 'react'
import { NO_FILTER, type TreeFilter } from '@/components/tree/nodes'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { counted } from '@/server/words/amounts'

export type OutlineToolbarProps = {
  filter: TreeFilter
  onFilterChange: (filter: TreeFilter) => void
  /** Rows that fit the filter; a question that only leads to them is none. */
  found: number
  /** Rows that the filter keeps out of sight. */
  hidden: number
  onExpandAll: () => void
  onCollapseAll: () => void
}

/** What the outline shows, and what it hides; where there is little room, its fields wait behind a button. */
export function OutlineToolbar({
  filter,
  onFilterChange,
  found,
  hidden,
  onExpandAll,
  onCollapseAll,
}: OutlineToolbarProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="border-line border-b px-3 py-1.5 noscript:hidden">
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-2 gap-y-1.5 py-0.5 @2xl:flex',
          isOpen ? '' : '@max-2xl:hidden',
        )}
      >
        <Segmented
          size="sm"
          aria-label="Rows shown"
          value={filter.shown}
          onValueChange={(shown) => onFilterChange({ ...filter, shown })}
          options={[
            { value: 'everything', label: 'Everything' },
            { value: 'bought', label: 'Only bought' },
            { value: 'left', label: 'Not bought' },
          ]}
        />
        <span className="min-w-32 grow @2xl:max-w-72">
          <Input
            type="search"
            aria-label="Search in the tree"
            placeholder="Search"
            prefix={<Search aria-hidden />}
            value={filter.words}
            onChange={(event) => onFilterChange({ ...filter, words: event.target.value })}
            className="min-h-8"
          />
        </span>
      </div>
      {/* Always there, so that nothing below moves when rows are hidden. */}
      <div className="flex min-h-8 items-center gap-x-2">
        <Button
          size="sm"
          variant="quiet"
          className="-ml-2 px-2 @2xl:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          Filter
        </Button>
        <p className="min-w-0 text-muted text-xs" role="status">
          {found === 0 ? 'Nothing found.' : hidden > 0 ? `${counted(hidden, 'row')} hidden.` : null}{' '}
          {found === 0 || hidden > 0 ? (
            <button
              type="button"
              className="min-h-6 text-accent underline"
              onClick={() => onFilterChange(NO_FILTER)}
            >
              Show all
            </button>
          ) : null}
        </p>
        <span className="ml-auto flex">
          <Button size="sm" variant="quiet" className="px-2" onClick={onExpandAll}>
            <ChevronsUpDown aria-hidden />
            <span className="@max-md:sr-only">Expand all</span>
          </Button>
          <Button size="sm" variant="quiet" className="px-2" onClick={onCollapseAll}>
            <ChevronsDownUp aria-hidden />
            <span className="@max-md:sr-only">Collapse all</span>
          </Button>
        </span>
      </div>
    </div>
  )
}
