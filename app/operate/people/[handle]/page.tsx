import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { OperateTabs, requireOperator } from '@/app/operate/operate-tabs'
import {
  GrantForm,
  PauseBotForm,
  ReverseForm,
  RevokeKeyForm,
  RoleForm,
  SignOutForm,
} from '@/app/operate/people/[handle]/person-forms'
import { orNotFound, serverCaller } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Section } from '@/components/ui/section'
import { ExactMoment } from '@/components/wallet/exact-moment'
import { handleSchema } from '@/server/contract/auth'
import { counted } from '@/server/words/amounts'
import { RIGHT_WORDS } from '@/server/words/moderation'

export const metadata: Metadata = { title: 'A person', robots: { index: false } }

export default async function PersonSheetPage({ params }: { params: Promise<{ handle: string }> }) {
  const { handle } = await params
  await requireOperator(`/operate/people/${handle}`)
  if (!handleSchema.safeParse(handle).success) notFound()
  const api = await serverCaller()
  const sheet = await orNotFound(api.operate.person({ handle }))
  const { person, isYou, bots, keys, suspensions, transfers } = sheet
  return (
    <div className="page pb-24">
      <PageHeader
        eyebrow={
          <Breadcrumb items={[{ label: 'People', href: '/operate/people' }, { label: person.name }]} />
        }
        title={person.name}
        lead={
          <>
            <Link href={`/people/${person.handle}`} className="underline underline-offset-2">
              @{person.handle}
            </Link>
            , {person.role}, <Credits micros={sheet.availableMicros} exact /> available,{' '}
            <Credits micros={sheet.heldMicros} exact /> held
          </>
        }
      />
      <OperateTabs />
      <div className="mt-8 space-y-12">
        <section aria-labelledby="role" className="space-y-4">
          <h2 id="role" className="display text-xl">
            Role and ways in
          </h2>
          {isYou || person.isDemo ? (
            <p className="text-muted">
              {isYou ? 'Your own role is changed by another operator.' : 'Demo people have no roles.'}
            </p>
          ) : (
            <RoleForm handle={person.handle} role={person.role} />
          )}
          <SignOutForm handle={person.handle} logins={counted(sheet.logins, 'login')} />
          <p>
            <Link
              href={`/moderation?handle=${person.handle}#suspend`}
              className="underline underline-offset-2"
            >
              Suspend a right
            </Link>
            {' · '}
            <Link href={`/operate/log?handle=${person.handle}`} className="underline underline-offset-2">
              What concerns them in the log
            </Link>
          </p>
          {suspensions.length === 0 ? null : (
            <ul className="text-sm">
              {suspensions.map((one) => (
                <li key={one.id}>
                  {RIGHT_WORDS[one.right]}, suspended until <ExactMoment at={one.until} />
                  {one.liftedAt === null ? '' : ', given back'}
                </li>
              ))}
            </ul>
          )}
        </section>
        <Section id="bots" title="Bots">
          {bots.length === 0 ? <p className="text-muted">None.</p> : null}
          <ul className="divide-y divide-line">
            {bots.map((bot) => (
              <li key={bot.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <Link href={`/bots/${bot.id}`} className="hover:underline">
                  {bot.name}
                </Link>
                {bot.isPaused ? <span className="text-muted">Paused</span> : <PauseBotForm bot={bot} />}
              </li>
            ))}
          </ul>
        </Section>
        <Section id="keys" title="Keys">
          {keys.length === 0 ? <p className="text-muted">None.</p> : null}
          <ul className="divide-y divide-line">
            {keys.map((key) => (
              <li key={key.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span>
                  {key.name}{' '}
                  <span className="text-muted text-sm">
                    {key.hint === '' ? 'a connected program' : `ends in ${key.hint}`}
                  </span>
                </span>
                <RevokeKeyForm accessKey={key} />
              </li>
            ))}
          </ul>
        </Section>
        <Section id="credits" title="Give credits">
          <GrantForm handle={person.handle} />
        </Section>
        <Section id="payments" title="Newest payments">
          <p className="measure mb-4 text-muted">
            A grant or a purchase can be taken back once, by a contrary payment with your reason. Both sides
            are told; what was read stays read.
          </p>
          <ul className="divide-y divide-line border-line border-y">
            {transfers.map((one) => (
              <li key={one.key} className="space-y-2 py-3">
                <p className="wrap-anywhere">
                  {one.kind} <Credits micros={one.amountMicros} exact />, <ExactMoment at={one.createdAt} />
                </p>
                <p className="wrap-anywhere text-muted text-sm">
                  {one.from} to {one.to}
                  {one.isReversed ? ', taken back' : ''}
                </p>
                {!one.isReversed && (one.kind === 'grant' || one.kind === 'purchase') ? (
                  <ReverseForm transferKey={one.key} />
                ) : null}
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  )
}
