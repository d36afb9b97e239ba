import { Note } from '@/components/ui/feedback'

/** A reading that stands still, and why. */
export function PauseNote({ pausedFor }: { pausedFor: string | null }) {
  return (
    <Note tone="warn" title="The reading is paused">
      {pausedFor ?? 'The agent could not go on. Nothing is lost and nothing was charged.'}
    </Note>
  )
}
