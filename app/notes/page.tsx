import type { Metadata } from 'next'
import Link from 'next/link'
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server'
import { NotesFormula } from '@/app/notes/notes-formula'
import { NotesRoom } from '@/app/notes/notes-room'
import { getMe, orNotFound, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { listPublicNotesSchema } from '@/server/contract/public-notes'

export const metadata: Metadata = {
  title: 'Public notes',
  description: 'What readers say about claims, shown once people who usually disagree find it helpful.',
}

const loadParams = createLoader({ question: parseAsString, cursor: parseAsString })

export default async function NotesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { question, cursor } = await loadParams(searchParams)
  const [api, me] = await Promise.all([serverCaller(), getMe()])
  const wanted = listPublicNotesSchema.safeParse({ questionId: question, cursor })
  const input = wanted.data ?? listPublicNotesSchema.parse({})
  const first = await orNotFound(api.notes.list(input))
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={
          first.claim ? (
            <Link href={`/questions/${first.claim.id}`} className="hover:text-ink hover:underline">
              {first.claim.title}
            </Link>
          ) : undefined
        }
        title={first.claim ? 'Public notes' : 'Notes that wait for ratings'}
        lead={
          first.claim
            ? `Claim: ${first.claim.claim}`
            : 'What readers wrote on claims. Say of each whether it is helpful; it is shown beside its claim once people who usually disagree find it so.'
        }
      />
      <NotesRoom key={JSON.stringify(input)} input={input} first={first} isSignedIn={me !== null} />
      <NotesFormula />
    </div>
  )
}
