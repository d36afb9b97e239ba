'use client'

import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import type { Shown } from '@/components/tree/nodes'
import { Button } from '@/components/ui/button'
import { Segmented } from '@/components/ui/segmented'
import { counted } from '@/server/words/amounts'

export type OutlineToolbarProps = {
  shown: Shown
  onShownChange: (shown: Shown) => void
  /** Rows that the filter keeps out of sight. */
  hidden: number
  onExpandAll: () => void
  onCollapseAll: () => void
}

/** What the outline shows, and what it hides. */
export function OutlineToolbar({
  shown,
  onShownChange,
  hidden,
  onExpandAll,
  onCollapseAll,
}: OutlineToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b px-3 py-2">
      <Segmented
        size="sm"
        aria-label="Rows shown"
        value={shown}
        onValueChange={onShownChange}
        options={[
          { value: 'everything', label: 'Everything' },
          { value: 'bought', label: 'Only bought' },
        ]}
      />
      {hidden > 0 ? (
        <p className="text-muted text-xs" role="status">
          {counted(hidden, 'row')} hidden.{' '}
          <button
            type="button"
            className="min-h-6 text-accent underline"
            onClick={() => onShownChange('everything')}
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
