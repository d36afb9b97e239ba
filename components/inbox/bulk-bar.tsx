import { Button } from '@/components/ui/button'
import type { InboxState } from '@/server/contract/inbox'

export type BulkMark = 'seen' | 'ignored' | 'new'

export type BulkBarProps = {
  state: InboxState
  /** Rows on the page. */
  items: number
  selected: number
  isPending: boolean
  onSelectAll: (isSelected: boolean) => void
  onMark: (as: BulkMark) => void
}

const MARKS: Readonly<Record<InboxState, readonly { as: BulkMark; label: string }[]>> = {
  new: [
    { as: 'seen', label: 'Mark seen' },
    { as: 'ignored', label: 'Ignore' },
  ],
  seen: [
    { as: 'ignored', label: 'Ignore' },
    { as: 'new', label: 'Mark new' },
  ],
  ignored: [{ as: 'new', label: 'Bring back' }],
  answered: [],
  expired: [],
}

/** Selects all rows on the page, and does something with those selected. */
export function BulkBar({ state, items, selected, isPending, onSelectAll, onMark }: BulkBarProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 pr-2 text-sm">
        <span className="grid w-11 place-items-center">
          <input
            type="checkbox"
            checked={items > 0 && selected === items}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < items
            }}
            onChange={(event) => onSelectAll(event.target.checked)}
            className="size-4 accent-accent pointer-coarse:size-5"
          />
        </span>
        <span aria-live="polite" className="nums text-muted">
          {selected === 0 ? 'Select all' : `${selected} selected`}
        </span>
      </label>
      {selected > 0
        ? MARKS[state].map(({ as, label }) => (
            <Button
              key={as}
              size="sm"
              className="pointer-coarse:min-h-11"
              pending={isPending}
              onClick={() => onMark(as)}
            >
              {label}
            </Button>
          ))
        : null}
    </div>
  )
}
