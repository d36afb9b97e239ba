import type { Metadata } from 'next'
import Link from 'next/link'
import { createLoader, createSerializer, parseAsString, type SearchParams } from 'nuqs/server'
import type { ReactNode } from 'react'
import { requireMe, serverCaller } from '@/app/server'
import { AppealForm, MuteForm, ShowAgain } from '@/app/settings/rules/rules-forms'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Section } from '@/components/ui/section'
import { ExactMoment } from '@/components/wallet/exact-moment'
import type { OwnModeration } from '@/server/contract/moderation'
import { RIGHT_WORDS, RULE_WORDS, THING_WORDS } from '@/server/words/moderation'

export const metadata: Metadata = { title: 'Rules and you' }

const rulesParams = { mute: parseAsString }
const loadParams = createLoader(rulesParams)
const rulesQuery = createSerializer(rulesParams)

export default async function RulesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { mute } = await loadParams(searchParams)
  const [api] = await Promise.all([serverCaller(), requireMe(rulesQuery('/settings/rules', { mute }))])
  const { flags, hidden, suspensions, muted } = await api.moderation.own()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Rules' }]} />}
        title="Rules and you"
        lead={
          <>
            What moderators did to what is yours, what you flagged, and whom you do not want to see. What was
            decided for everybody stands in{' '}
            <Link href="/moderation/log" className="underline underline-offset-2">
              the public log
            </Link>
            .
          </>
        }
      />
      <div className="space-y-14">
        <Part
          id="rights"
          title="Suspended rights"
          none="None of your rights was ever suspended."
          rows={suspensions}
        >
          {(row) => <SuspensionRow key={row.id} row={row} />}
        </Part>
        <Part id="hidden" title="Hidden things of yours" none="Nothing of yours was hidden." rows={hidden}>
          {(row) => <HiddenRow key={row.caseId} row={row} />}
        </Part>
        <Part id="flags" title="What you flagged" none="You have flagged nothing." rows={flags}>
          {(row) => (
            <li key={row.caseId} className="py-3">
              <p className="text-muted text-sm">
                <ExactMoment at={row.createdAt} />
              </p>
              <p>
                {THING_WORDS[row.kind]}: {RULE_WORDS[row.rule].label}. {FLAG_WORDS[row.outcome ?? 'waiting']}
              </p>
              {row.note === '' ? null : <p className="wrap-anywhere text-sm">A moderator says: {row.note}</p>}
            </li>
          )}
        </Part>
        <Part id="muted" title="Muted and blocked people" none="You see everybody." rows={muted}>
          {(row) => (
            <li key={row.person.handle} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="wrap-anywhere">
                {row.person.name} <span className="text-muted text-sm">@{row.person.handle}</span>,{' '}
                {row.isBlocked ? 'blocked' : 'muted'}
              </p>
              <ShowAgain handle={row.person.handle} />
            </li>
          )}
        </Part>
        <Section id="mute" title="Mute or block somebody">
          <p className="measure mb-5 text-muted">
            You see no questions of theirs in lists, in alerts and in mails. Whom you block cannot offer on
            your questions, nor can their bots, offers of theirs that nobody has read are not read, and
            neither of you buys of the other at resale. They are not told, but meet a refusal.
          </p>
          <MuteForm handle={mute ?? ''} />
        </Section>
      </div>
    </div>
  )
}

const FLAG_WORDS = {
  waiting: 'It waits for a moderator.',
  kept: 'It was kept: a moderator found that it keeps to the rules.',
  hidden: 'It was hidden.',
} as const

function Part<Row>({
  id,
  title,
  none,
  rows,
  children,
}: {
  id: string
  title: string
  none: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}) {
  return (
    <Section id={id} title={title}>
      {rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">{rows.map(children)}</ul>
      )}
    </Section>
  )
}

function SuspensionRow({ row }: { row: OwnModeration['suspensions'][number] }) {
  return (
    <li className="space-y-1 py-3">
      <p>
        {RIGHT_WORDS[row.right]}
        {row.bot === null ? '' : `, of your bot ${row.bot.name}`}: suspended until{' '}
        <ExactMoment at={row.until} />. {RULE_WORDS[row.rule].label}.
        {row.liftedAt === null ? null : (
          <>
            {' '}
            Given back <ExactMoment at={row.liftedAt} />.
          </>
        )}
      </p>
      {row.note === '' ? null : <p className="wrap-anywhere text-sm">A moderator says: {row.note}</p>}
    </li>
  )
}

function HiddenRow({
  row: { caseId, subject, rule, note, decidedAt, appeal },
}: {
  row: OwnModeration['hidden'][number]
}) {
  return (
    <li className="space-y-2 py-3">
      <p className="text-muted text-sm">
        {THING_WORDS[subject.kind]}, hidden <ExactMoment at={decidedAt} />
      </p>
      <p className="wrap-anywhere font-medium">{subject.title}</p>
      <p className="wrap-anywhere line-clamp-4 text-sm">{subject.text}</p>
      <p className="text-sm">
        {RULE_WORDS[rule].label}. {note}
      </p>
      {appeal === null ? (
        <AppealForm caseId={caseId} />
      ) : (
        <p className="wrap-anywhere text-sm">
          You appealed: {appeal.words} {APPEAL_WORDS[appeal.outcome ?? 'waiting']} {appeal.note}
        </p>
      )}
    </li>
  )
}

const APPEAL_WORDS = {
  waiting: 'It waits for a moderator.',
  upheld: 'It stays hidden, for good.',
  overturned: 'It is shown again.',
} as const
