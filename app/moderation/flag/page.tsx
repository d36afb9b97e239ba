import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import {
  createLoader,
  createSerializer,
  parseAsString,
  parseAsStringLiteral,
  type SearchParams,
} from 'nuqs/server'
import { FlagForm } from '@/app/moderation/flag/flag-form'
import { requireMe } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { SUBJECT_KINDS, THING_WORDS } from '@/server/words/moderation'

export const metadata: Metadata = { title: 'Flag', robots: { index: false } }

const flagParams = { kind: parseAsStringLiteral(SUBJECT_KINDS), id: parseAsString, from: parseAsString }
const loadParams = createLoader(flagParams)
const flagQuery = createSerializer(flagParams)

export default async function FlagPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { kind, id, from } = await loadParams(searchParams)
  if (kind === null || id === null) notFound()
  await requireMe(flagQuery('/moderation/flag', { kind, id, from }))
  // A page of ours, or none: an address could say anything.
  const back = from?.startsWith('/') && !from.startsWith('//') ? from : '/'
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title={`Flag ${THING_WORDS[kind]}`}
        lead="A moderator looks at it and hides or keeps it. Several flags of one thing are looked at together."
      />
      <FlagForm kind={kind} id={id} />
      <p className="mt-8 text-sm">
        <Link href={back} className="underline underline-offset-2">
          Go back
        </Link>
        {' · '}
        <Link href="/moderation/log" className="underline underline-offset-2">
          What moderators decided
        </Link>
      </p>
    </div>
  )
}
