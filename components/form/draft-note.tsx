import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'

export type DraftNoteProps = {
  isRestored: boolean
  isKept: boolean
  onDiscard: () => void
}

/** "Draft restored · Discard", or a warning that this browser keeps nothing. */
export function DraftNote({ isRestored, isKept, onDiscard }: DraftNoteProps) {
  if (!isKept) {
    return (
      <Note tone="warn">
        This browser refuses to keep a draft. Copy your text elsewhere before you leave the page.
      </Note>
    )
  }
  if (!isRestored) return null
  return (
    <Note
      action={
        <Button size="sm" variant="secondary" onClick={onDiscard}>
          Discard
        </Button>
      }
    >
      <p className="py-1">Draft restored. It is kept in this browser only.</p>
    </Note>
  )
}
