import Link from 'next/link'
import { NotesBeside } from '@/components/notes/notes-beside'
import { notesHref } from '@/components/notes/notes-href'
import type { PublicNote } from '@/server/contract/public-notes'
import { counted } from '@/server/words/amounts'

export type NotesOnClaimProps = { questionId: string; notes: readonly PublicNote[] }

/** On a claim's own page: the notes that are shown, and the way to the others. */
export function NotesOnClaim({ questionId, notes }: NotesOnClaimProps) {
  const shown = notes.filter(({ status }) => status === 'shown')
  const others = notes.length - shown.length
  return (
    <section aria-labelledby="public-notes" className="mt-10 space-y-3">
      <h2 id="public-notes" className="display text-xl">
        Public notes
      </h2>
      {shown.length > 0 ? <NotesBeside questionId={questionId} notes={shown} /> : null}
      <p className="measure text-muted text-sm">
        {others === 0
          ? 'Say what everybody should know who reads this claim. '
          : `${counted(others, 'note')} of readers can be rated. `}
        <Link href={notesHref(questionId)} className="text-accent underline">
          {others === 0 ? 'Write a note' : 'Read, rate or write'}
        </Link>
      </p>
    </section>
  )
}
