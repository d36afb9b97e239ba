import { STATE_WORDS } from '@/components/inbox/inbox-words'
import { cn } from '@/components/ui/cn'
import { INBOX_STATES, type InboxState } from '@/server/contract/inbox'

export type StateFilterProps = {
  value: InboxState
  counts: Readonly<Record<InboxState, number>>
  onChange: (state: InboxState) => void
}

/** New, Seen, Ignored, Answered, Expired: each with how many there are. Wraps on a phone. */
export function StateFilter({ value, counts, onChange }: StateFilterProps) {
  return (
    <fieldset>
      <legend className="sr-only">Which questions</legend>
      <div className="flex flex-wrap gap-2">
        {INBOX_STATES.map((state) => (
          <button
            key={state}
            type="button"
            aria-pressed={state === value}
            onClick={() => onChange(state)}
            className={cn(
              `inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-muted text-sm
               transition-colors hover:border-edge hover:text-ink pointer-coarse:min-h-11`,
              state === value && 'border-accent-line bg-accent-wash font-medium text-accent',
            )}
          >
            {STATE_WORDS[state].label}
            <span className="nums">{counts[state]}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
