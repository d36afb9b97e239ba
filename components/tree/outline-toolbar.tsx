'use client'

import { ChevronsDownUp, ChevronsUpDown, Search } from 'lucide-react'
import { NO_FILTER, type TreeFilter } from '@/components/tree/nodes'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { counted } from '@/server/words/amounts'

export type OutlineToolbarProps = {
  filter: TreeFilter
  onFilterChange: (filter: TreeFilter) => void
  /** Rows that the filter keeps out of sight. */
  hidden: number
  onExpandAll: () => void
  onCollapseAll: () => void
}

/** What the outline shows, and what it hides. */
export function OutlineToolbar({
  filter,
  onFilterChange,
  hidden,
  onExpandAll,
  onCollapseAll,
}: OutlineToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b px-3 py-2">
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
      <span className="min-w-32 grow @2xl:max-w-52">
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
      {hidden > 0 ? (
        <p className="text-muted text-xs" role="status">
          {counted(hidden, 'row')} hidden.{' '}
          <button
            type="button"
            className="min-h-6 text-accent underline"
            onClick={() => onFilterChange(NO_FILTER)}
          >
            Show all
          </button>
        </p>
      ) : null}
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
  )
}
