'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '@/app/trpc'
import { done } from '@/components/form/done'
import { FlagLink } from '@/components/moderation/flag-link'
import { LinkedText } from '@/components/notes/linked-text'
import { NoteForm } from '@/components/notes/note-form'
import { NoteRating } from '@/components/notes/note-rating'
import { notesHref } from '@/components/notes/notes-href'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { ListPublicNotes, PublicNote, PublicNotes } from '@/server/contract/public-notes'
import { counted } from '@/server/words/amounts'
import { NOTE_STATUS_WORDS, type NoteReason } from '@/server/words/public-notes'

export type NotesRoomProps = { input: ListPublicNotes; first: PublicNotes; isSignedIn: boolean }

/** Notes to read and rate, and the form to write one on a claim. */
export function NotesRoom({ input, first, isSignedIn }: NotesRoomProps) {
  const trpc = useTRPC()
  const view = useQuery({ ...trpc.notes.list.queryOptions(input), initialData: first })
  const write = useMutation(trpc.notes.write.mutationOptions())
  const rate = useMutation(trpc.notes.rate.mutationOptions())
  const remove = useMutation(trpc.notes.remove.mutationOptions())
  const { notes, nextCursor, claim } = view.data
  const here = notesHref(input.questionId ?? undefined)

  async function onRemove(noteId: string) {
    const refusal = await done(remove.mutateAsync({ noteId }), {
      reread: view.refetch,
      words: 'The note is taken back.',
    })
    if (refusal) toast.error(refusal.message)
  }

  async function onRate(noteId: string, reason: NoteReason | null) {
    const words = reason === null ? 'Your rating is taken back.' : 'Your rating is recorded.'
    const refusal = await done(rate.mutateAsync({ noteId, reason }), { reread: view.refetch, words })
    if (refusal && reason === null) toast.error(refusal.message)
    return refusal
  }

  const signIn = (words: string) => (
    <Button asChild size="sm">
      <Link href={`/sign-in?callbackUrl=${encodeURIComponent(here)}`} prefetch={false}>
        {words}
      </Link>
    </Button>
  )
  return (
    <div className="space-y-10">
      {notes.length === 0 ? (
        <EmptyState title={claim ? 'No note on this claim yet' : 'No note waits for ratings'}>
          {claim
            ? 'What you write here is read by those who rate, and stands beside the claim once people who usually disagree find it helpful.'
            : 'Notes are written on claims about web pages: open a claim, and “Public notes” there.'}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {notes.map((note) => (
            <li key={note.id} className="space-y-3 py-5">
              <NoteBody note={note} isOfClaim={claim !== null} />
              {note.isYours ? (
                <Button size="sm" variant="quiet" onClick={() => void onRemove(note.id)}>
                  Take the note back
                </Button>
              ) : isSignedIn ? (
                <NoteRating said={note.yourReason} onRate={(reason) => onRate(note.id, reason)} />
              ) : (
                signIn('Sign in to rate it')
              )}
            </li>
          ))}
        </ul>
      )}
      {nextCursor ? (
        <Button asChild>
          <Link href={`/notes?cursor=${encodeURIComponent(nextCursor)}`}>Earlier notes</Link>
        </Button>
      ) : null}
      {claim && (claim.mayWrite || !isSignedIn) ? (
        <section aria-labelledby="write-note" className="space-y-4">
          <h2 id="write-note" className="display text-xl">
            Write a note
          </h2>
          {isSignedIn ? (
            <NoteForm
              onWrite={(text) =>
                done(write.mutateAsync({ questionId: claim.id, text }), {
                  reread: view.refetch,
                  words: 'Your note is published, and waits for ratings.',
                })
              }
            />
          ) : (
            signIn('Sign in to write one')
          )}
        </section>
      ) : null}
    </div>
  )
}

function NoteBody({ note, isOfClaim }: { note: PublicNote; isOfClaim: boolean }) {
  const { id, text, author, isYours, question, createdAt, status, intercept, ratings } = note
  return (
    <>
      {isOfClaim ? null : (
        <p className="measure text-muted text-sm">
          On the claim{' '}
          <Link href={notesHref(question.id)} className="text-ink hover:underline">
            “{question.claim}”
          </Link>
        </p>
      )}
      <p className="measure whitespace-pre-line font-serif text-lg leading-6">
        <LinkedText text={text} />
      </p>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-muted text-xs">
        <span>
          {isYours ? (
            'by you'
          ) : (
            <>
              by{' '}
              <Link href={`/people/${author.handle}`} className="hover:underline">
                {author.name}
              </Link>
            </>
          )}
        </span>
        <Ago at={createdAt} />
        <span className={status === 'shown' ? 'text-bought' : undefined}>{NOTE_STATUS_WORDS[status]}</span>
        <span className="nums">
          {counted(ratings, 'rating')} counted
          {intercept === null ? null : `, score ${intercept.toFixed(2)}`}
        </span>
        {isYours ? null : <FlagLink kind="note" id={id} path={notesHref(question.id)} />}
      </p>
    </>
  )
}
