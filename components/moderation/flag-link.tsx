import Link from 'next/link'
import { type SubjectKind, THING_WORDS } from '@/server/words/moderation'

/** Leads to the form that says what is wrong with a thing; a person is named by the handle. */
export function FlagLink({ kind, id, path }: { kind: SubjectKind; id: string; path: string }) {
  const query = new URLSearchParams({ kind, id, from: path })
  return (
    <Link
      href={`/moderation/flag?${query}`}
      prefetch={false}
      rel="nofollow"
      className="inline-flex min-h-6 items-center text-muted text-xs hover:text-ink hover:underline"
      aria-label={`Flag ${THING_WORDS[kind]}`}
    >
      Flag
    </Link>
  )
}
