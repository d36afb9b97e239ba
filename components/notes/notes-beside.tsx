import Link from 'next/link'
import { LinkedText } from '@/components/notes/linked-text'
import { NOTES_FORMULA_HREF, notesHref } from '@/components/notes/notes-href'
import type { ThreadItem } from '@/server/contract/threads'

export type NotesBesideProps = { questionId: string; notes: ThreadItem['notes'] }

/** Public notes beside a verdict, set apart from it: what people say, not what was bought. */
export function NotesBeside({ questionId, notes }: NotesBesideProps) {
  return (
    <aside
      aria-label="Public notes"
      className="measure space-y-2 rounded-md border border-line border-dashed px-4 py-3 text-sm"
    >
      {notes.map(({ id, text, author }) => (
        <p key={id}>
          <span className="whitespace-pre-line">
            <LinkedText text={text} />
          </span>{' '}
          <span className="text-muted">
            –{' '}
            <Link href={`/people/${author.handle}`} className="hover:underline">
              {author.name}
            </Link>
          </span>
        </p>
      ))}
      <p className="text-muted text-xs">
        Readers’ notes, apart from the verdict.{' '}
        <Link href={NOTES_FORMULA_HREF} className="underline underline-offset-2">
          Shown, because people who usually disagree find them helpful
        </Link>
        {' · '}
        <Link href={notesHref(questionId)} className="underline underline-offset-2">
          All notes on this claim
        </Link>
      </p>
    </aside>
  )
}
