import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server'
import { CaseForms } from '@/app/moderation/case-forms'
import { SuspendForm } from '@/app/moderation/suspend-form'
import { requireMe, serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Ago } from '@/components/time/time'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import type { ModerationCase } from '@/server/contract/moderation'
import { counted } from '@/server/words/amounts'
import { RULE_WORDS, THING_WORDS } from '@/server/words/moderation'

export const metadata: Metadata = { title: 'Moderation', robots: { index: false } }

const loadParams = createLoader({ handle: parseAsString })

export default async function ModerationPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const me = await requireMe('/moderation')
  if (me.role === 'person') redirect('/moderation/log')
  const [api, { handle }] = await Promise.all([serverCaller(), loadParams(searchParams)])
  const [cases, complaints] = await Promise.all([api.moderation.queue(), api.complaints.waiting()])
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Moderation"
        lead="What was flagged and waits for you, the oldest first. Nothing is destroyed by hiding it."
        actions={
          <nav aria-label="Moderation" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <Link
              href="/moderation/complaints"
              className="inline-flex min-h-8 items-center underline underline-offset-2 pointer-coarse:min-h-11"
            >
              {complaints.length === 0
                ? 'Complaints about purchases'
                : `${counted(complaints.length, 'complaint')} about purchases`}
            </Link>
            <Link
              href="/moderation/log"
              className="inline-flex min-h-8 items-center underline underline-offset-2 pointer-coarse:min-h-11"
            >
              The public log
            </Link>
          </nav>
        }
      />
      <div className="space-y-14">
        <Section id="queue" title="Queue">
          {cases.length === 0 ? (
            <EmptyState title="Nothing waits">What people flag comes here.</EmptyState>
          ) : (
            <ul className="space-y-6">
              {cases.map((one) => (
                <li key={one.id}>
                  <CaseCard one={one} />
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section id="suspend" title="Suspend a right">
          <p className="measure mb-5 text-muted">
            One right, for a time. It holds from the next request on, for keys and bots too; the person is
            told which, why and until when.
          </p>
          <SuspendForm handle={handle ?? ''} />
        </Section>
      </div>
    </div>
  )
}

function CaseCard({ one: { id, subject, flags, appeal, openedAt } }: { one: ModerationCase }) {
  return (
    <Card
      as="article"
      className="space-y-4 px-4 py-4 sm:px-5"
      aria-label={`A case about ${THING_WORDS[subject.kind]}`}
    >
      <div>
        <p className="text-muted text-sm">
          {THING_WORDS[subject.kind]} of{' '}
          <Link href={`/people/${subject.author.handle}`} className="underline underline-offset-2">
            {subject.author.name}
          </Link>
          , flagged <Ago at={openedAt} />
        </p>
        <h3 className="wrap-anywhere mt-1 font-medium">
          {subject.path === null ? (
            subject.title
          ) : (
            <Link href={subject.path} className="hover:underline">
              {subject.title}
            </Link>
          )}
        </h3>
        <p className="wrap-anywhere measure mt-2 whitespace-pre-wrap text-sm">{subject.text}</p>
      </div>
      <ul className="space-y-1 text-sm" aria-label="Flags">
        {flags.map((flag) => (
          <li key={`${flag.createdAt.toISOString()}${flag.words}`} className="wrap-anywhere">
            {RULE_WORDS[flag.rule].label}
            {flag.words === '' ? null : `: ${flag.words}`}
          </li>
        ))}
      </ul>
      {appeal ? (
        <div className="space-y-1 text-sm">
          <p>
            Hidden: {RULE_WORDS[appeal.rule].label}. {appeal.note}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">Its author says: {appeal.words}</p>
        </div>
      ) : null}
      <CaseForms caseId={id} isAppeal={appeal !== null} />
    </Card>
  )
}
