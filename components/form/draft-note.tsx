import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'

export type DraftNoteProps = {
  isRestored: boolean
  isKept: boolean
  onDiscard: () => void
}

/** Where a draft is kept, "Draft restored · Discard", or a warning that this browser keeps nothing. */
export function DraftNote({ isRestored, isKept, onDiscard }: DraftNoteProps) {
  if (!isKept) {
    return (
      <Note tone="warn">
        This browser refuses to keep a draft. Copy your text elsewhere before you leave the page.
      </Note>
    )
  }
  // One line, there before a draft is found too: the form below stays where it is.
  return (
    <p className="flex min-h-8 items-center gap-2 text-muted text-sm pointer-coarse:min-h-11">
      {isRestored ? (
        <>
          Draft restored.
          <Button size="sm" variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </>
      ) : (
        'What you type is kept in this browser only.'
      )}
    </p>
  )
}
