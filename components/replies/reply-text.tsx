import Link from 'next/link'
import { LinkedText } from '@/components/notes/linked-text'
import { standingInWords } from '@/components/replies/standing-words'
import { Ago } from '@/components/time/time'
import type { Reply } from '@/server/contract/replies'

/** What whom a claim is about says to it, marked as theirs. */
export function ReplyText({ reply }: { reply: Reply }) {
  const { text, author, createdAt, editedAt } = reply
  return (
    <figure className="measure space-y-1.5 border-accent border-l-2 pl-4">
      <figcaption className="text-sm">
        <span className="font-medium">
          Reply of{' '}
          <Link href={`/people/${author.handle}`} className="hover:underline">
            {author.name}
          </Link>
        </span>
        <span className="text-muted">, {standingInWords(reply)}</span>
      </figcaption>
      <blockquote className="whitespace-pre-line break-words font-serif">
        <LinkedText text={text} />
      </blockquote>
      <p className="text-muted text-xs">
        <Ago at={createdAt} />
        {editedAt ? (
          <>
            , edited <Ago at={editedAt} />
          </>
        ) : null}
      </p>
    </figure>
  )
}
